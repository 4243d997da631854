//! Exact link loads of a complete exchange, without enumerating pairs.
//!
//! E(l) is the expected number of messages over the directed link l when every processor sends one message
//! to every other (Azizoglu and Eğecioğlu, definition 4). While a message corrects dimension i, the
//! dimensions corrected before (a set S) already have the destination's coordinates and the others still the
//! source's. So the load of a link in dimension i is a sum over (start, end) coordinates of
//! (processors with that start and suffix) x (processors with that end and prefix). ODR has one S for each
//! dimension; UDR takes every S, weighted `|S|! (d-1-|S|)! / d!`. On each line of the torus the sum slides
//! along, so that all loads cost O(d N) for ODR and O(2^(d-1) d N) for UDR, for **any** placement.
//!
//! [`Loads::by_classes`] computes the same by walking one representative message of each class through the
//! link classes of a symmetric placement; the two share nothing but the tie rule.

use crate::{
    routing::ordered_word,
    word::{shorter_way, Run, Word},
    LinkId, Placement, Port, Routing, Sign, Ties, Torus,
};
use num_rational::Ratio;

/// UDR loads whose common denominator d! leaves 63 bits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "UDR loads of {processors} processors in {d} dimensions were asked for; they are counted in units of 1/{d}! and have \
     to fit 63 bits: use odr, fewer dimensions or fewer processors"
)]
pub struct UdrTooLarge {
    /// Number of dimensions.
    pub d: usize,
    /// Number of processors.
    pub processors: usize,
}

/// The loads of all links as numerators over one common denominator (1 for ODR, d! for UDR).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loads {
    torus: Torus,
    numerators: Vec<u64>,
    denominator: u64,
}

impl Loads {
    /// The loads of a placement under a routing.
    ///
    /// Errors: UDR numerators that may leave 63 bits.
    pub fn new(placement: &Placement, routing: Routing) -> Result<Self, UdrTooLarge> {
        let torus = placement.torus();
        let denominator = denominator(placement, routing)?;
        let mut numerators = vec![0; torus.link_slots()];
        for dim in 0..torus.d() {
            for (before, weight) in corrected_before(torus.d(), dim, routing) {
                Lines::new(placement, dim, before).add_loads(weight, &mut numerators);
            }
        }
        Ok(Loads { torus: torus.clone(), numerators, denominator })
    }

    /// The loads of ODR with another tie rule. Cost: O(d N) for [`Ties::Plus`], O(N n) for each even radix n
    /// more for [`Ties::Parity`].
    pub fn ordered(placement: &Placement, ties: Ties) -> Self {
        let torus = placement.torus();
        let mut numerators = vec![0; torus.link_slots()];
        for dim in 0..torus.d() {
            let lines = Lines::new(placement, dim, (1 << dim) - 1);
            lines.add_loads(1, &mut numerators);
            if ties == Ties::Parity {
                lines.turn_odd_ties(&mut numerators);
            }
        }
        Loads { torus: torus.clone(), numerators, denominator: 1 }
    }

    /// The same loads by link classes: one message of every class is walked, and every link of a class has
    /// the class's count. Cost: messages per source class x path length. Errors as [`Loads::new`].
    pub fn by_classes(placement: &Placement, routing: Routing) -> Result<Self, UdrTooLarge> {
        let torus = placement.torus();
        let denominator = denominator(placement, routing)?;
        let classes = class_numerators(placement, routing, denominator);
        let class = |link| placement.symmetry().link_class(torus, link);
        let mut numerators = vec![0; torus.link_slots()];
        torus.links().for_each(|link| numerators[link.index()] = classes[class(link)]);
        Ok(Loads { torus: torus.clone(), numerators, denominator })
    }

    /// The loads of one exchange by a schedule's words. For a frame or one-shot they are those of its routing.
    pub fn of_schedule(schedule: &crate::Schedule) -> Self {
        let (torus, symmetry) = (schedule.torus(), schedule.placement.symmetry());
        let mut classes = vec![0; symmetry.link_classes(torus)];
        schedule.link_classes_by_slot().into_iter().flatten().for_each(|link| classes[link] += 1);
        let mut numerators = vec![0; torus.link_slots()];
        torus.links().for_each(|link| numerators[link.index()] = classes[symmetry.link_class(torus, link)]);
        Loads { torus: torus.clone(), numerators, denominator: 1 }
    }

    /// Loads counted elsewhere: numerators by link id (2dN of them) over a denominator of at least 1.
    pub fn from_counts(torus: &Torus, numerators: Vec<u64>, denominator: u64) -> Self {
        debug_assert!(numerators.len() == torus.link_slots() && denominator > 0);
        Loads { torus: torus.clone(), numerators, denominator }
    }

    /// The load of one link.
    pub fn load(&self, link: LinkId) -> Ratio<u64> {
        Ratio::new(self.numerators[link.index()], self.denominator)
    }

    /// Numerators by link id (2dN of them, 0 at absent ports), all over [`Loads::denominator`].
    pub fn numerators(&self) -> &[u64] {
        &self.numerators
    }

    /// The common denominator, not reduced: 1 for ODR, d! for UDR.
    pub fn denominator(&self) -> u64 {
        self.denominator
    }

    /// The maximum load E_max.
    pub fn e_max(&self) -> Ratio<u64> {
        Ratio::new(self.numerators.iter().copied().max().unwrap_or(0), self.denominator)
    }

    /// The maximum load of the links through each port, in port order (0 for absent ports).
    pub fn port_max(&self) -> Vec<Ratio<u64>> {
        let slots = self.torus.port_slots();
        let max = |port| self.numerators[port..].iter().step_by(slots).copied().max().unwrap_or(0);
        (0..slots).map(|port| Ratio::new(max(port), self.denominator)).collect()
    }

