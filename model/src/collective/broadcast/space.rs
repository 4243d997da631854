//! The space of a broadcast: a torus, or a factor of a larger one with its rules.
//!
//! In a factor a radix may be 1. Radix 2 has both links where the larger torus has them (`both`), since its
//! two nodes stand for rings of more nodes. Half-way worms may be forbidden (`untied`), because the two
//! halves of an odd ring differ. And the last nodes along a dimension may have to be silent (`silent`), so
//! that cells may be cut short there.

use super::tree::{coordinates, id, moved, Tree};
use crate::{Sign, Torus};

/// A torus or a factor. Every list has an entry for each dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Space {
    pub radices: Vec<u32>,
    /// Whether radix 2 has both links.
    pub both: Vec<bool>,
    /// Whether worms of half a ring are forbidden.
    pub untied: Vec<bool>,
    /// How many of the last coordinates do not send.
    pub silent: Vec<u32>,
}

impl Space {
    /// The whole torus.
    pub fn torus(torus: &Torus) -> Self {
        Self::free(torus.dims())
    }

    /// No restriction.
    pub fn free(radices: &[u32]) -> Self {
        let none = vec![false; radices.len()];
        let silent = vec![0; radices.len()];
        Space { radices: radices.to_vec(), both: none.clone(), untied: none, silent }
    }

    pub fn d(&self) -> usize {
        self.radices.len()
    }

    pub fn len(&self) -> usize {
        self.radices.iter().map(|&radix| radix as usize).product()
    }

    /// Longest segment in a dimension and direction.
    pub fn reach(&self, dim: usize, sign: Sign) -> u32 {
        match self.radices[dim] {
            2 if sign == Sign::Minus && !self.both[dim] => 0,
            radix => (radix - self.untied[dim] as u32) / 2,
        }
    }

    /// Whether a node may send.
    pub fn sends(&self, x: &[u32]) -> bool {
        (0..self.d()).all(|dim| x[dim] < self.radices[dim] - self.silent[dim])
    }

    /// Whether a tree keeps the rules of this space. Whether it is a broadcast is not checked.
    pub fn admits(&self, tree: &Tree) -> bool {
        let mut worms = tree.steps.iter().flatten();
        let short = |route: &crate::Route| {
            route
                .segments()
                .iter()
                .all(|segment| segment.hops <= self.reach(segment.port.dim(), segment.port.sign()))
        };
        tree.radices == self.radices && worms.all(|worm| self.sends(&worm.from) && short(&worm.route))
    }

    /// Row-major ids of every node's neighbours, by node and port.
    pub fn neighbours(&self) -> Vec<u32> {
        let slots = (0..self.len()).flat_map(|node| (0..2 * self.d()).map(move |port| (node, port)));
        slots.map(|(node, port)| self.neighbour(node, crate::Port::from_index(port))).collect()
    }

    fn neighbour(&self, node: usize, port: crate::Port) -> u32 {
        let (mut x, dim) = (coordinates(&self.radices, node), port.dim());
        x[dim] = moved(x[dim], &crate::Segment { port, hops: 1 }, self.radices[dim]);
        id(&self.radices, &x) as u32
    }
}
