//! Decides which copy of a message takes which side offset: copies exchange side offsets until no two
//! messages meet.
//!
//! A board has, for every port and slot, the messages that use it. All but the first of them count as
//! meetings. A message that meets another one exchanges its side offset with that of the copy for which this
//! leaves the fewest meetings. A message that does not use the core starts in another slot instead. Moves
//! that leave as many meetings as before are made, too, and now and then one that leaves more: they move
//! messages that are in the way. If messages are in tracks, parts of a track change places, too (`moves`).

mod moves;

use super::tracks::{places, Track};
use crate::Random;
use std::ops::RangeInclusive;

/// How long and how boldly messages are moved.
struct Patience {
    /// The number of moves that are tried before the board gives up, for each message on it.
    tries: usize,
    /// A move that leaves one meeting more is made with probability 2 to the power of minus this. For each
    /// further meeting the probability falls by the same factor. The number grows from the first to the
    /// last of these while the tries are used up.
    reluctance: RangeInclusive<u32>,
}

/// The patience if copies follow each other, and if messages are in tracks, where more moves are possible.
const OF_COPIES: Patience = Patience { tries: 200, reluctance: 3..=3 };
const OF_TRACKS: Patience = Patience { tries: 4000, reluctance: 2..=5 };

/// The use of a port in the slots from `from` up to but without `to`, relative to a message's slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub port: usize,
    pub from: i32,
    pub to: i32,
}

/// The messages with one offset in the core: one for each copy and side offset.
pub(super) struct Group {
    /// By copy, the slot of its message.
    pub slots: Vec<u32>,
    /// By side offset, the uses of ports by the message with it.
    pub runs: Vec<Vec<Run>>,
}

impl Group {
    /// A message that does not use the core, so it may start in any slot.
    pub fn alone(runs: Vec<Run>) -> Self {
        Group { slots: vec![0], runs: vec![runs] }
    }
}

/// All messages in their copies.
pub(super) struct Board {
    groups: Vec<Group>,
    tracks: Vec<Track>,
    /// By group and copy, the track of the message and its place in it.
    places: Vec<Vec<(usize, usize)>>,
    /// By group and copy, the side offset of the message.
    takes: Vec<Vec<usize>>,
    length: u32,
    /// The messages that use a port in a slot, as group and copy. The index is `port * length + slot`.
    users: Vec<Vec<(usize, usize)>>,
    /// The uses of all ports and slots beyond the first use of each.
    meetings: u32,
    /// The places where messages meet, and some where they met before.
    crowded: Vec<usize>,
}

impl Board {
    /// A board for groups in a frame of `length` slots, on a torus with `ports` ports. Side offsets are
    /// dealt at random.
    pub fn new(
        groups: Vec<Group>,
        tracks: Vec<Track>,
        ports: usize,
        length: u32,
        random: &mut Random,
    ) -> Self {
        let users = vec![Vec::new(); ports * length as usize];
        let places = places(groups.len(), &tracks);
        let (takes, crowded) = (Vec::new(), Vec::new());
        let mut board = Board { groups, tracks, places, takes, length, users, meetings: 0, crowded };
        for group in 0..board.groups.len() {
            let mut takes: Vec<usize> = (0..board.groups[group].runs.len()).collect();
            random.shuffle(&mut takes);
            board.takes.push(takes);
            (0..board.takes[group].len()).for_each(|copy| board.put(group, copy));
        }
        board
    }

    /// Moves messages until no two meet or the tries are used up. Returns the meetings that are left.
    pub fn separate(&mut self, random: &mut Random) -> u32 {
        let Patience { tries, reluctance } = if self.tracks.is_empty() { OF_COPIES } else { OF_TRACKS };
        let all = tries * self.takes.iter().map(Vec::len).sum::<usize>();
        let (mut tried, levels) = (0, reluctance.clone().count());
        while tried < all {
            let Some(message) = self.meeting(random) else { break };
            let reluctance = reluctance.start() + (levels * tried / all) as u32;
            tried += self.relocate(message, self.most(reluctance, random), random);
        }
        self.meetings
    }

