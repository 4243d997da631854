//! How the ranks of a network share its torus: how many blocks it is cut into in each dimension.
//!
//! Ranks are numbered like nodes: the coordinates of their blocks count up, the last one fastest. So with
//! cuts in the first dimension alone, neighbours have consecutive numbers.

use super::Ranks;
use std::cmp::Reverse;
use thiserror::Error;
use torus_model::{NodeId, Torus};

/// Blocks that a torus cannot be cut into.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GridError {
    /// No grid of blocks has as many as there are ranks.
    #[error(
        "{ranks} ranks were asked for; the torus {torus} is cut into a grid of blocks, at most as many in \
         each dimension as its radix, and no such grid has {ranks}: start {fewer}"
    )]
    Ranks {
        /// Ranks asked for.
        ranks: usize,
        /// The radices.
        torus: String,
        /// The largest smaller number of ranks for which there is a grid.
        fewer: usize,
    },
    /// A grid of another number of dimensions.
    #[error("blocks {blocks} were asked for on the torus {torus}: give one number for each dimension")]
    Dimensions {
        /// Blocks asked for.
        blocks: String,
        /// The radices.
        torus: String,
    },
    /// More blocks in a dimension than it has nodes, or none.
    #[error(
        "blocks {blocks} were asked for on the torus {torus}: each number must be from 1 to the radix of its \
         dimension"
    )]
    Radix {
        /// Blocks asked for.
        blocks: String,
        /// The radices.
        torus: String,
    },
    /// Another number of blocks than ranks.
    #[error(
        "blocks {blocks} were asked for, {all} in all, and {ranks} ranks were started: start {all} ranks, or \
         let torusgen choose the blocks"
    )]
    Product {
        /// Blocks asked for.
        blocks: String,
        /// Their number.
        all: usize,
        /// Ranks.
        ranks: usize,
    },
}

/// The number of blocks in each dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    blocks: Vec<usize>,
}

impl Grid {
    /// The grid of these ranks: the blocks that were asked for, or else the best ones. Error: there are no
    /// such blocks.
    pub fn new(torus: &Torus, ranks: &dyn Ranks) -> Result<Self, GridError> {
        match ranks.blocks() {
            Some(blocks) => Self::asked(torus, blocks, ranks.size()),
            None => Self::best(torus, ranks.size()).ok_or_else(|| GridError::Ranks {
                ranks: ranks.size(),
                torus: torus.to_string(),
                fewer: (1..ranks.size()).rev().find(|&fewer| Self::best(torus, fewer).is_some()).unwrap_or(1),
            }),
        }
    }

    /// The grid of one block.
    pub fn whole(torus: &Torus) -> Self {
        Grid { blocks: vec![1; torus.d()] }
    }

    /// The grid of ranks that share a run.
    ///
    /// # Panics
    /// If there is none; a run begins with [`Grid::new`].
    pub fn of(torus: &Torus, ranks: &dyn Ranks) -> Self {
        Self::new(torus, ranks).expect("a grid was found when the run began")
    }

    fn asked(torus: &Torus, blocks: &[usize], ranks: usize) -> Result<Self, GridError> {
        let (named, torus_name) = (by_x(blocks), torus.to_string());
        let radices = torus.dims().iter().map(|&radix| radix as usize);
        if blocks.len() != torus.d() {
            return Err(GridError::Dimensions { blocks: named, torus: torus_name });
        }
        if !blocks.iter().zip(radices).all(|(blocks, radix)| (1..=radix).contains(blocks)) {
            return Err(GridError::Radix { blocks: named, torus: torus_name });
        }
        match blocks.iter().product() {
            all if all == ranks => Ok(Grid { blocks: blocks.to_vec() }),
            all => Err(GridError::Product { blocks: named, all, ranks }),
        }
    }

    /// The grid whose largest block has the fewest nodes; of these one with the fewest dimensions cut, as
    /// each means two more messages in every cycle; of these one with the fewest links between blocks.
    /// `None`: there is none.
    pub fn best(torus: &Torus, ranks: usize) -> Option<Self> {
        Self::all(torus, ranks).into_iter().min_by_key(|grid| {
            let first_cut_most: Vec<_> = grid.blocks.iter().map(|&blocks| Reverse(blocks)).collect();
            let [nodes, links] = grid.largest(torus);
            (nodes, grid.cuts(), links, first_cut_most)
        })
    }

    /// All grids of so many blocks.
    pub fn all(torus: &Torus, ranks: usize) -> Vec<Self> {
        let mut all = Vec::new();
        factors(torus.dims(), ranks, &mut Vec::new(), &mut all);
        all
    }

    /// The nodes of the largest block, and the links by which messages leave it for others.
    fn largest(&self, torus: &Torus) -> [usize; 2] {
        let lengths =
            torus.dims().iter().zip(&self.blocks).map(|(&n, &blocks)| (n as usize).div_ceil(blocks));
        let nodes: usize = lengths.clone().product();
        let sides = |(length, &blocks): (usize, &usize)| if blocks > 1 { 2 * nodes / length } else { 0 };
        [nodes, lengths.zip(&self.blocks).map(sides).sum()]
    }

    /// The number of dimensions that are cut.
    fn cuts(&self) -> usize {
        self.blocks.iter().filter(|&&blocks| blocks > 1).count()
    }

