//! Nodes that send the same, and which of them have messages in a block of the network.
//!
//! A block is a number of consecutive planes across the first dimension. So the senders whose messages are in
//! it at some offset are in as many planes too, and in a list by id these are one or two ranges.

use crate::ranks::Block;
use std::borrow::Cow;
use std::ops::Range;
use torus_model::{torus::NodeList, NodeId, Torus};

/// The nodes of a group in the whole network, by id.
pub struct Senders {
    nodes: NodeList,
    /// For each plane, the place of its first sender in the list; at the end, the length of the list.
    starts: Vec<usize>,
    /// The planes of the block.
    planes: Range<usize>,
}

impl Senders {
    /// A group of nodes, in any order.
    pub fn new(torus: &Torus, nodes: &NodeList, block: &Block) -> Self {
        let mut ids = nodes.nodes().to_vec();
        ids.sort_unstable();
        let before = |plane: usize| ids.partition_point(|&id| (id as usize) < plane * block.plane);
        let starts = (0..=torus.dims()[0] as usize).map(before).collect();
        let listed: Vec<NodeId> = ids.iter().filter_map(|&id| torus.node_at(id as usize)).collect();
        let planes = block.nodes.start / block.plane..block.nodes.end / block.plane;
        Senders { nodes: NodeList::new(torus, &listed), starts, planes }
    }

    /// The number of all senders.
    pub fn len(&self) -> usize {
        self.nodes.nodes().len()
    }

    /// The senders from which nodes of the block are `x` planes away, counted upwards.
    pub fn of_block(&self, x: u32) -> Cow<'_, NodeList> {
        let (all, own) = (self.starts.len() - 1, self.planes.len());
        if own == all {
            return Cow::Borrowed(&self.nodes);
        }
        let first = (self.planes.start + all - x as usize) % all;
        let (end, turned) = ((first + own).min(all), (first + own).saturating_sub(all));
        let places = |planes: Range<usize>| self.starts[planes.start]..self.starts[planes.end];
        Cow::Owned(self.nodes.part(&[places(first..end), places(0..turned)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared with a look at every sender: all nodes and every third one, in blocks of all sizes.
    #[test]
    fn senders_are_those_with_messages_in_the_block() {
        for dims in [&[2][..], &[3, 2], &[5, 3], &[4, 2, 3]] {
            let torus = Torus::new(dims).unwrap();
            for (ranks, every) in (1..=dims[0] as usize).flat_map(|ranks| [(ranks, 1), (ranks, 3)]) {
                let mut nodes: Vec<NodeId> = torus.nodes().step_by(every).collect();
                nodes.reverse();
                let list = NodeList::new(&torus, &nodes);
                for block in (0..ranks).map(|rank| Block::of_rank(&torus, rank, ranks)) {
                    let senders = Senders::new(&torus, &list, &block);
                    assert_eq!(senders.len(), nodes.len());
                    (0..dims[0]).for_each(|x| compare(&torus, &senders, &block, x));
                }
            }
        }
    }

    fn compare(torus: &Torus, senders: &Senders, block: &Block, x: u32) {
        let mut offset = vec![0; torus.d()];
        offset[0] = x;
        let is_there = |id: &u32| {
            let node = torus.node_at(*id as usize).unwrap();
            block.node(torus.translate(node, &offset).index()).is_some()
        };
        let expected: Vec<u32> = senders.nodes.nodes().iter().copied().filter(is_there).collect();
        let mut found = senders.of_block(x).nodes().to_vec();
        found.sort_unstable();
        assert_eq!(found, expected, "{torus} {block:?} {x}");
    }
}
