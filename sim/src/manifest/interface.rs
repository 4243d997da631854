//! What a manifest says of a top whose ports are those of a bus, and of ports that tell of slots.

use crate::port_info::is_false;
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
    /// Bits of a node id: those of destination and source. The source stands above the data unless a schedule
    /// says it (`present`), or a block's place in a memory (`blocks`).
    pub source: usize,
    /// 1 where a bit above that marks the last flit of a stream's packet.
    pub last: usize,
    /// 1 where a bit above the data says whether there is a word: a scheduled network's messages without
    /// one travel too. Not stated where it is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub present: usize,
    /// Whether packets are the blocks of message memories: nothing stands beside the data. Not stated where
    /// they are not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub blocks: bool,
    /// The node whose block goes to all others, where one processor sends. Not stated where all do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broadcast: Option<u32>,
    /// Whether streams are in a clock of their own, `local_clk_i`. Not stated where they are not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub local_clock: bool,
}

impl InterfaceInfo {
    /// Bits of the source in a payload.
    pub(super) fn carried(&self) -> usize {
        let said = self.present == 1 || self.blocks;
        if said {
            0
        } else {
            self.source
        }
    }
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
