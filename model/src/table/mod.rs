//! Route tables: total exchange in as few steps as possible, the same at every node, without buffers.
//!
//! A table is a set of `(start, route)`. In step `start` every node injects the message of that route by the
//! route's first hop. The message uses its j-th hop (from 0) in step `start + j` and never waits. The paper
//! calls a route a *word* and its hops *letters*: a letter is a port as a node's table names it. In a
//! *cyclic* dimension the letter is the port. In a *dihedral* dimension (even radix, at least 4) the nodes
//! with an odd coordinate swap their `+` and `-`, which balances the half-way messages where N/n is odd. A
//! message that goes straight then alternates its letters, `a A a A ..`, since the parity changes with every
//! hop. A [`Route`] still has this as one segment, of the first letter; [`letters`] spells it out.
//!
//! A table is right if no letter is used twice in a step, if its routes lead from a node to every other node
//! once, and if every route is shortest. [`check()`](check()) walks it over the real links. Its length is at
//! least [`lower_bound`]. All closed forms here meet the bound; tables found by search say what they reached.
//!
//! Source: Coolsaet, Fack and De Meyer, "A tabular method for verification of data exchange algorithms on
//! networks of parallel processors", 1994, theorem 1 and section 3. Differences: any torus, not only equal
//! radices; cyclic groups where the paper says that none is optimal (which is true for rings alone); starts
//! and routes instead of printed rows; the tables in four dimensions and more are found by search.
//!
//! ```
//! use torus_model::{table, Effort, Torus};
//! let table = table::exchange_table(&Torus::homogeneous(2, 4)?, Effort::with_seed(1));
//! assert_eq!((table.length, table.lower_bound), (8, 8));
//! assert_eq!(table::check(&table), Ok(()));
//! # Ok::<(), torus_model::Error>(())
//! ```

mod blocks;
mod check;
mod choose;
mod cube;
mod doubling;
mod groups;
mod halves;
mod heads;
mod layout;
mod line;
mod mixed;
mod orbits;
mod residual;
mod ring;
mod shop;
mod square;
mod twos;

pub use check::{check, TableFault};
pub use choose::{exchange_table, exchange_table_in, is_constructed};
pub use groups::{cyclic_bound, default_groups, Group};
pub use mixed::packing_problem;

use crate::{saturating::at_most_u32, Route, Torus};
use std::fmt;

/// One message of a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableEntry {
    /// The step of its first letter.
    pub start: u32,
    /// Its path. The port of a segment is the letter of the segment's first hop.
    pub route: Route,
}

impl fmt::Display for TableEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} {}", self.start, self.route)
    }
}

/// A table of one total exchange. Only [`check()`](check()) proves that it is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteTable {
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

impl RouteTable {
    /// The letters of a route as `(steps after its start, letter index)`; a letter has its port's index.
    pub fn letters<'a>(&'a self, route: &'a Route) -> impl Iterator<Item = (u32, usize)> + 'a {
        letters(&self.groups, route)
    }
}

/// The letters of a route as `(steps after its start, letter index)`, with these groups.
pub fn letters<'a>(groups: &'a [Group], route: &'a Route) -> impl Iterator<Item = (u32, usize)> + 'a {
    let segment = |segment: &crate::Segment| {
        let (port, swaps) = (segment.port.index(), groups[segment.port.dim()] == Group::Dihedral);
        (0..segment.hops as usize).map(move |hop| port ^ (hop & swaps as usize))
    };
    (0..).zip(route.segments().iter().flat_map(segment))
}

/// No total exchange over all ports takes fewer steps: the distances of a dimension have to go over its
/// links, two for each node, or one where the radix is 2.
pub fn lower_bound(torus: &Torus) -> u32 {
    let steps =
        |&n: &u32| (torus.len() as u64 / n as u64 * half_square(n)).div_ceil(if n == 2 { 1 } else { 2 });
    at_most_u32(torus.dims().iter().map(steps).max().unwrap_or(0))
}

/// The sum of all distances from one node of a ring: floor(n^2 / 4).
fn half_square(n: u32) -> u64 {
    n as u64 * n as u64 / 4
}
