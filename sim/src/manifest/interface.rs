//! A top with streams in a manifest, and the slot ports.

use crate::port_info::is_false;
use serde::{Deserialize, Serialize};

/// A top around the network with streams, and their part of a payload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterfaceInfo {
    /// The interface; always `axis`.
    pub kind: String,
    /// The module of the top.
    pub top: String,
    /// Bits of data, which are the lowest bits of a payload.
    pub data: usize,
    /// Bits of a node id, for destination and source. The payload holds the source above the data, unless it
    /// is known from a schedule (`present`) or from a block's place in a memory (`blocks`).
    pub source: usize,
    /// 1 if a bit above these marks the last flit of a stream's packet.
    pub last: usize,
    /// 1 if a bit above the data says whether there is a word, as messages of a scheduled network also travel
    /// without one. Left out if it is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub present: usize,
    /// Whether packets are the blocks of message memories, with nothing beside the data. Left out if they are
    /// not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub blocks: bool,
    /// The node whose block goes to all others, if only one processor sends. Left out otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broadcast: Option<u32>,
    /// Whether streams have a clock of their own, `local_clk_i`. Left out if they do not.
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

/// The slot ports of a scheduled network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotPortsInfo {
    /// Whether it shows the slot, and whether messages are under way.
    pub status: bool,
    /// How it shows the sender of an arriving message, `offset` or `id`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// How many cycles ahead it shows what is injected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub early: Option<u32>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}
