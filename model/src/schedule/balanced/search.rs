//! The local search for balanced routes: it chooses one alternative for every item, so that no resource is
//! used more often than a target.
//!
//! While a resource is overloaded, the search draws one such resource and some items that use it. It moves
//! one of these items to another alternative. The move is the one with the best change of `sum max(0, load -
//! target)^2`, even if that is for the worse. An item that was moved rests for some moves. The work is
//! counted in cells visited, so the result depends only on the problem and the effort.

use crate::{pack::Problem, Effort, Random};

/// The number of items that are tried for one move.
const SAMPLES: usize = 30;

/// The range of the random part of the moves for which a moved item rests.
const REST: usize = 10;

/// The alternative of every item. It meets the target or has the least maximum found. The full effort is
/// spent on each target. After a failure the next target is half way to the best maximum found.
pub(super) fn balance(problem: &Problem, target: u32, effort: Effort) -> Vec<usize> {
    let mut search = Search::new(problem, target, effort.seed);
    let mut best = (search.maximum(), search.chosen.clone());
    let mut target = target;
    while target < best.0 {
        search.aim(target);
        best = search.run(effort.visits, best);
        if best.0 > target {
            target += ((best.0 - target) / 2).max(1);
        } else {
            break;
        }
    }
    best.1
}

/// The state of the search: the alternative of every item, and the resulting loads.
struct Search<'a> {
    problem: &'a Problem,
    target: u32,
    chosen: Vec<usize>,
    load: Vec<u32>,
    /// The items that use a resource, once for each use.
    users: Vec<Vec<u32>>,
    overloaded: Vec<u32>,
    /// For each resource its index in `overloaded`, or `u32::MAX`.
    place: Vec<u32>,
    rests_until: Vec<u64>,
    moves: u64,
    visited: u64,
    random: Random,
}

impl<'a> Search<'a> {
    fn new(problem: &'a Problem, target: u32, seed: u64) -> Self {
        let (items, resources) = (problem.items.len(), problem.resources);
        let mut search = Search {
            problem,
            target,
            chosen: vec![0; items],
            load: vec![0; resources],
            users: vec![Vec::new(); resources],
            overloaded: Vec::new(),
            place: vec![u32::MAX; resources],
            rests_until: vec![0; items],
            moves: 0,
            visited: 0,
            random: Random::new(seed),
        };
        for item in 0..items {
            let alternative = search.random.below(problem.items[item].len());
            search.put(item, alternative);
        }
        search
    }

    /// Sets another target and resets the effort spent.
    fn aim(&mut self, target: u32) {
        (self.target, self.visited) = (target, 0);
        self.overloaded.clear();
        self.place.fill(u32::MAX);
        (0..self.load.len()).for_each(|resource| self.note(resource));
    }

    fn maximum(&self) -> u32 {
        self.load.iter().copied().max().unwrap_or(0)
    }

    /// Moves until nothing is overloaded or the effort is spent. Returns the least maximum seen and its
    /// choice.
    fn run(&mut self, effort: u64, mut best: (u32, Vec<usize>)) -> (u32, Vec<usize>) {
        while !self.overloaded.is_empty() && self.visited < effort {
            let resource = self.overloaded[self.random.below(self.overloaded.len())] as usize;
            self.moves += 1;
            if let Some((item, alternative)) = self.best_move(resource) {
                self.take(item);
                self.put(item, alternative);
                self.rests_until[item] = self.moves + 2 + self.random.below(REST) as u64;
            }
            let over = |&resource: &u32| self.load[resource as usize];
            let maximum = self.overloaded.iter().map(over).max().unwrap_or(self.target);
            if maximum < best.0 {
                best = (maximum, self.chosen.clone());
            }
        }
        best
    }

    /// The best move of some items that use the resource. Of equally good moves each is equally likely.
    fn best_move(&mut self, resource: usize) -> Option<(usize, usize)> {
        let (mut best, mut least, mut ties) = (None, i64::MAX, 0);
        for _ in 0..SAMPLES {
            let users = &self.users[resource];
            let item = users[self.random.below(users.len())] as usize;
            // Counted even if nothing is visited, so that the search ends when all items rest.
            self.visited += 1;
            if self.rests_until[item] > self.moves && users.len() > REST {
                continue;
            }
            let chosen = self.chosen[item];
            let before = self.shift(item, chosen, false);
            for alternative in (0..self.problem.items[item].len()).filter(|&other| other != chosen) {
                let change = before + self.shift(item, alternative, true);
                self.shift(item, alternative, false);
                ties = if change < least { 1 } else { ties + usize::from(change == least) };
                if change < least || change == least && self.random.below(ties) == 0 {
                    (best, least) = (Some((item, alternative)), change);
                }
            }
            self.shift(item, chosen, true);
        }
        best
    }

    /// Adds the cells of an alternative to the loads, or subtracts them. Returns the change of the sum of
    /// squares.
    fn shift(&mut self, item: usize, alternative: usize, adds: bool) -> i64 {
        let cells = &self.problem.items[item][alternative];
        self.visited += cells.len() as u64;
        let mut change = 0;
        for cell in cells {
            let load = &mut self.load[cell.resource as usize];
            // The squares of an excess e and of e + 1 differ by 2 e + 1.
            let above = *load as i64 - self.target as i64 - i64::from(!adds);
            let step = if above >= 0 { 2 * above + 1 } else { 0 };
            change += if adds { step } else { -step };
            *load = if adds { *load + 1 } else { *load - 1 };
        }
        change
    }

    fn put(&mut self, item: usize, alternative: usize) {
        self.chosen[item] = alternative;
        self.shift(item, alternative, true);
        for cell in &self.problem.items[item][alternative] {
            self.users[cell.resource as usize].push(item as u32);
            self.note(cell.resource as usize);
        }
    }

    fn take(&mut self, item: usize) {
        self.shift(item, self.chosen[item], false);
        for cell in &self.problem.items[item][self.chosen[item]] {
            let users = &mut self.users[cell.resource as usize];
            let at = users.iter().position(|&user| user == item as u32).expect("a user of its own cells");
            users.swap_remove(at);
            self.note(cell.resource as usize);
        }
    }

    /// Adds a resource to the overloaded ones or removes it, according to its load.
    fn note(&mut self, resource: usize) {
        let (over, at) = (self.load[resource] > self.target, self.place[resource]);
        if over && at == u32::MAX {
            self.place[resource] = self.overloaded.len() as u32;
            self.overloaded.push(resource as u32);
        } else if !over && at != u32::MAX {
            self.overloaded.swap_remove(at as usize);
            if let Some(&moved) = self.overloaded.get(at as usize) {
                self.place[moved as usize] = at;
            }
            self.place[resource] = u32::MAX;
        }
    }
}
