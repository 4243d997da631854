//! The choice of a short broadcast for any torus: stored, searched, or a product of such.
//!
//! For a given number of steps it tries a stored tree of the space; then the search, where the space is
//! small; then products, those of the emptiest factors first. A factor is the emptier the fewer nodes it has
//! of those that it could have (`most`). What was tried is remembered, so factors that come again cost
//! nothing. Products may cut each dimension into cells in any way; dimensions of equal radix are cut in one
//! order only.

use super::{most::most_nodes, plans, product::product, search::search_tree, space::Space, tree::Tree};
use crate::Effort;

/// Largest space that is searched.
const SEARCHED: usize = 4000;

/// Visits of a search for each node, and at most.
const VISITS: (u64, u64) = (100_000, 150_000_000);

/// Above this fullness a search hardly ever succeeds and gets the visits of its first attempt alone.
const FULL: f64 = 0.93;

/// Products tried for a number of steps.
const PRODUCTS: usize = 40;

/// The trees that were found, or not, for a space and a number of steps.
#[derive(Default)]
pub(super) struct Chooser {
    tried: Vec<(Space, u32, Option<Tree>)>,
}

/// Two factors of a space and their steps.
struct Split {
    outer: (Space, u32),
    inner: (Space, u32),
}

impl Chooser {
    /// A tree of this many steps or fewer, and whether it is a product.
    pub fn tree(&mut self, space: &Space, steps: u32) -> Option<(Tree, bool)> {
        if fullness(space, steps) > 1.0 {
            return None;
        }
        match self.single(space, steps) {
            Some(tree) => Some((tree, false)),
            None => Some((self.composed(space, steps)?, true)),
        }
    }

    /// A stored or searched tree.
    fn single(&mut self, space: &Space, steps: u32) -> Option<Tree> {
        if let Some((.., tree)) = self.tried.iter().find(|(s, t, _)| (s, *t) == (space, steps)) {
            return tree.clone();
        }
        let share = if fullness(space, steps) > FULL { 5 } else { 1 };
        let visits = (VISITS.0 * space.len() as u64).min(VISITS.1) / share;
        let search = || match space.len() <= SEARCHED {
            true => search_tree(space, steps, Effort { seed: 1, visits }),
            false => None,
        };
        let tree = plans::stored(space, steps).or_else(search);
        self.tried.push((space.clone(), steps, tree.clone()));
        tree
    }

    fn composed(&mut self, space: &Space, steps: u32) -> Option<Tree> {
        splits(space, steps).into_iter().take(PRODUCTS).find_map(|Split { outer, inner }| {
            let (inner, _) = self.tree(&inner.0, inner.1)?;
            let (outer, _) = self.tree(&outer.0, outer.1)?;
            product(space, &outer, &inner)
        })
    }
}

/// The number of nodes divided by the most that could be reached. Above 1 there is no tree.
fn fullness(space: &Space, steps: u32) -> f64 {
    space.len() as f64 / most_nodes(space, steps) as f64
}

/// The ways to cut into cells whose factors are not too full, the emptiest first.
fn splits(space: &Space, steps: u32) -> Vec<Split> {
    let mut found = Vec::new();
    for counts in cell_counts(space) {
        let Some((outer, inner)) = factors(space, &counts) else { continue };
        for inner_steps in 1..steps {
            let (one, two) = (fullness(&outer, steps - inner_steps), fullness(&inner, inner_steps));
            if one.max(two) <= 1.0 {
                let split = Split {
                    outer: (outer.clone(), steps - inner_steps),
                    inner: (inner.clone(), inner_steps),
                };
                found.push((one.max(two), split));
            }
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, split)| split).collect()
}

/// Numbers of cells for every dimension; where radices are equal they do not decrease.
fn cell_counts(space: &Space) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for dim in 0..space.d() {
        let same = |other: usize| space.radices[other] == space.radices[dim];
        let before = (0..dim).rev().find(|&other| same(other));
        let extended = |counts: &Vec<u32>| {
            let least = before.map_or(1, |other| counts[other]);
            let longer = |count| [counts.as_slice(), &[count]].concat();
            counts_of(space.radices[dim])
                .into_iter()
                .filter(move |&c| c >= least)
                .map(longer)
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(extended).collect();
    }
    all.retain(|counts| counts.iter().any(|&count| count > 1) && *counts != space.radices);
    all
}

/// The least number of cells for each size of cell.
fn counts_of(n: u32) -> Vec<u32> {
    let mut counts: Vec<u32> = (1..=n).map(|size| n.div_ceil(size)).collect();
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// The space of the cells and the space of a cell; `None` if a cell would be cut off completely.
fn factors(space: &Space, counts: &[u32]) -> Option<(Space, Space)> {
    let (mut outer, mut inner) = (Space::free(counts), Space::free(counts));
    for (dim, &count) in counts.iter().enumerate() {
        let n = space.radices[dim];
        inner.radices[dim] = n.div_ceil(count);
        inner.silent[dim] = inner.radices[dim] - n / count + space.silent[dim];
        inner.both[dim] = if count == 1 { space.both[dim] } else { true };
        inner.untied[dim] = count == 1 && space.untied[dim];
        outer.both[dim] = space.both[dim] || n > 2;
        outer.untied[dim] = space.untied[dim] || n % 2 == 1;
        if inner.silent[dim] >= inner.radices[dim] {
            return None;
        }
    }
    Some((outer, inner))
}
