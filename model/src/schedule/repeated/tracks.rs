//! A core that is played m times, with its copies mixed: each message starts m times anywhere in the frame.
//!
//! A *track* plays letters as [`super::windows`] does, 0 to h, by ports of one sign in each dimension. A
//! window of d letters is a message, and the track is an Eulerian circuit through windows of d - 1 letters.
//! A circuit exists if as many messages begin with each of these as end with it. Turning a window of d
//! letters, so that its first letter comes last, gives a window with as many letters 0. So it is enough that
//! all windows with the same number of letters 0 stand in a track equally often.
//!
//! - Radix 2: one track, in which every window stands m times.
//! - An odd radix: a track for each set of signs, 2^d in all. Two of opposite signs share no port and are
//!   played at once, such pairs one after the other. All begin with letters 1, so in every dimension one
//!   follows another without a gap. A letter 0 has no sign, so a window with z of them stands in 2^z tracks,
//!   m / 2^z times in each. If it has one other letter, any pair of tracks has it, in one of the two: so the
//!   pairs may share these m as they like. That fits if 2^(d-2) divides m.
//!
//! In one dimension any order of messages is a circuit. Such a core is left to annealing, which is faster.
//!
//! Circuits are random, so two tracks that are played at once seldom start messages together. Two parts of a
//! track, one after the other, that begin and end with the same window of d - 1 letters can change places:
//! the track remains a circuit, and its messages start in other slots ([`super::board`]).
//!
//! Time and memory: O(m N) for a core of N nodes. Source: ours; circuits by Hierholzer (1873).

use crate::{schedule::letters::Pattern, Effort, Random, Torus};
use std::ops::Range;

/// A core that is played m times.
pub(super) struct Played {
    /// By node id of the offset, the slots in which its m messages start.
    pub slots: Vec<Vec<u32>>,
    /// The slots of all.
    pub length: u32,
    /// What is played in tracks.
    pub tracks: Vec<Track>,
}

/// A message in a track.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The offset: its node id less one.
    pub group: usize,
    /// Which of the m messages of the offset it is.
    pub copy: usize,
    /// The letter that begins the window: after so many slots the next message starts.
    pub lasts: u32,
    /// All but the last letter of the window, and all but the first, as numbers.
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

    /// Two parts, the first of which begins at this place, that may change places: where the second one
    /// begins, and where it ends.
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

/// By group, of so many, and copy: the track of the message, and its place there. A group that is in no track
/// has none.
pub(super) fn places(groups: usize, tracks: &[Track]) -> Vec<Vec<(usize, usize)>> {
    let mut places = vec![Vec::new(); groups];
    for (number, Track(steps)) in tracks.iter().enumerate() {
        for (place, step) in steps.iter().enumerate() {
            places[step.group].push((number, place));
        }
    }
    places
}

/// A core that is played so many times in tracks. None: its radix or the number does not
/// suit, or it has one dimension.
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
    /// Plays a track from a slot on.
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

/// The windows of a core, each a number of d letters below h + 1.
struct Windows {
    radix: usize,
    order: usize,
}

impl Windows {
    fn base(&self) -> usize {
        self.radix / 2 + 1
    }

    /// How many windows of d - 1 letters there are.
    fn vertices(&self) -> usize {
        self.base().pow(self.order as u32 - 1)
    }

    /// All but the last letter, and all but the first.
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

    /// How often a window stands in each of a pair of tracks, of so many messages of its offset.
    fn often(&self, window: usize, copies: usize, pair: usize) -> usize {
        let zeros = self.letters(window).iter().filter(|&&letter| letter == 0).count();
        match self.order - zeros {
            0 => 0,
            _ if self.radix == 2 => copies,
            1 => (copies + pair) >> (self.order - 1),
            _ => copies >> zeros,
        }
    }

    /// Each window as often as it is to stand, in the order of a random circuit that begins with letters 1.
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

    /// Radices, dimensions and copies: one track and many, letters that stand alone in one pair of
    /// tracks more often than in another.
    const CORES: [(u32, usize, u32); 8] =
        [(2, 2, 1), (2, 5, 3), (2, 8, 3), (5, 2, 3), (3, 3, 2), (5, 3, 6), (7, 3, 2), (3, 4, 4)];

    fn core(radix: u32, d: usize) -> Torus {
        Torus::new(&vec![radix; d]).expect("a valid torus")
    }

    /// Walks all messages port by port: none twice in a slot, and the busiest one in all.
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

    /// What the messages of a core use of its own ports.
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
        /// Parts that change places leave each message in every copy, and meet nothing.
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
