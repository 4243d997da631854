//! A search that fills the free slots of busy resources.
//!
//! Near the bound busy resources have few free slots, and a place is worth something only if it fills one of
//! them. So this search does not price all starts of an item. It looks at some starts that put a cell of the
//! item on a free slot of a busy resource, and takes one that ejects the fewest items. Now and then it takes
//! the first that it looks at, which leads out of cycles. An item that was just placed costs more to eject.
//!
//! An item may be *pinned*: it starts in slot 0 by its first alternative, and nothing ejects it.
//!
//! A move visits the cells of the item at [`TRIED`] starts at most, however long the schedule is. That is why
//! it finds what [`super::search`] cannot, where some resources have work in every slot and the others have
//! room: linear placements, whose processors send and receive in nearly all slots. Where all resources are
//! full, as on full tori, prices of all starts find more.
//!
//! Source: ours. The walk with a little noise is that of Selman, Kautz and Cohen, "Noise Strategies for
//! Improving Local Search", 1994.

use super::places::{keys, short_to_long, Best, Key};
use super::{free_slots::FreeSlots, rows::starts, Cell, Choice, Horizon, Problem};
use crate::{Effort, Random};

const NOBODY: u32 = u32::MAX;

/// Starts looked at for one move.
const TRIED: usize = 64;

/// After this many equally good places that eject one item, only a place that ejects none is looked for.
const ENOUGH: usize = 4;

/// One move in this many looks at one start only; with more items than this, one move in as many as there are
/// items.
const NOISE: usize = 100;

/// For this many moves after an item was placed, ejecting it has a higher price.
const REST: u64 = 8;

/// The state of a search.
struct Fill<'a> {
    problem: &'a Problem,
    length: usize,
    /// Starts of each alternative of each item, from 0 on.
    starts: Vec<Vec<u32>>,
    keys: Vec<Vec<Key>>,
    owner: Vec<u32>,
    free: FreeSlots,
    placed: Vec<Choice>,
    /// The item that is never ejected, or `NOBODY`.
    pinned: u32,
    queue: Vec<u32>,
    /// The move that placed an item last.
    moved: Vec<u64>,
    moves: u64,
    visited: u64,
    random: Random,
}

/// Packs into this length with a number of cell visits, or gives up: at once if no resource is busy, or if an
/// item does not fit.
pub(super) fn fill(
    problem: &Problem,
    pinned: Option<usize>,
    length: u32,
    horizon: Horizon,
    Effort { seed, visits }: Effort,
) -> Option<Vec<Choice>> {
    let mut search = Fill::new(problem, length as usize, horizon, seed)?;
    pinned.into_iter().for_each(|item| search.pin(item));
    while !search.queue.is_empty() && search.visited < visits {
        let item = search.next();
        search.place(item);
    }
    search.queue.is_empty().then_some(search.placed)
}

impl<'a> Fill<'a> {
    fn new(problem: &'a Problem, length: usize, horizon: Horizon, seed: u64) -> Option<Self> {
        let fits = |alternatives: &Vec<Vec<Cell>>| {
            alternatives.iter().map(|cells| starts(cells, length, horizon)).collect::<Vec<_>>()
        };
        let starts: Vec<_> = problem.items.iter().map(fits).collect();
        let free = FreeSlots::new(problem, length);
        if !free.any() || starts.iter().any(|starts| starts.iter().all(|&count| count == 0)) {
            return None;
        }
        let items = problem.items.len();
        let mut random = Random::new(seed);
        Some(Fill {
            problem,
            length,
            keys: keys(problem, &starts, &free),
            starts,
            owner: vec![NOBODY; problem.resources * length],
            free,
            placed: vec![Choice { alternative: 0, start: 0 }; items],
            pinned: NOBODY,
            queue: short_to_long(problem, &mut random),
            moved: vec![0; items],
            moves: 0,
            visited: 0,
            random,
        })
    }

