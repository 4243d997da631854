//! Four circuits in their slots, and the number of messages that start or arrive together.

use super::{
    edge::{Edge, Message},
    quadrant::{circuit, edges, QUADRANTS},
};
use crate::Random;

/// An exchange that adds one collision is kept with probability 2 to the power of minus this. For each
/// further collision the probability falls by the same factor.
const RELUCTANCE: u32 = 3;

/// The number of messages that start or arrive in each slot.
struct Tally {
    counts: Vec<u8>,
    collisions: u32,
}

impl Tally {
    fn new(length: u32) -> Self {
        Tally { counts: vec![0; length as usize], collisions: 0 }
    }

    fn count(&mut self, slot: u32) -> &mut u8 {
        let place = slot as usize % self.counts.len();
        &mut self.counts[place]
    }

    fn add(&mut self, slot: u32) {
        let count = self.count(slot);
        *count += 1;
        self.collisions += u32::from(*count > 1);
    }

    fn remove(&mut self, slot: u32) {
        let count = self.count(slot);
        *count -= 1;
        self.collisions -= u32::from(*count > 0);
    }
}

/// A circuit, and the slot in which each of its edges starts.
struct Track {
    edges: Vec<Edge>,
    starts: Vec<u32>,
}

impl Track {
    fn new(edges: Vec<Edge>, begin: u32) -> Self {
        let mut track = Track { starts: vec![begin; edges.len()], edges };
        track.set_starts(0..track.edges.len());
        track
    }

    /// Sets the starts of edges from that of the first one of the range.
    fn set_starts(&mut self, places: std::ops::Range<usize>) {
        for place in places.skip(1) {
            self.starts[place] = self.starts[place - 1] + self.edges[place - 1].from();
        }
    }

    /// The slot after its last run in the first dimension.
    fn end(&self) -> u32 {
        let last = self.edges.len() - 1;
        self.starts[last] + self.edges[last].from()
    }

    /// The first place after this one at which the circuit comes to the same length. It may be the end of
    /// the circuit.
    fn again(&self, place: usize) -> Option<usize> {
        let length = self.edges[place].from();
        (place..self.edges.len()).find(|&next| self.edges[next].to() == length).map(|next| next + 1)
    }

    fn messages(&self, places: std::ops::Range<usize>) -> impl Iterator<Item = Message> + '_ {
        places.flat_map(|place| self.edges[place].messages(self.starts[place]))
    }
}

/// All messages of an n x n torus, one after the other on every port.
pub(super) struct Round {
    tracks: [Track; 4],
    starts: Tally,
    arrivals: Tally,
}

impl Round {
    /// Circuits in random order. `None` if the edges of some quadrant are not connected.
    pub fn new(n: u32, random: &mut Random) -> Option<Self> {
        let mut circuits = edges(n, random)?.into_iter().zip(QUADRANTS);
        let mut next = |begin| {
            let (edges, quadrant) = circuits.next()?;
            Some(Track::new(circuit(edges, quadrant.first, random)?, begin))
        };
        let (first, second) = (next(0)?, next(1)?);
        let (third, fourth) = (next(first.end())?, next(second.end())?);
        let length = third.end();
        let tracks = [first, second, third, fourth];
        let mut round = Round { tracks, starts: Tally::new(length), arrivals: Tally::new(length) };
        (0..4).for_each(|track| round.count(track, 0..round.tracks[track].edges.len()));
        Some(round)
    }

    pub fn length(&self) -> u32 {
        self.starts.counts.len() as u32
    }

    /// The number of messages that start together with an earlier one, or arrive together with one.
    pub fn collisions(&self) -> u32 {
        self.starts.collisions + self.arrivals.collisions
    }

