//! A core that is played m times with its copies mixed: each message starts m times, anywhere in the frame.
//!
//! A *track* plays letters 0 to h like [`super::windows`], by ports of one sign in each dimension. A window
//! of d letters is a message, and the track is an Eulerian circuit through windows of d - 1 letters. A
//! circuit exists if as many messages begin with each of these as end with it. If the first letter of a
//! window of d letters moves to its end, the number of letters 0 stays the same. So it is enough that all
//! windows with the same number of letters 0 occur equally often in a track.
//!
//! - Radix 2: one track, in which every window occurs m times.
//! - An odd radix: a track for each set of signs, 2^d in all. Two of opposite signs share no port and are
//!   played at the same time; such pairs follow each other. All begin with letters 1, so in every dimension
//!   one follows another without a gap. A letter 0 has no sign, so a window with z of them can be in 2^z
//!   tracks, and occurs m / 2^z times in each. If it has only one other letter, any pair of tracks has it,
//!   in one of the two, so the pairs may share its m messages in any way. That is possible if 2^(d-2)
//!   divides m.
//!
//! In one dimension any order of messages is a circuit. Such a core is left to annealing, which is faster.
//!
//! Circuits are random, so two tracks that are played at the same time seldom start messages together. If
//! two neighbouring parts of a track begin and end with the same window of d - 1 letters, they can change
//! places: the track remains a circuit, and its messages start in other slots ([`super::board`]).
//!
//! Time and memory: O(m N) for a core of N nodes. Source: ours; circuits by Hierholzer (1873).

use crate::{schedule::letters::Pattern, Effort, Random, Torus};
use std::ops::Range;

/// A core that is played m times.
pub(super) struct Played {
    /// By node id of the offset, the slots in which its m messages start.
    pub slots: Vec<Vec<u32>>,
    /// The slots of the whole frame.
    pub length: u32,
    /// The tracks of the frame. Empty if the copies follow each other.
    pub tracks: Vec<Track>,
}

/// A message in a track.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The group of the message: the node id of its offset, less one.
    pub group: usize,
    /// The number of the message among the m messages of its offset.
    pub copy: usize,
    /// The first letter of the window: the number of slots until the next message starts.
    pub lasts: u32,
    /// All letters of the window but the last, and all but the first, as numbers.
    from: usize,
    to: usize,
}

/// The messages of a track, in order.
#[derive(Clone, Debug)]
pub(super) struct Track(Vec<Step>);

impl Track {
    pub fn steps(&self, places: Range<usize>) -> Vec<Step> {
        self.0[places].to_vec()
    }

    /// Two neighbouring parts that may change places, the first of which begins at `first`. Returns where
    /// the second one begins and where it ends.
    pub fn parts(&self, first: usize) -> Option<(usize, usize)> {
        let vertex = self.0[first].from;
        let again = |place: usize| {
            let way = self.0.get(place..)?.iter().position(|step| step.to == vertex);
            way.map(|way| place + way + 1)
        };
        let second = again(first)?;
        Some((second, again(second)?))
    }

    pub fn rotate(&mut self, places: Range<usize>, by: usize) {
        self.0[places].rotate_left(by);
    }
}

/// By group and copy, the track of the message and its place in it. A group without tracks has no places.
pub(super) fn places(groups: usize, tracks: &[Track]) -> Vec<Vec<(usize, usize)>> {
    let mut places = vec![Vec::new(); groups];
    for (number, Track(steps)) in tracks.iter().enumerate() {
        for (place, step) in steps.iter().enumerate() {
            places[step.group].push((number, place));
        }
    }
    places
}

