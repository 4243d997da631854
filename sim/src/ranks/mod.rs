//! One network on several ranks: each computes a block of nodes, and messages on the links between blocks are
//! exchanged in every cycle.
//!
//! A [`Block`] is a number of whole planes across the first dimension, so a rank has two neighbours, before
//! and behind it on the ring of that dimension, and a [`Cut`] to each. All that the simulator asks of ranks
//! is the trait [`Ranks`]: an exchange with the neighbours, and what all of them find together. There are two
//! of it: [`threads`] of this process, which need nothing installed, and processes of MPI, if this is built
//! with the feature `mpi`.
//!
//! A link is its sender's: it counts there. Each rank compares its own links and local ports with the
//! schedule, and what differs is put together at the end (`merge`), in the order in which one process would
//! find it. `done_o` and `error_o` are those of all ranks, after every batch of cycles.
//!
//! Bounds: the engines model and tiles; as many ranks as the first radix at most. Tables of the whole network
//! are made in each rank before it takes its part of them: placement, schedule or program, exact loads,
//! packets.

mod agree;
mod block;
pub mod cut;
mod lost;
#[cfg(feature = "mpi")]
pub mod mpi;
pub mod threads;

pub use agree::{agree, numbers, several, OtherRank};
pub(crate) use agree::{bytes, read};
pub use block::Block;
pub use cut::{number, Arrival, Carried, Cut};
pub(crate) use lost::guarded;
pub use lost::Lost;
use std::time::Duration;

/// What a rank does with the others. All of them call the same functions in the same order.
///
/// A rank that is gone, or that sends nothing for too long, ends the run of the others: see [`Lost`].
pub trait Ranks {
    /// The number of this one, from 0.
    fn rank(&self) -> usize;
    /// How many there are.
    fn size(&self) -> usize;
    /// Sends `out[0]` to the next rank and `out[1]` to the one before, the last one being before the first;
    /// receives into `come` what the one before and the next one sent, and returns how many bytes came from
    /// each. `meanwhile` is called once, while these are under way.
    fn exchange(&self, out: [&[u8]; 2], come: [&mut [u8]; 2], meanwhile: &mut dyn FnMut()) -> [usize; 2];
    /// Bits that are 1 at any rank. All ranks have as many bytes.
    fn any(&self, bytes: &mut [u8]);
    /// Whether all of them have told each other something: [`Ranks::all`] was called.
    fn has_met(&self) -> bool;
    /// What every rank has, by rank, for all of them.
    fn all(&self, mine: &[u8]) -> Vec<Vec<u8>>;
    /// What every rank has, by rank, for rank 0; nothing for the others.
    fn gather(&self, mine: &[u8]) -> Vec<Vec<u8>>;
}

/// The ranks before and behind a rank on the ring of the first dimension: `[next, before]`.
pub(crate) fn neighbours(ranks: &dyn Ranks) -> [usize; 2] {
    let (rank, size) = (ranks.rank(), ranks.size());
    [(rank + 1) % size, (rank + size - 1) % size]
}

/// What went over the cuts of a rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exchanged {
    /// Ranks.
    pub ranks: usize,
    /// Exchanges: one in each cycle.
    pub cycles: u64,
    /// Bytes that the rank that sent most has sent to both neighbours.
    pub bytes: u64,
    /// The most bytes that a rank sent in one cycle.
    pub most: u64,
    /// How long the rank that waited longest has waited for others.
    pub waited: Duration,
}
