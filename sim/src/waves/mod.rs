//! Reads waves: recomputes loads, follows messages, compares two runs.
//!
//! A file is a [`Dump`], VCD or FST, written by [`mod@crate::record`]; scopes are found by their names. This
//! module shares no code with the monitor, the schedule or the writer.

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

pub use diff::{diff, Diff, Differs, Unreadable};
pub use dump::Dump;
pub use follow::{follow, Life};
pub use loads::{read_loads, Inconsistency, Waves};

use thiserror::Error;
use torus_model::quote::shortened_reason;

/// Why a wave file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WavesError {
    /// It ends before the comment at the end of every complete file.
    #[error(
        "the file stops in cycle {cycle} without the comment that ends a whole file; loads can be \
         recomputed from a whole file only: write it again"
    )]
    Truncated {
        /// The last cycle in it.
        cycle: u64,
    },
    /// It has no comment of torusgen, or other scopes.
    #[error(
        "the file was not written by torusgen ({}); loads are recomputed from the scopes and \
         the comment that it writes: give such a file",
        shortened_reason(.reason)
    )]
    Foreign {
        /// What is missing.
        reason: String,
    },
    /// It begins as an FST, but is none, is not ours, or is not complete.
    #[error(
        "the FST cannot be used ({}); whole files that torusgen wrote can: give such a file",
        shortened_reason(.reason)
    )]
    Fst {
        /// What is wrong.
        reason: String,
    },
    /// It is one of ours, but contradicts itself.
    #[error(
        "the file is damaged ({}); whole files that torusgen wrote can be read: write it again",
        shortened_reason(.reason)
    )]
    Damaged {
        /// What is wrong.
        reason: String,
    },
    /// It is not a VCD.
    #[error(
        "line {line} of the file is no VCD ({}); a file that torusgen wrote is needed: \
         write it again",
        shortened_reason(.reason)
    )]
    Syntax {
        /// Line number.
        line: u64,
        /// The error that the parser reports.
        reason: String,
    },
}
