//! One search at one length with one seed.
//!
//! Which of the queued items comes next matters: the search takes the longest of a few that are drawn at
//! random. Two draws suit most problems best. Six solve some of them, like all messages of 3x3x3x3x3, twenty
//! times as fast.
//!
//! Prices have 16 bits and sums saturate, so that rows are added eight at a time on every machine. Weights
//! are halved before sums of usual size would saturate. Where sums do saturate, starts only become equally
//! bad. Halving also helps the search: it forgets what was hard to place long ago.

use super::{
    rows::{add, count, least, nth, operands, starts},
    sums::{Item, Sum, Sums},
    Cell, Choice, Horizon,
};
use crate::Random;

const NOBODY: u32 = u32::MAX;

/// At this weight all weights are halved.
const HEAVY: i16 = 256;

/// The state of a search. All rows of prices lie in one list; periodic ones are stored twice in a row, so
/// that a shifted row is one slice.
pub(super) struct Search<'a> {
    sums: &'a Sums,
    length: usize,
    stride: usize,
    rows: Vec<i16>,
    /// The number of starts of each alternative, from 0 on; 0 if it does not fit.
    starts: Vec<u32>,
    owner: Vec<u32>,
    weight: Vec<i16>,
    /// Alternative and start of each item.
    placed: Vec<(u32, u32)>,
    queue: Vec<u32>,
    /// How many queue members are drawn for each move.
    draws: usize,
    random: Random,
    visited: u64,
    moves: u64,
}

impl<'a> Search<'a> {
    /// A search that has placed nothing; `None` if no alternative of some item fits this length.
    pub fn new(sums: &'a Sums, length: u32, horizon: Horizon, draws: usize, seed: u64) -> Option<Self> {
        let length = length as usize;
        let fit = |alternative: &super::sums::Alternative| {
            starts(&sums.cells[alternative.cells.clone()], length, horizon)
        };
        let starts: Vec<u32> = sums.alternatives.iter().map(fit).collect();
        let fits = |item: &Item| starts[item.alternatives.clone()].iter().any(|&starts| starts > 0);
        if !sums.items.iter().all(fits) {
            return None;
        }
        let stride = if horizon == Horizon::Periodic { 2 * length } else { length };
        Some(Search {
            sums,
            length,
            stride,
            rows: vec![0; (sums.resources + 1 + sums.most_parts) * stride],
            starts,
            owner: vec![NOBODY; sums.resources * length],
            weight: vec![1; sums.items.len()],
            placed: vec![(0, 0); sums.items.len()],
            queue: Vec::new(),
            draws,
            random: Random::new(seed),
            visited: 0,
            moves: 0,
        })
    }

    /// Places every item once, long ones first.
    pub fn begin(&mut self) {
        let mut order: Vec<usize> = (0..self.sums.items.len()).collect();
        order.sort_by_key(|&item| std::cmp::Reverse(self.sums.items[item].size));
        order.into_iter().for_each(|item| self.place(item));
    }

    /// Places queued items until none is left or `until` cells have been visited in all.
    pub fn run(&mut self, until: u64) {
        while !self.is_done() && self.visited < until {
            let item = self.next();
            self.place(item);
        }
    }

    /// Cells visited so far.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Items placed so far, every placement counted.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Whether every item has its place.
    pub fn is_done(&self) -> bool {
        self.queue.is_empty()
    }

    /// The choices, if every item has its place.
    pub fn choices(&self) -> Option<Vec<Choice>> {
        let choice = |(item, &(alternative, start)): (&Item, &(u32, u32))| Choice {
            alternative: alternative as usize - item.alternatives.start,
            start,
        };
        self.is_done().then(|| self.sums.items.iter().zip(&self.placed).map(choice).collect())
    }

