//! Broadcast in stages, and dimension by dimension.
//!
//! **Staged**: stage i makes U_i, a subgroup of n^i nodes, out of U_(i-1). n levels, each a copy of U_(i-1),
//! inform each other by the level plan, 2d parts in a step. After each stage but the last, one step moves the
//! copies to where U_i has them. That takes `d ceil(log_(2d+1) n) + d - 1` steps on n^d. `docs/broadcast.md`
//! says why no two worms meet. Source: Wang and Tseng, "Algebraic Foundations and Broadcasting Algorithms for
//! Wormhole-Routed All-Port Tori". Differences: rows and levels are our choice; any n; nodes that already
//! have the message are left out.
//!
//! **Lines**: all nodes with the message spread it along one dimension after the other, 3-fold in a step: the
//! sum of `ceil(log_3 n_i)`.

use super::{
    levels::{level_plan, Move},
    tree::{id, route_of, Tree, Worm},
};

/// The staged broadcast on n^d.
pub(super) fn staged_tree(d: usize, n: u32) -> Tree {
    let mut growth = Growth::new(&vec![n; d]);
    for stage in 0..d {
        let level = |x: &[u32]| level(stage, n, x);
        for moves in level_plan(n, d) {
            growth.tell(&moves, level, |step| displacement(stage, d, step));
        }
        if stage + 1 < d {
            growth.align(|x| aligned(stage, level(x), x));
        }
    }
    growth.tree
}

/// The broadcast dimension by dimension.
pub(super) fn lines_tree(radices: &[u32]) -> Tree {
    let mut growth = Growth::new(radices);
    for (dim, &radix) in radices.iter().enumerate() {
        for moves in level_plan(radix, 1) {
            growth.tell(&moves, |x| x[dim], |step| along(radices.len(), &[(dim, step.change)]));
        }
    }
    growth.tree
}

/// The level function f_i of stage i (from 0): `x_d`, then `x_1 - x_d - .. - x_(d-i+2)`.
fn level(stage: usize, n: u32, x: &[u32]) -> u32 {
    let d = x.len();
    if stage == 0 {
        return x[d - 1];
    }
    let minus: i64 = x[d - stage..].iter().map(|&x| x as i64).sum();
    (x[0] as i64 - minus).rem_euclid(n as i64) as u32
}

/// Row of the routing matrix of a stage, times the change of level.
fn displacement(stage: usize, d: usize, step: &Move) -> Vec<i64> {
    let (row, by) = (step.row, step.change);
    match stage {
        0 if row + 1 == d => along(d, &[(row, by)]),
        0 => along(d, &[(row, by), (d - 1, by)]),
        _ if row == 0 => along(d, &[(0, by)]),
        _ if row < d - stage => along(d, &[(row, by), (d - 1, -by)]),
        _ => along(d, &[(row, -by)]),
    }
}

fn along(d: usize, parts: &[(usize, i64)]) -> Vec<i64> {
    let mut by = vec![0; d];
    parts.iter().for_each(|&(dim, part)| by[dim] += part);
    by
}

/// Where a node of a level's copy of U_(i-1) moves, so that all levels make U_i.
fn aligned(stage: usize, level: u32, x: &[u32]) -> Vec<u32> {
    let (mut x, d) = (x.to_vec(), x.len());
    let last = d - 1 - stage;
    x[1..last].fill(0);
    x[if stage == 0 { 0 } else { last }] = level;
    x
}

/// A tree under construction. A node whose part was moved away by an alignment has the message, but is not
/// active.
struct Growth {
    tree: Tree,
    knows: Vec<bool>,
    active: Vec<Vec<u32>>,
}

impl Growth {
    fn new(radices: &[u32]) -> Self {
        let mut knows = vec![false; radices.iter().product::<u32>() as usize];
        knows[0] = true;
        Growth { tree: Tree::new(radices), knows, active: vec![vec![0; radices.len()]] }
    }

    /// One step of a level plan by all active nodes.
    fn tell(
        &mut self,
        moves: &[Move],
        level: impl Fn(&[u32]) -> u32,
        displacement: impl Fn(&Move) -> Vec<i64>,
    ) {
        let (mut worms, mut told) = (Vec::new(), Vec::new());
        let mut by_level =
            vec![Vec::new(); moves.iter().map(|step| step.level as usize + 1).max().unwrap_or(0)];
        moves.iter().for_each(|step| by_level[step.level as usize].push(displacement(step)));
        let mut active = std::mem::take(&mut self.active);
        for x in &active {
            for by in by_level.get(level(x) as usize).into_iter().flatten() {
                told.push(self.worm(x, by, &mut worms));
            }
        }
        active.append(&mut told);
        self.active = active;
        self.end_step(worms);
    }

    /// One step in which every active node passes its part on to another one.
    fn align(&mut self, target: impl Fn(&[u32]) -> Vec<u32>) {
        let mut worms = Vec::new();
        let active = std::mem::take(&mut self.active);
        for x in &active {
            let by: Vec<i64> = target(x).iter().zip(x).map(|(&to, &from)| to as i64 - from as i64).collect();
            let end =
                self.worm(x, &by.iter().zip(&self.tree.radices).map(to_plus).collect::<Vec<_>>(), &mut worms);
            self.active.push(end);
        }
        self.end_step(worms);
    }

    /// Adds a worm unless its end has the message already, and returns the end.
    fn worm(&mut self, x: &[u32], by: &[i64], worms: &mut Vec<Worm>) -> Vec<u32> {
        let worm = Worm { from: x.to_vec(), route: route_of(&self.tree.radices, by) };
        let end = self.tree.end(&worm);
        if !std::mem::replace(&mut self.knows[id(&self.tree.radices, &end)], true) {
            worms.push(worm);
        }
        end
    }

    fn end_step(&mut self, worms: Vec<Worm>) {
        self.tree.steps.push(worms);
    }
}

/// An alignment breaks ties in favour of `+`.
fn to_plus((&by, &radix): (&i64, &u32)) -> i64 {
    by.rem_euclid(radix as i64)
}
