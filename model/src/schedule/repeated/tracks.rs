//! A core that is played m times with its copies mixed: each message starts m times, anywhere in the frame.
//!
//! A *track* plays letters 0 to h like [`super::windows`], by ports of one sign in each dimension. A
//! window of d letters is a message, and the track is an Eulerian circuit ([`Graph`]).
//!
//! - Radix 2: one track, in which every window occurs m times.
//! - An odd radix: a track for each set of signs, 2^d in all. Two of opposite signs share no port and are
//!   played at the same time; such pairs follow each other. All begin with letters 1, so in every dimension
//!   one follows another without a gap.
//!
//! In one dimension any order of messages is a circuit. Such a core is left to annealing, which is faster.
//!
//! Circuits are random, so two tracks that are played at the same time seldom start messages together. If
//! two parts of a track lead from one vertex to another, the same for both, they can change places: the track
//! remains a circuit, and its messages start in other slots ([`super::board`]).
//!
//! Time and memory: O(m N) for a core of N nodes. Source: ours; circuits by Hierholzer (1873).

use super::graph::{Edge, Graph, Side};
use crate::{schedule::letters::Pattern, Effort, Random, Torus};
use std::ops::Range;

/// A core that is played m times.
pub(super) struct Played {
    /// By offset of the core except 0, and by side, the slots in which messages start, one for each offset
    /// of the side.
    pub slots: Vec<Vec<u32>>,
    /// The slots of the whole frame.
    pub length: u32,
    /// The tracks of the frame. Empty if the copies follow each other.
    pub tracks: Vec<Track>,
}

