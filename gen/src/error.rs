//! Errors that only the program raises, and the one that all are passed on as.

mod compare;
mod regress;

pub use crate::UsageError;
pub use compare::{CompareError, MAX_HOPS, MAX_NODES};
pub use regress::RegressError;