    /// Places an item for good.
    fn pin(&mut self, item: usize) {
        self.queue.retain(|&other| other as usize != item);
        self.occupy(item, Choice { alternative: 0, start: 0 });
        self.pinned = item as u32;
    }

    /// The next item, taken off the queue. In as many moves as there are items it is the last one, so that
    /// long items come first and what they eject comes at once. Then it is any.
    fn next(&mut self) -> usize {
        self.moves += 1;
        let last = self.queue.len() - 1;
        let first_round = self.moves <= self.placed.len() as u64;
        let at = if first_round { last } else { self.random.below(last + 1) };
        self.queue.swap_remove(at) as usize
    }

    fn place(&mut self, item: usize) {
        let mut best = Best::none();
        let tried = if self.random.below(NOISE.max(self.placed.len())) == 0 { 1 } else { TRIED };
        self.look_at_free_slots(item, tried, &mut best);
        if best.price == u64::MAX {
            (0..tried).for_each(|_| self.look_anywhere(item, &mut best));
        }
        match best.price {
            u64::MAX => self.queue.push(item as u32),
            _ => self.occupy(item, best.place),
        }
    }

    /// Looks at all starts on free slots of busy resources, or at some where there are many.
    fn look_at_free_slots(&mut self, item: usize, tried: usize, best: &mut Best) {
        let keys = std::mem::take(&mut self.keys[item]);
        let all: usize = keys.iter().map(|(_, cell)| self.free.of(cell.resource).len()).sum();
        if all <= tried {
            for key in &keys {
                (0..self.free.of(key.1.resource).len()).for_each(|at| self.look_at_slot(item, key, at, best));
            }
        } else {
            (0..tried).for_each(|_| {
                let key = &keys[self.random.below(keys.len())];
                let free = self.free.of(key.1.resource).len();
                if free > 0 && best.price > 0 {
                    let at = self.random.below(free);
                    self.look_at_slot(item, key, at, best);
                }
            });
        }
        self.keys[item] = keys;
    }

    /// Looks at the start that puts a cell on free slot number `at` of its resource.
    fn look_at_slot(&mut self, item: usize, &(alternative, cell): &Key, at: usize, best: &mut Best) {
        let slot = self.free.of(cell.resource)[at] as usize;
        let start = ((slot + self.length - cell.offset as usize % self.length) % self.length) as u32;
        if start < self.starts[item][alternative] {
            self.look_at(item, Choice { alternative, start }, best);
        }
    }

    /// Looks at any start of any alternative.
    fn look_anywhere(&mut self, item: usize, best: &mut Best) {
        let alternative = self.random.below(self.starts[item].len());
        let starts = self.starts[item][alternative] as usize;
        if starts > 0 {
            let start = self.random.below(starts) as u32;
            self.look_at(item, Choice { alternative, start }, best);
        }
    }

    /// Prices a place by the items that it ejects, as long as it may be the best. A place of the pinned item
    /// has no price.
    fn look_at(&mut self, item: usize, place: Choice, best: &mut Best) {
        let (mut price, mut last) = (0, NOBODY);
        let most = if best.price > 2 || best.ties < ENOUGH { best.price } else { 0 };
        for cell in self.cells_of(item, place) {
            self.visited += 1;
            let other = self.owner[self.at(*cell, place.start)];
            if other != NOBODY && other != last {
                if other == self.pinned {
                    return;
                }
                price += 2 + u64::from(self.moves - self.moved[other as usize] < REST);
                last = other;
                if price > most {
                    return;
                }
            }
        }
        best.offer(price, place, &mut self.random);
    }

    /// Puts an item at a place and ejects the items that were there.
    fn occupy(&mut self, item: usize, place: Choice) {
        for cell in self.cells_of(item, place) {
            let other = self.owner[self.at(*cell, place.start)];
            if other != NOBODY {
                self.set(other as usize, NOBODY);
                self.queue.push(other);
            }
        }
        (self.placed[item], self.moved[item]) = (place, self.moves);
        self.set(item, item as u32);
    }

