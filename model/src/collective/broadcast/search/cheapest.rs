//! The cheapest worm to a node: backwards from the node, a branch for every segment, cut at the best cost so
//! far.

use super::{Search, Told, NOBODY};
use crate::{collective::broadcast::space::Space, Port};

/// What a unit of weight costs, in units of a step. An early step is worth a little, as a node with the
/// message can pass it on.
const WEIGHT: i64 = 4;

/// The state of one search for the cheapest worm, and tables that do not change.
#[derive(Default)]
pub(super) struct Cheapest {
    /// Nodes visited so far.
    pub visits: u64,
    neighbours: Vec<u32>,
    reach: Vec<u32>,
    sends: Vec<bool>,
    ports: usize,
    /// Worms that cost more are not considered.
    limit: i64,
    ties: usize,
    best: Option<Told>,
    /// Links from the end back to the present node.
    path: Vec<u32>,
}

impl Cheapest {
    pub fn new(space: &Space) -> Self {
        let port = Port::from_index;
        let ports = 2 * space.d();
        let sends = |node| space.sends(&super::coordinates(&space.radices, node));
        Cheapest {
            neighbours: space.neighbours(),
            reach: (0..ports).map(|p| space.reach(port(p).dim(), port(p).sign())).collect(),
            sends: (0..space.len()).map(sends).collect(),
            ports,
            ..Cheapest::default()
        }
    }

    pub fn begin(&mut self) {
        (self.limit, self.best) = (i64::MAX, None);
    }

    /// Considers the worms of one step, which is too early for children of weight `hurried`. A later step has
    /// to be cheaper.
    pub fn step(&mut self, search: &mut Search, node: u32, step: u32, hurried: i64) {
        let cost = WEIGHT * hurried + step as i64;
        self.ties = 0;
        if cost <= self.limit {
            self.back(search, node, (step, self.ports / 2), cost);
        }
        self.limit -= (self.ties > 0) as i64;
    }

    /// The best worm, its path turned round.
    pub fn take(&mut self) -> Option<Told> {
        let mut best = self.best.take()?;
        best.path.reverse();
        Some(best)
    }

    /// All worms that arrive at `at` and then follow the path; the segment before that is in a dimension
    /// below `dims`.
    fn back(&mut self, search: &mut Search, at: u32, (step, dims): (u32, usize), cost: i64) {
        self.visits += 1;
        self.consider(search, at, step, cost);
        for port in (0..2 * dims).rev() {
            self.run(search, at, (step, port), cost);
        }
    }

    fn run(&mut self, search: &mut Search, end: u32, (step, port): (u32, usize), mut cost: i64) {
        let (mut at, kept) = (end, self.path.len());
        for _ in 0..self.reach[port] {
            at = self.neighbours[at as usize * self.ports + (port ^ 1)];
            let link = at * self.ports as u32 + port as u32;
            let owner = search.owners[search.slot(step, link)];
            if owner != NOBODY {
                cost += WEIGHT * search.weights[owner as usize] as i64;
            }
            if cost > self.limit {
                break;
            }
            self.path.push(link);
            self.back(search, at, (step, port / 2), cost);
        }
        self.path.truncate(kept);
    }

    fn consider(&mut self, search: &mut Search, at: u32, step: u32, cost: i64) {
        let teller = search.fold.nodes[at as usize];
        if search.steps_of[teller as usize] >= step || !self.sends[at as usize] || self.path.is_empty() {
            return;
        }
        if cost < self.limit {
            (self.limit, self.ties) = (cost, 0);
        }
        self.ties += 1;
        if search.random.below(self.ties) == 0 {
            let best = self.best.get_or_insert_default();
            (best.step, best.parent) = (step, at);
            best.path.clone_from(&self.path);
        }
    }
}
