//! A torus of some dimensions, whose tables the other dimensions double.
//!
//! Which tables can be doubled is a matter of luck: where many routes start together, there are too few
//! columns beside them. So several are tried. The first one is constructed. The others are searched for if
//! the torus is small; else their messages are in another order, if the construction has more than one.

use super::{super::lower_bound, letters, stages::double_up, LayOthers, Layout, TableEntry};
use crate::{Effort, Port};

/// Nodes of the largest torus whose tables are searched for.
const MOST_SEARCHED: usize = 128;

/// Tables that are searched for.
const SEARCHES: u64 = 24;

/// Tables of a larger torus of unequal radices.
const ORDERS: u64 = 100;

/// No torus has more tables to try.
pub(super) const TABLES: u64 = 1 + ORDERS;

pub(super) struct Base {
    /// Without entries.
    empty: Layout,
    /// The numbers of its dimensions in the whole torus.
    dims: Vec<usize>,
    /// The letters of the other dimensions.
    letters: Vec<Port>,
    /// Steps of its tables.
    steps: u32,
}

impl Base {
    /// The torus without the dimensions that double it. `None`: its tables cannot have as many steps as a
    /// table of `least` steps needs, or are too short to be doubled.
    pub fn new(layout: &Layout, doubling: &[usize], least: u32) -> Option<Self> {
        let dims: Vec<usize> = (0..layout.torus.d()).filter(|dim| !doubling.contains(dim)).collect();
        let letters = letters(&layout.torus, doubling);
        let (empty, steps) = (Layout::of_dims(&layout.torus, &layout.groups, &dims), least >> letters.len());
        let fits = lower_bound(&empty.torus) == steps && 2 * steps as usize >= empty.torus.len();
        fits.then_some(Base { empty, dims, letters, steps })
    }

    /// The table of this number, doubled for each letter; `None` if there is none, or if a doubling fails.
    pub fn doubled(&self, number: u64, effort: Effort, of_others: LayOthers) -> Option<Vec<TableEntry>> {
        let entries = self.table(number, effort, of_others)?;
        double_up((entries, self.steps), &self.letters, effort)
    }

    /// The table of this number with the dimensions of the whole torus; 0 is the constructed one.
    fn table(&self, number: u64, effort: Effort, of_others: LayOthers) -> Option<Vec<TableEntry>> {
        let Layout { torus, groups, .. } = &self.empty;
        let small = torus.len() <= MOST_SEARCHED;
        let more = match torus.radix() {
            _ if small => SEARCHES,
            Some(_) => 0,
            None => ORDERS,
        };
        let mut table = Layout::new(torus, groups);
        let laid = number <= more && of_others(&mut table, small && number > 0, effort);
        let in_whole = |TableEntry { start, route }: &TableEntry| TableEntry {
            start: *start,
            route: route.with_dims(&self.dims),
        };
        let fits = laid && table.length() == self.steps;
        fits.then(|| table.entries().iter().map(in_whole).collect())
    }
}
