//! What a manifest says of a top whose ports are those of a bus.

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
}
