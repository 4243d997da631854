//! One network on several ranks: each rank computes a block of nodes, and messages on links between blocks
//! are exchanged in every cycle.
//!
//! A [`Grid`] says into how many blocks the torus is cut in each dimension. A [`Block`] has consecutive
//! coordinates in each, so in a dimension that is cut a rank has two neighbours. The [`Cut`] has what goes to
//! them and what comes. The trait [`Ranks`] is all that the simulator needs: exchanges with the neighbours,
//! and what all ranks find together. It has two implementations: [`threads`] of this process, and processes
//! of MPI, with the feature `mpi`.
//!
//! A link belongs to its sender and is counted there. Each rank compares its own links and local ports with
//! the schedule. The differences are merged at the end (`merge`), in the order in which one process would
//! find them. `done_o` and `error_o` are those of all ranks, after every batch of cycles.
//!
//! Bounds: the engines model and tiles; at most as many blocks in a dimension as its radix. Each rank first
//! makes the tables of the whole network, then takes its part of them: placement, schedule or program, exact
//! loads, packets.

mod agree;
mod asked;
mod block;
mod carried;
mod cut;
mod grid;
mod lost;
#[cfg(feature = "mpi")]
pub mod mpi;
mod over_side;
mod side;
pub mod threads;
#[cfg(any(test, feature = "mpi"))]
mod wire;

pub use agree::{agree, numbers, several, OtherRank};
pub(crate) use agree::{bytes, read};
pub use asked::{Blocks, BlocksError, InBlocks};
pub use block::Block;
pub use carried::{number, Arrival, Carried};
pub use cut::Cut;
pub use grid::{Grid, GridError};
pub(crate) use lost::guarded;
pub use lost::Lost;
pub use side::Side;
use std::time::Duration;

/// Communication of a rank with the others. All ranks must call the same functions in the same order.
///
/// If a rank is gone, or sends nothing for too long, the run of the others ends: see [`Lost`].
pub trait Ranks {
    /// The number of this rank, from 0.
    fn rank(&self) -> usize;
    /// The number of ranks.
    fn size(&self) -> usize;
    /// The number of blocks in each dimension, if the user asked for it.
    fn blocks(&self) -> Option<&[usize]> {
        None
    }
    /// The ranks that are threads of this process, this one among them.
    fn threads(&self) -> usize {
        1
    }
    /// Sends and receives, once for each parcel. All ranks have as many; a parcel is received as the one with
    /// its place in the sender's list. `meanwhile` is called once during the exchange.
    fn exchange(&self, parcels: &mut [Parcel<'_>], meanwhile: &mut dyn FnMut());
    /// The bits that are 1 at any rank. All ranks have equally many bytes.
    fn any(&self, bytes: &mut [u8]);
    /// Whether all ranks have communicated: [`Ranks::all`] was called.
    fn has_met(&self) -> bool;
    /// The bytes of every rank, by rank, for all ranks.
    fn all(&self, mine: &[u8]) -> Vec<Vec<u8>>;
    /// The bytes of every rank, by rank, for rank 0; nothing for the others.
    fn gather(&self, mine: &[u8]) -> Vec<Vec<u8>>;
}

/// What a rank sends to one rank and receives from another.
#[derive(Debug)]
pub struct Parcel<'a> {
    /// The rank to which it sends.
    pub to: usize,
    /// The bytes that it sends.
    pub out: &'a [u8],
    /// The rank from which it receives.
    pub from: usize,
    /// The room for what comes.
    pub come: &'a mut [u8],
    /// The number of bytes that came.
    pub came: usize,
}

/// The data that the ranks have sent over their cuts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exchanged {
    /// The number of ranks.
    pub ranks: usize,
    /// The number of exchanges, one in each cycle.
    pub cycles: u64,
    /// Bytes sent to all neighbours, of the rank that sent most.
    pub bytes: u64,
    /// The most bytes that one rank sent in a cycle.
    pub most: u64,
    /// The time spent waiting for others, of the rank that waited longest.
    pub waited: Duration,
}
