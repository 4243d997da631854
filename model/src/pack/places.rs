//! Where a search by free slots ([`super::fill`]) looks for places, and the best one that it has seen.

use super::{free_slots::FreeSlots, Cell, Choice, Problem};
use crate::Random;

/// A cell on a busy resource, and the alternative that has it.
pub(super) type Key = (usize, Cell);

/// The best place seen. Of places that are equally good each is equally likely.
pub(super) struct Best {
    /// `u64::MAX` if no place has been seen.
    pub price: u64,
    pub place: Choice,
    pub ties: usize,
}

impl Best {
    pub fn none() -> Self {
        Best { price: u64::MAX, place: Choice { alternative: 0, start: 0 }, ties: 0 }
    }

    pub fn offer(&mut self, price: u64, place: Choice, random: &mut Random) {
        self.ties = if price < self.price { 1 } else { self.ties + 1 };
        if random.below(self.ties) == 0 {
            (self.price, self.place) = (price, place);
        }
    }
}

/// The items by their length, in any order where that is the same.
pub(super) fn short_to_long(problem: &Problem, random: &mut Random) -> Vec<u32> {
    let mut items: Vec<u32> = (0..problem.items.len() as u32).collect();
    random.shuffle(&mut items);
    items.sort_by_key(|&item| problem.items[item as usize][0].len());
    items
}

/// The keys of each item, of alternatives that fit.
pub(super) fn keys(problem: &Problem, starts: &[Vec<u32>], free: &FreeSlots) -> Vec<Vec<Key>> {
    let of = |(alternatives, starts): (&Vec<Vec<Cell>>, &Vec<u32>)| {
        let fits = alternatives.iter().enumerate().filter(|(alternative, _)| starts[*alternative] > 0);
        let keys = fits.flat_map(|(alternative, cells)| cells.iter().map(move |&cell| (alternative, cell)));
        keys.filter(|(_, cell)| free.is_busy(cell.resource)).collect()
    };
    problem.items.iter().zip(starts).map(of).collect()
}
