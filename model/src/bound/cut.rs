//! Cuts of the torus into two parts, and the bisections that bound the maximum load.
//!
//! If a part holds s of |P| processors, 2 s (|P| - s) messages cross the cut, so some link of it carries at
//! least their number divided by that of the links (Azizoglu and Eğecioğlu, equations (4) and (5)).

use crate::{LinkId, NodeId, Placement};
use num_rational::Ratio;

/// A cut of the torus in two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Directed links that cross it, both ways.
    pub links: u64,
    /// Processors inside.
    pub held: u64,
}

impl Cut {
    /// Counts the cut between the nodes marked `inside` and the rest.
    pub fn new(placement: &Placement, inside: Vec<bool>) -> Self {
        let torus = placement.torus();
        let crosses = |link: LinkId| {
            let (tail, port) = torus.tail(link);
            inside[tail.index()] != inside[torus.neighbour(tail, port).index()]
        };
        let held = placement.processors().iter().filter(|node| inside[node.index()]).count() as u64;
        Cut { links: torus.links().filter(|&link| crosses(link)).count() as u64, held }
    }

    /// `2 s (|P|-s) / |cut|`; `None` where a side has no processor.
    pub fn bound(&self, placement: &Placement) -> Option<Ratio<u64>> {
        let rest = placement.len() as u64 - self.held;
        (self.held > 0 && rest > 0).then(|| ratio(2 * self.held * rest, self.links))
    }
}

/// A cut that halves the processors of a placement, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bisection {
    /// The cut; it holds half of the processors, rounded down.
    pub cut: Cut,
    /// The construction, in text.
    pub how: String,
}

/// The best bisection among slabs `a <= x_i < b` of every dimension that hold exactly half of the processors,
/// and, for every dimension, the lexicographic sweep that cuts within a slab where no slab is exact. An
/// upper bound of the bisection width, so equation (5) is a true bound for these very sides.
pub fn bisection(placement: &Placement) -> Bisection {
    let d = placement.torus().d();
    let slabs = (0..d).filter_map(|dim| slab(placement, dim));
    let found = slabs.min_by_key(|found| found.cut.links);
    let sweep = || (0..d).map(|dim| sweep(placement, dim)).min_by_key(|found| found.cut.links);
    found.or_else(sweep).expect("a torus has a dimension")
}

/// The first slab of a dimension that holds exactly half of the processors.
fn slab(placement: &Placement, dim: usize) -> Option<Bisection> {
    let torus = placement.torus();
    let n = torus.dims()[dim] as usize;
    let mut at = vec![0u64; n];
    placement.processors().iter().for_each(|&p| at[torus.coordinate(p, dim) as usize] += 1);
    let (half, _) = halves(placement);
    for first in 0..n {
        let mut held = 0;
        for width in 1..n {
            held += at[(first + width - 1) % n];
            if held == half {
                let links = if n == 2 { torus.len() } else { 4 * torus.len() / n } as u64;
                let last = (first + width - 1) % n;
                let how = format!("slab x{} = {first}..{last}", dim + 1);
                return Some(Bisection { cut: Cut { links, held }, how });
            }
        }
    }
    None
}

/// The first nodes that hold half of the processors, in the order that runs dimension `dim` slowest.
fn sweep(placement: &Placement, dim: usize) -> Bisection {
    let torus = placement.torus();
    let mut order: Vec<NodeId> = torus.nodes().collect();
    order.sort_by_key(|&node| torus.coordinate(node, dim));
    let (half, _) = halves(placement);
    let mut inside = vec![false; torus.len()];
    let mut held = 0;
    for node in order {
        if held == half {
            break;
        }
        inside[node.index()] = true;
        held += placement.contains(node) as u64;
    }
    Bisection { cut: Cut::new(placement, inside), how: format!("sweep along x{}", dim + 1) }
}

/// Half of the processors, rounded down, and the rest.
pub(super) fn halves(placement: &Placement) -> (u64, u64) {
    let p = placement.len() as u64;
    (p / 2, p - p / 2)
}

/// A fraction of whole numbers.
pub(super) fn ratio(numerator: u64, denominator: u64) -> Ratio<u64> {
    Ratio::new(numerator, denominator)
}
