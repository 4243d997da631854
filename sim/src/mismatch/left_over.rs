//! Mismatches after a reset: messages that remain, and starts that are refused.

use thiserror::Error;

/// Something around a reset that should not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum LeftOver {
    /// Something moves after a reset, or an error is shown, although nothing was started.
    #[error(
        "reset in cycle {interrupted} of a run: in cycle {since} behind it something moves or error_o is \
         high, though nothing was started; reset has to clear every valid bit and every error bit"
    )]
    Moves {
        /// The cycle in which a run was interrupted.
        interrupted: u64,
        /// The first such cycle after the reset; 0: the last cycle of the reset.
        since: u64,
    },
    /// An exchange that was started some cycles after a reset reports an error.
    #[error(
        "exchange begun {} behind a reset: error_o is high in cycle {since} behind the reset; every start \
         behind a reset has to be taken, whenever it comes",
        torus_model::quantity(*.rest, "cycle")
    )]
    Refused {
        /// Cycles from the reset to the start.
        rest: u64,
        /// The first cycle after the reset with an error, counted from 1.
        since: u64,
    },
}

impl LeftOver {
    /// Whether it was left over by a reset.
    pub fn is_left(&self) -> bool {
        matches!(self, LeftOver::Moves { .. })
    }
}
