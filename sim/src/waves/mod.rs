//! Waves read back: loads recomputed, messages followed, two runs compared.
//!
//! A file is a [`Dump`], VCD or FST, that [`mod@crate::record`] wrote; scopes are found by their names.
//! Nothing here shares code with the monitor, the schedule or the writer.

pub mod diff;
pub mod dump;
pub mod follow;
pub mod loads;

mod caught;
mod clock;
mod fst;
mod portion;
mod sizes;
mod tree;

pub use diff::{diff, Diff, Differs};
pub use dump::Dump;
pub use follow::{follow, Life};
pub use loads::{read_loads, Inconsistency, Waves};

use thiserror::Error;
use torus_model::quote::shortened_reason;

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WavesError {
    /// It ends before the comment that ends every file of ours.
    #[error(
        "the VCD stops in cycle {cycle} without the comment that ends a whole file; loads can be \
         recomputed from a whole file only: write it again"
    )]
    Truncated {
        /// The last cycle it has.
        cycle: u64,
    },
    /// It has no comment of ours, or scopes that are not ours.
    #[error(
        "the VCD was not written by torusgen ({}); loads are recomputed from the scopes and \
         the comment that it writes: give such a file",
        shortened_reason(.reason)
    )]
    Foreign {
        /// What is missing.
        reason: String,
    },
    /// It begins as an FST, and is none, or none of ours, or not whole.
    #[error(
        "the FST cannot be used ({}); whole files that torusgen wrote can: give such a file",
        shortened_reason(.reason)
    )]
    Fst {
        /// What is wrong.
        reason: String,
    },
    /// It is one of ours, and contradicts itself.
    #[error(
        "the file is damaged ({}); whole files that torusgen wrote can be read: write it again",
        shortened_reason(.reason)
    )]
    Damaged {
        /// What is wrong.
        reason: String,
    },
    /// It is no VCD.
    #[error(
        "line {line} of the file is no VCD ({}); a file that torusgen wrote is needed: \
         write it again",
        shortened_reason(.reason)
    )]
    Syntax {
        /// Line number.
        line: u64,
        /// What the parser says.
        reason: String,
    },
}
