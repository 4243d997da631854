//! The block of nodes that a rank computes.

use super::{Grid, Ranks};
use std::borrow::Cow;
use torus_model::Torus;

/// A block of nodes: in each dimension, consecutive coordinates. Its nodes are numbered from 0 in the order
/// of their ids, and its links like those of a torus: node by node, port by port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub(super) spans: Vec<Span>,
    pub(super) nodes: usize,
    /// The number of nodes of the whole torus.
    pub of: usize,
    /// Port slots 2d of a node.
    pub slots: usize,
    /// The id of the first node, if all ids of the block are consecutive.
    first: Option<usize>,
}

/// The coordinates of a block in a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub first: usize,
    pub length: usize,
    pub radix: usize,
    /// The distance of nodes whose coordinates differ by 1: of numbers in the block, and of ids.
    pub stride: usize,
    pub of_ids: usize,
    /// The ranks of the next and the previous block.
    pub neighbours: [usize; 2],
}

impl Block {
    /// The block of all nodes of a torus.
    pub fn whole(torus: &Torus) -> Self {
        Self::of_rank(torus, &Grid::whole(torus), 0)
    }

    /// The block of this rank, or all nodes without ranks.
    pub fn of(torus: &Torus, ranks: Option<&dyn Ranks>) -> Self {
        let own = |ranks: &dyn Ranks| Self::of_rank(torus, &Grid::of(torus, ranks), ranks.rank());
        ranks.map_or_else(|| Self::whole(torus), own)
    }

    /// The block of a rank.
    pub fn of_rank(torus: &Torus, grid: &Grid, rank: usize) -> Self {
        let (mut nodes, mut spans) = (1, Vec::new());
        for (dim, x) in grid.coordinates(rank).into_iter().enumerate().rev() {
            let [first, end] = [x, x + 1].map(|x| grid.first(dim, x, torus.dims()[dim]) as usize);
            let (length, radix) = (end - first, torus.dims()[dim] as usize);
            let (of_ids, neighbours) = (torus.stride(dim), grid.neighbours(rank, dim));
            spans.insert(0, Span { first, length, radix, stride: nodes, of_ids, neighbours });
            nodes *= length;
        }
        let consecutive = spans[1..].iter().all(|span| span.length == span.radix);
        let first = consecutive.then(|| spans[0].first * spans[0].of_ids);
        Block { spans, nodes, of: torus.len(), slots: torus.port_slots(), first }
    }
}

/// Nodes and links.
impl Block {
    /// The number of its nodes.
    pub fn len(&self) -> usize {
        self.nodes
    }

    /// Whether it has no node; no block is empty.
    pub fn is_empty(&self) -> bool {
        self.nodes == 0
    }

    /// Whether it has all nodes.
    pub fn is_whole(&self) -> bool {
        self.nodes == self.of
    }

