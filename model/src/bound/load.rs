//! Bounds and closed forms of the maximum load, each with its source.
//!
//! Source: Azizoglu and Eğecioğlu, equations (1), (4), (5), corollary 1 and theorem 3. Differences:
//! - A set of edges is counted as directed links. With radix 2 there is one link for each node and dimension,
//!   so cuts are counted on the torus at hand and never taken from a formula.
//! - `k^(d-1)/8 + o(.)` of theorem 3 is the load of the **interior** dimensions of ODR on a linear placement.
//!   The first and the last dimension carry `floor(k/2) k^(d-2)`. Both are given, each with its name.
//! - The total-distance bound is ours: the distances in a dimension have to go over the links of that
//!   dimension.

use super::cut::{bisection, halves, Bisection, Cut};
use crate::{
    load::total_distances, placement::gcd, saturating::at_most_u32, Census, NodeId, Placement, Routing,
};
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

/// Leaves bounds of a placement alone that hold for these routes. Closed forms of E_max hold for paths of a
/// routing with ties that go up; lower bounds hold for all shortest paths.
pub fn keep_valid(bounds: &mut Vec<Bound>, closed_forms: bool) {
    bounds.retain(|bound| closed_forms || bound.relation == Relation::LowerBound);
}

/// A bound or closed form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Its name.
    pub name: String,
    /// The equation or theorem that it comes from.
    pub source: &'static str,
    /// Its value, exact.
    pub value: Ratio<u128>,
    /// How its value relates to E_max.
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
    let separator = separator.and_then(|nodes| separator_bound(placement, nodes));
    match placement.closed_form() {
        Some(form) => census_bounds(form, routing, separator),
        None => census_bounds(placement, routing, separator),
    }
}

