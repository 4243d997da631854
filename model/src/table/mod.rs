//! Word tables: optimal total exchange that every node runs alike, without buffers.
//!
//! A table is a set of `(start, word)`. Every node injects, in step `start`, the message of that word on the
//! word's first letter; the message uses its j-th letter (from 0) in step `start + j` and never waits. A
//! **letter** is a port as a node's table names it. In a *cyclic* dimension it is the port itself. In a
//! *dihedral* dimension (even radix, at least 4) the nodes with an odd coordinate swap their `+` and `-`: they
//! are mirrored, which balances the half-way messages where N/n is odd. Then a message goes straight by
//! alternating letters, `a A a A ..`, for the parity changes with every hop. A [`Word`] still says it as one
//! run of the first letter; [`letters`] spells it out.
//!
//! A table is right if no letter is used twice in a step, its words lead from a node to every other node once,
//! and every word is shortest; [`check()`](check()) walks it over the real links. Its length is at least
//! [`lower_bound`], which every closed form here meets; the searches say in the table what they reached.
//!
//! Source: Coolsaet, Fack and De Meyer, "A tabular method for verification of data exchange algorithms on
//! networks of parallel processors", 1994, theorem 1 and section 3. Differences: any torus, not only equal
//! radices; cyclic groups where the paper says that none is optimal (true for rings alone); starts and words
//! instead of printed rows; the tables found by search, in four dimensions and beyond.
//!
//! ```
//! use torus_model::{frame::Effort, tables, Torus};
//! let table = tables::exchange_table(&Torus::homogeneous(2, 4)?, Effort::with_seed(1));
//! assert_eq!((table.length, table.lower_bound), (8, 8));
//! assert_eq!(tables::check(&table), Ok(()));
//! # Ok::<(), torus_model::Error>(())
//! ```

mod check;
mod choose;
mod cube;
mod groups;
mod heads;
mod hypercube;
mod layout;
mod mixed;
mod orbits;
mod residual;
mod ring;
mod square;

pub use check::{check, TableFault};
pub use choose::{exchange_table, exchange_table_in};
pub use groups::{default_groups, Group};
pub use mixed::packing_problem;

use crate::{Torus, Word};
use std::fmt;

/// One message of a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableEntry {
    /// The step of its first letter.
    pub start: u32,
    /// Its path. The port of a run is the letter of the run's first hop.
    pub word: Word,
}

impl fmt::Display for TableEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} {}", self.start, self.word)
    }
}

/// A table of one total exchange. Nothing here is proved: that is [`check()`](check())'s work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordTable {
    /// The torus, all of whose nodes send to all others.
    pub torus: Torus,
    /// How letters are read in each dimension.
    pub groups: Vec<Group>,
    /// Number of steps.
    pub length: u32,
    /// No table of this torus is shorter.
    pub lower_bound: u32,
    /// The messages, sorted.
    pub entries: Vec<TableEntry>,
}

impl WordTable {
    /// The letters of a word as `(steps after its start, letter index)`; a letter has its port's index.
    pub fn letters<'a>(&'a self, word: &'a Word) -> impl Iterator<Item = (u32, usize)> + 'a {
        letters(&self.groups, word)
    }
}

/// The letters of a word as `(steps after its start, letter index)`, with these groups.
pub fn letters<'a>(groups: &'a [Group], word: &'a Word) -> impl Iterator<Item = (u32, usize)> + 'a {
    let run = |run: &crate::Run| {
        let (port, swaps) = (run.port.index(), groups[run.port.dim()] == Group::Dihedral);
        (0..run.hops as usize).map(move |hop| port ^ (hop & swaps as usize))
    };
    (0..).zip(word.runs().iter().flat_map(run))
}

/// No total exchange over all ports takes fewer steps: the distances of a dimension have to go over its links,
/// two for each node, or one where the radix is 2.
pub fn lower_bound(torus: &Torus) -> u32 {
    let steps =
        |&n: &u32| (torus.len() as u64 / n as u64 * half_square(n)).div_ceil(if n == 2 { 1 } else { 2 });
    torus.dims().iter().map(steps).max().unwrap_or(0) as u32
}

/// The sum of all distances from one node of a ring: floor(n^2 / 4).
fn half_square(n: u32) -> u64 {
    n as u64 * n as u64 / 4
}
