//! The ejection packer: the search behind all schedules. It packs items into slots so that no resource is
//! used twice at a time and nothing waits.
//!
//! Items are message classes. Each has alternatives, which are lists of cells `(resource, time offset)`; a
//! resource serves one cell in each of `length` slots. A [`Horizon`] says whether times are taken modulo the
//! length or have to end with it. Items queue; each is placed, and owners of cells that are in the way are
//! ejected and queue again. The packing is found when the queue is empty. There are two ways to find a place:
//!
//! - **By prices** (`search`): the cheapest of all alternatives and starts, where an occupied cell costs the
//!   weight of its owner, and owners gain weight when they are ejected. Sizes up to about a thousand items
//!   are solved at the bound within a second if few resources are tight.
//! - **By free slots** (`fill`): some starts that fill a free slot of a busy resource. The cost of a
//!   move does not depend on the length. Linear placements of thousands of items are solved at the bound
//!   within seconds.
//!
//! A packing above the bound is then made shorter (`shorten`) by **annealing** (`anneal`): places of which
//! one slot is free, at random, where they eject little. Full tori with one port, whose links and ports are
//! all nearly full, come to their bound or near it.
//!
//! The result is a function of the problem, the seed and the effort alone. Effort counts cell visits, never
//! time, and the searches that run side by side are ranked by their visits, not by the time they take.
//!
//! The packer is ours. Common parts of the alternatives of an item are summed once (`sums`), several searches
//! share the effort (`race`), and weights are halved when they grow.

mod anneal;
mod board;
mod fill;
mod free_slots;
mod places;
mod race;
mod rows;
mod search;
mod shorten;
mod sums;

use crate::Effort;
use fill::fill;
use race::{race, Budget};
use rows::is_free_of_itself;
use search::Search;
use std::cell::OnceCell;
use sums::Sums;

/// Cell visits of a search by prices for one of a search by free slots, which looks cells up one by one.
const VISITS_OF_FILL: u64 = 8;

/// Cell visits of a search by prices for one move of an annealing.
const VISITS_OF_ANNEALING: u64 = 32;

/// The most visits of a search by free slots, except for large problems: what it has not found by then,
/// prices find sooner.
const MOST_FILLED: u64 = 50_000_000;

/// The least that a search by free slots may visit, for each cell of its problem.
const VISITS_OF_CELL: u64 = 400;

/// Problems with fewer cells times slots are small.
const SMALL: u64 = 1 << 23;

/// One unit of use: a resource at a time after the item's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Slots after the start.
    pub offset: u32,
    /// Which resource, below the problem's number of them.
    pub resource: u32,
}

/// A packing problem: `items[i]` lists the alternatives of item i, none of them empty. The cells of an
/// alternative differ from each other.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Number of resources.
    pub resources: usize,
    /// Alternatives of every item.
    pub items: Vec<Vec<Vec<Cell>>>,
}

/// The place that the search gave an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Index of its alternative.
    pub alternative: usize,
    /// Start slot, below the length.
    pub start: u32,
}

impl Problem {
    /// No packing is shorter: the largest use of one resource, where every item has one alternative.
    /// An item with more alternatives counts for a resource as often as each of them uses it at least.
    pub fn lower_bound(&self) -> u32 {
        let mut use_of = vec![0u32; self.resources];
        for alternatives in &self.items {
            let mut least: Vec<(u32, u32)> = counts(&alternatives[0]);
            for other in &alternatives[1..] {
                let counts = counts(other);
                let find = |r| counts.iter().find(|&&(o, _)| o == r).map_or(0, |&(_, n)| n);
                least.iter_mut().for_each(|(r, n)| *n = (*n).min(find(*r)));
            }
            least.iter().for_each(|&(r, n)| use_of[r as usize] += n);
        }
        use_of.into_iter().max().unwrap_or(0).max(1)
    }

    /// The cells of all items, of their first alternatives.
    fn cells(&self) -> u64 {
        self.items.iter().map(|alternatives| alternatives[0].len() as u64).sum()
    }

    /// Whether every item has an alternative that does not meet itself in a frame of this length.
    pub fn fits_frame(&self, length: u32) -> bool {
        let alone = |cells: &Vec<Cell>| is_free_of_itself(cells, length);
        self.items.iter().all(|alternatives| alternatives.iter().any(alone))
    }
}

/// How often each resource occurs among some cells.
fn counts(cells: &[Cell]) -> Vec<(u32, u32)> {
    let mut used: Vec<u32> = cells.iter().map(|cell| cell.resource).collect();
    used.sort_unstable();
    used.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect()
}

/// Whether slots repeat after the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// Slot `length` is slot 0 again: a frame that repeats.
    Periodic,
    /// Every item ends within the length: one exchange.
    Finite,
}

/// A packing, as short as the effort allowed.
#[derive(Clone, Debug)]
pub struct Packing {
    /// Its length.
    pub length: u32,
    /// One choice for every item.
    pub choices: Vec<Choice>,
}

/// Packs periodically, see [`pack_from`], from the problem's own lower bound.
pub fn pack(problem: &Problem, seed: u64, effort: u64) -> Packing {
    pack_from(problem, problem.lower_bound(), Horizon::Periodic, seed, effort)
}

