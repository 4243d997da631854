//! What a manifest says of a top whose ports are those of a bus, and of ports that tell of slots.

use serde::{Deserialize, Serialize};

/// A top with streams around the network, and what of a payload they have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterfaceInfo {
    /// `axis`.
    pub kind: String,
    /// The top's module.
    pub top: String,
    /// Bits of data, the lowest of a payload.
    pub data: usize,
    /// Bits of the source's node id above them.
    pub source: usize,
    /// 1 where a bit above that marks the last flit of a stream's packet.
    pub last: usize,
    /// 1 where a bit above the source says whether there is a word: a scheduled network's messages without
    /// one travel too. Not stated where it is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub present: usize,
}

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

fn is_zero(number: &usize) -> bool {
    *number == 0
}
