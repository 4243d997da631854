//! Buffered routers in a manifest.

use super::named;
use serde::{Deserialize, Serialize};
use torus_model::{RingRule, Ties};

/// The parameters of a buffered router.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BufferedInfo {
    /// The rule that keeps rings free of deadlock.
    #[serde(with = "named")]
    pub rule: RingRule,
    /// Virtual channels of every link.
    pub channels: usize,
    /// Flits that the buffer of a channel holds.
    pub depth: usize,
    /// Flits of the longest packet.
    pub flits: usize,
    /// Cycles of a hop: 1 or 2.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub pipeline: usize,
    /// The direction of offsets of half a ring.
    #[serde(with = "named")]
    pub ties: Ties,
    /// Bits beside a payload: mark of the last flit, channel and header.
    pub head: usize,
}

fn one() -> usize {
    1
}

fn is_one(cycles: &usize) -> bool {
    *cycles == 1
}
