//! Rows of nodes along the last dimension: few of them differ where a placement is regular.

use super::bits::{substring, Words};
use super::strips::Strips;
use crate::ranks::Block;
use crate::timetable::Slots;
use std::collections::BTreeMap;
use torus_model::{Port, Schedule, Sign};

/// Longer rows are compared no faster.
const LONG: usize = 256;

/// The rows of a block along the last dimension.
#[derive(Clone, Debug)]
pub struct Rows {
    /// For every slot of an exchange, the links in use of all strips.
    slots: Vec<Vec<u64>>,
    /// Memory of [`Rows::set`], used again: the links in use of all strips.
    strips: Vec<u64>,
    /// The bits of a part of a row.
    part: usize,
    /// The bits of a row, one for each link.
    width: usize,
    /// Each distinct row.
    distinct: Vec<Row>,
    /// For each place, its distinct row.
    places: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
struct Row {
    /// The parts of strips of which it consists: where each begins, as the number of a bit.
    parts: Vec<usize>,
    /// The links in use.
    bits: Vec<u64>,
}

impl Rows {
    /// The rows of a block.
    pub fn new(schedule: &Schedule, block: &Block) -> Self {
        let (torus, symmetry) = (schedule.torus(), schedule.placement.symmetry());
        let last = torus.d() - 1;
        let (length, ports) = (block.length(last), torus.port_slots());
        let (numbers, places) = first_classes(schedule, block);
        let next = |class| symmetry.step(torus, class, Port::new(last, Sign::Plus));
        let strips = Strips::new(numbers.keys().copied(), length, next);
        let (width, slots) = (length * ports, strips.slots(schedule));
        Rows {
            strips: vec![0; slots.first().map_or(0, Vec::len)],
            slots,
            part: width,
            width,
            distinct: distinct(width, numbers, |class| vec![strips.places[&class] * ports]),
            places,
        }
    }

    /// Joins neighbouring rows to longer ones that all begin at a word, if their number allows it. Rows are
    /// made longer than that if each distinct one then has two places or more on average.
    pub fn joined(self) -> Self {
        let aligned = 64 >> self.width.trailing_zeros().min(6);
        let doublings = (LONG / (aligned * self.width)).max(1).ilog2();
        let mut longer = (1..=doublings).rev().filter_map(|times| self.joined_by(aligned << times));
        let joined = longer.find(|(_, distinct, places)| places.len() >= 2 * distinct.len());
        match joined.or_else(|| self.joined_by(aligned)) {
            Some((width, distinct, places)) => Rows { width, distinct, places, ..self },
            None => self,
        }
    }

    /// Rows of so many rows: their width, each distinct one, and for each place its distinct row. `None` if
    /// some rows would be left.
    fn joined_by(&self, count: usize) -> Option<(usize, Vec<Row>, Vec<u32>)> {
        if self.places.len() % count != 0 {
            return None;
        }
        let mut numbers = BTreeMap::new();
        let groups = self.places.chunks(count);
        let places = groups.map(|group| number(&mut numbers, group)).collect();
        let parts = |&row: &u32| self.distinct[row as usize].parts.iter().copied();
        let width = count * self.width;
        Some((width, distinct(width, numbers, |rows| rows.iter().flat_map(parts).collect()), places))
    }

    /// Sets the links that are in use in some slots.
    pub fn set(&mut self, slots: Slots) {
        let Rows { slots: by_slot, strips, part, distinct, .. } = self;
        strips.fill(0);
        for of_slot in slots.filter_map(|slot| by_slot.get(slot)) {
            strips.iter_mut().zip(of_slot).for_each(|(strip, bits)| *strip |= bits);
        }
        distinct.iter_mut().for_each(|row| row.set(strips, *part));
    }

    /// Calls `see` with the words of all rows, one after another.
    pub fn words(&self, mut see: impl FnMut(u64)) {
        let mut words = Words::default();
        for bits in self.rows() {
            substring(bits, 0, self.width)
                .filter_map(|(bits, width)| words.push(bits, width))
                .for_each(&mut see);
        }
        words.rest(see);
    }

    /// Whether these are the words of all rows.
    pub fn are_all(&self, valid: &[u64]) -> bool {
        match (self.width / 64, self.width % 64) {
            (1, 0) => self.are_rows::<1>(valid),
            (2, 0) => self.are_rows::<2>(valid),
            (3, 0) => self.are_rows::<3>(valid),
            (4, 0) => self.are_rows::<4>(valid),
            (5, 0) => self.are_rows::<5>(valid),
            (6, 0) => self.are_rows::<6>(valid),
            (words, 0) => valid.chunks(words).zip(self.rows()).all(|(valid, row)| valid == row),
            _ => self.are_words(valid),
        }
    }