/// The same from the counts of a placement, which has no nodes: the bound of equation (4) is given.
///
/// The squares of the number of processors, times a radix, have to fit 128 bits.
pub fn census_bounds(placement: &impl Census, routing: Routing, separator: Option<Bound>) -> Vec<Bound> {
    let mut all = vec![source_ports(placement)];
    all.extend(existing_ports(placement));
    all.extend(separator);
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
pub fn best_lower_bound(bounds: &[Bound]) -> Ratio<u128> {
    let lower = bounds.iter().filter(|bound| bound.relation == Relation::LowerBound);
    lower.map(|bound| bound.value).max().unwrap_or_default()
}

/// No shortest routing has a smaller maximum load: the best of the bounds, rounded up.
pub fn load_bound(placement: &Placement) -> u32 {
    at_most_u32(best_lower_bound(&bounds(placement, Routing::Udr, None)).ceil().to_integer())
}

/// Equation (1): a processor's |P| - 1 messages leave through 2d links.
fn source_ports(placement: &impl Census) -> Bound {
    let value = messages_over(placement, placement.radices().port_slots());
    lower("source ports (|P|-1)/(2d)".into(), "(1)", value)
}

/// Equation (1) with the ports that exist, where a radix is 2.
fn existing_ports(placement: &impl Census) -> Option<Bound> {
    let ports = placement.radices().ports().count();
    let name = format!("source ports (|P|-1)/{ports}, one port where the radix is 2");
    let fewer = ports < placement.radices().port_slots();
    fewer.then(|| lower(name, "(1), radix 2", messages_over(placement, ports)))
}

/// The messages of a processor, spread over its ports.
fn messages_over(placement: &impl Census, ports: usize) -> Ratio<u128> {
    Ratio::new(u128::from(placement.processors() - 1), ports as u128)
}

/// Equation (4) for a set of nodes; `None` if it holds no processor, or all of them.
pub fn separator_bound(placement: &Placement, nodes: &[NodeId]) -> Option<Bound> {
    let mut inside = vec![false; placement.torus().len()];
    nodes.iter().for_each(|node| inside[node.index()] = true);
    let cut = Cut::new(placement, inside);
    let name = format!("separator: {} of {} processors, {} links cut", cut.held, placement.len(), cut.links);
    cut.bound(placement).map(|value| lower(name, "(4)", value))
}

/// Equation (5) with the bisection that [`bisection`] finds.
fn bisection_bound(placement: &impl Census) -> Bound {
    let Bisection { cut, how } = bisection(placement);
    let name = format!("bisection: {} links cut, {how}", cut.links);
    let value = cut.bound(placement).expect("a bisection holds some processors and leaves some");
    lower(name, "(5)", value)
}

/// Equation (5) with the width of corollary 1, at most `6 d k^(d-1)`; equal radices only.
fn corollary_bound(placement: &impl Census) -> Option<Bound> {
    let radices = placement.radices();
    let plane = radices.nodes() / u64::from(radices.radix()?);
    let width = 6 * radices.d() as u128 * u128::from(plane);
    let (half, rest) = halves(placement);
    Some(lower(
        format!("bisection width at most 6d k^(d-1) = {width}"),
        "corollary 1",
        Ratio::new(2 * u128::from(half) * u128::from(rest), width),
    ))
}

/// The distances of one dimension, spread evenly over its links, for the dimension in which this is largest.
fn distance_bound(placement: &impl Census) -> Bound {
    let radices = placement.radices();
    let per_link = |(dim, total): (usize, u128)| Ratio::new(total, radices.links_of(dim));
    let value = total_distances(placement).into_iter().enumerate().map(per_link).max().unwrap_or_default();
    lower("total distance over links, worst dimension".into(), "distances", value)
}

/// The proven ODR maximum: `(N/n) h (h+1)/2`, h = floor(n/2), on full tori; `t^2 (2h-t+1)/2 k^(d-2)` for
/// t <= h + 1 classes of all-ones coefficients, and for one class of any units.
fn odr_closed_form(placement: &impl Census) -> Option<Bound> {
    let radices = placement.radices();
    let exact = |name: &str, value| Bound {
        name: name.into(),
        source: "closed form",
        value,
        relation: Relation::Exact,
    };
    if placement.processors() == radices.nodes() {
        let load = |&n: &u32| {
            let (lines, half) = (radices.nodes() / u64::from(n), u128::from(n / 2));
            u128::from(lines) * (half * (half + 1)) / 2
        };
        let value = radices.dims().iter().map(load).max()?;
        return Some(exact("ODR, full: max N/n h(h+1)/2", Ratio::from_integer(value)));
    }
    let (coefficients, k, t) = placement.form().filter(|form| radices.radix() == Some(form.1))?;
    let (h, d) = (u128::from(k / 2), radices.d() as u32);
    let units = coefficients.iter().all(|&c| gcd(c, k) == 1);
    let ones = coefficients.iter().all(|&c| c == 1);
    let t = u128::from(t);
    if d < 2 || t > h + 1 || !(ones || units && t == 1) {
        return None;
    }
    let plane = u128::from(k).pow(d - 2);
    let name =
        if t == 1 { "ODR, linear: floor(k/2) k^(d-2)" } else { "ODR, multilinear: t^2 (2h-t+1)/2 k^(d-2)" };
    Some(exact(name, Ratio::new(t * t * (2 * h - t + 1) * plane, 2)))
}

/// Theorem 3 for linear placements, which is about the interior dimensions.
fn interior_dimensions(placement: &impl Census) -> Option<Bound> {
    let radices = placement.radices();
    let (_, k, t) = placement.form().filter(|form| radices.radix() == Some(form.1))?;
    let d = radices.d() as u32;
    let value = Ratio::new(u128::from(k).pow(d - 1), 8);
    let name = "paper's k^(d-1)/8: load of the interior dimensions".into();
    (t == 1 && d >= 2).then_some(Bound { name, source: "theorem 3", value, relation: Relation::Comparison })
}

fn lower(name: String, source: &'static str, value: Ratio<u128>) -> Bound {
    Bound { name, source, value, relation: Relation::LowerBound }
}
