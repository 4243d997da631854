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
    /// Whether all are equal.
    is_flat: bool,
}

impl Coordinates {
    fn new(scaled: Vec<u32>, n: u32, stride: u32) -> Self {
        // The last one first: in a list in the order of ids, many others may equal the first one.
        let is_flat = scaled.iter().rev().all(|x| *x == scaled[0]);
        Coordinates { scaled, n, stride, is_flat }
    }

    /// The scaled coordinates at an offset from these.
    fn moved(&self, offset: u32) -> impl ExactSizeIterator<Item = u32> + '_ {
        let turn = self.n * self.stride;
        let by = (offset * self.stride).wrapping_sub(turn);
        // Ids are below 2^24, so what has not turned is negative: bit 31 is set. Vectors of all processors
        // can do this, but not all can compare numbers without a sign.
        self.scaled.iter().map(move |&x| {
            let turned = x.wrapping_add(by);
            turned.wrapping_add(turn & (turned as i32 >> 31) as u32)
        })
    }
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
            Coordinates::new(scaled, n, stride)
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
        let in_dim = |dim: &Coordinates| Coordinates::new(of(&dim.scaled), dim.n, dim.stride);
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

    fn move_into(&self, nodes: &mut Vec<u32>, offset: impl Iterator<Item = u32> + Clone) {
        nodes.clear();
        let (start, mut dims) = self.moves(offset);
        match (dims.next(), dims.next()) {
            (Some(first), Some(second)) => nodes.extend(first.zip(second).map(|(x, y)| start + x + y)),
            (Some(first), None) => nodes.extend(first.map(|x| start + x)),
            (None, _) => nodes.resize(self.nodes.len(), start),
        }
        dims.for_each(|dim| nodes.iter_mut().zip(dim).for_each(|(node, x)| *node += x));
    }

    /// Whether these are the ids of [`NodeList::translated`]. It writes nothing.
    ///
    /// ```
    /// use torus_model::{torus::NodeList, Torus};
    /// let torus = Torus::new(&[4, 3])?;
    /// let list = NodeList::new(&torus, &[torus.node(&[0, 0]), torus.node(&[3, 1])]);
    /// assert!(list.is_translated(&[1, 2], &[5, 0]));
    /// assert!(!list.is_translated(&[1, 2], &[5, 1]));
    /// # Ok::<(), torus_model::torus::TorusError>(())
    /// ```
    pub fn is_translated(&self, offset: &[u32], ids: &[u32]) -> bool {
        let (start, mut dims) = self.moves(offset.iter().copied());
        let are_ids = match [dims.next(), dims.next(), dims.next(), dims.next()] {
            [None, ..] => ids.iter().all(|&id| id == start),
            [Some(x), None, ..] => are_equal(x.map(|x| start + x), ids),
            [Some(x), Some(y), None, _] => are_equal(x.zip(y).map(|(x, y)| start + x + y), ids),
            [Some(x), Some(y), Some(z), None] => {
                are_equal(x.zip(y).zip(z).map(|((x, y), z)| start + x + y + z), ids)
            }
            _ => self.translated(offset) == ids,
        };
        are_ids && ids.len() == self.nodes.len()
    }

    /// The sum of the coordinates in flat dimensions at an offset, and the coordinates in all others.
    fn moves<'a>(
        &'a self,
        offset: impl Iterator<Item = u32> + Clone + 'a,
    ) -> (u32, impl Iterator<Item = impl ExactSizeIterator<Item = u32> + 'a> + 'a) {
        let dims = self.dims.iter().zip(offset);
        let flat = dims.clone().filter(|(dim, _)| dim.is_flat);
        let start = flat.filter_map(|(dim, x)| dim.moved(x).next()).sum();
        (start, dims.filter(|(dim, _)| !dim.is_flat).map(|(dim, x)| dim.moved(x)))
    }
}

/// Whether two lists are equal as far as both go. The loop does not end early, so that it has no branch for
/// each id.
fn are_equal(some: impl Iterator<Item = u32>, others: &[u32]) -> bool {
    some.zip(others).fold(0, |differences, (one, other)| differences | (one ^ other)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All nodes, last first, those of a line, and none, against translations node by node.
    #[test]
    fn lists_are_translated_node_by_node() {
        for dims in [&[2][..], &[3], &[4, 3], &[2, 5, 3], &[2, 3, 2, 3]] {
            let torus = Torus::new(dims).unwrap();
            let mut nodes: Vec<NodeId> = torus.nodes().collect();
            nodes.reverse();
            let line: Vec<NodeId> =
                nodes.iter().copied().filter(|&node| torus.coordinate(node, 0) == 1).collect();
            let list = NodeList::new(&torus, &nodes);
            for offset in torus.nodes().map(|node| torus.coordinates(node)) {
                let moved = list.translated(&offset);
                let naive: Vec<u32> = nodes.iter().map(|&node| torus.translate(node, &offset).0).collect();
                assert_eq!(moved, naive, "{torus} {offset:?}");
                assert_only_these(&list, &offset, &naive);
                let of_line: Vec<u32> = line.iter().map(|&node| torus.translate(node, &offset).0).collect();
                let list_of_line = NodeList::new(&torus, &line);
                assert_eq!(list_of_line.translated(&offset), of_line, "{torus} {offset:?}");
                assert_only_these(&list_of_line, &offset, &of_line);
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

    /// The translated ids are accepted; with any of them changed, one less or one more they are not.
    fn assert_only_these(list: &NodeList, offset: &[u32], ids: &[u32]) {
        assert!(list.is_translated(offset, ids));
        for at in 0..ids.len() {
            let mut others = ids.to_vec();
            others[at] ^= 1;
            assert!(!list.is_translated(offset, &others), "{offset:?} {at}");
        }
        assert!(!list.is_translated(offset, &ids[1..]));
        assert!(!list.is_translated(offset, &[ids, &ids[..1]].concat()));
    }
}