    /// The rows of all places.
    fn rows(&self) -> impl Iterator<Item = &[u64]> {
        self.places.iter().map(|&row| &self.distinct[row as usize].bits[..])
    }

    fn are_words(&self, valid: &[u64]) -> bool {
        let (mut valid, mut differ) = (valid.iter(), 0);
        self.words(|word| differ |= word ^ valid.next().expect("a word of all links"));
        differ == 0
    }

    /// [`Rows::are_all`] for rows of so many words. As the compiler knows their number, it is twice as fast.
    fn are_rows<const WORDS: usize>(&self, valid: &[u64]) -> bool {
        let mut differ = [0; WORDS];
        for (valid, row) in valid.chunks_exact(WORDS).zip(self.rows()) {
            let words = valid.iter().zip(&row[..WORDS]);
            differ.iter_mut().zip(words).for_each(|(differ, (valid, row))| *differ |= valid ^ row);
        }
        differ == [0; WORDS]
    }
}

impl Row {
    /// Sets the links in use. `part`: the bits of each part.
    fn set(&mut self, strips: &[u64], part: usize) {
        let mut words = Words::default();
        let parts = self.parts.iter().flat_map(|&begin| substring(strips, begin, part));
        let mut whole = parts.filter_map(|(bits, width)| words.push(bits, width));
        self.bits.iter_mut().for_each(|word| *word = whole.next().unwrap_or(0));
        drop(whole);
        words.rest(|rest| *self.bits.last_mut().expect("a row has links") = rest);
    }
}

/// The average number of rows of a block that are alike.
pub fn copies(schedule: &Schedule, block: &Block) -> usize {
    let (numbers, places) = first_classes(schedule, block);
    places.len() / numbers.len()
}

/// The classes of the first nodes of all rows, numbered, and for each row this number.
fn first_classes(schedule: &Schedule, block: &Block) -> (BTreeMap<usize, u32>, Vec<u32>) {
    let (torus, symmetry) = (schedule.torus(), schedule.placement.symmetry());
    let firsts = block.ids().step_by(block.length(torus.d() - 1)).filter_map(|node| torus.node_at(node));
    let mut numbers = BTreeMap::new();
    let places = firsts.map(|first| number(&mut numbers, symmetry.class_of(torus, first))).collect();
    (numbers, places)
}

/// The number of a thing: how many different ones came before it.
fn number<T: Ord>(numbers: &mut BTreeMap<T, u32>, thing: T) -> u32 {
    let next = numbers.len() as u32;
    *numbers.entry(thing).or_insert(next)
}

/// Distinct rows by their numbers, without links in use. `parts`: of what a row consists.
fn distinct<T>(width: usize, numbers: BTreeMap<T, u32>, parts: impl Fn(T) -> Vec<usize>) -> Vec<Row> {
    let mut rows = vec![Row::default(); numbers.len()];
    for (thing, number) in numbers {
        rows[number as usize] = Row { parts: parts(thing), bits: vec![0; width.div_ceil(64)] };
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::Latency;
    use crate::timetable::Timetable;
    use torus_model::{schedule::frame::odr_frame, Effort, Placement, PortModel, Torus};

    /// Rows of one word to seven: every bit counts.
    #[test]
    fn rows_of_whole_words_are_compared() {
        for words in 1..=7 {
            let torus = Torus::new(&[32 * words]).unwrap();
            let schedule = odr_frame(&Placement::full(&torus), PortModel::AllPort, Effort::with_seed(1));
            let timetable = Timetable::new(&schedule, 1, Latency { start_to_link: 0, makespan_to_done: 0 });
            let mut rows = Rows::new(&schedule, &Block::whole(&torus));
            rows.set(timetable.slots(3));
            let mut valid = Vec::new();
            rows.words(|word| valid.push(word));
            assert!(valid.len() == words as usize && valid[0] != 0 && rows.are_all(&valid), "{valid:?}");
            for bit in 0..torus.link_slots() {
                valid[bit / 64] ^= 1 << (bit % 64);
                assert!(!rows.are_all(&valid), "{torus} {bit}");
                valid[bit / 64] ^= 1 << (bit % 64);
            }
        }
    }
}
