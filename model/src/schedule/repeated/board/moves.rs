//! The moves of a board. Each is undone if it leaves more meetings than it may.
//!
//! - Two copies of a message exchange their side offsets.
//! - A message that does not use the core starts in another slot.
//! - Two neighbouring parts of a track change places. All their messages move.
//! - Two parts of a track with the same vertices, the same time and as many messages change places. Only
//!   their messages move, and the parts are short. So most moves of tracks are of this kind.

use super::Board;
use crate::{
    schedule::repeated::tracks::{Step, Track},
    Random,
};
use std::{ops::Range, slice::from_ref};

/// With tracks, one in this number of moves exchanges parts of a track.
const OF_PARTS: usize = 4;

/// One in this number of these moves exchanges neighbouring parts.
const OF_NEIGHBOURS: usize = 5;

/// The first of two neighbouring parts begins fewer than this number of messages before the one that meets
/// another.
const BACK: usize = 32;

/// Parts that need not be neighbours have at most this number of messages.
const SHORT: usize = 5;

/// Some parts of a track.
type Parts<'a> = (usize, &'a [Range<usize>]);

impl Board {
    /// Moves a message out of the way, unless that leaves more than `most` meetings. Returns the number of
    /// moves tried, or of messages moved.
    pub fn relocate(&mut self, (group, copy): (usize, usize), most: u32, random: &mut Random) -> usize {
        let single = self.takes[group].len() == 1;
        match self.places[group].get(copy) {
            Some(&place) if single || random.below(OF_PARTS) == 0 => match random.below(OF_NEIGHBOURS) {
                0 => self.exchange_neighbours(place, most, random),
                _ => self.exchange_twins(place, most, random),
            },
            None if single => self.restart(group, most, random),
            _ => self.exchange(group, copy, most, random),
        }
    }

    /// Exchanges two neighbouring parts of a track near a message.
    pub fn exchange_neighbours(
        &mut self,
        (track, place): (usize, usize),
        most: u32,
        random: &mut Random,
    ) -> usize {
        let first = place.saturating_sub(random.below(BACK));
        let Some((second, last)) = self.tracks[track].parts(first) else { return 1 };
        let part = first..last;
        let parts: Parts = (track, from_ref(&part));
        self.rearrange(parts, |track| track.rotate(first..last, second - first));
        if self.meetings > most {
            self.rearrange(parts, |track| track.rotate(first..last, last - second));
        }
        last - first
    }

    /// Exchanges a part of a track that has a message with another one that takes its time.
    pub fn exchange_twins(
        &mut self,
        (track, place): (usize, usize),
        most: u32,
        random: &mut Random,
    ) -> usize {
        let count = 1 + random.below(SHORT);
        let first = place.saturating_sub(random.below(count));
        let Some(twin) = self.tracks[track].twin(first, count, random) else { return 1 };
        let parts: Parts = (track, &[first..first + count, twin..twin + count]);
        self.rearrange(parts, |track| track.swap(first, twin, count));
        if self.meetings > most {
            self.rearrange(parts, |track| track.swap(first, twin, count));
        }
        2 * count
    }

    /// Changes the order of messages in parts of a track. Each part begins in the same slot as before.
    fn rearrange(&mut self, (track, parts): Parts, change: impl Fn(&mut Track)) {
        let steps = |board: &Board, part: &Range<usize>| board.tracks[track].steps(part.clone());
        let mut slots = Vec::new();
        for part in parts {
            let steps = steps(self, part);
            slots.push(self.groups[steps[0].group].slots[steps[0].copy]);
            steps.iter().for_each(|step| self.take(step.group, step.copy));
        }
        change(&mut self.tracks[track]);
        for (part, mut slot) in parts.iter().zip(slots) {
            for (place, Step { group, copy, lasts, .. }) in part.clone().zip(steps(self, part)) {
                self.groups[group].slots[copy] = slot;
                self.places[group][copy] = (track, place);
                self.put(group, copy);
                slot += lasts;
            }
        }
    }

    /// Starts a message that does not use the core in any other slot.
    fn restart(&mut self, group: usize, most: u32, random: &mut Random) -> usize {
        let before = self.groups[group].slots[0];
        self.start(group, random.below(self.length as usize) as u32);
        if self.meetings > most {
            self.start(group, before);
        }
        1
    }

    fn start(&mut self, group: usize, slot: u32) {
        self.take(group, 0);
        self.groups[group].slots[0] = slot;
        self.put(group, 0);
    }

    /// Exchanges the side offset of a copy with that of the copy for which this leaves the fewest meetings.
    /// Of several such copies it takes any one.
    fn exchange(&mut self, group: usize, copy: usize, most: u32, random: &mut Random) -> usize {
        let copies = self.takes[group].len();
        let first = random.below(copies);
        let others = (0..copies).map(|other| (first + other) % copies).filter(|&other| other != copy);
        let left = |other: usize| (self.after(group, copy, other), other);
        let best = others.map(left).min_by_key(|(left, _)| *left).filter(|(left, _)| *left <= most);
        best.into_iter().for_each(|(_, other)| self.swap(group, copy, other));
        copies
    }

    /// The meetings that an exchange would leave.
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