    /// The number of blocks in each dimension.
    pub fn blocks(&self) -> &[usize] {
        &self.blocks
    }

    /// The number of all blocks.
    pub fn len(&self) -> usize {
        self.blocks.iter().product()
    }

    /// Whether it has no block; no grid is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rank of the block in which a node is.
    pub fn rank_of(&self, torus: &Torus, node: NodeId) -> usize {
        let block = |(dim, (&radix, &blocks)): (usize, (&u32, &usize))| {
            let x = torus.coordinate(node, dim);
            let behind = (0..blocks).rev().find(|&block| self.first(dim, block, radix) <= x);
            behind.unwrap_or(0)
        };
        self.rank(torus.dims().iter().zip(&self.blocks).enumerate().map(block))
    }

    /// The coordinates of a rank's block.
    pub fn coordinates(&self, rank: usize) -> Vec<usize> {
        let mut rest = rank;
        let digit = |&blocks: &usize| (rest % blocks, rest /= blocks).0;
        let mut coordinates: Vec<usize> = self.blocks.iter().rev().map(digit).collect();
        coordinates.reverse();
        coordinates
    }

    /// The rank of the block with these coordinates.
    pub fn rank(&self, coordinates: impl IntoIterator<Item = usize>) -> usize {
        self.blocks.iter().zip(coordinates).fold(0, |rank, (blocks, x)| rank * blocks + x)
    }

    /// The ranks before and behind whose blocks a rank's block is in a dimension: `[next, previous]`.
    pub fn neighbours(&self, rank: usize, dim: usize) -> [usize; 2] {
        let at = self.coordinates(rank);
        [1, self.blocks[dim] - 1].map(|by| {
            let moved = |(k, &x): (usize, &usize)| if k == dim { (x + by) % self.blocks[k] } else { x };
            self.rank(at.iter().enumerate().map(moved))
        })
    }

    /// The first coordinate of a block in a dimension, counted from 0. Nodes are distributed evenly.
    pub fn first(&self, dim: usize, block: usize, radix: u32) -> u32 {
        (block as u64 * u64::from(radix) / self.blocks[dim] as u64) as u32
    }
}

/// All grids of so many blocks: `begun` with factors of the rest.
fn factors(radices: &[u32], ranks: usize, begun: &mut Vec<usize>, all: &mut Vec<Grid>) {
    let Some((&radix, others)) = radices.split_first() else {
        all.extend((ranks == 1).then(|| Grid { blocks: begun.clone() }));
        return;
    };
    for blocks in (1..=ranks.min(radix as usize)).filter(|blocks| ranks % blocks == 0) {
        begun.push(blocks);
        factors(others, ranks / blocks, begun, all);
        begun.pop();
    }
}

fn by_x(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join("x")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn torus(dims: &str) -> Torus {
        dims.parse().expect("a torus")
    }

    #[test]
    fn grids_have_small_blocks_and_few_links_between_them() {
        let cases: [(&str, usize, Option<&[usize]>); 11] = [
            ("8x8", 2, Some(&[2, 1])),
            ("8x8", 4, Some(&[4, 1])),
            ("16x16", 16, Some(&[16, 1])),
            ("64x64x64", 8, Some(&[8, 1, 1])),
            ("64x64x64", 512, Some(&[32, 16, 1])),
            ("5x4", 4, Some(&[1, 4])),
            ("6x6", 4, Some(&[2, 2])),
            ("4x16", 8, Some(&[1, 8])),
            ("3x4", 5, None),
            ("3", 3, Some(&[3])),
            ("2x2", 8, None),
        ];
        for (dims, ranks, blocks) in cases {
            let found = Grid::best(&torus(dims), ranks).map(|grid| grid.blocks);
            assert_eq!(found.as_deref(), blocks, "{dims} on {ranks} ranks");
        }
    }

    /// Ranks and coordinates of all blocks; the way round in every dimension.
    #[test]
    fn ranks_are_numbered_like_nodes() {
        let grid = Grid { blocks: vec![2, 1, 3] };
        assert_eq!(grid.coordinates(5), [1, 0, 2]);
        assert_eq!([0, 1, 2].map(|dim| grid.neighbours(5, dim)), [[2, 2], [5, 5], [3, 4]]);
        for rank in 0..6 {
            assert_eq!(grid.rank(grid.coordinates(rank)), rank);
            for dim in 0..3 {
                let [next, before] = grid.neighbours(rank, dim);
                assert_eq!(grid.neighbours(next, dim)[1], rank);
                assert_eq!(grid.neighbours(before, dim)[0], rank);
            }
        }
    }

    #[test]
    fn blocks_that_do_not_fit_are_refused() {
        let said =
            |blocks: &[usize], ranks| Grid::asked(&torus("4x3"), blocks, ranks).unwrap_err().to_string();
        assert!(said(&[2], 2).starts_with("blocks 2 were asked for on the torus 4x3: give one number"));
        assert!(said(&[1, 4], 4).contains("from 1 to the radix"));
        assert!(said(&[0, 4], 4).contains("from 1 to the radix"));
        assert!(said(&[2, 3], 4).contains("6 in all, and 4 ranks were started"));
        assert_eq!(Grid::asked(&torus("4x3"), &[2, 3], 6).map(|grid| grid.blocks), Ok(vec![2, 3]));
    }
}
