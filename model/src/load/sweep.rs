//! Loads without pairs: sums that slide along every line of the torus.
//!
//! The processors are projected on the lines along one dimension, once as senders and once as receivers; the
//! module above says why. The load of a link then follows from that of the link before it. Cost: O(N) for
//! each dimension and each set of dimensions corrected before.

use crate::{route::factorial, NodeId, Placement, Port, Routing, Sign, Torus};

/// The sets of dimensions that may be corrected before `dim`, as bit masks, with their weights.
pub(super) fn corrected_before(d: usize, dim: usize, routing: Routing) -> Vec<(u32, u64)> {
    let arrangements = |n: usize| factorial(n).expect("d! was checked to fit");
    match routing {
        Routing::Odr => vec![((1 << dim) - 1, 1)],
        Routing::Udr => (0..1u32 << d)
            .filter(|set| set & (1 << dim) == 0)
            .map(|set| (set, set.count_ones() as usize))
            .map(|(set, s)| (set, arrangements(s) * arrangements(d - 1 - s)))
            .collect(),
    }
}

/// A placement, and the coordinates of its processors, one processor after the other.
pub(super) struct Sweep<'a> {
    placement: &'a Placement,
    coordinates: Vec<u32>,
}

impl<'a> Sweep<'a> {
    pub fn new(placement: &'a Placement) -> Self {
        let torus = placement.torus();
        let of = |&node: &NodeId| (0..torus.d()).map(move |dim| torus.coordinate(node, dim));
        Sweep { placement, coordinates: placement.processors().iter().flat_map(of).collect() }
    }

    /// The lines along `dim`. `before`: the sets of dimensions that are corrected before it, with weights.
    pub fn lines(&self, dim: usize, before: &[(u32, u64)]) -> Lines<'a> {
        let ends = |&(set, weight): &(u32, u64)| Ends {
            starts: self.projection(dim, |other| set & (1 << other) == 0),
            ends: self.projection(dim, |other| set & (1 << other) != 0),
            weight,
        };
        Lines { torus: self.placement.torus(), dim, sets: before.iter().map(ends).collect() }
    }

    /// The processors by their coordinates in `dim` and in the dimensions that are kept.
    fn projection(&self, dim: usize, keep: impl Fn(usize) -> bool) -> Projection {
        let dims = self.placement.torus().dims();
        let mut projection = Projection::new(dims, dim, keep);
        for x in self.coordinates.chunks(dims.len()) {
            let at = projection.start(x) + x[dim] as usize;
            projection.counts[at] += 1;
        }
        projection
    }
}

/// The lines of the torus along one dimension, with who sends and receives along them.
pub(super) struct Lines<'a> {
    torus: &'a Torus,
    dim: usize,
    sets: Vec<Ends>,
}

/// For a set S of dimensions that are corrected before: `starts` counts the processors that send along a
/// line, by their coordinates outside S; `ends` those that receive along it, by their coordinates inside S.
struct Ends {
    starts: Projection,
    ends: Projection,
    weight: u64,
}

impl Lines<'_> {
    /// Adds the load of every link of the dimension.
    pub fn add_loads(&self, numerators: &mut [u64]) {
        let plus = Port::new(self.dim, Sign::Plus);
        let step = self.torus.stride(self.dim) * self.torus.port_slots();
        let mut ring = Ring::new(self.radix());
        for first in self.firsts() {
            let x = self.torus.coordinates(first);
            for set in &self.sets {
                ring.add(set.weight, set.starts.line(&x), set.ends.line(&x));
            }
            let link = self.torus.link(first, plus).index();
            ring.take(|x, plus, minus| {
                numerators[link + x * step] += plus;
                numerators[link + x * step + 1] += minus;
            });
        }
    }

    /// Moves the load of ties that start at an odd coordinate from the `+` links to the `-` links.
    pub fn turn_odd_ties(&self, numerators: &mut [u64]) {
        let (n, plus) = (self.radix(), Port::new(self.dim, Sign::Plus));
        let step = self.torus.stride(self.dim) * self.torus.port_slots();
        let starts = (1..n).step_by(2).filter(|_| n > 2 && n % 2 == 0);
        for (start, set) in starts.flat_map(|start| self.sets.iter().map(move |set| (start, set))) {
            for first in self.firsts() {
                let x = self.torus.coordinates(first);
                let (a, b) = (set.starts.line(&x), set.ends.line(&x));
                let messages = set.weight * a[start] * b[(start + n / 2) % n];
                let link = self.torus.link(first, plus).index();
                for hop in 0..n / 2 {
                    numerators[link + (start + hop) % n * step] -= messages;
                    numerators[link + 1 + (start + n - hop) % n * step] += messages;
                }
            }
        }
    }

    fn radix(&self) -> usize {
        self.torus.dims()[self.dim] as usize
    }

    /// The nodes with coordinate 0, one of each line.
    fn firsts(&self) -> impl Iterator<Item = NodeId> + '_ {
        let stride = self.torus.stride(self.dim);
        let firsts = (0..self.torus.len()).step_by(stride * self.radix());
        firsts.flat_map(move |at| (at..at + stride).filter_map(|node| self.torus.node_at(node)))
    }
}

