//! Placing all items of a problem in a given length by annealing, which ejects and places at random.
//!
//! A move takes any item of the queue, any of its alternatives, and a start at which one of its cells is
//! free. The owners of the other cells are ejected. An item weighs as much as it has cells, and some more. A
//! move that ejects more weight than it places is made with a probability that falls with the difference. So
//! little is unplaced most of the time, and all items keep moving. The temperature never changes, as
//! a packing is either found or not.
//!
//! A move looks at the cells of one place, where a search by prices looks at all places. So it is fast, and
//! it suits problems whose resources are nearly full, ports as well as links, which the other searches do not
//! solve. Source: Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", 1983. Differences:
//! ejected items, and places from lists of free slots.

use super::{
    board::{Board, NOBODY},
    rows::{is_free_of_itself, of_frame},
    Cell, Choice, Horizon, Problem,
};
use crate::Random;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The weight of an item besides its cells.
const WEIGHT: u32 = 2;

/// A move that ejects one unit more than it places is made with probability `ACCEPTED` / 8; each further unit
/// multiplies the probability by this factor again.
const ACCEPTED: u64 = 3;

/// One move in this many starts in a random slot.
const ANYWHERE: u64 = 4;

/// Moves between two checks of the other searches.
const ROUND: u64 = 1 << 14;

/// An alternative: its number, the cells that it uses, and the last slot in which it may start.
pub(super) struct Alternative {
    number: usize,
    /// Offsets are modulo the length.
    cells: Vec<Cell>,
    last: u32,
}

/// The state of a search.
pub(super) struct Annealing<'a> {
    items: &'a [Vec<Alternative>],
    weights: Vec<u32>,
    board: Board,
    chosen: Vec<Option<Choice>>,
    unplaced: Vec<u32>,
    /// The items that a place would eject.
    met: Vec<u32>,
    random: &'a mut Random,
    pub moves: u64,
}

impl<'a> Annealing<'a> {
    /// A search that has placed nothing. `moves`: the moves of other searches for the same packing before it.
    pub fn new(items: &'a [Vec<Alternative>], board: Board, random: &'a mut Random, moves: u64) -> Self {
        Annealing {
            items,
            weights: items.iter().map(|item| item[0].cells.len() as u32 + WEIGHT).collect(),
            board,
            chosen: vec![None; items.len()],
            unplaced: Vec::new(),
            met: Vec::new(),
            random,
            moves,
        }
    }

    /// Places the items of a packing that still fit; the others queue.
    pub fn resume(&mut self, choices: &[Choice]) {
        for (item, choice) in (0..).zip(choices) {
            let alternatives = &self.items[item as usize];
            let which = alternatives.iter().position(|alternative| alternative.number == choice.alternative);
            let which = which.filter(|&which| choice.start <= alternatives[which].last);
            match which.filter(|&which| self.meets(item, which, choice.start, 0)) {
                Some(which) => self.place(item, which, choice.start),
                None => self.unplaced.push(item),
            }
        }
    }

    /// Moves until all items are placed. `None`: that took too many moves.
    pub fn run(&mut self, most: &AtomicU64) -> Option<Vec<Choice>> {
        while !self.unplaced.is_empty() {
            if self.moves % ROUND == 0 && self.moves >= most.load(Relaxed) {
                return None;
            }
            self.moves += 1;
            self.step();
        }
        let numbered = |(item, choice): (&Vec<Alternative>, &Option<Choice>)| {
            let Choice { alternative, start } = choice.expect("all is placed");
            Choice { alternative: item[alternative].number, start }
        };
        Some(self.items.iter().zip(&self.chosen).map(numbered).collect())
    }

    /// One move, if it is accepted.
    fn step(&mut self) {
        let place = self.random.below(self.unplaced.len());
        let item = self.unplaced[place];
        let which = self.random.below(self.items[item as usize].len());
        let Some(start) = self.start(item, which) else { return };
        let most = self.weights[item as usize] + self.excess();
        if self.meets(item, which, start, most) {
            self.unplaced.swap_remove(place);
            self.place(item, which, start);
        }
    }

    /// A start of an item's alternative at which one of its cells is free, or now and then any start.
    fn start(&mut self, item: u32, which: usize) -> Option<u32> {
        let Alternative { cells, last, .. } = &self.items[item as usize][which];
        let cell = cells[self.random.below(cells.len())];
        let free = &self.board.free[cell.resource as usize];
        if free.is_empty() || self.moves % ANYWHERE == 0 {
            return Some(self.random.below(*last as usize + 1) as u32);
        }
        let slot = free[self.random.below(free.len())];
        let start = slot + if slot < cell.offset { self.board.length } else { 0 } - cell.offset;
        (start <= *last).then_some(start)
    }

    /// The weight that a move may eject beyond what it places.
    fn excess(&mut self) -> u32 {
        let (draw, mut likely) = (self.random.bits(), u64::MAX);
        let accepts = |_: &u32| {
            likely = likely / 8 * ACCEPTED;
            draw < likely
        };
        (0..).take_while(accepts).count() as u32
    }

    /// Notes the items that a place would eject. Returns whether they weigh at most `most`.
    fn meets(&mut self, item: u32, which: usize, start: u32, most: u32) -> bool {
        self.met.clear();
        let mut weight = 0;
        for &cell in &self.items[item as usize][which].cells {
            let owner = self.board.owner(cell, start);
            if owner != NOBODY && !self.met.contains(&owner) {
                self.met.push(owner);
                weight += self.weights[owner as usize];
                if weight > most {
                    return false;
                }
            }
        }
        true
    }

    /// Places an item and ejects the items that were noted.
    fn place(&mut self, item: u32, which: usize, start: u32) {
        while let Some(owner) = self.met.pop() {
            let choice = self.chosen[owner as usize].take().expect("an owner is placed");
            for &cell in &self.items[owner as usize][choice.alternative].cells {
                self.board.take(cell, choice.start);
            }
            self.unplaced.push(owner);
        }
        for &cell in &self.items[item as usize][which].cells {
            self.board.give(cell, start, item);
        }
        self.chosen[item as usize] = Some(Choice { alternative: which, start });
    }
}

/// The alternatives of each item that fit the length. `None`: an item has none.
pub(super) fn fitting(problem: &Problem, length: u32, horizon: Horizon) -> Option<Vec<Vec<Alternative>>> {
    let of_item = |item: &Vec<Vec<Cell>>| {
        let all = item.iter().enumerate();
        let fits: Vec<_> =
            all.filter_map(|(number, cells)| alternative(number, cells, length, horizon)).collect();
        (!fits.is_empty()).then_some(fits)
    };
    problem.items.iter().map(of_item).collect()
}

/// An alternative, if it fits the length: it ends in time, or does not meet itself.
fn alternative(number: usize, cells: &[Cell], length: u32, horizon: Horizon) -> Option<Alternative> {
    let span = cells.iter().map(|cell| cell.offset + 1).max().unwrap_or(0);
    let last = match horizon {
        Horizon::Finite => length.checked_sub(span)?,
        Horizon::Periodic => length - 1,
    };
    is_free_of_itself(cells, length).then(|| Alternative { number, cells: of_frame(cells, length), last })
}