/// Packs with the smallest length found: the bound first, then longer ones in doubling steps, then down again
/// between the last failure and the success. `effort`: cell visits spent on each length tried. Beyond the
/// bound, lengths are resolved to 1/256 of it. A packing longer than the bound is then made shorter.
pub fn pack_from(problem: &Problem, bound: u32, horizon: Horizon, seed: u64, effort: u64) -> Packing {
    let packer = Packer::new(problem, horizon, Budget { seed, visits: effort, restarts: 1 });
    let (length, choices) = shortest(bound, |length| packer.pack(length));
    shorten(problem, Packing { length, choices }, bound, horizon, Effort { seed, visits: effort })
}

/// A packing made shorter by annealing, as far as the effort allows.
pub(crate) fn shorten(
    problem: &Problem,
    packing: Packing,
    bound: u32,
    horizon: Horizon,
    Effort { seed, visits }: Effort,
) -> Packing {
    let moves = visits / VISITS_OF_ANNEALING;
    shorten::shorten(problem, packing, bound, horizon, Effort { seed, visits: moves })
}

/// The order in which [`pack_from`] tries lengths, for any kind of attempt.
pub(crate) fn shortest<T>(bound: u32, mut attempt: impl FnMut(u32) -> Option<T>) -> (u32, T) {
    let grain = (bound / 256).max(1);
    let (mut failed, mut step) = (bound - 1, 1);
    let mut best = loop {
        let length = failed + step;
        match attempt(length) {
            Some(found) => break (length, found),
            None => (failed, step) = (length, if length == bound { grain } else { step * 2 }),
        }
    };
    while best.0 > failed + grain {
        let length = (failed + best.0) / 2;
        match attempt(length) {
            Some(found) => best = (length, found),
            None => failed = length,
        }
    }
    best
}

/// Packs into exactly this length, or gives up. The effort is shared by `restarts` searches with seeds of
/// their own: a search that is far from done at its share seldom ends well.
pub fn pack_into(
    problem: &Problem,
    length: u32,
    horizon: Horizon,
    seed: u64,
    effort: u64,
    restarts: u64,
) -> Option<Vec<Choice>> {
    Packer::new(problem, horizon, Budget { seed, visits: effort, restarts }).pack(length)
}

/// The same by prices alone.
pub(crate) fn by_prices(
    problem: &Problem,
    length: u32,
    horizon: Horizon,
    Effort { seed, visits }: Effort,
    restarts: u64,
) -> Option<Vec<Choice>> {
    race(&Sums::new(problem), length, horizon, Budget { seed, visits, restarts }, || None)
}

/// The same by free slots alone. A pinned item starts in slot 0 by its first alternative.
pub(crate) fn by_free_slots(
    problem: &Problem,
    pinned: Option<usize>,
    length: u32,
    horizon: Horizon,
    Effort { seed, visits }: Effort,
) -> Option<Vec<Choice>> {
    let visits = (visits / VISITS_OF_FILL).min(MOST_FILLED).max(VISITS_OF_CELL * problem.cells());
    fill(problem, pinned, length, horizon, Effort { seed, visits })
}

/// A problem that is packed into lengths, one after the other.
struct Packer<'a> {
    problem: &'a Problem,
    horizon: Horizon,
    budget: Budget,
    /// Made when the first search needs them.
    sums: OnceCell<Sums>,
}

impl<'a> Packer<'a> {
    fn new(problem: &'a Problem, horizon: Horizon, budget: Budget) -> Self {
        Packer { problem, horizon, budget, sums: OnceCell::new() }
    }

    /// Packs into this length: by one short search, if the problem is small, then by free slots, then by
    /// prices.
    fn pack(&self, length: u32) -> Option<Vec<Choice>> {
        let (horizon, budget) = (self.horizon, self.budget);
        let effort = Effort { seed: budget.seed, visits: budget.visits };
        let fill = || by_free_slots(self.problem, None, length, horizon, effort);
        match self.is_small(length) {
            true => race(self.sums(), length, horizon, budget, fill),
            false => fill().or_else(|| race(self.sums(), length, horizon, budget, || None)),
        }
    }

    fn sums(&self) -> &Sums {
        self.sums.get_or_init(|| Sums::new(self.problem))
    }

    /// Whether one round over all items is short.
    fn is_small(&self, length: u32) -> bool {
        self.problem.cells() * u64::from(length) < SMALL
    }
}

/// The work of one search, for measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Items placed, every time counted.
    pub moves: u64,
    /// Cells visited.
    pub visits: u64,
    /// Whether all items were placed.
    pub packed: bool,
}

/// One search on one core, as [`pack_into`] runs several. `None` if an item does not fit the length.
pub fn tally(problem: &Problem, length: u32, horizon: Horizon, seed: u64, visits: u64) -> Option<Tally> {
    let sums = Sums::new(problem);
    let mut search = Search::new(&sums, length, horizon, 2, seed)?;
    search.begin();
    search.run(visits);
    Some(Tally { moves: search.moves(), visits: search.visited(), packed: search.is_done() })
}

/// Every cell of every item at its place, written down naively.
#[cfg(test)]
fn is_packing(problem: &Problem, length: u32, horizon: Horizon, choices: &[Choice]) -> bool {
    let mut used = std::collections::HashSet::new();
    choices.iter().zip(&problem.items).all(|(choice, alternatives)| {
        alternatives[choice.alternative].iter().all(|cell| {
            let slot = choice.start + cell.offset;
            (horizon == Horizon::Periodic || slot < length) && used.insert((cell.resource, slot % length))
        })
    })
}