/// How many processors have given coordinates in one dimension (which varies fastest) and in some others.
struct Projection {
    counts: Vec<u64>,
    strides: Vec<usize>,
    radix: usize,
}

impl Projection {
    /// A projection without processors, of a torus with these radices.
    fn new(dims: &[u32], dim: usize, keep: impl Fn(usize) -> bool) -> Self {
        let radix = dims[dim] as usize;
        let (mut size, mut strides) = (radix, vec![0; dims.len()]);
        for other in (0..dims.len()).filter(|&other| other != dim && keep(other)) {
            strides[other] = size;
            size *= dims[other] as usize;
        }
        Projection { counts: vec![0; size], strides, radix }
    }

    /// Where the line with these coordinates begins.
    fn start(&self, coordinates: &[u32]) -> usize {
        self.strides.iter().zip(coordinates).map(|(stride, &x)| stride * x as usize).sum()
    }

    fn line(&self, coordinates: &[u32]) -> &[u64] {
        let start = self.start(coordinates);
        &self.counts[start..start + self.radix]
    }
}

/// Loads of one ring of n nodes where `a[s] * b[e]` messages go from s to e the shorter way, ties `+`.
struct Ring {
    n: usize,
    /// Loads of the links from x to x + 1.
    plus: Vec<u64>,
    /// Loads of the links from n - x to n - x - 1.
    minus: Vec<u64>,
    /// Starts and ends, each stored twice in a row, so that places after the last one need no remainder.
    starts: Vec<u64>,
    ends: Vec<u64>,
}

impl Ring {
    fn new(n: usize) -> Self {
        Ring { n, plus: vec![0; n], minus: vec![0; n], starts: vec![0; 2 * n], ends: vec![0; 2 * n] }
    }

    /// Adds `weight` times the loads of these starts and ends.
    fn add(&mut self, weight: u64, a: &[u64], b: &[u64]) {
        let none = |values: &[u64]| values.iter().all(|&value| value == 0);
        if none(a) || none(b) {
            return;
        }
        write_twice(&mut self.starts, a);
        write_twice(&mut self.ends, b);
        slide(self.n / 2, weight, &self.starts, &self.ends, &mut self.plus);
        // The other way it is the same sum on the mirrored ring, without ties.
        if self.n > 2 {
            mirror(&mut self.starts);
            mirror(&mut self.ends);
            slide((self.n - 1) / 2, weight, &self.starts, &self.ends, &mut self.minus);
        }
    }

    /// Calls `put(x, plus, minus)` for the links from each x, and begins anew.
    fn take(&mut self, mut put: impl FnMut(usize, u64, u64)) {
        for x in 0..self.n {
            put(x, self.plus[x], self.minus[(self.n - x) % self.n]);
        }
        self.plus.fill(0);
        self.minus.fill(0);
    }
}

fn write_twice(twice: &mut [u64], values: &[u64]) {
    let (first, second) = twice.split_at_mut(values.len());
    first.copy_from_slice(values);
    second.copy_from_slice(values);
}

/// Mirrors a ring: the value at x moves to n - x.
fn mirror(twice: &mut [u64]) {
    twice[1..].reverse();
}

/// Adds `weight` times the load of the link after each node. The load after node x is the load before it,
/// plus the messages that start there, less those that end there. `ahead` and `behind` are the window sums of
/// their partners, `h` is the longest distance. `a`, `b`: starts and ends, twice.
fn slide(h: usize, weight: u64, a: &[u64], b: &[u64], loads: &mut [u64]) {
    let n = loads.len();
    let mut load = first(h, n, a, b);
    let mut ahead: u64 = b[1..=h].iter().sum();
    let mut behind: u64 = a[n - h..n].iter().sum();
    loads[0] += weight * load;
    for x in 1..n {
        ahead = ahead - b[x] + b[x + h];
        behind = behind + a[x - 1] - a[x + n - h - 1];
        load = load + a[x] * ahead - b[x] * behind;
        loads[x] += weight * load;
    }
}

/// The load of the link from 0 to 1: starts up to h - 1 before it, ends up to h from the start.
fn first(h: usize, n: usize, a: &[u64], b: &[u64]) -> u64 {
    let mut ends = 0;
    let mut load = 0;
    for reach in 1..=h {
        ends += b[reach];
        load += a[n - (h - reach)] * ends;
    }
    load
}
