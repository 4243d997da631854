//! Rows of nodes along the last dimension: few of them differ where a placement is regular.

use crate::ranks::Block;
use std::collections::BTreeMap;
use torus_model::{Port, Schedule, Sign};

/// The rows of a block along the last dimension.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Port slots of a node.
    ports: usize,
    /// The bits of a row, one for each link.
    width: usize,
    /// Each distinct row.
    different: Vec<Row>,
    /// For each place, its distinct row.
    places: Vec<u32>,
    /// Memory of [`Rows::set`], used again: the ports in use of each class.
    in_use: Vec<u64>,
}

#[derive(Clone, Debug)]
struct Row {
    /// The classes of its nodes.
    classes: Vec<u32>,
    /// The links in use.
    bits: Vec<u64>,
}

impl Rows {
    /// The rows of a block.
    pub fn new(schedule: &Schedule, block: &Block) -> Self {
        let (torus, symmetry) = (schedule.torus(), schedule.placement.symmetry());
        let last = torus.d() - 1;
        let (length, ports) = (block.length(last), torus.port_slots());
        let nodes = block.ids().step_by(length).filter_map(|node| torus.node_at(node));
        let mut numbers = BTreeMap::new();
        let places = nodes.map(|first| number(&mut numbers, symmetry.class_of(torus, first))).collect();
        let next = |&class: &usize| Some(symmetry.step(torus, class, Port::new(last, Sign::Plus)));
        let row = |first| std::iter::successors(Some(first), next).map(|class| class as u32);
        let (width, in_use) = (length * ports, vec![0; symmetry.classes(torus)]);
        let different = distinct(numbers, width, |first| row(first).take(length).collect());
        Rows { ports, width, different, places, in_use }
    }

    /// The average number of places of a distinct row.
    pub fn copies(&self) -> usize {
        self.places.len() / self.different.len()
    }

    /// Joins neighbouring rows to longer ones that all begin at a word. If each distinct one of these would
    /// have less than two places on average, all stays as it is.
    pub fn joined(self) -> Self {
        let count = 64 >> self.width.trailing_zeros().min(6);
        let mut numbers = BTreeMap::new();
        let groups = self.places.chunks(count);
        let places: Vec<u32> = groups.map(|group| number(&mut numbers, group)).collect();
        if self.places.len() % count != 0 || places.len() < 2 * numbers.len() {
            return self;
        }
        let width = count * self.width;
        let classes = |&row: &u32| &self.different[row as usize].classes;
        let different = distinct(numbers, width, |rows| rows.iter().flat_map(classes).copied().collect());
        Rows { width, different, places, ..self }
    }

    /// Sets the link classes in use.
    pub fn set(&mut self, classes: impl Iterator<Item = usize>) {
        let Rows { ports, different, in_use, .. } = self;
        in_use.fill(0);
        classes.for_each(|class| in_use[class / *ports] |= 1u64 << (class % *ports));
        for Row { classes, bits } in different {
            let mut words = Words::default();
            let mut whole = classes.iter().filter_map(|&class| words.push(in_use[class as usize], *ports));
            bits.iter_mut().for_each(|word| *word = whole.next().unwrap_or(0));
            words.rest(|rest| *bits.last_mut().expect("a row has links") = rest);
        }
    }

    /// Calls `see` with the words of all rows, one after another.
    pub fn words(&self, mut see: impl FnMut(u64)) {
        let mut words = Words::default();
        for &row in &self.places {
            let mut left = self.width;
            for &bits in &self.different[row as usize].bits {
                words.push(bits, left.min(64)).into_iter().for_each(&mut see);
                left = left.saturating_sub(64);
            }
        }
        words.rest(see);
    }

    /// Whether these are the words of all rows.
    pub fn are_all(&self, valid: &[u64]) -> bool {
        if self.width % 64 == 0 {
            let rows = self.places.iter().map(|&row| &self.different[row as usize].bits[..]);
            return valid.chunks_exact(self.width / 64).zip(rows).all(|(valid, row)| valid == row);
        }
        let (mut valid, mut differ) = (valid.iter(), 0);
        self.words(|word| differ |= word ^ valid.next().expect("a word of all links"));
        differ == 0
    }
}

/// The number of a thing: how many different ones came before it.
fn number<T: Ord>(numbers: &mut BTreeMap<T, u32>, thing: T) -> u32 {
    let next = numbers.len() as u32;
    *numbers.entry(thing).or_insert(next)
}

/// The distinct rows in the order of their numbers, of `width` links that are not in use. `classes`: the
/// classes of the nodes of a row.
fn distinct<T>(numbers: BTreeMap<T, u32>, width: usize, classes: impl Fn(T) -> Vec<u32>) -> Vec<Row> {
    let mut rows = vec![Row { classes: Vec::new(), bits: vec![0; width.div_ceil(64)] }; numbers.len()];
    numbers.into_iter().for_each(|(thing, number)| rows[number as usize].classes = classes(thing));
    rows
}

/// Bits that follow each other, as words.
#[derive(Debug, Default)]
struct Words {
    word: u64,
    filled: usize,
}

impl Words {
    /// Appends bits, at most 64. Returns the word that they complete.
    fn push(&mut self, bits: u64, width: usize) -> Option<u64> {
        let word = self.word | bits << self.filled;
        self.filled += width;
        if self.filled < 64 {
            self.word = word;
            return None;
        }
        self.filled -= 64;
        self.word = bits.checked_shr((width - self.filled) as u32).unwrap_or(0);
        Some(word)
    }

    /// Calls `see` with the word that is not complete, if there is one.
    fn rest(self, see: impl FnOnce(u64)) {
        if self.filled > 0 {
            see(self.word);
        }
    }
}