/// A core that is played `copies` times in tracks. `None` if its radix or the number of copies does not
/// suit, or if it has one dimension.
pub(super) fn played(core: &Torus, copies: u32, effort: Effort) -> Option<Played> {
    let (radix, d, random) = (core.radix()?, core.d(), &mut Random::new(effort.seed));
    let (pairs, signs) = if radix == 2 { (1, 1) } else { (1 << (d - 1), 2) };
    if d == 1 || radix > 2 && (radix % 2 == 0 || copies % (pairs / 2) > 0) {
        return None;
    }
    let mut played = Played { slots: vec![Vec::new(); core.len()], length: 0, tracks: Vec::new() };
    let windows = Windows { radix: radix as usize, order: d };
    for pair in 0..pairs as usize {
        let (often, from) = (|window| windows.often(window, copies as usize, pair), played.length);
        for sign in 0..signs {
            let circuit = windows.circuit(often, random);
            played.add(core, &windows, Pattern::new(pair, sign), &circuit, from);
        }
    }
    Some(played)
}

impl Played {
    /// Adds a track that begins in slot `from`.
    fn add(&mut self, core: &Torus, windows: &Windows, pattern: Pattern, circuit: &[usize], from: u32) {
        let (mut slot, mut track) = (from, Vec::new());
        for &window in circuit {
            let message = core.node(&windows.offset(window, pattern)).index();
            let slots = &mut self.slots[message];
            let (from, to) = windows.ends(window);
            let lasts = windows.letters(window)[0];
            track.push(Step { group: message - 1, copy: slots.len(), lasts, from, to });
            slots.push(slot);
            slot += lasts;
        }
        self.tracks.push(Track(track));
        self.length = slot;
    }
}

/// The windows of a core. Each is a number of d letters below h + 1.
struct Windows {
    radix: usize,
    order: usize,
}

impl Windows {
    fn base(&self) -> usize {
        self.radix / 2 + 1
    }

    /// The number of windows of d - 1 letters.
    fn vertices(&self) -> usize {
        self.base().pow(self.order as u32 - 1)
    }

    /// All letters of a window but the last, and all but the first.
    fn ends(&self, window: usize) -> (usize, usize) {
        (window / self.base(), window % self.vertices())
    }

    fn letters(&self, window: usize) -> Vec<u32> {
        let letter = |place| (window / self.base().pow(place) % self.base()) as u32;
        (0..self.order as u32).rev().map(letter).collect()
    }

    /// The offset of a window in a track with these signs.
    fn offset(&self, window: usize, pattern: Pattern) -> Vec<u32> {
        let n = self.radix as u32;
        let coordinate = |(dim, x): (usize, u32)| if pattern.plus(dim) { x } else { (n - x) % n };
        self.letters(window).into_iter().enumerate().map(coordinate).collect()
    }

    /// How often a window occurs in each track of a pair, if its offset has `copies` messages.
    fn often(&self, window: usize, copies: usize, pair: usize) -> usize {
        let zeros = self.letters(window).iter().filter(|&&letter| letter == 0).count();
        match self.order - zeros {
            0 => 0,
            _ if self.radix == 2 => copies,
            1 => (copies + pair) >> (self.order - 1),
            _ => copies >> zeros,
        }
    }

    /// Each window as often as `often` says, in the order of a random circuit that begins with letters 1.
    fn circuit(&self, often: impl Fn(usize) -> usize, random: &mut Random) -> Vec<usize> {
        let vertices = self.vertices();
        let mut leaving = vec![Vec::new(); vertices];
        for window in 0..vertices * self.base() {
            leaving[self.ends(window).0].extend(vec![window; often(window)]);
        }
        leaving.iter_mut().for_each(|windows| random.shuffle(windows));
        let ones = (0..self.order - 1).fold(0, |ones, _| ones * self.base() + 1);
        let (mut way, mut circuit) = (Vec::new(), Vec::new());
        loop {
            let at = way.last().map_or(ones, |&window| self.ends(window).1);
            if let Some(window) = leaving[at].pop() {
                way.push(window);
            } else if let Some(window) = way.pop() {
                circuit.push(window);
            } else {
                break;
            }
        }
        circuit.reverse();
        circuit
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::board::{Board, Group, Run},
        *,
    };
    use crate::route::ordered_route;
    use proptest::prelude::*;

