//! What a manifest says of ports that tell what a schedule knows.

use serde::{Deserialize, Serialize};

/// Further ports of a scheduled network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotPortsInfo {
    /// Whether it says which slot it is, and whether messages are under way.
    pub status: bool,
    /// How it says who sent what arrives, `offset` or `id`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Cycles ahead in which it shows what is injected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub early: Option<u32>,
}