    /// The longest of some random queue members, taken off the queue.
    fn next(&mut self) -> usize {
        let size = |at: usize| self.sums.items[self.queue[at] as usize].size;
        let mut drawn = self.random.below(self.queue.len());
        for _ in 1..self.draws {
            let other = self.random.below(self.queue.len());
            drawn = if size(other) > size(drawn) { other } else { drawn };
        }
        self.queue.swap_remove(drawn) as usize
    }

    /// Puts an item at its cheapest place and ejects the items that were there.
    fn place(&mut self, item: usize) {
        self.sum_parts(item);
        let mut best = (i16::MAX, (0, 0));
        let mut ties = 0;
        for alternative in self.sums.items[item].alternatives.clone() {
            let starts = self.starts[alternative] as usize;
            if starts == 0 {
                continue;
            }
            self.visited += starts as u64;
            let (left, right) = self.operands(self.sums.alternatives[alternative].sum, starts);
            let least = least(left, right);
            if least > best.0 {
                continue;
            }
            if least < best.0 {
                ties = 0;
            }
            let here = count(left, right, least);
            ties += here;
            // Every tie of every alternative is equally likely.
            let draw = self.random.below(ties);
            if draw < here {
                let (left, right) = self.operands(self.sums.alternatives[alternative].sum, starts);
                best.1 = (alternative as u32, nth(left, right, least, draw) as u32);
            }
            best.0 = least;
        }
        self.occupy(item, best.1);
        self.moves += 1;
    }

    /// Sums the rows of the item's parts.
    fn sum_parts(&mut self, item: usize) {
        let zeros = self.sums.resources;
        for (at, (sum, span)) in (zeros + 1..).zip(&self.sums.parts[self.sums.items[item].parts.clone()]) {
            let periodic = self.stride > self.length;
            let slots = if periodic { self.length } else { (self.length + 1).saturating_sub(*span as usize) };
            let (rows, new) = self.rows.split_at_mut(at * self.stride);
            let (left, right) = operands(rows, self.stride, self.length, *sum, slots);
            add(&mut new[..slots], left, right);
            if periodic {
                new.copy_within(..slots, slots);
            }
            self.visited += slots as u64;
        }
    }

    fn operands(&self, sum: Sum, slots: usize) -> (&[i16], &[i16]) {
        operands(&self.rows, self.stride, self.length, sum, slots)
    }

    fn occupy(&mut self, item: usize, place: (u32, u32)) {
        for cell in self.cells_of(place.0) {
            let other = self.owner[self.at(*cell, place.1)];
            if other != NOBODY {
                self.eject(other as usize);
            }
        }
        self.placed[item] = place;
        self.set(item, item as u32, self.weight[item]);
    }

    fn eject(&mut self, item: usize) {
        self.set(item, NOBODY, 0);
        self.queue.push(item as u32);
        self.weight[item] += 1;
        if self.weight[item] >= HEAVY {
            self.forget();
        }
    }

    /// Halves all weights, and the prices that follow from them.
    fn forget(&mut self) {
        self.weight.iter_mut().for_each(|weight| *weight = (*weight + 1) / 2);
        let priced = self.sums.resources * self.stride;
        self.rows[..priced].iter_mut().for_each(|price| *price = (*price + 1) / 2);
    }

    /// Marks the cells of a placed item.
    fn set(&mut self, item: usize, owner: u32, price: i16) {
        let (alternative, start) = self.placed[item];
        for cell in self.cells_of(alternative) {
            let at = self.at(*cell, start);
            self.owner[at] = owner;
            let slot = at - cell.resource as usize * self.length;
            let row = cell.resource as usize * self.stride;
            self.rows[row + slot] = price;
            if self.stride > self.length {
                self.rows[row + slot + self.length] = price;
            }
        }
    }

    fn cells_of(&self, alternative: u32) -> &'a [Cell] {
        &self.sums.cells[self.sums.alternatives[alternative as usize].cells.clone()]
    }

    /// Index into `owner` of a cell that started at `start`.
    fn at(&self, cell: Cell, start: u32) -> usize {
        cell.resource as usize * self.length + (start + cell.offset) as usize % self.length
    }
}
