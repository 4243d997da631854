//! Errors: why a network cannot have formal properties.

use thiserror::Error;

/// The most classes of nodes for which a proof is feasible.
pub const MAX_CLASSES: usize = 64;

/// Why a network cannot have formal properties.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormalError {
    /// A network with so few translations that too many classes of nodes remain.
    #[error(
        "properties were asked for ('formal'); translations fold this network to {classes} nodes, and \
         provers \
         take up to {MAX_CLASSES}: use a full or a linear placement, or a smaller torus, or leave it out"
    )]
    Classes {
        /// Classes of nodes.
        classes: usize,
    },
    /// A scheduled network whose links have registers.
    #[error(
        "properties were asked for ('formal') together with 'link-stages'; those of scheduled networks take \
         a cycle for a hop: leave one of the two out"
    )]
    Stages,
}
