//! Entries that are due in later cycles, in a list for each cycle.
//!
//! Lists consist of pieces with a fixed number of entries, which are used again and again. So what is written
//! is near in memory to what was read last, and no list keeps more room than it needs.

use std::collections::VecDeque;

/// Entries of a piece.
const PIECE: usize = 256;

/// The lists, the one of the next cycle first. There are as many as the furthest cycle was ahead.
#[derive(Clone, Debug)]
pub struct Due<T> {
    lists: VecDeque<List<T>>,
    free: Vec<Vec<T>>,
    cycle: u64,
}

/// The entries of one cycle.
#[derive(Clone, Debug)]
struct List<T> {
    full: Vec<Vec<T>>,
    last: Vec<T>,
    /// The last cycle in which an entry was added, and the number of entries before that cycle.
    added: u64,
    before: usize,
}

impl<T: Copy> List<T> {
    const fn new() -> Self {
        List { full: Vec::new(), last: Vec::new(), added: 0, before: 0 }
    }

    fn len(&self) -> usize {
        self.full.len() * PIECE + self.last.len()
    }

    fn pieces(&self) -> impl Iterator<Item = &Vec<T>> {
        self.full.iter().chain([&self.last])
    }

    /// Takes an entry that was added in the last cycle; the last entry moves to its place.
    fn take(&mut self, is: impl Fn(&T) -> bool) -> Option<T> {
        let piece = |at: usize| self.full.get(at / PIECE).unwrap_or(&self.last);
        let at = (self.before..self.len()).rev().find(|&at| is(&piece(at)[at % PIECE]))?;
        if self.last.is_empty() {
            self.last = self.full.pop()?;
        }
        let last = self.last.pop()?;
        let place = self.full.get_mut(at / PIECE).unwrap_or(&mut self.last).get_mut(at % PIECE);
        Some(place.map_or(last, |place| std::mem::replace(place, last)))
    }
}

impl<T: Copy> Due<T> {
    /// No entries.
    pub fn new() -> Self {
        Due { lists: VecDeque::new(), free: Vec::new(), cycle: 1 }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.lists.clear();
    }

    /// All entries, each with the number of cycles after the next one in which it is due.
    pub fn all(&self) -> impl Iterator<Item = (usize, &T)> {
        let lists = self.lists.iter().enumerate();
        lists.flat_map(|(cycles, list)| list.pieces().flatten().map(move |entry| (cycles, entry)))
    }

    /// Adds an entry that is due `cycles` cycles after the next one.
    #[inline(always)]
    pub fn push(&mut self, cycles: u64, entry: T) {
        let cycles = cycles as usize;
        if cycles >= self.lists.len() {
            self.lists.resize_with(cycles + 1, List::new);
        }
        let list = &mut self.lists[cycles];
        if list.added != self.cycle {
            (list.added, list.before) = (self.cycle, list.len());
        }
        if list.last.len() == PIECE {
            let piece = self.free.pop().unwrap_or_default();
            list.full.push(std::mem::replace(&mut list.last, piece));
        }
        list.last.push(entry);
    }

    /// Takes back an entry that was pushed in this cycle. Returns in how many cycles it was due.
    pub fn take_back(&mut self, is: impl Fn(&T) -> bool) -> Option<(u64, T)> {
        let cycle = self.cycle;
        let mut fresh = self.lists.iter_mut().enumerate().filter(|(_, list)| list.added == cycle);
        fresh.find_map(|(cycles, list)| Some((cycles as u64, list.take(&is)?)))
    }

    /// Removes and returns all entries, each with the number of cycles after the next one in which it is due.
    pub fn drain(&mut self) -> Vec<(u64, T)> {
        let all = self.all().map(|(cycles, &entry)| (cycles as u64, entry)).collect();
        self.clear();
        all
    }

    /// Hands on all entries of the next cycle; the cycle after it becomes the next one.
    #[inline]
    pub fn next(&mut self, mut see: impl FnMut(T)) {
        self.cycle += 1;
        let Some(mut list) = self.lists.pop_front() else { return };
        for mut piece in list.full.drain(..) {
            piece.drain(..).for_each(&mut see);
            self.free.push(piece);
        }
        list.last.drain(..).for_each(see);
        self.lists.push_back(list);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(due: &mut Due<u32>) -> Vec<u32> {
        let mut seen = Vec::new();
        due.next(|entry| seen.push(entry));
        seen
    }

    /// Lists of no entry, of one, and of several pieces.
    #[test]
    fn entries_are_seen_in_their_cycles() {
        let mut due = Due::new();
        assert!(next(&mut due).is_empty());
        let many: Vec<u32> = (0..PIECE as u32 * 2 + 1).collect();
        many.iter().for_each(|&entry| due.push(2, entry));
        [(0, 5), (3, 7), (0, 6)].into_iter().for_each(|(cycles, entry)| due.push(cycles, entry));
        assert_eq!(next(&mut due), [5, 6]);
        assert_eq!(
            due.all().map(|(cycles, _)| cycles).collect::<Vec<_>>(),
            [vec![1; many.len()], vec![2]].concat()
        );
        due.push(1, 8);
        due.push(3, 9);
        let seen: Vec<_> = (0..5).map(|_| next(&mut due)).collect();
        assert_eq!(seen, [vec![], [&many[..], &[8]].concat(), vec![7], vec![9], vec![]]);
        due.push(0, 1);
        due.clear();
        assert!(next(&mut due).is_empty());
    }

    /// Each of the entries in two pieces is taken back; entries of an earlier cycle are not.
    #[test]
    fn what_was_pushed_now_is_taken_back() {
        let count = PIECE as u32 + 2;
        for entry in 0..count {
            let mut due = Due::new();
            due.push(1, 1000);
            due.next(|_| ());
            (0..count).for_each(|entry| due.push(0, entry));
            due.push(3, 2000);
            assert_eq!([entry, 1000].map(|of| due.take_back(|&e| e == of)), [Some((0, entry)), None]);
            assert_eq!(due.take_back(|&e| e == entry), None);
            due.push(0, 3000);
            let mut seen = next(&mut due);
            seen.sort_unstable();
            let left = (0..count).filter(|&other| other != entry).chain([1000, 3000]);
            assert_eq!(seen, left.collect::<Vec<_>>());
            assert_eq!(due.take_back(|&e| e == 2000), None);
        }
    }
}