    /// The messages of each quadrant.
    pub fn messages(&self, quadrant: usize) -> impl Iterator<Item = Message> + '_ {
        let track = &self.tracks[quadrant];
        track.messages(0..track.edges.len())
    }

    /// Exchanges two neighbouring parts of a circuit that begin and end with the same length, unless that
    /// adds too many collisions. Returns the cost in edges.
    pub fn exchange(&mut self, random: &mut Random) -> u64 {
        let track = random.below(4);
        let first = random.below(self.tracks[track].edges.len());
        let of = &self.tracks[track];
        let second = of.again(first).filter(|&second| second < of.edges.len());
        let Some((second, last)) = second.and_then(|second| Some((second, of.again(second)?))) else {
            return 1;
        };
        let before = self.collisions();
        self.rotate(track, first..last, second - first);
        let worse = self.collisions().saturating_sub(before);
        if worse > 0 && random.below(1 << (RELUCTANCE * worse).min(30)) > 0 {
            self.rotate(track, first..last, last - second);
        }
        (last - first) as u64
    }

    fn rotate(&mut self, track: usize, places: std::ops::Range<usize>, by: usize) {
        let Round { tracks, starts, arrivals } = self;
        for message in tracks[track].messages(places.clone()) {
            starts.remove(message.start);
            arrivals.remove(message.end());
        }
        tracks[track].edges[places.clone()].rotate_left(by);
        tracks[track].set_starts(places.clone());
        self.count(track, places);
    }

    fn count(&mut self, track: usize, places: std::ops::Range<usize>) {
        let Round { tracks, starts, arrivals } = self;
        for message in tracks[track].messages(places) {
            starts.add(message.start);
            arrivals.add(message.end());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sign;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// The number of values that occurred before, counted independently.
    fn repeated(values: impl Iterator<Item = u32>) -> u32 {
        let mut seen = BTreeSet::new();
        values.filter(|value| !seen.insert(*value)).count() as u32
    }

    /// Checks that every offset occurs once, by a shortest way, that no port is used twice in a slot, and
    /// the number of collisions.
    fn check(round: &Round, n: u32) {
        let (mut used, mut offsets) = (BTreeSet::new(), BTreeMap::new());
        let (mut starts, mut arrivals) = (Vec::new(), Vec::new());
        for (track, quadrant) in QUADRANTS.iter().enumerate() {
            for message in round.messages(track) {
                let turn = message.start + message.x;
                let runs = [(message.start..turn, message.x), (turn..message.end(), message.y)];
                let mut offset = [0; 2];
                for (dim, (slots, run)) in runs.into_iter().enumerate() {
                    let plus = quadrant.signs[dim] == Sign::Plus;
                    offset[dim] = (if plus { run } else { n - run }) % n;
                    assert!(run <= n / 2);
                    slots.for_each(|slot| assert!(used.insert((dim, plus, slot % round.length())), "{slot}"));
                }
                *offsets.entry(offset).or_insert(0) += 1;
                starts.push(message.start % round.length());
                arrivals.push(message.end() % round.length());
            }
        }
        assert_eq!(offsets.len() as u32, n * n - 1);
        assert!(offsets.values().all(|&times| times == 1));
        assert_eq!(round.collisions(), repeated(starts.into_iter()) + repeated(arrivals.into_iter()));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// Checks circuits before and after each exchange of parts.
        #[test]
        fn rounds_have_all_messages_and_count_collisions(n in 6u32..20, seed: u64, exchanges in 0usize..200) {
            let mut random = Random::new(seed);
            let round = Round::new(n, &mut random);
            prop_assume!(round.is_some());
            let mut round = round.unwrap();
            prop_assert_eq!(round.length(), if n % 2 == 0 { n * n * n / 8 } else { n * (n * n - 1) / 8 });
            check(&round, n);
            (0..exchanges).for_each(|_| { round.exchange(&mut random); });
            check(&round, n);
        }
    }

    /// The exchanges end without collisions, and some of them were necessary.
    #[test]
    fn collisions_can_be_removed() {
        let mut random = Random::new(5);
        let mut round = Round::new(16, &mut random).expect("large circuits are connected");
        assert!(round.collisions() > 20, "{}", round.collisions());
        while round.collisions() > 0 {
            round.exchange(&mut random);
        }
        check(&round, 16);
    }
}
