//! Why a network has no proofs.

use thiserror::Error;

/// Most classes of nodes that are worth a proof.
pub const MAX_CLASSES: usize = 64;

/// Why a network has no proofs.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormalError {
    /// A network that translations hardly fold.
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
