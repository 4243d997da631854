//! Errors of tori.

use super::join;
use crate::quote::shortened;

/// Radices that make no torus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TorusError {
    /// No dimension.
    #[error("a torus of 0 dimensions was asked for; at least 1 is needed")]
    NoDimension,
    /// A radix of 0 or 1.
    #[error(
        "dimension {} of {} has radix {radix}; every radix is at least 2: raise it or leave the dimension \
         out",
        .dim + 1,
        shortened(&join(.dims, "x"))
    )]
    RadixTooSmall {
        /// The radices asked for.
        dims: Vec<u32>,
        /// The dimension whose radix is too small, from 0.
        dim: usize,
        /// Its radix.
        radix: u32,
    },
    /// More nodes than fit.
    #[error(
        "{} has more than {} nodes, the most that fit: lower a radix or the number of dimensions",
        shortened(&join(.dims, "x")),
        .most
    )]
    TooManyNodes {
        /// The radices asked for.
        dims: Vec<u32>,
        /// The most that fit.
        most: u64,
    },
    /// A radix beyond 32 bits.
    #[error("the radices {:?} have one above {}, the largest radix: lower it", shortened(.text), u32::MAX)]
    Huge {
        /// The text given.
        text: String,
    },
    /// Text that is not a list of radices.
    #[error(
        "the radices {:?} are no numbers joined by x; a torus is written like 4x4 or 3x4x5: correct them",
        shortened(.text)
    )]
    Syntax {
        /// The text given.
        text: String,
    },
}