/// A message in a track.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The group of the message: the number of its slots in [`Played`].
    pub group: usize,
    /// The number of the message in its group.
    pub copy: usize,
    /// The first letter of the window: the number of slots until the next message starts.
    pub lasts: u32,
    /// The vertices of its edge ([`Graph`]).
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

    /// Where another part begins that may take the place of the one of `count` messages from `first` on: it
    /// has as many messages, the same vertices at its ends, and takes the same time. Of several it is any
    /// one.
    pub fn twin(&self, first: usize, count: usize, random: &mut Random) -> Option<usize> {
        let ends = |part: &[Step]| {
            let time: u32 = part.iter().map(|step| step.lasts).sum();
            (part[0].from, part[count - 1].to, time)
        };
        let (part, all) = (self.0.get(first..first + count)?, self.0.len() - count + 1);
        let (begin, wanted) = (random.below(all), ends(part));
        let mut others = (0..all).map(|more| (begin + more) % all);
        others.find(|&other| {
            let twin = &self.0[other..other + count];
            other.abs_diff(first) >= count && ends(twin) == wanted && twin[0].group != part[0].group
        })
    }

    pub fn rotate(&mut self, places: Range<usize>, by: usize) {
        self.0[places].rotate_left(by);
    }

    /// Exchanges two parts of `count` messages.
    pub fn swap(&mut self, first: usize, twin: usize, count: usize) {
        (0..count).for_each(|more| self.0.swap(first + more, twin + more));
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

/// A core that is played with all sides in tracks. `None` if its radix or the sides do not suit, or if it has
/// one dimension.
pub(super) fn played(core: &Torus, sides: &[Side], effort: Effort) -> Option<Played> {
    let (radix, order, random) = (core.radix()?, core.d(), &mut Random::new(effort.seed));
    let graph = Graph::new(radix as usize, order, sides, random);
    let (pairs, signs) = if radix == 2 { (1, 1) } else { (1 << (order - 1), 2) };
    if order == 1 || radix > 2 && (radix % 2 == 0 || !graph.is_shared()) {
        return None;
    }
    let slots = vec![Vec::new(); (core.len() - 1) * sides.len()];
    let mut played = Played { slots, length: 0, tracks: Vec::new() };
    for pair in 0..pairs {
        let from = played.length;
        for track in 0..signs {
            let circuit = graph.circuit(pair, track, random)?;
            let group = |edge: &Edge| {
                let offset = offset(core, &edge.letters, Pattern::new(pair, track));
                (offset - 1) * sides.len() + edge.side
            };
            played.add(circuit.iter().map(|edge| (edge, group(edge))), from);
        }
    }
    Some(played)
}

/// The node id of an offset whose coordinates are letters with these signs.
fn offset(core: &Torus, letters: &[usize], pattern: Pattern) -> usize {
    let coordinate = |(dim, (&x, &n)): (usize, (&usize, &u32))| {
        let x = x as u32;
        if pattern.plus(dim) {
            x
        } else {
            (n - x) % n
        }
    };
    let offset: Vec<u32> = letters.iter().zip(core.dims()).enumerate().map(coordinate).collect();
    core.node(&offset).index()
}

impl Played {
    /// Adds a track of messages and their groups that begins in this slot.
    fn add<'a>(&mut self, messages: impl Iterator<Item = (&'a Edge, usize)>, mut slot: u32) {
        let mut track = Vec::new();
        for (&Edge { ref letters, from, to, .. }, group) in messages {
            let (slots, lasts) = (&mut self.slots[group], letters[0] as u32);
            track.push(Step { group, copy: slots.len(), lasts, from, to });
            slots.push(slot);
            slot += lasts;
        }
        self.tracks.push(Track(track));
        self.length = slot;
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::board::{Board, Group, Run},
        *,
    };
    use crate::Sign;
    use proptest::prelude::*;

    /// A radix, and sides as gaps and a number of offsets; the dimensions are one more than the gaps.
    type Case = (u32, &'static [(&'static [u32], usize)]);

    /// There are cores with one track and with many, and one whose windows with a single letter other than 0
    /// occur more often in one pair of tracks than in another. The last two have windows that no two tracks
    /// can share in equal parts.
    const CORES: [Case; 13] = [
        (2, &[(&[0], 1)]),
        (2, &[(&[0; 4], 3)]),
        (2, &[(&[0; 7], 3)]),
        (5, &[(&[0], 3)]),
        (3, &[(&[0; 2], 2)]),
        (5, &[(&[0; 2], 6)]),
        (7, &[(&[0; 2], 2)]),
        (3, &[(&[0; 3], 4)]),
        (2, &[(&[0, 0], 1), (&[0, 1], 2)]),
        (5, &[(&[0], 1), (&[1], 2), (&[2], 2)]),
        (7, &[(&[0], 3), (&[2], 1)]),
        (7, &[(&[0, 0], 1), (&[1, 0], 1)]),
        (5, &[(&[0, 0], 3), (&[0, 1], 2), (&[1, 1], 1)]),
    ];

    fn core((radix, sides): Case) -> (Torus, Vec<Side>) {
        let side = |&(gaps, offsets): &(&[u32], usize)| Side {
            gaps: gaps.to_vec(),
            offsets: vec![Vec::new(); offsets],
        };
        let torus = Torus::new(&vec![radix; sides[0].0.len() + 1]).expect("a valid torus");
        (torus, sides.iter().map(side).collect())
    }

    /// The uses of a core's own ports by the messages of each offset and side, in the order of [`Played`].
    fn groups(core: &Torus, sides: &[Side], slots: &[Vec<u32>]) -> Vec<Group> {
        let offsets = core.nodes().skip(1).map(|node| core.coordinates(node));
        let used = offsets.flat_map(|offset| sides.iter().map(move |side| (offset.clone(), side)));
        let group = |((offset, side), slots): ((Vec<u32>, &Side), &Vec<u32>)| Group {
            slots: slots.clone(),
            runs: vec![runs(core, &offset, &side.gaps); slots.len()],
        };
        used.zip(slots).map(group).collect()
    }

    /// The runs of a message whose offset is given, with its gaps between them.
    fn runs(core: &Torus, offset: &[u32], gaps: &[u32]) -> Vec<Run> {
        let (mut at, mut gaps) = (0, gaps.iter());
        let run = |(dim, (&x, &n)): (usize, (&u32, &u32))| {
            let (sign, hops) = if x <= n / 2 { (Sign::Plus, x) } else { (Sign::Minus, n - x) };
            let run = Run { port: crate::Port::new(dim, sign).index(), from: at, to: at + hops as i32 };
            at = run.to + gaps.next().map_or(0, |&gap| gap as i32);
            run
        };
        offset.iter().zip(core.dims()).enumerate().map(run).collect()
    }

    /// Checks all messages port by port: no port is used twice in a slot, and the busiest one is used in all
    /// slots.
    fn assert_plays(core: &Torus, groups: &[Group], length: u32) {
        let mut used = vec![vec![false; length as usize]; core.port_slots()];
        for Group { slots, runs } in groups {
            for (&slot, runs) in slots.iter().zip(runs) {
                for (port, at) in runs.iter().flat_map(|run| (run.from..run.to).map(|at| (run.port, at))) {
                    let used = &mut used[port][((slot as i32 + at) % length as i32) as usize];
                    assert!(!std::mem::replace(used, true), "{core}: port {port}");
                }
            }
        }
        assert!(used.iter().any(|slots| slots.iter().all(|&used| used)), "{core}: a port is always used");
    }

    #[test]
    fn each_message_is_played_once_for_each_side_offset_and_no_port_is_used_twice() {
        for case in CORES {
            let (core, sides) = core(case);
            let Played { slots, length, tracks } =
                played(&core, &sides, Effort::with_seed(3)).expect("a core");
            assert_plays(&core, &groups(&core, &sides, &slots), length);
            let offsets = sides.iter().map(|side| side.offsets.len()).cycle();
            assert!(slots.iter().map(Vec::len).eq(offsets.take(slots.len())), "{case:?}");
            let messages: usize = tracks.iter().map(|Track(steps)| steps.len()).sum();
            assert_eq!(messages, slots.iter().map(Vec::len).sum::<usize>(), "{case:?}");
        }
    }

    /// An even radix; three dimensions with one side and with three that cannot be shared; five with a side
    /// that cannot; one dimension; and radix 3, where some messages are out of reach.
    #[test]
    fn other_cores_have_no_tracks() {
        let others: [Case; 8] = [
            (4, &[(&[0], 4)]),
            (5, &[(&[0, 0], 3)]),
            (5, &[(&[0, 0], 1), (&[0, 1], 1), (&[1, 0], 1)]),
            (3, &[(&[0; 3], 2)]),
            (3, &[(&[0; 4], 4)]),
            (6, &[(&[], 2)]),
            (9, &[(&[], 2)]),
            (3, &[(&[0], 1), (&[1], 1)]),
        ];
        for case in others {
            let (core, sides) = core(case);
            assert!(played(&core, &sides, Effort::with_seed(1)).is_none(), "{case:?}");
        }
        let (unequal, (_, sides)) = (Torus::new(&[5, 7]).expect("a valid torus"), core(CORES[3]));
        assert!(played(&unequal, &sides, Effort::with_seed(1)).is_none());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// After parts have changed places each message is still in every copy, and nothing meets.
        #[test]
        fn parts_can_change_places(which in 0..CORES.len(), seed: u64, exchanges in 1usize..100) {
            let ((core, sides), random) = (core(CORES[which]), &mut Random::new(seed));
            let effort = Effort { seed, visits: 0 };
            let Played { slots, length, tracks } = played(&core, &sides, effort).expect("a core");
            let mut moved = groups(&core, &sides, &slots);
            let groups = groups(&core, &sides, &slots);
            let mut board = Board::new(groups, tracks.clone(), core.port_slots(), length, random);
            for _ in 0..exchanges {
                let track = random.below(tracks.len());
                let place = (track, random.below(tracks[track].0.len()));
                board.exchange_neighbours(place, u32::MAX, random);
                board.exchange_twins(place, u32::MAX, random);
            }
            for (group, taken) in moved.iter_mut().zip(board.taken()) {
                group.slots = taken.iter().map(|&(_, slot)| slot).collect();
            }
            assert_plays(&core, &moved, length);
        }
    }
}
