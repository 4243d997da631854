//! Ranks for which the user chose the blocks.

use super::{Parcel, Ranks};

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
