//! Which copy of a message takes which side offset: exchanges between copies until no two messages meet.
//!
//! A board counts, for every port and slot, the messages that use it; those beyond the first one meet it. A
//! message that meets another one exchanges its side offset with that of the copy where this leaves the
//! fewest meetings. Exchanges that leave as many as before are made, too, and now and then one that leaves
//! more: they move what is in the way.

use crate::Random;

/// Messages that are looked at and exchanges that are tried, for each message on the board, before it gives
/// up.
const TRIES: usize = 2000;

/// Of exchanges that leave one meeting more, one in 2 to the power of this is made, and of those that leave
/// more, as many fewer for each.
const RELUCTANCE: u32 = 3;

/// The use of a port in the slots from `from` to before `to`, relative to a message's slot.
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
    /// By side offset, what a message with it uses.
    pub runs: Vec<Vec<Run>>,
}

/// All messages in their copies.
pub(super) struct Board {
    groups: Vec<Group>,
    /// By group and copy, the side offset that is taken.
    takes: Vec<Vec<usize>>,
    length: u32,
    /// Messages that use a port in a slot, at `port * length + slot`.
    used: Vec<u32>,
    /// Uses beyond the first one, of all ports and slots.
    meetings: u32,
}

impl Board {
    /// Groups in a frame of so many slots, on a torus with so many ports. Side offsets are dealt at random.
    pub fn new(groups: Vec<Group>, ports: usize, length: u32, random: &mut Random) -> Self {
        let used = vec![0; ports * length as usize];
        let mut board = Board { groups, takes: Vec::new(), length, used, meetings: 0 };
        for group in 0..board.groups.len() {
            let mut takes: Vec<usize> = (0..board.groups[group].runs.len()).collect();
            random.shuffle(&mut takes);
            board.takes.push(takes);
            (0..board.takes[group].len()).for_each(|copy| board.put(group, copy));
        }
        board
    }

    /// Exchanges side offsets until no two messages meet. False: some still do.
    pub fn separate(&mut self, random: &mut Random) -> bool {
        let (copies, mut tries) = (self.takes.first().map_or(0, Vec::len), 0);
        while self.meetings > 0 && tries < TRIES * self.groups.len() * copies {
            let (group, copy) = (random.below(self.groups.len()), random.below(copies));
            tries += 1;
            if self.meets(group, copy) {
                self.exchange(group, copy, random);
                tries += copies;
            }
        }
        self.meetings == 0
    }

    /// By group and copy: the side offset that is taken, and the slot of its message.
    pub fn taken(&self) -> Vec<Vec<(usize, u32)>> {
        let taken = |(takes, group): (&Vec<usize>, &Group)| {
            takes.iter().copied().zip(group.slots.iter().copied()).collect()
        };
        self.takes.iter().zip(&self.groups).map(taken).collect()
    }

    /// Takes the first slot in which a message with these runs meets none.
    pub fn place(&mut self, runs: &[Run]) -> Option<u32> {
        let is_free = |slot: &u32| cells(runs, *slot, self.length).all(|cell| self.used[cell] == 0);
        let slot = (0..self.length).find(is_free)?;
        cells(runs, slot, self.length).for_each(|cell| self.used[cell] += 1);
        Some(slot)
    }

    fn meets(&self, group: usize, copy: usize) -> bool {
        self.cells(group, copy).any(|cell| self.used[cell] > 1)
    }

