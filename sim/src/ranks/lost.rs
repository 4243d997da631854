//! A rank that is gone.

use super::Ranks;
use crate::SimError;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use thiserror::Error;

/// A rank that another one waits for in vain.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "rank {rank} waited for rank {of}, which {why}; a network on several ranks needs all of them to the \
     end: look at the output of rank {of}, and run again"
)]
pub struct Lost {
    /// The one that waited.
    pub rank: usize,
    /// The one that it waited for.
    pub of: usize,
    /// What is known of it.
    pub why: String,
}

impl Lost {
    /// Ends the run of this rank, from wherever it waits: [`guarded`] makes an error of it.
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
    // Nothing that was changed on the way is looked at behind an error.
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(found) => found,
        Err(cause) => match cause.downcast::<Lost>() {
            Ok(lost) => Err((*lost).into()),
            Err(panic) => resume_unwind(panic),
        },
    }
}
