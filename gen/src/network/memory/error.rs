//! Errors: why a plan cannot run on memories.

use super::ProgramsError;
use crate::schedule_file::OF_EMIT;
use std::path::PathBuf;
use thiserror::Error;
use torus_sim::output::shown;

/// Why a plan cannot run on memories.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MemoryError {
    /// Programs that no memory holds.
    #[error(transparent)]
    Programs(#[from] ProgramsError),
    /// A plan that is not valid.
    #[error(
        "{} holds a plan that is not valid: {violation}; hardware is made from valid plans only: see \
         torusgen verify",
        shown(.path)
    )]
    InvalidPlan {
        /// Its file.
        path: PathBuf,
        /// What is wrong.
        violation: String,
    },
    /// Options given with a plan file that already decides them.
    #[error(
        "{} is a plan file, which says torus, algorithm and source itself; with 'schedule' only 'flits', \
         'depth', 'width', 'name', {OF_EMIT} may be given: leave {option} out",
        shown(.path)
    )]
    Options {
        /// The file.
        path: PathBuf,
        /// The option given.
        option: String,
    },
}
