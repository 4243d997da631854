//! Errors of loads by class.

use super::ClassLoads;
use crate::Routing;

/// Loads by class that cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassLoadsError {
    /// Loads, or their sum, that leave 128 bits.
    #[error(
        "the loads of {processors} processors on {dims} with routing {routing} were asked for; they are \
         counted in 128 bits, and would need more: lower a radix or the number of dimensions"
    )]
    TooManyMessages {
        /// The torus.
        dims: String,
        /// Its processors.
        processors: u64,
        /// The routing.
        routing: Routing,
    },
    /// More classes of links than fit.
    #[error(
        "the placement {placement} has {classes} classes of links; loads of up to {} are counted: lower the \
         radix or the number of dimensions, or place a processor on every node",
        ClassLoads::MAX_CLASSES
    )]
    TooManyClasses {
        /// The placement.
        placement: String,
        /// Its classes of links.
        classes: u128,
    },
}
