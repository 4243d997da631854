//! Bounds and closed forms of the maximum load, each with its source.
//!
//! Source: Azizoglu and Eğecioğlu, equations (1), (4), (5), corollary 1 and theorem 3. Differences:
//! - A set of edges is counted as directed links. With radix 2 there is one link for each node and dimension,
//!   so cuts are counted on the torus at hand and never taken from a formula.
//! - `k^(d-1)/8 + o(.)` of theorem 3 is the load of the **interior** dimensions of ODR on a linear placement.
//!   The first and the last dimension carry `floor(k/2) k^(d-2)`. Both are given, each with its name.
//! - The total-distance bound is ours: the distances in a dimension have to go over the links of that
//!   dimension.

use super::cut::{bisection, halves, ratio, Bisection, Cut};
use crate::{load::total_distances, placement::gcd, NodeId, Placement, Routing};
use num_rational::Ratio;

/// What a value says about the maximum load E_max.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// E_max is at least this, for every shortest routing.
    LowerBound,
    /// E_max is exactly this, for the routing named.
    Exact,
    /// A statement of the paper, shown for comparison; it does not bound E_max.
    Comparison,
}

/// A bound or closed form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Its name.
    pub name: String,
    /// The equation or theorem that it comes from.
    pub source: &'static str,
    /// Its value, exact.
    pub value: Ratio<u64>,
    /// What it says about E_max.
    pub relation: Relation,
}

/// All bounds and closed forms of E_max for a placement under a routing, in the order of the paper.
/// `separator`: a set of nodes for equation (4), which is left out without one.
///
/// ```
/// use torus_model::{Placement, Routing, Torus, bound::bounds};
/// let torus = Torus::homogeneous(3, 4)?;
/// let linear = Placement::linear(&torus, None, 0)?;
/// assert_eq!(bounds(&linear, Routing::Odr, None)[0].value.to_string(), "5/2");
/// # Ok::<(), torus_model::Error>(())
/// ```
pub fn bounds(placement: &Placement, routing: Routing, separator: Option<&[NodeId]>) -> Vec<Bound> {
    let mut all = vec![source_ports(placement)];
    all.extend(existing_ports(placement));
    all.extend(separator.and_then(|nodes| separator_bound(placement, nodes)));
    all.push(bisection_bound(placement));
    all.extend(corollary_bound(placement));
    all.push(distance_bound(placement));
    if routing == Routing::Odr {
        all.extend(odr_closed_form(placement));
        all.extend(interior_dimensions(placement));
    }
    all
}

/// The largest of the lower bounds.
pub fn best_lower_bound(bounds: &[Bound]) -> Ratio<u64> {
    let lower = bounds.iter().filter(|bound| bound.relation == Relation::LowerBound);
    lower.map(|bound| bound.value).max().unwrap_or_default()
}

/// No shortest routing has a smaller maximum load: the best of the bounds, rounded up.
pub fn load_bound(placement: &Placement) -> u32 {
    best_lower_bound(&bounds(placement, Routing::Udr, None)).ceil().to_integer() as u32
}

/// Equation (1): a processor's |P| - 1 messages leave through 2d links.
fn source_ports(placement: &Placement) -> Bound {
    let value = Ratio::new(placement.len() as u64 - 1, placement.torus().port_slots() as u64);
    lower("source ports (|P|-1)/(2d)".into(), "(1)", value)
}

/// Equation (1) with the ports that exist, where a radix is 2.
fn existing_ports(placement: &Placement) -> Option<Bound> {
    let ports = placement.torus().ports().count();
    let value = Ratio::new(placement.len() as u64 - 1, ports as u64);
    let name = format!("source ports (|P|-1)/{ports}, one port where the radix is 2");
    (ports < placement.torus().port_slots()).then(|| lower(name, "(1), radix 2", value))
}

