//! Helpers of several groups of tests.
#![allow(dead_code)] // Every subject compiles this module and uses its part of it.

pub mod oracle;
pub mod ties;
pub mod unequal;
pub mod ways;

use torus_model::{NodeId, Placement, Torus};

/// Sizes that tend to find faults: radix 2, odd, even, no power of two, unequal, one dimension.
pub const SIZES: &[&[u32]] = &[
    &[2],
    &[5],
    &[6],
    &[2, 2],
    &[3, 2],
    &[4, 4],
    &[6, 6],
    &[8, 8],
    &[5, 5],
    &[4, 6],
    &[2, 2, 2],
    &[4, 4, 4],
    &[2, 3, 4],
    &[3, 2, 4, 2],
    &[3, 3, 3, 3],
];

/// A processor on every node.
pub fn full(dims: &[u32]) -> Placement {
    Placement::full(&torus(dims))
}

/// The torus of these radices.
pub fn torus(dims: &[u32]) -> Torus {
    Torus::new(dims).unwrap()
}

/// Placements of every kind that a torus has: full, linear, multilinear, and its first and last node.
pub fn placements(dims: &[u32]) -> Vec<Placement> {
    let torus = torus(dims);
    let mut all = vec![Placement::full(&torus)];
    all.extend(Placement::linear(&torus, None, 1));
    all.extend(Placement::multilinear(&torus, None, 2));
    let ends: Vec<NodeId> = [0, torus.len() - 1].iter().map(|&id| torus.node_at(id).unwrap()).collect();
    all.extend(Placement::listed(&torus, &ends));
    all
}
