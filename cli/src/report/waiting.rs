//! How many packets wait at their sources: in all, and at each processor, the most in stretches of cycles.
//!
//! Stretches are doubled where a run has more than [`STRETCHES`] of them, or what all processors wait more
//! than [`MAX_CELLS`] numbers; of more processors than that there is one stretch, the whole run.

use serde::Serialize;

/// Most stretches.
pub const STRETCHES: usize = 512;
/// Most numbers of all processors.
pub const MAX_CELLS: usize = 200_000;

/// What waits, over the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Waiting {
    /// At all processors together.
    all: Peaks,
    /// At each.
    each: Peaks,
}

/// The most of some numbers in stretches of cycles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Peaks {
    /// Cycles of a stretch.
    stride: usize,
    /// The numbers of each stretch, one stretch after the other.
    most: Vec<u32>,
    #[serde(skip)]
    width: usize,
    #[serde(skip)]
    stretches: usize,
    #[serde(skip)]
    seen: usize,
}

impl Waiting {
    /// Nothing yet, of so many processors.
    pub fn new(processors: usize) -> Self {
        let stretches = (MAX_CELLS / processors.max(1)).clamp(1, STRETCHES);
        Waiting { all: Peaks::new(1, STRETCHES), each: Peaks::new(processors, stretches) }
    }

    /// Takes what waits at each processor in the next cycle.
    pub fn observe(&mut self, waiting: &[u32]) {
        self.all.observe(&[waiting.iter().sum()]);
        self.each.observe(waiting);
    }

    /// Forgets the cycles from `cycles` on, in which nothing waits.
    pub fn end(&mut self, cycles: usize) {
        self.all.end(cycles);
        self.each.end(cycles);
    }

    /// The most that waited at once.
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

    /// Two stretches become one.
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

    /// However long the run and however many processors, each stretch has the most of its cycles.
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

    /// What is behind the end is forgotten.
    #[test]
    fn runs_end() {
        let mut waiting = Waiting::new(2);
        (0..1500).for_each(|cycle| waiting.observe(&[cycle % 2, 1]));
        waiting.end(1001);
        assert_eq!((waiting.all.stride, waiting.all.most.len(), waiting.most()), (4, 251, 2));
        assert_eq!(waiting.each.most.len(), 502);
    }
}
