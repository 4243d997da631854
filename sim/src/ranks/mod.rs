//! One network on several ranks: each rank computes a block of nodes, and messages on links between blocks
//! are exchanged in every cycle.
//!
//! A [`Block`] is a number of whole planes across the first dimension. So on the ring of that dimension a
//! rank has two neighbours, and a [`Cut`] to each. The trait [`Ranks`] is all that the simulator needs:
//! exchanges with the neighbours, and what all ranks find together. It has two implementations: [`threads`]
//! of this process, which need no installation, and processes of MPI, with the feature `mpi`.
//!
//! A link belongs to its sender and is counted there. Each rank compares its own links and local ports with
//! the schedule. The differences are merged at the end (`merge`), in the order in which one process would
//! find them. `done_o` and `error_o` are those of all ranks, after every batch of cycles.
//!
//! Bounds: the engines model and tiles; at most as many ranks as the first radix. Each rank first makes the
//! tables of the whole network, then takes its part of them: placement, schedule or program, exact loads,
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

/// Communication of a rank with the others. All ranks must call the same functions in the same order.
///
/// If a rank is gone, or sends nothing for too long, the run of the others ends: see [`Lost`].
pub trait Ranks {
    /// The number of this rank, from 0.
    fn rank(&self) -> usize;
    /// The number of ranks.
    fn size(&self) -> usize;
    /// Sends `out[0]` to the next rank and `out[1]` to the previous one; the ranks form a ring. Receives into
    /// `come` what the previous and the next rank sent. Returns the number of bytes from each. `meanwhile` is
    /// called once during the exchange.
    fn exchange(&self, out: [&[u8]; 2], come: [&mut [u8]; 2], meanwhile: &mut dyn FnMut()) -> [usize; 2];
    /// The bits that are 1 at any rank. All ranks have equally many bytes.
    fn any(&self, bytes: &mut [u8]);
    /// Whether all ranks have communicated: [`Ranks::all`] was called.
    fn has_met(&self) -> bool;
    /// The bytes of every rank, by rank, for all ranks.
    fn all(&self, mine: &[u8]) -> Vec<Vec<u8>>;
    /// The bytes of every rank, by rank, for rank 0; nothing for the others.
    fn gather(&self, mine: &[u8]) -> Vec<Vec<u8>>;
}

/// The neighbours of a rank on the ring of the first dimension: `[next, previous]`.
pub(crate) fn neighbours(ranks: &dyn Ranks) -> [usize; 2] {
    let (rank, size) = (ranks.rank(), ranks.size());
    [(rank + 1) % size, (rank + size - 1) % size]
}

/// The data that the ranks have sent over their cuts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exchanged {
    /// The number of ranks.
    pub ranks: usize,
    /// The number of exchanges, one in each cycle.
    pub cycles: u64,
    /// Bytes sent to both neighbours, of the rank that sent most.
    pub bytes: u64,
    /// The most bytes that one rank sent in a cycle.
    pub most: u64,
    /// The time spent waiting for others, of the rank that waited longest.
    pub waited: Duration,
}
