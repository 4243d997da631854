//! Properties of emitted hardware, and what a prover runs: `emit --formal`.
//!
//! The modules get assertions at their end, under `` `ifdef FORMAL ``; the rest of their text stays as it is.
//! Beside them stands a harness that ties the modules to their neighbours, and an `.sby` file. What is
//! proved, and why that is enough, is in `docs/proofs.md`.

mod arbiters;
mod buffered;
mod contract;
mod crossing;
mod error;
mod harness;
mod memory;
mod properties;
mod quotient;
mod sby;
mod scheduled;
mod streams;

pub(crate) use buffered::buffered;
pub(crate) use crossing::crossing;
pub use error::{FormalError, MAX_CLASSES};
pub(crate) use memory::memory;
pub(crate) use scheduled::scheduled;
pub(crate) use streams::{
    blocks, broadcast, packets, words, BlockStreams, Class, PacketStreams, Processors, WordStreams,
};
