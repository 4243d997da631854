//! What a reset leaves.

use thiserror::Error;

/// Something moves behind a reset, or an error stands, though nothing was started again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error(
    "reset in cycle {interrupted} of a run: in cycle {since} behind it something moves or error_o is high, \
     though nothing was started; reset has to clear every valid bit and every error bit"
)]
pub struct LeftOver {
    /// The cycle in which a run was interrupted.
    pub interrupted: u64,
    /// The first cycle behind the reset, from 1 on.
    pub since: u64,
}
