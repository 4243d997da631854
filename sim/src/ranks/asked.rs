//! Ranks for which the user chose the blocks.

use super::{Parcel, Ranks};
use std::str::FromStr;
use thiserror::Error;

/// The number of blocks in each dimension, as a user writes it: `2x4`.
///
/// ```
/// use torus_sim::ranks::Blocks;
/// assert_eq!("2x4".parse::<Blocks>()?.0, [2, 4]);
/// assert!("2x".parse::<Blocks>().is_err());
/// # Ok::<(), torus_sim::ranks::BlocksError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks(
    /// The numbers, dimension by dimension.
    pub Vec<usize>,
);

/// A text that names no blocks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("give the number of blocks in each dimension, from 1 on, joined by x, such as 2x4")]
pub struct BlocksError;

impl FromStr for Blocks {
    type Err = BlocksError;

    fn from_str(text: &str) -> Result<Self, BlocksError> {
        let number = |text: &str| text.parse().ok().filter(|&blocks| (1..=1 << 24).contains(&blocks));
        text.split('x').map(number).collect::<Option<_>>().map(Blocks).ok_or(BlocksError)
    }
}

/// Ranks whose torus is cut into the blocks that the user asked for.
pub struct InBlocks<'a> {
    ranks: &'a dyn Ranks,
    blocks: Vec<usize>,
}

impl<'a> InBlocks<'a> {
    /// These ranks, with so many blocks in each dimension.
    pub fn new(ranks: &'a dyn Ranks, blocks: Vec<usize>) -> Self {
        InBlocks { ranks, blocks }
    }
}

impl Ranks for InBlocks<'_> {
    fn rank(&self) -> usize {
        self.ranks.rank()
    }

    fn size(&self) -> usize {
        self.ranks.size()
    }

    fn blocks(&self) -> Option<&[usize]> {
        Some(&self.blocks)
    }

    fn threads(&self) -> usize {
        self.ranks.threads()
    }

    fn exchange(&self, parcels: &mut [Parcel<'_>], meanwhile: &mut dyn FnMut()) {
        self.ranks.exchange(parcels, meanwhile);
    }

    fn any(&self, bytes: &mut [u8]) {
        self.ranks.any(bytes);
    }

    fn has_met(&self) -> bool {
        self.ranks.has_met()
    }

    fn all(&self, mine: &[u8]) -> Vec<Vec<u8>> {
        self.ranks.all(mine)
    }

    fn gather(&self, mine: &[u8]) -> Vec<Vec<u8>> {
        self.ranks.gather(mine)
    }
}
