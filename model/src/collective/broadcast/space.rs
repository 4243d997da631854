//! What a broadcast is searched in: a torus, or a factor of a larger one.
//!
//! In a factor radices may be 1; radix 2 has both links where the larger torus has (`both`): its two nodes stand for
//! circles of more; half-way worms may be forbidden (`untied`), because the two halves of an odd circle differ; and the
//! last nodes along a dimension may have to be silent (`silent`), so that cells may be cut short there.

use super::tree::{coordinates, id, moved, Tree};
use crate::{Sign, Torus};

/// A torus or a factor. Every list has an entry for each dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Space {
    pub radices: Vec<u32>,
    /// Whether radix 2 has both links.
    pub both: Vec<bool>,
    /// Whether worms of half a circle are forbidden.
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

    /// Longest run in a dimension and direction.
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

    /// Whether a tree keeps all that this space asks for. Who is told when is not looked at.
    pub fn admits(&self, tree: &Tree) -> bool {
        let mut worms = tree.steps.iter().flatten();
        let short = |word: &crate::Word| {
            word.runs().iter().all(|run| run.hops <= self.reach(run.port.dim(), run.port.sign()))
        };
        tree.radices == self.radices && worms.all(|worm| self.sends(&worm.from) && short(&worm.word))
    }

    /// Row-major ids of every node's neighbours, by node and port.
    pub fn neighbours(&self) -> Vec<u32> {
        let slots = (0..self.len()).flat_map(|node| (0..2 * self.d()).map(move |port| (node, port)));
        slots.map(|(node, port)| self.neighbour(node, crate::Port::from_index(port))).collect()
    }

    fn neighbour(&self, node: usize, port: crate::Port) -> u32 {
        let (mut x, dim) = (coordinates(&self.radices, node), port.dim());
        x[dim] = moved(x[dim], &crate::Run { port, hops: 1 }, self.radices[dim]);
        id(&self.radices, &x) as u32
    }
}
