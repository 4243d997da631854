//! Errors of the model: what was asked, what is allowed, what to do.

use crate::torus::join;
use std::fmt;

/// Everything the model refuses. Variants carry values; [`fmt::Display`] makes the paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A torus without dimensions.
    NoDimension,
    /// A radix of 0 or 1.
    RadixTooSmall {
        /// The radices asked for.
        dims: Vec<u32>,
        /// The offending dimension, from 0.
        dim: usize,
        /// Its radix.
        radix: u32,
    },
    /// More than [`crate::Torus::MAX_NODES`] nodes.
    TooManyNodes {
        /// The radices asked for.
        dims: Vec<u32>,
    },
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoDimension => f.write_str(
                "a torus of 0 dimensions was asked for; at least 1 is needed: give -d 2 -k 4 or --dims 4x4",
            ),
            Error::RadixTooSmall { dims, dim, radix } => write!(
                f,
                "dimension {} of {} has radix {radix}; every radix is at least 2: raise it or leave the dimension out",
                dim + 1,
                join(dims, "x")
            ),
            Error::TooManyNodes { dims } => write!(
                f,
                "{} has more than {} nodes, the most that fit: lower a radix or the number of dimensions",
                join(dims, "x"),
                crate::Torus::MAX_NODES
            ),
        }
    }
}
