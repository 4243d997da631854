//! The error of a rank that does not answer.

use super::Ranks;
use crate::SimError;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use thiserror::Error;

/// A rank for which another one waits in vain.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "rank {rank} waited for rank {of}, which {why}; a network on several ranks needs all of them to the \
     end: look at the output of rank {of}, and run again"
)]
pub struct Lost {
    /// The rank that waited.
    pub rank: usize,
    /// The rank for which it waited.
    pub of: usize,
    /// The reason, as far as it is known.
    pub why: String,
}

impl Lost {
    /// Ends the run of this rank, wherever it waits. [`guarded`] turns this into an error.
    pub(super) fn end(self) -> ! {
        resume_unwind(Box::new(self))
    }
}

/// Runs what may wait for other ranks. Error: one of them is lost.
pub(crate) fn guarded<T>(
    ranks: Option<&dyn Ranks>,
    run: impl FnOnce() -> Result<T, SimError>,
) -> Result<T, SimError> {
    if ranks.is_none() {
        return run();
    }
    // After an error, nothing that was changed is read.
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(found) => found,
        Err(cause) => match cause.downcast::<Lost>() {
            Ok(lost) => Err((*lost).into()),
            Err(panic) => resume_unwind(panic),
        },
    }
}
