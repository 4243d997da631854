//! What waves show of one cycle, whatever the network: messages on links, messages that leave, the counters.

use crate::engine::{Ejection, Hop};

/// A message, or a flit of a packet. What it does not tell, or tells of itself wrongly, is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// Node id of its sender.
    pub source: Option<u32>,
    /// Node id of its receiver.
    pub destination: Option<u32>,
    /// Number of its packet, and its place in that; scheduled messages have none.
    pub flit: Option<(u32, u32)>,
    /// The channel on which it is on a link; scheduled messages have none.
    pub channel: Option<u32>,
}

/// A message on a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Link id.
    pub link: u32,
    /// The message on the link.
    pub message: Message,
}

/// A message that leaves the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Processor times the local ports of each, plus local port.
    pub local_port: u32,
    /// The message that comes out.
    pub message: Message,
}

/// What waits at a local port when a cycle ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    /// Processor times the local ports of each, plus local port.
    pub local_port: u32,
    /// How many packets.
    pub packets: u32,
    /// The number of the first one.
    pub first: Option<u32>,
}

/// All that is recorded of one cycle.
#[derive(Clone, Copy, Debug)]
pub struct CycleRecord<'a> {
    /// The cycle.
    pub cycle: u64,
    /// `DONE` and `ERROR`, as bits.
    pub status: u8,
    /// The counters beside `cycle`: see [`super::subject::Run::counters`].
    pub counters: [Option<u64>; 2],
    /// By increasing link.
    pub passages: &'a [Passage],
    /// By increasing local port.
    pub exits: &'a [Exit],
    /// The local ports at which others wait than before, of packets.
    pub waits: &'a [Waits],
}

impl From<&Hop> for Passage {
    fn from(hop: &Hop) -> Self {
        let (source, destination) = (Some(hop.source), Some(hop.destination));
        Passage { link: hop.link, message: Message { source, destination, ..Message::default() } }
    }
}

impl From<&Ejection> for Exit {
    fn from(ejection: &Ejection) -> Self {
        let (source, destination) = (Some(ejection.source), Some(ejection.destination));
        Exit {
            local_port: ejection.local_port,
            message: Message { source, destination, ..Message::default() },
        }
    }
}