/// Equation (4) for a set of nodes; `None` where it holds no processor, or all of them.
pub fn separator_bound(placement: &Placement, nodes: &[NodeId]) -> Option<Bound> {
    let mut inside = vec![false; placement.torus().len()];
    nodes.iter().for_each(|node| inside[node.index()] = true);
    let cut = Cut::new(placement, inside);
    let name = format!("separator: {} of {} processors, {} links cut", cut.held, placement.len(), cut.links);
    cut.bound(placement).map(|value| lower(name, "(4)", value))
}

/// Equation (5) with the bisection that [`bisection`] finds.
fn bisection_bound(placement: &Placement) -> Bound {
    let Bisection { cut, how } = bisection(placement);
    let name = format!("bisection: {} links cut, {how}", cut.links);
    let value = cut.bound(placement).expect("a bisection holds some processors and leaves some");
    lower(name, "(5)", value)
}

/// Equation (5) with the width of corollary 1, at most `6 d k^(d-1)`; equal radices only.
fn corollary_bound(placement: &Placement) -> Option<Bound> {
    let torus = placement.torus();
    let k = torus.radix()? as u64;
    let width = 6 * torus.d() as u64 * (torus.len() as u64 / k);
    let (half, rest) = halves(placement);
    Some(lower(
        format!("bisection width at most 6d k^(d-1) = {width}"),
        "corollary 1",
        ratio(2 * half * rest, width),
    ))
}

/// The distances of one dimension, spread evenly over its links; the worst dimension.
fn distance_bound(placement: &Placement) -> Bound {
    let torus = placement.torus();
    let links = |dim| torus.len() as u64 * if torus.dims()[dim] == 2 { 1 } else { 2 };
    let per_link = |(dim, total): (usize, u64)| Ratio::new(total, links(dim));
    let value = total_distances(placement).into_iter().enumerate().map(per_link).max().unwrap_or_default();
    lower("total distance over links, worst dimension".into(), "distances", value)
}

/// The proven ODR maximum: `(N/n) h (h+1)/2`, h = floor(n/2), on full tori; `t^2 (2h-t+1)/2 k^(d-2)` for
/// t <= h + 1 classes of all-ones coefficients, and for one class of any units.
fn odr_closed_form(placement: &Placement) -> Option<Bound> {
    let torus = placement.torus();
    let exact = |name: &str, value| Bound {
        name: name.into(),
        source: "closed form",
        value,
        relation: Relation::Exact,
    };
    if placement.len() == torus.len() {
        let load = |&n: &u32| torus.len() as u64 / n as u64 * (n as u64 / 2) * (n as u64 / 2 + 1) / 2;
        let value = torus.dims().iter().map(load).max()?;
        return Some(exact("ODR, full: max N/n h(h+1)/2", Ratio::from_integer(value)));
    }
    let (coefficients, k, t) = placement.linear_form()?;
    let (h, d) = (k as u64 / 2, torus.d() as u32);
    let units = coefficients.iter().all(|&c| gcd(c, k) == 1);
    let ones = coefficients.iter().all(|&c| c == 1);
    if d < 2 || t as u64 > h + 1 || !(ones || units && t == 1) {
        return None;
    }
    let plane = (k as u64).pow(d - 2);
    let t = t as u64;
    let name =
        if t == 1 { "ODR, linear: floor(k/2) k^(d-2)" } else { "ODR, multilinear: t^2 (2h-t+1)/2 k^(d-2)" };
    Some(exact(name, ratio(t * t * (2 * h - t + 1) * plane, 2)))
}

/// Theorem 3 for linear placements, which is about the interior dimensions.
fn interior_dimensions(placement: &Placement) -> Option<Bound> {
    let (_, k, t) = placement.linear_form()?;
    let d = placement.torus().d() as u32;
    let value = ratio((k as u64).pow(d - 1), 8);
    let name = "paper's k^(d-1)/8: load of the interior dimensions".into();
    (t == 1 && d >= 2).then_some(Bound { name, source: "theorem 3", value, relation: Relation::Comparison })
}

fn lower(name: String, source: &'static str, value: Ratio<u64>) -> Bound {
    Bound { name, source, value, relation: Relation::LowerBound }
}