    /// Radices, dimensions and copies. There are cores with one track and with many, and one whose windows
    /// with a single letter other than 0 occur more often in one pair of tracks than in another.
    const CORES: [(u32, usize, u32); 8] =
        [(2, 2, 1), (2, 5, 3), (2, 8, 3), (5, 2, 3), (3, 3, 2), (5, 3, 6), (7, 3, 2), (3, 4, 4)];

    fn core(radix: u32, d: usize) -> Torus {
        Torus::new(&vec![radix; d]).expect("a valid torus")
    }

    /// Checks all messages port by port: no port is used twice in a slot, and the busiest one is used in all
    /// slots.
    fn assert_walks(core: &Torus, copies: usize, slots: &[Vec<u32>], length: u32) {
        let mut used = vec![vec![false; length as usize]; core.port_slots()];
        for offset in core.nodes().skip(1) {
            assert_eq!(slots[offset.index()].len(), copies, "{core}");
            let route = ordered_route(core, &core.coordinates(offset));
            for &start in &slots[offset.index()] {
                for (slot, port) in (start..).zip(route.ports()) {
                    let used = &mut used[port.index()][(slot % length) as usize];
                    assert!(!std::mem::replace(used, true), "{core}: {offset:?}");
                }
            }
        }
        assert!(used.iter().any(|slots| slots.iter().all(|&used| used)), "{core}: a port is always used");
    }

    #[test]
    fn each_message_is_played_in_every_copy_and_no_port_is_used_twice() {
        for (radix, d, copies) in CORES {
            let core = core(radix, d);
            let Played { slots, length, tracks } =
                played(&core, copies, Effort::with_seed(3)).expect("a core");
            assert_walks(&core, copies as usize, &slots, length);
            let messages: usize = tracks.iter().map(|Track(steps)| steps.len()).sum();
            assert_eq!(messages, (core.len() - 1) * copies as usize, "{core}");
        }
    }

    #[test]
    fn other_cores_have_no_tracks() {
        for (radix, d, copies) in [(4, 2, 4), (5, 3, 3), (3, 4, 2), (6, 1, 2), (9, 1, 2)] {
            assert!(played(&core(radix, d), copies, Effort::with_seed(1)).is_none(), "{radix}^{d}, {copies}");
        }
        assert!(played(&Torus::new(&[5, 7]).unwrap(), 2, Effort::with_seed(1)).is_none());
    }

    /// The uses of a core's own ports by its messages.
    fn groups(core: &Torus, slots: &[Vec<u32>]) -> Vec<Group> {
        let group = |(offset, slots): (usize, &Vec<u32>)| {
            let route = ordered_route(core, &core.coordinates(core.nodes().nth(offset).unwrap()));
            let mut from = 0;
            let run = |segment: &crate::Segment| {
                let run = Run { port: segment.port.index(), from, to: from + segment.hops as i32 };
                from = run.to;
                run
            };
            let runs: Vec<Run> = route.segments().iter().map(run).collect();
            Group { slots: slots.clone(), runs: vec![runs; slots.len()] }
        };
        slots.iter().enumerate().skip(1).map(group).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// After parts have changed places each message is still in every copy, and nothing meets.
        #[test]
        fn parts_can_change_places(which in 0..CORES.len(), seed: u64, exchanges in 1usize..100) {
            let (radix, d, copies) = CORES[which];
            let (core, random) = (core(radix, d), &mut Random::new(seed));
            let effort = Effort { seed, visits: 0 };
            let Played { mut slots, length, tracks } = played(&core, copies, effort).expect("a core");
            let groups = groups(&core, &slots);
            let mut board = Board::new(groups, tracks.clone(), core.port_slots(), length, random);
            for _ in 0..exchanges {
                let track = random.below(tracks.len());
                board.exchange_parts((track, random.below(tracks[track].0.len())), random);
            }
            for (slots, taken) in slots[1..].iter_mut().zip(board.taken()) {
                *slots = taken.iter().map(|&(_, slot)| slot).collect();
            }
            assert_walks(&core, copies as usize, &slots, length);
        }
    }
}