    /// A message that meets another one. `None` if no two meet.
    fn meeting(&mut self, random: &mut Random) -> Option<(usize, usize)> {
        while !self.crowded.is_empty() {
            let place = random.below(self.crowded.len());
            let users = &self.users[self.crowded[place]];
            if users.len() > 1 {
                return Some(users[random.below(users.len())]);
            }
            self.crowded.swap_remove(place);
        }
        None
    }

    /// By group and copy, the side offset and the slot of the message.
    pub fn taken(&self) -> Vec<Vec<(usize, u32)>> {
        let taken = |(takes, group): (&Vec<usize>, &Group)| {
            takes.iter().copied().zip(group.slots.iter().copied()).collect()
        };
        self.takes.iter().zip(&self.groups).map(taken).collect()
    }

    fn put(&mut self, group: usize, copy: usize) {
        let Group { slots, runs } = &self.groups[group];
        for cell in cells(&runs[self.takes[group][copy]], slots[copy], self.length) {
            let users = &mut self.users[cell];
            users.push((group, copy));
            if users.len() > 1 {
                self.meetings += 1;
                self.crowded.push(cell);
            }
        }
    }

    fn take(&mut self, group: usize, copy: usize) {
        let Group { slots, runs } = &self.groups[group];
        for cell in cells(&runs[self.takes[group][copy]], slots[copy], self.length) {
            let users = &mut self.users[cell];
            self.meetings -= u32::from(users.len() > 1);
            users.retain(|&user| user != (group, copy));
        }
    }

    /// The most meetings that the next move may leave.
    fn most(&self, reluctance: u32, random: &mut Random) -> u32 {
        self.meetings + random.bits().trailing_zeros() / reluctance
    }
}

/// The places on the board of a message with these runs that starts in `slot`.
fn cells(runs: &[Run], slot: u32, length: u32) -> impl Iterator<Item = usize> + '_ {
    let cell = move |port: usize, at: i32| {
        port * length as usize + (slot as i32 + at).rem_euclid(length as i32) as usize
    };
    runs.iter().flat_map(move |run| (run.from..run.to).map(move |at| cell(run.port, at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A message that uses port 0 for one of these numbers of slots, in copies of two slots.
    fn group(slot: u32, hops: [i32; 2]) -> Group {
        Group { slots: vec![slot, slot + 2], runs: hops.map(hops_from_here).into() }
    }

    fn hops_from_here(to: i32) -> Vec<Run> {
        vec![Run { port: 0, from: 0, to }]
    }

    fn uses(board: &Board) -> Vec<usize> {
        board.users.iter().map(Vec::len).collect()
    }

    #[test]
    fn messages_that_meet_exchange_their_side_offsets() {
        for seed in 0..20 {
            let random = &mut Random::new(seed);
            let mut board = Board::new(vec![group(0, [0, 2]), group(0, [0, 2])], vec![], 1, 4, random);
            assert_eq!(board.separate(random), 0, "{seed}");
            let takes = board.taken();
            assert_ne!(takes[0][0].0, takes[1][0].0, "{seed}");
            assert_eq!(uses(&board), [1; 4], "{seed}");
        }
    }

    /// Three slots of work in two slots always meet, whatever is exchanged.
    #[test]
    fn a_link_with_too_much_work_is_given_up() {
        let random = &mut Random::new(1);
        let mut board = Board::new(vec![group(0, [1, 2]), group(0, [0, 2])], vec![], 1, 4, random);
        assert_eq!(board.separate(random), 1);
        assert_eq!(uses(&board).iter().sum::<usize>(), 5);
    }

    /// Slots 1 and 3 are taken, so one message fits into slot 0 and one into slot 2, but no third one.
    #[test]
    fn a_message_alone_starts_where_it_meets_none() {
        let groups = |alone: usize| {
            let others = (0..alone).map(|_| Group::alone(hops_from_here(1)));
            std::iter::once(group(1, [1, 1])).chain(others).collect()
        };
        for seed in 0..20 {
            let random = &mut Random::new(seed);
            let mut board = Board::new(groups(2), vec![], 1, 4, random);
            assert_eq!(board.separate(random), 0, "{seed}");
            assert_eq!(uses(&board), [1; 4], "{seed}");
            assert_eq!(Board::new(groups(3), vec![], 1, 4, random).separate(random), 1, "{seed}");
        }
    }
}
