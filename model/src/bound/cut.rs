//! Cuts of the torus into two parts, and the bisections that bound the maximum load.
//!
//! If a part holds s of |P| processors, 2 s (|P| - s) messages cross the cut, so some link of it carries at
//! least their number divided by that of the links (Azizoglu and Eğecioğlu, equations (4) and (5)).

use crate::{placement::slowest_first, Census, LinkId, Placement};
use num_rational::Ratio;

/// A cut of the torus in two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Directed links that cross it, both ways.
    pub links: u128,
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
        Cut { links: torus.links().filter(|&link| crosses(link)).count() as u128, held }
    }

    /// `2 s (|P|-s) / |cut|`; `None` if a side has no processor.
    pub fn bound(&self, placement: &impl Census) -> Option<Ratio<u128>> {
        let (held, rest) = (u128::from(self.held), u128::from(placement.processors() - self.held));
        (held > 0 && rest > 0).then(|| Ratio::new(2 * held * rest, self.links))
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

/// The best bisection among runs of planes `a <= x_i < b` of every dimension that hold exactly half of the
/// processors; if no run is exact, the best lexicographic sweep, which cuts within a plane. It bounds the
/// bisection width from above, so equation (5) is a true bound for these very sides.
pub fn bisection(placement: &impl Census) -> Bisection {
    let d = placement.radices().d();
    let of_planes = (0..d).filter_map(|dim| planes(placement, dim));
    let found = of_planes.min_by_key(|found| found.cut.links);
    let sweep = || (0..d).map(|dim| sweep(placement, dim)).min_by_key(|found| found.cut.links);
    found.or_else(sweep).expect("a torus has a dimension")
}

/// The first run of planes of a dimension that holds exactly half of the processors.
fn planes(placement: &impl Census, dim: usize) -> Option<Bisection> {
    let (n, held) = (u64::from(placement.radices().dims()[dim]), halves(placement).0);
    // The processors below each coordinate, for one period of the marginal.
    let mut below = vec![0];
    placement.marginal(dim).iter().for_each(|at| below.push(below[below.len() - 1] + at));
    let (period, round) = (below.len() as u64 - 1, below[below.len() - 1]);
    let end = |first: u64| {
        let wanted = below[first as usize] + held;
        let (rounds, rest) = ((wanted - 1) / round, (wanted - 1) % round + 1);
        let at = below.partition_point(|&below| below < rest);
        let exact = below[at] == rest && rounds * period + at as u64 - first < n;
        exact.then_some(rounds * period + at as u64)
    };
    let (first, end) = (0..period).find_map(|first| Some((first, end(first)?)))?;
    let links = u128::from(placement.radices().nodes()) * crossings(n, 1) / u128::from(n);
    let how = format!("planes x{} = {first}..{}", dim + 1, (end - 1) % n);
    Some(Bisection { cut: Cut { links, held }, how })
}

/// The first nodes that hold half of the processors, in the order in which dimension `dim` is slowest.
///
/// They end at a node z. In the fastest dimension, the line of z is cut after z. In every slower one, lines
/// through the nodes before z hold one coordinate more than the others.
fn sweep(placement: &impl Census, dim: usize) -> Bisection {
    let (held, dims) = (halves(placement).0, placement.radices().dims());
    let last = placement.nth(dim, held - 1);
    let (mut links, mut inside, mut nodes) = (0, 1, 1);
    for (&z, dim) in last.iter().zip(slowest_first(dims.len(), dim)).rev() {
        let (n, z) = (u64::from(dims[dim]), u64::from(z));
        links += crossings(n, z + 1) * inside + crossings(n, z) * (nodes - inside);
        inside += u128::from(z) * nodes;
        nodes *= u128::from(n);
    }
    Bisection { cut: Cut { links, held }, how: format!("sweep along x{}", dim + 1) }
}

/// The directed links of a ring of n nodes that leave or enter a run of them.
fn crossings(n: u64, run: u64) -> u128 {
    match run {
        0 => 0,
        run if run == n => 0,
        _ if n == 2 => 2,
        _ => 4,
    }
}

/// Half of the processors, rounded down, and the rest.
pub(super) fn halves(placement: &impl Census) -> (u64, u64) {
    let p = placement.processors();
    (p / 2, p - p / 2)
}
