//! Nodes that send the same, and which of them have messages in a block of the network.
//!
//! A block has consecutive coordinates in each dimension. So the senders whose messages are in it at some
//! offset have consecutive coordinates too, round the torus. Of the first dimension they are one or two
//! ranges of a list by id; of other dimensions that are cut, each is looked at.

use crate::ranks::Block;
use std::borrow::Cow;
use std::ops::Range;
use torus_model::{torus::NodeList, NodeId, Torus};

/// The nodes of a group in the whole network, by id.
pub struct Senders {
    nodes: NodeList,
    /// For each coordinate in the first dimension, the place of its first sender in the list; at the end, the
    /// length of the list.
    starts: Vec<usize>,
    block: Block,
    /// The other dimensions that are cut.
    cut: Vec<usize>,
}

impl Senders {
    /// A group of nodes, in any order.
    pub fn new(torus: &Torus, nodes: &NodeList, block: &Block) -> Self {
        let mut ids = nodes.nodes().to_vec();
        ids.sort_unstable();
        let before = |x: usize| ids.partition_point(|&id| (id as usize) < x * torus.stride(0));
        let starts = (0..=torus.dims()[0] as usize).map(before).collect();
        let listed: Vec<NodeId> = ids.iter().filter_map(|&id| torus.node_at(id as usize)).collect();
        Senders {
            nodes: NodeList::new(torus, &listed),
            starts,
            block: block.clone(),
            cut: (1..torus.d()).filter(|&dim| block.is_cut(dim)).collect(),
        }
    }

    /// The number of all senders.
    pub fn len(&self) -> usize {
        self.nodes.nodes().len()
    }

    /// The senders from which nodes of the block are an offset away.
    pub fn of_block(&self, offset: &[u32]) -> Cow<'_, NodeList> {
        let (all, (begin, own)) = (self.starts.len() - 1, self.block.span(0));
        if own == all && self.cut.is_empty() {
            return Cow::Borrowed(&self.nodes);
        }
        let first = (begin + all - offset[0] as usize) % all;
        let (end, turned) = ((first + own).min(all), (first + own).saturating_sub(all));
        let places = |planes: Range<usize>| self.starts[planes.start]..self.starts[planes.end];
        let ranges = [places(first..end), places(0..turned)];
        match self.cut[..] {
            [] => Cow::Owned(self.nodes.part(&ranges)),
            _ => Cow::Owned(self.nodes.part(&self.within(ranges.into_iter().flatten(), offset))),
        }
    }

    /// Those of some places of the list whose nodes have messages in the block, as ranges.
    fn within(&self, places: impl Iterator<Item = usize>, offset: &[u32]) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        let is_within = |&at: &usize| {
            let node = self.nodes.nodes()[at] as usize;
            self.cut.iter().all(|&dim| self.block.reaches(dim, node, offset[dim]))
        };
        for at in places.filter(is_within) {
            match ranges.last_mut().filter(|range| range.end == at) {
                Some(range) => range.end += 1,
                None => ranges.push(at..at + 1),
            }
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranks::Grid;

    /// Compared with a look at every sender: all nodes and every third one, at every offset, in all blocks of
    /// all grids.
    #[test]
    fn senders_are_those_with_messages_in_the_block() {
        for dims in [&[2][..], &[3, 2], &[5, 3], &[4, 2, 3]] {
            let torus = Torus::new(dims).unwrap();
            let grids: Vec<Grid> = (1..=torus.len()).flat_map(|ranks| Grid::all(&torus, ranks)).collect();
            for (grid, every) in grids.iter().flat_map(|grid| [(grid, 1), (grid, 3)]) {
                let mut nodes: Vec<NodeId> = torus.nodes().step_by(every).collect();
                nodes.reverse();
                let list = NodeList::new(&torus, &nodes);
                for block in (0..grid.len()).map(|rank| Block::of_rank(&torus, grid, rank)) {
                    let senders = Senders::new(&torus, &list, &block);
                    assert_eq!(senders.len(), nodes.len());
                    torus.nodes().for_each(|to| compare(&torus, &senders, &block, &torus.coordinates(to)));
                }
            }
        }
    }

    fn compare(torus: &Torus, senders: &Senders, block: &Block, offset: &[u32]) {
        let is_there = |id: &u32| {
            let node = torus.node_at(*id as usize).unwrap();
            block.node(torus.translate(node, offset).index()).is_some()
        };
        let expected: Vec<u32> = senders.nodes.nodes().iter().copied().filter(is_there).collect();
        let mut found = senders.of_block(offset).nodes().to_vec();
        found.sort_unstable();
        assert_eq!(found, expected, "{torus} {block:?} {offset:?}");
    }
}
