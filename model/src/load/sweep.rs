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

/// The lines of the torus along one dimension. `starts` counts the processors that send along a line, by
/// their coordinates outside S; `ends` those that receive along it, by their coordinates inside S.
pub(super) struct Lines<'a> {
    torus: &'a Torus,
    dim: usize,
    starts: Projection,
    ends: Projection,
}

impl<'a> Lines<'a> {
    /// The lines along `dim` where the dimensions in `before` are corrected before it.
    pub fn new(placement: &'a Placement, dim: usize, before: u32) -> Self {
        let torus = placement.torus();
        let starts = Projection::new(placement, dim, |other| before & (1 << other) == 0);
        let ends = Projection::new(placement, dim, |other| before & (1 << other) != 0);
        Lines { torus, dim, starts, ends }
    }

    /// Adds `weight` times the load of every link of the dimension.
    pub fn add_loads(&self, weight: u64, numerators: &mut [u64]) {
        let (n, stride) = (self.torus.dims()[self.dim] as usize, self.torus.stride(self.dim));
        let plus = Port::new(self.dim, Sign::Plus);
        let mut ring = Ring::new(n);
        for first in self.torus.nodes().filter(|&x| self.torus.coordinate(x, self.dim) == 0) {
            let (a, b) = (self.starts.line(self.torus, first), self.ends.line(self.torus, first));
            let link = self.torus.link(first, plus).index();
            let step = stride * self.torus.port_slots();
            ring.plus(a, b, |x, load| numerators[link + x * step] += weight * load);
            ring.minus(a, b, |x, load| numerators[link + 1 + x * step] += weight * load);
        }
    }

    /// Moves the load of ties that start at an odd coordinate from the `+` links to the `-` links.
    pub fn turn_odd_ties(&self, numerators: &mut [u64]) {
        let (n, plus) = (self.torus.dims()[self.dim] as usize, Port::new(self.dim, Sign::Plus));
        let step = self.torus.stride(self.dim) * self.torus.port_slots();
        let starts = (1..n).step_by(2).filter(|_| n > 2 && n % 2 == 0);
        for start in starts {
            for first in self.torus.nodes().filter(|&x| self.torus.coordinate(x, self.dim) == 0) {
                let (a, b) = (self.starts.line(self.torus, first), self.ends.line(self.torus, first));
                let (link, messages) =
                    (self.torus.link(first, plus).index(), a[start] * b[(start + n / 2) % n]);
                for hop in 0..n / 2 {
                    numerators[link + (start + hop) % n * step] -= messages;
                    numerators[link + 1 + (start + n - hop) % n * step] += messages;
                }
            }
        }
    }
}

/// How many processors have given coordinates in one dimension (which varies fastest) and in some others.
struct Projection {
    counts: Vec<u64>,
    strides: Vec<usize>,
    radix: usize,
}

impl Projection {
    fn new(placement: &Placement, dim: usize, keep: impl Fn(usize) -> bool) -> Self {
        let torus = placement.torus();
        let radix = torus.dims()[dim] as usize;
        let mut size = radix;
        let mut strides = vec![0; torus.d()];
        for other in (0..torus.d()).filter(|&other| other != dim && keep(other)) {
            strides[other] = size;
            size *= torus.dims()[other] as usize;
        }
        let mut projection = Projection { counts: vec![0; size], strides, radix };
        for &node in placement.processors() {
            let at = projection.start(torus, node) + torus.coordinate(node, dim) as usize;
            projection.counts[at] += 1;
        }
        projection
    }

    fn start(&self, torus: &Torus, node: NodeId) -> usize {
        (0..torus.d()).map(|i| self.strides[i] * torus.coordinate(node, i) as usize).sum()
    }

    fn line(&self, torus: &Torus, node: NodeId) -> &[u64] {
        let start = self.start(torus, node);
        &self.counts[start..start + self.radix]
    }
}

/// Loads on one ring of n nodes where `a[s] * b[e]` messages go from s to e the shorter way, ties `+`.
struct Ring {
    n: usize,
    mirrored: [Vec<u64>; 2],
}

impl Ring {
    fn new(n: usize) -> Self {
        Ring { n, mirrored: [vec![0; n], vec![0; n]] }
    }

    /// Calls `put(x, load)` for the link from x to x + 1.
    fn plus(&self, a: &[u64], b: &[u64], put: impl FnMut(usize, u64)) {
        self.slide(self.n / 2, a, b, put);
    }

    /// Calls `put(x, load)` for the link from x to x - 1: the same sum on the mirrored ring, without ties.
    fn minus(&mut self, a: &[u64], b: &[u64], mut put: impl FnMut(usize, u64)) {
        let n = self.n;
        let longest = (n - 1) / 2;
        if longest == 0 {
            return;
        }
        let [mut ma, mut mb] = std::mem::take(&mut self.mirrored);
        for x in 0..n {
            ma[x] = a[(n - x) % n];
            mb[x] = b[(n - x) % n];
        }
        self.slide(longest, &ma, &mb, |x, load| put((n - x) % n, load));
        self.mirrored = [ma, mb];
    }

    /// The load after node x is the load before it, plus the messages that start there, less those that end
    /// there; `ahead` and `behind` are the window sums of their partners, `h` the longest distance.
    fn slide(&self, h: usize, a: &[u64], b: &[u64], mut put: impl FnMut(usize, u64)) {
        let n = self.n;
        let mut load = Self::first(h, n, a, b);
        let mut ahead: u64 = (1..=h).map(|step| b[step % n]).sum();
        let mut behind: u64 = (1..=h).map(|step| a[(n - step) % n]).sum();
        put(0, load);
        for x in 1..n {
            ahead = ahead - b[x] + b[(x + h) % n];
            behind = behind + a[x - 1] - a[(x + n - h - 1) % n];
            load = load + a[x] * ahead - b[x] * behind;
            put(x, load);
        }
    }

    /// The load of the link from 0 to 1: starts up to h - 1 behind it, ends up to h from the start.
    fn first(h: usize, n: usize, a: &[u64], b: &[u64]) -> u64 {
        let mut ends = 0;
        let mut load = 0;
        for reach in 1..=h {
            ends += b[reach % n];
            load += a[(n - (h - reach)) % n] * ends;
        }
        load
    }
}