    /// The ids of its nodes, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        (0..self.nodes).map(|node| self.id(node))
    }

    /// The id of a node, for its number in the block.
    #[inline]
    pub fn id(&self, node: usize) -> usize {
        if let Some(first) = self.first {
            return first + node;
        }
        let in_dim = |span: &Span| (node / span.stride % span.length + span.first) * span.of_ids;
        self.spans.iter().map(in_dim).sum()
    }

    /// The number of a node in the block, for its id; `None` if it is not in the block.
    #[inline]
    pub fn node(&self, id: usize) -> Option<usize> {
        if let Some(first) = self.first {
            return id.checked_sub(first).filter(|&node| node < self.nodes);
        }
        if id >= self.of {
            return None;
        }
        self.spans.iter().try_fold(0, |node, span| {
            let x = (id / span.of_ids % span.radix).checked_sub(span.first)?;
            (x < span.length).then_some(node + x * span.stride)
        })
    }

    /// Replaces the ids of nodes of the block by their numbers.
    ///
    /// # Panics
    /// If a node is not in the block.
    pub fn number(&self, ids: &mut [u32]) {
        match self.first {
            Some(0) => (),
            Some(first) => ids.iter_mut().for_each(|id| *id -= first as u32),
            None => {
                let number = |id: u32| self.node(id as usize).expect("a node of the block");
                ids.iter_mut().for_each(|id| *id = number(*id) as u32);
            }
        }
    }

    /// The number of links that leave its nodes.
    pub fn links(&self) -> usize {
        self.nodes * self.slots
    }

    /// The id of a link, for its number in the block.
    #[inline]
    pub fn link_id(&self, link: usize) -> usize {
        match self.first {
            Some(first) => first * self.slots + link,
            None => self.id(link / self.slots) * self.slots + link % self.slots,
        }
    }

    /// The id of the node at the end of a link, for the link's id.
    pub fn end(&self, link: usize) -> usize {
        let (node, port) = (link / self.slots, link % self.slots);
        let Span { radix, of_ids, .. } = self.spans[port / 2];
        let x = node / of_ids % radix;
        let to = (x + if port % 2 == 0 { 1 } else { radix - 1 }) % radix;
        node - x * of_ids + to * of_ids
    }

    /// The number of a link in the block, for its id; `None` if it is not in the block.
    #[inline]
    pub fn link(&self, id: usize) -> Option<usize> {
        Some(self.node(id / self.slots)? * self.slots + id % self.slots)
    }

    /// What belongs to the block of something that every node of the torus has `each` of.
    pub fn part<'a, T: Clone>(&self, all: &'a [T], each: usize) -> Cow<'a, [T]> {
        match self.first {
            Some(first) => Cow::Borrowed(&all[first * each..(first + self.nodes) * each]),
            None => self.ids().flat_map(|id| &all[id * each..][..each]).cloned().collect(),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Tori, and all grids of up to 12 blocks.
    pub fn grids() -> impl Iterator<Item = (Torus, Grid)> {
        let tori =
            ["2", "2x3", "3x2x2", "5x4", "16", "4x3x2", "3x5x4"].map(|dims| dims.parse::<Torus>().unwrap());
        tori.into_iter().flat_map(|torus| {
            let grids: Vec<Grid> = (1..=12).flat_map(|ranks| Grid::all(&torus, ranks)).collect();
            grids.into_iter().map(move |grid| (torus.clone(), grid))
        })
    }

    pub fn blocks(torus: &Torus, grid: &Grid) -> Vec<Block> {
        (0..grid.len()).map(|rank| Block::of_rank(torus, grid, rank)).collect()
    }

    /// Every node is in one block, and its number there counts the nodes of the block before it.
    #[test]
    fn blocks_share_all_nodes() {
        for (torus, grid) in grids() {
            let blocks = blocks(&torus, &grid);
            for id in 0..torus.len() {
                let own: Vec<&Block> = blocks.iter().filter(|block| block.node(id).is_some()).collect();
                let [block] = own[..] else { panic!("{torus} {grid:?}: {id} is in {} blocks", own.len()) };
                let node = block.node(id).unwrap();
                assert_eq!((block.id(node), block.ids().filter(|&other| other < id).count()), (id, node));
                assert_eq!((block.is_whole(), block.is_empty()), (grid.len() == 1, false));
            }
            let [nodes, links] = [0, 1]
                .map(|each| blocks.iter().map(|block| [block.len(), block.links()][each]).sum::<usize>());
            assert_eq!((nodes, links), (torus.len(), torus.link_slots()), "{torus} {grid:?}");
        }
    }

    /// 4x3 on two ranks: the second rank has nodes 6 to 11 and links 24 to 47. On 4x1 blocks in the second
    /// dimension, the last rank has the nodes 2, 5, 8 and 11.
    #[test]
    fn ids_become_numbers_in_the_block() {
        let torus: Torus = "4x3".parse().unwrap();
        let block = Block::of_rank(&torus, &Grid::best(&torus, 2).unwrap(), 1);
        assert_eq!((block.ids().collect::<Vec<_>>(), block.links()), ((6..12).collect(), 24));
        assert_eq!([5, 6, 11, 12].map(|id| block.node(id)), [None, Some(0), Some(5), None]);
        assert_eq!([23, 24, 47, 48].map(|id| block.link(id)), [None, Some(0), Some(23), None]);
        let block = Block::of_rank(&torus, &Grid::best(&torus, 3).unwrap(), 2);
        assert_eq!(block.ids().collect::<Vec<_>>(), [2, 5, 8, 11]);
        assert_eq!([19, 20, 23, 24].map(|id| block.link(id)), [None, Some(4), Some(7), None]);
        assert_eq!([4, 7].map(|link| block.link_id(link)), [20, 23]);
        let all: Vec<usize> = (0..24).collect();
        assert_eq!(block.part(&all, 2)[..], [4, 5, 10, 11, 16, 17, 22, 23]);
    }
}
