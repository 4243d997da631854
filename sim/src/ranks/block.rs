//! The block of nodes that a rank computes.

use super::Ranks;
use std::ops::Range;
use torus_model::Torus;

/// Consecutive planes of nodes across the first dimension. Their nodes, and the links that leave them, have
/// consecutive ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The ids of its nodes.
    pub nodes: Range<usize>,
    /// The number of nodes of the whole torus.
    pub of: usize,
    /// The number of nodes of a plane.
    pub plane: usize,
    /// Port slots 2d of a node.
    pub slots: usize,
}

impl Block {
    /// The block of all nodes of a torus.
    pub fn whole(torus: &Torus) -> Self {
        Self::of_rank(torus, 0, 1)
    }

    /// The block of this rank, or all nodes without ranks.
    pub fn of(torus: &Torus, ranks: Option<&dyn Ranks>) -> Self {
        ranks.map_or_else(|| Self::whole(torus), |ranks| Self::of_rank(torus, ranks.rank(), ranks.size()))
    }

    /// The block of a rank; planes are distributed evenly. There must be at least as many planes as ranks.
    pub fn of_rank(torus: &Torus, rank: usize, ranks: usize) -> Self {
        let (planes, plane) = (torus.dims()[0] as usize, torus.stride(0));
        let first = |rank: usize| rank * planes / ranks * plane;
        Block { nodes: first(rank)..first(rank + 1), of: torus.len(), plane, slots: torus.port_slots() }
    }

    /// The rank of each plane.
    pub fn of_planes(torus: &Torus, ranks: usize) -> Vec<usize> {
        let blocks = (0..ranks).map(|rank| (rank, Self::of_rank(torus, rank, ranks).planes()));
        blocks.flat_map(|(rank, planes)| std::iter::repeat_n(rank, planes)).collect()
    }

    /// Whether it has all nodes.
    pub fn is_whole(&self) -> bool {
        self.nodes.len() == self.of
    }

    /// The number of its planes.
    pub fn planes(&self) -> usize {
        self.nodes.len() / self.plane
    }

    /// The ids of the links that leave its nodes.
    pub fn links(&self) -> Range<usize> {
        self.nodes.start * self.slots..self.nodes.end * self.slots
    }

    /// The number of a link within the block, for its id; `None` if it is not in the block.
    pub fn link(&self, id: usize) -> Option<usize> {
        self.links().contains(&id).then(|| id - self.links().start)
    }

    /// The number of a node within the block, for its id; `None` if it is not in the block.
    pub fn node(&self, id: usize) -> Option<usize> {
        self.nodes.contains(&id).then(|| id - self.nodes.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every node is in one block, and blocks are whole planes, for every number of ranks up to the radix.
    #[test]
    fn blocks_share_all_nodes() {
        for dims in ["2", "2,3", "3,2,2", "5,4", "7,1,3", "16"].map(|dims| dims.replace(",1", "")) {
            let torus: Torus = dims.parse().unwrap();
            let plane = torus.len() / torus.dims()[0] as usize;
            for ranks in 1..=torus.dims()[0] as usize {
                let blocks: Vec<Block> = (0..ranks).map(|rank| Block::of_rank(&torus, rank, ranks)).collect();
                let nodes: Vec<usize> = blocks.iter().flat_map(|block| block.nodes.clone()).collect();
                assert_eq!(nodes, (0..torus.len()).collect::<Vec<_>>(), "{dims}, {ranks} ranks");
                let of_planes = Block::of_planes(&torus, ranks);
                for (node, &rank) in of_planes.iter().enumerate().map(|(at, rank)| (at * plane, rank)) {
                    assert!(blocks[rank].nodes.contains(&node), "{dims}, {ranks} ranks");
                }
                for block in &blocks {
                    assert!(block.planes() > 0 && block.nodes.start % plane == 0, "{dims}, {ranks} ranks");
                    assert_eq!(block.planes() * plane, block.nodes.len());
                    assert_eq!(block.is_whole(), ranks == 1);
                }
            }
        }
    }

    /// 4x3 on two ranks; the second rank has nodes 6 to 11 and links 24 to 47.
    #[test]
    fn ids_become_numbers_in_the_block() {
        let block = Block::of_rank(&"4,3".parse().unwrap(), 1, 2);
        assert_eq!((block.nodes.clone(), block.links(), block.planes()), (6..12, 24..48, 2));
        assert_eq!([5, 6, 11, 12].map(|id| block.node(id)), [None, Some(0), Some(5), None]);
        assert_eq!([23, 24, 47, 48].map(|id| block.link(id)), [None, Some(0), Some(23), None]);
    }
}