    /// The uses of a group's message in a copy.
    fn cells(&self, group: usize, copy: usize) -> impl Iterator<Item = usize> + '_ {
        let Group { slots, runs } = &self.groups[group];
        cells(&runs[self.takes[group][copy]], slots[copy], self.length)
    }

    fn put(&mut self, group: usize, copy: usize) {
        let Group { slots, runs } = &self.groups[group];
        for cell in cells(&runs[self.takes[group][copy]], slots[copy], self.length) {
            self.meetings += u32::from(self.used[cell] > 0);
            self.used[cell] += 1;
        }
    }

    fn take(&mut self, group: usize, copy: usize) {
        let Group { slots, runs } = &self.groups[group];
        for cell in cells(&runs[self.takes[group][copy]], slots[copy], self.length) {
            self.used[cell] -= 1;
            self.meetings -= u32::from(self.used[cell] > 0);
        }
    }

    /// Exchanges the side offset of a copy with that of the copy where this leaves the fewest meetings, of
    /// several any one, if that is not too many.
    fn exchange(&mut self, group: usize, copy: usize, random: &mut Random) {
        let copies = self.takes[group].len();
        let most = self.meetings + random.bits().trailing_zeros() / RELUCTANCE;
        let first = random.below(copies);
        let others = (0..copies).map(|other| (first + other) % copies).filter(|&other| other != copy);
        let left = |other: usize| (self.after(group, copy, other), other);
        let best = others.map(left).min_by_key(|(left, _)| *left).filter(|(left, _)| *left <= most);
        best.into_iter().for_each(|(_, other)| self.swap(group, copy, other));
    }

    /// Meetings that an exchange leaves.
    fn after(&mut self, group: usize, copy: usize, other: usize) -> u32 {
        self.swap(group, copy, other);
        let left = self.meetings;
        self.swap(group, copy, other);
        left
    }

    fn swap(&mut self, group: usize, copy: usize, other: usize) {
        [copy, other].into_iter().for_each(|copy| self.take(group, copy));
        self.takes[group].swap(copy, other);
        [copy, other].into_iter().for_each(|copy| self.put(group, copy));
    }
}

/// The places on the board of a message with these runs in a slot.
fn cells(runs: &[Run], slot: u32, length: u32) -> impl Iterator<Item = usize> + '_ {
    let cell = move |port: usize, at: i32| {
        port * length as usize + (slot as i32 + at).rem_euclid(length as i32) as usize
    };
    runs.iter().flat_map(move |run| (run.from..run.to).map(move |at| cell(run.port, at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A message that takes port 0 for `hops` slots from its slot on, in copies of two slots.
    fn group(slot: u32, hops: [i32; 2]) -> Group {
        let run = |to: i32| vec![Run { port: 0, from: 0, to }];
        Group { slots: vec![slot, slot + 2], runs: hops.map(run).into() }
    }

    #[test]
    fn messages_that_meet_exchange_their_side_offsets() {
        for seed in 0..20 {
            let random = &mut Random::new(seed);
            let mut board = Board::new(vec![group(0, [0, 2]), group(0, [0, 2])], 1, 4, random);
            assert!(board.separate(random), "{seed}");
            let takes = board.taken();
            assert_ne!(takes[0][0].0, takes[1][0].0, "{seed}");
            assert_eq!(board.used, [1; 4], "{seed}");
            assert_eq!(board.place(&[Run { port: 0, from: 0, to: 1 }]), None, "{seed}");
        }
    }

    /// Three slots of work meet in two slots, whatever is exchanged.
    #[test]
    fn a_link_with_too_much_work_is_given_up() {
        let random = &mut Random::new(1);
        let mut board = Board::new(vec![group(0, [1, 2]), group(0, [0, 2])], 1, 4, random);
        assert!(!board.separate(random));
        assert_eq!(board.used.iter().sum::<u32>(), 5);
    }

    /// The first slot that is free, round the end of the frame.
    #[test]
    fn a_message_is_placed_where_it_meets_none() {
        let random = &mut Random::new(1);
        let mut board = Board::new(vec![group(1, [1, 1])], 1, 4, random);
        assert_eq!(board.place(&[Run { port: 0, from: -1, to: 0 }]), Some(1));
        assert_eq!(board.place(&[Run { port: 0, from: 3, to: 4 }]), Some(3));
        assert_eq!(board.used, [1, 1, 1, 1]);
    }
}