    /// The links of maximum load, by increasing id.
    pub fn busiest(&self) -> Vec<LinkId> {
        let max = self.numerators.iter().copied().max().unwrap_or(0);
        self.torus.links().filter(|link| self.numerators[link.index()] == max).collect()
    }

    /// The sum of all loads: the sum of all distances, a whole number for every shortest routing.
    pub fn total(&self) -> u64 {
        let sum: u128 = self.numerators.iter().map(|&n| n as u128).sum();
        (sum / self.denominator as u128) as u64
    }

    /// The decimal loads of the existing links in link-id order, joined by commas: what digests are made of.
    pub fn digest_text(&self) -> String {
        let loads: Vec<String> = self.torus.links().map(|link| self.load(link).to_string()).collect();
        loads.join(",")
    }
}

/// 1 for a deterministic routing, d! for UDR, if every numerator then fits 63 bits.
fn denominator(placement: &Placement, routing: Routing) -> Result<u64, UdrTooLarge> {
    let (d, processors) = (placement.torus().d(), placement.len());
    if routing.is_deterministic() {
        return Ok(1);
    }
    let pairs = (processors as u64).checked_mul(processors as u64);
    let fits = |f: u64| pairs.and_then(|p| p.checked_mul(f)).is_some_and(|n| n < 1 << 63);
    factorial(d).filter(|&f| fits(f)).ok_or(UdrTooLarge { d, processors })
}

pub(crate) fn factorial(n: usize) -> Option<u64> {
    (1..=n as u64).try_fold(1u64, u64::checked_mul)
}

/// The sets (bit masks) of dimensions corrected before `dim`, with their weights over the denominator.
fn corrected_before(d: usize, dim: usize, routing: Routing) -> Vec<(u32, u64)> {
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

/// The lines of the torus along one dimension, with the processors projected on them: from the start side by
/// their coordinates outside S, from the end side by those inside S.
struct Lines<'a> {
    torus: &'a Torus,
    dim: usize,
    starts: Projection,
    ends: Projection,
}

impl<'a> Lines<'a> {
    fn new(placement: &'a Placement, dim: usize, before: u32) -> Self {
        let torus = placement.torus();
        let starts = Projection::new(placement, dim, |other| before & (1 << other) == 0);
        let ends = Projection::new(placement, dim, |other| before & (1 << other) != 0);
        Lines { torus, dim, starts, ends }
    }

    /// Adds `weight` times the load of every link of the dimension.
    fn add_loads(&self, weight: u64, numerators: &mut [u64]) {
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
    /// Sends the ties that start at an odd coordinate by `-` instead of `+`.
    fn turn_odd_ties(&self, numerators: &mut [u64]) {
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

/// Numbers of processors by the coordinate in one dimension (fastest) and those in some others.
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

    fn start(&self, torus: &Torus, node: crate::NodeId) -> usize {
        (0..torus.d()).map(|i| self.strides[i] * torus.coordinate(node, i) as usize).sum()
    }

    fn line(&self, torus: &Torus, node: crate::NodeId) -> &[u64] {
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

    /// Calls `put(x, load)` for the link from x to x - 1: the same on the mirrored ring, ties left out.
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

/// Numerators by link class: every message class of every source class walked through the classes.
fn class_numerators(placement: &Placement, routing: Routing, denominator: u64) -> Vec<u64> {
    let (torus, symmetry) = (placement.torus(), placement.symmetry());
    let mut numerators = vec![0; symmetry.link_classes(torus)];
    for source in placement.sources() {
        let class = symmetry.class_of(torus, source);
        for offset in placement.offsets(source) {
            for (word, weight) in weighted_words(torus, &offset, routing, denominator) {
                let path = symmetry.path(torus, class, word.ports());
                path.for_each(|link| numerators[link] += weight);
            }
        }
    }
    numerators
}

/// The words a message of this offset may take, with their weights over the denominator.
fn weighted_words(torus: &Torus, offset: &[u32], routing: Routing, denominator: u64) -> Vec<(Word, u64)> {
    match routing {
        Routing::Odr => vec![(ordered_word(torus, offset), denominator)],
        Routing::Udr => {
            let runs: Vec<Run> = ordered_word(torus, offset).runs().to_vec();
            let orders = permutations(&runs);
            let weight = denominator / orders.len() as u64;
            orders.into_iter().map(|runs| (Word::new(runs), weight)).collect()
        }
    }
}

/// All orders of some runs.
pub(crate) fn permutations(runs: &[Run]) -> Vec<Vec<Run>> {
    if runs.is_empty() {
        return vec![Vec::new()];
    }
    let led_by = |i: usize| {
        let rest: Vec<Run> = runs.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &run)| run).collect();
        permutations(&rest).into_iter().map(move |order| [vec![runs[i]], order].concat())
    };
    (0..runs.len()).flat_map(led_by).collect()
}

/// The sum of all distances in each dimension, over all ordered pairs of processors.
pub fn total_distances(placement: &Placement) -> Vec<u64> {
    let torus = placement.torus();
    let distances = |dim| {
        let n = torus.dims()[dim];
        let mut at = vec![0u64; n as usize];
        placement.processors().iter().for_each(|&p| at[torus.coordinate(p, dim) as usize] += 1);
        let pairs =
            |offset: u32| (0..n).map(|x| at[x as usize] * at[((x + offset) % n) as usize]).sum::<u64>();
        (1..n).map(|offset| shorter_way(offset, n).1 as u64 * pairs(offset)).sum()
    };
    (0..torus.d()).map(distances).collect()
}
