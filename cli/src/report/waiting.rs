//! How many packets wait at their sources, in all and at each processor: the most in each stretch of cycles.
//!
//! Stretches are doubled in length when a run has more than [`STRETCHES`] of them, or when the processors
//! have more than [`MAX_CELLS`] numbers. With more processors than that, the whole run is one stretch.

use serde::Serialize;

/// The most stretches.
pub const STRETCHES: usize = 512;
/// The most numbers of all processors together.
pub const MAX_CELLS: usize = 200_000;

/// The numbers of waiting packets over a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Waiting {
    /// At all processors together.
    all: Peaks,
    /// At each processor.
    each: Peaks,
}

/// The maxima of some numbers in each stretch of cycles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Peaks {
    /// The cycles of a stretch.
    stride: usize,
    /// The maxima, stretch by stretch.
    most: Vec<u32>,
    #[serde(skip)]
    width: usize,
    #[serde(skip)]
    stretches: usize,
    #[serde(skip)]
    seen: usize,
}

impl Waiting {
    /// Without cycles, for `processors` processors.
    pub fn new(processors: usize) -> Self {
        let stretches = (MAX_CELLS / processors.max(1)).clamp(1, STRETCHES);
        Waiting { all: Peaks::new(1, STRETCHES), each: Peaks::new(processors, stretches) }
    }

    /// Adds the numbers of packets that wait at each processor in the next cycle.
    pub fn observe(&mut self, waiting: &[u32]) {
        self.all.observe(&[waiting.iter().sum()]);
        self.each.observe(waiting);
    }

    /// Drops the cycles from `cycles` on, in which nothing waits.
    pub fn end(&mut self, cycles: usize) {
        self.all.end(cycles);
        self.each.end(cycles);
    }

    /// The most packets that waited at a time.
    pub fn most(&self) -> u32 {
        self.all.most.iter().copied().max().unwrap_or(0)
    }
}

impl Peaks {
    fn new(width: usize, stretches: usize) -> Self {
        Peaks { stride: 1, most: Vec::new(), width, stretches, seen: 0 }
    }

    fn observe(&mut self, numbers: &[u32]) {
        if self.seen == self.stretches * self.stride {
            self.double();
        }
        let at = self.seen / self.stride * self.width;
        self.most.resize(at + self.width, 0);
        self.most[at..].iter_mut().zip(numbers).for_each(|(most, &number)| *most = number.max(*most));
        self.seen += 1;
    }

    /// Joins every two stretches into one.
    fn double(&mut self) {
        let pairs = self.most.chunks(2 * self.width.max(1));
        let joined = pairs.flat_map(|pair| {
            let (one, other) = pair.split_at(self.width);
            let other = other.iter().copied().chain(std::iter::repeat(0));
            one.iter().zip(other).map(|(&one, other)| one.max(other))
        });
        self.most = joined.collect();
        self.stride *= 2;
    }

    fn end(&mut self, cycles: usize) {
        self.most.truncate(cycles.div_ceil(self.stride) * self.width);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For any run length and any number of processors, each stretch has the maximum of its cycles.
    #[test]
    fn stretches_have_the_most_of_their_cycles() {
        for (processors, cycles) in [(1, 1), (3, 512), (3, 513), (7, 5000), (60_000, 9), (250_000, 5)] {
            let number = |cycle: usize, at: usize| ((cycle * 7919 + at * 104_729) % 1009) as u32;
            let row = |cycle| (0..processors).map(|at| number(cycle, at)).collect::<Vec<_>>();
            let mut waiting = Waiting::new(processors);
            (0..cycles).for_each(|cycle| waiting.observe(&row(cycle)));
            let sum = |cycle| row(cycle).iter().sum::<u32>();
            assert_eq!(waiting.most(), (0..cycles).map(sum).max().unwrap());
            let Waiting { all, each } = waiting;
            assert!(all.most.len() <= STRETCHES && all.most.len() == cycles.div_ceil(all.stride));
            assert!(each.most.len() <= MAX_CELLS.max(processors), "{processors}");
            assert_eq!(each.most.len(), cycles.div_ceil(each.stride) * processors);
            for (stretch, &most) in all.most.iter().enumerate() {
                let range = stretch * all.stride..((stretch + 1) * all.stride).min(cycles);
                assert_eq!(most, range.map(sum).max().unwrap(), "{processors} {stretch}");
            }
            for (place, &most) in each.most.iter().enumerate().step_by(97) {
                let (stretch, at) = (place / processors, place % processors);
                let range = stretch * each.stride..((stretch + 1) * each.stride).min(cycles);
                assert_eq!(most, range.map(|cycle| number(cycle, at)).max().unwrap(), "{processors}");
            }
        }
    }

    /// Cycles after the end are dropped.
    #[test]
    fn runs_end() {
        let mut waiting = Waiting::new(2);
        (0..1500).for_each(|cycle| waiting.observe(&[cycle % 2, 1]));
        waiting.end(1001);
        assert_eq!((waiting.all.stride, waiting.all.most.len(), waiting.most()), (4, 251, 2));
        assert_eq!(waiting.each.most.len(), 502);
    }
}
