//! What a manifest says of buffered routers.

use serde::{Deserialize, Serialize};

/// What a buffered router is made with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BufferedInfo {
    /// What keeps rings free of deadlock: `dateline` or `bubble`.
    pub rule: String,
    /// Virtual channels of every link.
    pub channels: usize,
    /// Flits that a channel's buffer holds.
    pub depth: usize,
    /// Flits of the longest packet.
    pub flits: usize,
    /// Cycles that a hop takes: 1, or 2.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub pipeline: usize,
    /// Where half-way offsets go: `plus` or `parity`.
    pub ties: String,
    /// Bits beside a payload: last, channel and header.
    pub head: usize,
}

fn one() -> usize {
    1
}

fn is_one(cycles: &usize) -> bool {
    *cycles == 1
}
