//! What a reset leaves, and what is refused behind it.

use thiserror::Error;

/// Something is seen around a reset that should not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum LeftOver {
    /// Something moves behind a reset, or an error stands, though nothing was started again.
    #[error(
        "reset in cycle {interrupted} of a run: in cycle {since} behind it something moves or error_o is \
         high, though nothing was started; reset has to clear every valid bit and every error bit"
    )]
    Moves {
        /// The cycle in which a run was interrupted.
        interrupted: u64,
        /// The first cycle behind the reset; 0: the last one of the reset.
        since: u64,
    },
    /// An exchange reports an error, begun some cycles behind a reset.
    #[error(
        "exchange begun {rest} cycles behind a reset: error_o is high in cycle {since} behind the reset; \
         every start behind a reset has to be taken, whenever it comes"
    )]
    Refused {
        /// Cycles from the reset to the start.
        rest: u64,
        /// The first cycle behind the reset with an error, from 1 on.
        since: u64,
    },
}

impl LeftOver {
    /// Whether it was left by a reset.
    pub fn is_left(&self) -> bool {
        matches!(self, LeftOver::Moves { .. })
    }
}