    /// Marks the cells of a placed item.
    fn set(&mut self, item: usize, owner: u32) {
        let place = self.placed[item];
        for cell in self.cells_of(item, place) {
            let at = self.at(*cell, place.start);
            self.owner[at] = owner;
            self.free.set(cell.resource, at, owner == NOBODY);
        }
    }

    fn cells_of(&self, item: usize, place: Choice) -> &'a [Cell] {
        &self.problem.items[item][place.alternative]
    }

    /// Index into `owner` of a cell that started at `start`.
    fn at(&self, cell: Cell, start: u32) -> usize {
        cell.resource as usize * self.length + (start + cell.offset) as usize % self.length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{pack::is_packing, table::packing_problem, Torus};

    const EFFORT: Effort = Effort { seed: 1, visits: 100_000 };
    const ENDLESS: Effort = Effort { seed: 1, visits: u64::MAX };

    /// A problem of items with one cell each on one resource, at these offsets.
    fn cells(offsets: &[u32]) -> Problem {
        let item = |&offset: &u32| vec![vec![Cell { offset, resource: 0 }]];
        Problem { resources: 1, items: offsets.iter().map(item).collect() }
    }

    #[test]
    fn what_is_found_is_a_packing_and_the_same_again() {
        for (dims, more) in [(&[5, 5][..], 0), (&[4, 6], 2), (&[3, 3, 3], 1), (&[2, 4, 4], 2), (&[7, 7], 3)] {
            let torus = Torus::new(dims).expect("a valid torus");
            let (problem, least) = packing_problem(&torus, false, Effort::with_seed(1));
            for horizon in [Horizon::Finite, Horizon::Periodic] {
                let effort = Effort { seed: 3, visits: 50_000_000 };
                let find = || fill(&problem, None, least + more, horizon, effort);
                let choices = find().unwrap_or_else(|| panic!("{torus} {horizon:?}"));
                assert_eq!(choices.len(), problem.items.len());
                assert!(is_packing(&problem, least + more, horizon, &choices), "{torus} {horizon:?}");
                assert_eq!(find(), Some(choices));
            }
        }
    }

    #[test]
    fn full_resources_have_no_room_for_one_item_more() {
        let offsets = [0, 1, 2, 3, 4, 5, 6, 7];
        for length in [7, 8, 9] {
            let found = fill(&cells(&offsets), None, length, Horizon::Periodic, EFFORT);
            assert_eq!(found.is_some(), length >= 8, "{length}");
        }
        // With an end the item of the last cell has one start, and every other one has more.
        assert!(fill(&cells(&offsets), None, 8, Horizon::Finite, EFFORT).is_some());
        assert!(fill(&cells(&[7, 7]), None, 8, Horizon::Finite, EFFORT).is_none());
    }

    #[test]
    fn a_pinned_item_stays_in_slot_0_and_the_others_fill_the_rest() {
        let problem = cells(&[3, 0, 1, 2, 0, 1, 2, 3]);
        for pinned in 0..8 {
            let choices = fill(&problem, Some(pinned), 8, Horizon::Periodic, EFFORT).expect("a packing");
            assert!(is_packing(&problem, 8, Horizon::Periodic, &choices), "{pinned}");
            assert_eq!(choices[pinned], Choice { alternative: 0, start: 0 }, "{pinned}");
        }
        // Two items that fit only the pinned one's place find none.
        assert_eq!(fill(&cells(&[7, 7]), Some(0), 8, Horizon::Finite, EFFORT), None);
    }

    #[test]
    fn nothing_is_searched_without_a_busy_resource_or_a_start() {
        assert_eq!(fill(&cells(&[0; 7]), None, 9, Horizon::Periodic, ENDLESS), None);
        assert_eq!(fill(&cells(&[8; 8]), None, 8, Horizon::Finite, ENDLESS), None);
    }
}
