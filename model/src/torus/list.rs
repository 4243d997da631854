//! Lists of nodes that are moved together.

use super::{NodeId, Torus};
use std::ops::Range;

/// Nodes, and their coordinates side by side, so that an offset is added to all of them in a few steps each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeList {
    nodes: Vec<u32>,
    dims: Vec<Coordinates>,
}

/// The coordinates of all nodes in a dimension, times the difference of neighbours' ids.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Coordinates {
    scaled: Vec<u32>,
    n: u32,
    stride: u32,
}

impl NodeList {
    /// A list of nodes, in any order.
    ///
    /// ```
    /// use torus_model::{torus::NodeList, Torus};
    /// let torus = Torus::new(&[4, 3])?;
    /// let list = NodeList::new(&torus, &[torus.node(&[0, 0]), torus.node(&[3, 1])]);
    /// assert_eq!(list.nodes(), [0, 10]);
    /// assert_eq!(list.translated(&[1, 2]), [5, 0]);
    /// # Ok::<(), torus_model::torus::TorusError>(())
    /// ```
    pub fn new(torus: &Torus, nodes: &[NodeId]) -> Self {
        let in_dim = |dim: usize| {
            let (n, stride) = (torus.dims()[dim], torus.stride(dim) as u32);
            let scaled = nodes.iter().map(|&node| torus.coordinate(node, dim) * stride).collect();
            Coordinates { scaled, n, stride }
        };
        NodeList {
            nodes: nodes.iter().map(|node| node.0).collect(),
            dims: (0..torus.d()).map(in_dim).collect(),
        }
    }

    /// The ids of the nodes.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    /// The nodes at some places of the list, in the order of these ranges.
    ///
    /// ```
    /// use torus_model::{torus::NodeList, Torus};
    /// let torus = Torus::new(&[4, 3])?;
    /// let list = NodeList::new(&torus, &torus.nodes().collect::<Vec<_>>());
    /// assert_eq!(list.part(&[9..12, 0..1]).nodes(), [9, 10, 11, 0]);
    /// # Ok::<(), torus_model::torus::TorusError>(())
    /// ```
    pub fn part(&self, places: &[Range<usize>]) -> Self {
        let of = |all: &[u32]| places.iter().flat_map(|range| &all[range.clone()]).copied().collect();
        let in_dim = |dim: &Coordinates| Coordinates { scaled: of(&dim.scaled), ..*dim };
        NodeList { nodes: of(&self.nodes), dims: self.dims.iter().map(in_dim).collect() }
    }

    /// The ids of the nodes at an offset from them, in their order. `offset`: below the radix in each
    /// dimension.
    pub fn translated(&self, offset: &[u32]) -> Vec<u32> {
        let mut nodes = Vec::new();
        self.translate_into(&mut nodes, offset);
        nodes
    }

    /// Replaces the contents of a vector by [`NodeList::translated`]. Its memory is used again.
    pub fn translate_into(&self, nodes: &mut Vec<u32>, offset: &[u32]) {
        self.move_into(nodes, offset.iter().copied());
    }

    /// Replaces the contents of a vector by the ids of the nodes from which these are at an offset.
    pub fn translate_back_into(&self, nodes: &mut Vec<u32>, offset: &[u32]) {
        let back = |(x, dim): (&u32, &Coordinates)| if *x == 0 { 0 } else { dim.n - x };
        self.move_into(nodes, offset.iter().zip(&self.dims).map(back));
    }

    fn move_into(&self, nodes: &mut Vec<u32>, offset: impl Iterator<Item = u32>) {
        nodes.clear();
        nodes.resize(self.nodes.len(), 0);
        for (Coordinates { scaled, n, stride }, x) in self.dims.iter().zip(offset) {
            let (by, turn) = (x * stride, n * stride);
            for (node, x) in nodes.iter_mut().zip(scaled) {
                let sum = x + by;
                *node += if sum >= turn { sum - turn } else { sum };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All nodes, last first, and none, against translations node by node.
    #[test]
    fn lists_are_translated_node_by_node() {
        for dims in [&[2][..], &[3], &[4, 3], &[2, 5, 3]] {
            let torus = Torus::new(dims).unwrap();
            let mut nodes: Vec<NodeId> = torus.nodes().collect();
            nodes.reverse();
            let list = NodeList::new(&torus, &nodes);
            for offset in torus.nodes().map(|node| torus.coordinates(node)) {
                let moved = list.translated(&offset);
                let naive: Vec<u32> = nodes.iter().map(|&node| torus.translate(node, &offset).0).collect();
                assert_eq!(moved, naive, "{torus} {offset:?}");
                let there: Vec<NodeId> = moved.iter().map(|&node| NodeId(node)).collect();
                let mut back = vec![7];
                NodeList::new(&torus, &there).translate_back_into(&mut back, &offset);
                assert_eq!(back, list.nodes(), "{torus}");
                assert!(NodeList::new(&torus, &[]).translated(&offset).is_empty());
                let (middle, end) = (nodes.len() / 2, nodes.len());
                let turned = [&naive[middle..], &naive[..middle]].concat();
                assert_eq!(list.part(&[middle..end, 0..middle]).translated(&offset), turned, "{torus}");
            }
        }
    }
}
