//! Counts how often each message arrived, for every pair of source and destination.
//!
//! Up to [`MAX_BITS`] bits in all, each pair has a small saturating counter (one bit for one exchange).
//! Beyond, each destination has a count and a sum of hashed sources. That misses a fault with probability
//! 2^-64; every ejection is also compared with the schedule.

/// The most bits of all pair counters together: 128 MiB, enough for one exchange of 32,768 processors.
pub const MAX_BITS: u64 = 1 << 30;

/// Counts deliveries between P processors, each named by its index.
#[derive(Clone, Debug)]
pub struct Deliveries {
    processors: usize,
    exchanges: u64,
    store: Store,
}

#[derive(Clone, Debug)]
enum Store {
    /// `bits` (a power of two) for each pair, sorted by destination.
    Pairs { bits: u32, words: Vec<u64> },
    /// A count and a hash for each destination.
    Sums(Vec<Sum>),
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    count: u64,
    hash: u64,
}

/// A pair, or a destination, with a wrong number of deliveries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortfall {
    /// A pair has too few deliveries.
    Pair {
        /// Source, as a processor index.
        source: usize,
        /// Destination, as a processor index.
        destination: usize,
        /// How many messages arrived.
        got: u64,
    },
    /// A destination has a wrong number of deliveries, or the right number from wrong sources.
    Destination {
        /// Destination, as a processor index.
        destination: usize,
        /// How many messages arrived.
        got: u64,
    },
}

impl Deliveries {
    /// Without deliveries. `exchanges` messages are expected from every processor to every other.
    pub fn new(processors: usize, exchanges: u64) -> Self {
        Self::within(processors, exchanges, MAX_BITS)
    }

    /// As [`Deliveries::new`], with another limit for the memory of pairs.
    pub fn within(processors: usize, exchanges: u64, max_bits: u64) -> Self {
        // A counter holds 0..=exchanges; its width divides a word.
        let bits = (u64::BITS - exchanges.leading_zeros()).next_power_of_two();
        let size = (processors as u64 * processors as u64).saturating_mul(bits as u64);
        let store = if size <= max_bits {
            Store::Pairs { bits, words: vec![0; size.div_ceil(64) as usize] }
        } else {
            Store::Sums(vec![Sum::default(); processors])
        };
        Deliveries { processors, exchanges, store }
    }

    /// Counts a delivery. Returns false if the pair already has all of its deliveries; the new one is then
    /// not counted.
    #[inline]
    pub fn add(&mut self, source: usize, destination: usize) -> bool {
        match &mut self.store {
            Store::Pairs { bits, words } => {
                let at = (destination * self.processors + source) as u64 * *bits as u64;
                let (word, shift) = (&mut words[(at / 64) as usize], at % 64);
                let room = (*word >> shift & mask(*bits)) < self.exchanges;
                *word += (room as u64) << shift;
                room
            }
            Store::Sums(sums) => {
                let sum = &mut sums[destination];
                *sum = Sum { count: sum.count + 1, hash: sum.hash.wrapping_add(hash(source)) };
                true
            }
        }
    }

    /// The missing deliveries at some destinations, sorted by destination, then by source.
    pub fn shortfalls(&self, destinations: &[usize]) -> Vec<Shortfall> {
        match &self.store {
            Store::Pairs { bits, words } => self.missing_pairs(*bits, words, destinations),
            Store::Sums(sums) => self.wrong_sums(sums, destinations),
        }
    }

    fn missing_pairs(&self, bits: u32, words: &[u64], destinations: &[usize]) -> Vec<Shortfall> {
        let processors = self.processors;
        let pairs = destinations.iter().flat_map(|&to| (0..processors).map(move |from| (from, to)));
        let count = |(from, to): (usize, usize)| {
            let at = (to * processors + from) as u64 * bits as u64;
            words[(at / 64) as usize] >> (at % 64) & mask(bits)
        };
        let short = |&pair: &(usize, usize)| pair.0 != pair.1 && count(pair) < self.exchanges;
        let name =
            |pair: (usize, usize)| Shortfall::Pair { source: pair.0, destination: pair.1, got: count(pair) };
        pairs.filter(short).map(name).collect()
    }

    fn wrong_sums(&self, sums: &[Sum], destinations: &[usize]) -> Vec<Shortfall> {
        let all = (0..self.processors).fold(0u64, |all, source| all.wrapping_add(hash(source)));
        let wrong = |(destination, sum): (usize, &Sum)| {
            let hash = all.wrapping_sub(hash(destination)).wrapping_mul(self.exchanges);
            let count = self.exchanges * (self.processors as u64 - 1);
            let right = (sum.count, sum.hash) == (count, hash);
            (!right).then_some(Shortfall::Destination { destination, got: sum.count })
        };
        destinations.iter().map(|&at| (at, &sums[at])).filter_map(wrong).collect()
    }
}

fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// splitmix64 of a processor index.
fn hash(index: usize) -> u64 {
    let mut z = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn everyone(deliveries: &mut Deliveries, processors: usize) {
        for to in 0..processors {
            (0..processors).filter(|&from| from != to).for_each(|from| assert!(deliveries.add(from, to)));
        }
    }

    /// 1 exchange has 1-bit counters, 3 have 2-bit, 200 have 8-bit ones; 9 processors straddle a word.
    #[test]
    fn complete_exchanges_leave_no_shortfall() {
        for exchanges in [1, 2, 3, 4, 200] {
            for max_bits in [MAX_BITS, 0] {
                let mut deliveries = Deliveries::within(9, exchanges, max_bits);
                (0..exchanges).for_each(|_| everyone(&mut deliveries, 9));
                assert_eq!(deliveries.shortfalls(&[0, 1, 2, 3, 4, 5, 6, 7, 8]), []);
            }
        }
    }

    #[test]
    fn a_missing_pair_is_named() {
        let mut deliveries = Deliveries::new(9, 2);
        everyone(&mut deliveries, 9);
        for to in 0..9 {
            for from in (0..9).filter(|&from| from != to && (from, to) != (3, 7)) {
                deliveries.add(from, to);
            }
        }
        assert_eq!(
            deliveries.shortfalls(&[0, 1, 2, 3, 4, 5, 6, 7, 8]),
            [Shortfall::Pair { source: 3, destination: 7, got: 1 }]
        );
        assert_eq!(
            [&[0, 1, 2, 3, 4, 5, 6][..], &[8]].map(|others| deliveries.shortfalls(others)),
            [vec![], vec![]]
        );
    }

    #[test]
    fn a_pair_too_many_is_refused_and_does_not_hide_a_missing_one() {
        let mut deliveries = Deliveries::new(3, 1);
        assert!(deliveries.add(0, 1));
        assert!(!deliveries.add(0, 1));
        [(1, 0), (2, 0), (0, 2), (1, 2)].iter().for_each(|&(from, to)| assert!(deliveries.add(from, to)));
        assert_eq!(
            deliveries.shortfalls(&[0, 1, 2]),
            [Shortfall::Pair { source: 2, destination: 1, got: 0 }]
        );
    }

    #[test]
    fn sums_name_the_destination_of_a_swapped_source() {
        let mut deliveries = Deliveries::within(4, 1, 0);
        for to in 0..4 {
            for from in (0..4).filter(|&from| from != to) {
                deliveries.add(if (from, to) == (1, 2) { 3 } else { from }, to);
            }
        }
        assert_eq!(deliveries.shortfalls(&[0, 1, 2, 3]), [Shortfall::Destination { destination: 2, got: 3 }]);
    }
}
