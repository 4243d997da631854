//! A table under construction, from left to right.

use super::{letters, lower_bound, Group, RouteTable, TableEntry};
use crate::{pack::Cell, Route, Torus};

/// The entries so far, and the first step after them (`end`).
pub(super) struct Layout {
    pub torus: Torus,
    pub groups: Vec<Group>,
    pub end: u32,
    entries: Vec<TableEntry>,
    /// Whether a destination has a route, by destination from node 0, at which all letters are ports.
    sent: Vec<bool>,
}

impl Layout {
    /// An empty table.
    pub fn new(torus: &Torus, groups: &[Group]) -> Self {
        let mut sent = vec![false; torus.len()];
        sent[0] = true;
        Layout { torus: torus.clone(), groups: groups.to_vec(), end: 0, entries: Vec::new(), sent }
    }

    /// An empty table of some dimensions of a torus with these groups.
    pub fn of_dims(torus: &Torus, groups: &[Group], dims: &[usize]) -> Self {
        let radices: Vec<u32> = dims.iter().map(|&dim| torus.dims()[dim]).collect();
        let groups: Vec<Group> = dims.iter().map(|&dim| groups[dim]).collect();
        Layout::new(&Torus::new(&radices).expect("a part of a torus is a torus"), &groups)
    }

    /// Adds a route that starts in a given step; `end` does not change.
    pub fn put(&mut self, start: u32, route: Route) {
        let end = self.destination(&route);
        self.sent[end] = true;
        self.entries.push(TableEntry { start, route });
    }

    /// Whether the node of this index has a route, or is node 0.
    pub fn is_sent(&self, node: usize) -> bool {
        self.sent[node]
    }

    /// The index of the node a route leads to from node 0.
    pub fn destination(&self, route: &Route) -> usize {
        let origin = self.torus.node(&vec![0; self.torus.d()]);
        route.end(&self.torus, origin).index()
    }

    /// The packer's cells of a route: its letters.
    pub fn cells(&self, route: &Route) -> Vec<Cell> {
        letters(&self.groups, route)
            .map(|(offset, letter)| Cell { resource: letter as u32, offset })
            .collect()
    }

    /// The entries so far.
    pub fn entries(&self) -> &[TableEntry] {
        &self.entries
    }

    /// The step after the last letter.
    pub fn length(&self) -> u32 {
        let end = |entry: &TableEntry| entry.start + entry.route.hops();
        self.entries.iter().map(end).max().unwrap_or(0)
    }

    /// The finished table.
    pub fn finish(mut self) -> RouteTable {
        self.entries.sort();
        RouteTable {
            length: self.length(),
            lower_bound: lower_bound(&self.torus),
            torus: self.torus,
            groups: self.groups,
            entries: self.entries,
        }
    }
}
