//! Formal properties of emitted hardware, and the files for a prover: `emit --formal`.
//!
//! Assertions are added at the end of the modules, under `` `ifdef FORMAL ``; the rest of their text stays as
//! it is. Beside them are a harness, which connects the modules to their neighbours, and an `.sby` file.
//! `docs/proofs.md` says what is proved and why that is enough.

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
pub(crate) use scheduled::{check_scheduled, scheduled};
pub(crate) use streams::{
    blocks, broadcast, packets, words, BlockStreams, Class, PacketStreams, Processors, WordStreams,
};
