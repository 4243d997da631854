//! The contents of waves in one cycle, for any network: messages on links, messages that leave, the counters.

use crate::engine::{Ejection, Hop};

/// A message, or a flit of a packet. Values that it does not contain, or contains wrongly, are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The node id of its sender.
    pub source: Option<u32>,
    /// The node id of its receiver.
    pub destination: Option<u32>,
    /// The number of its packet, and its place in the packet; `None` for scheduled messages.
    pub flit: Option<(u32, u32)>,
    /// Its channel on a link; `None` for scheduled messages.
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
    /// The number of the processor times the local ports of each, plus the local port.
    pub local_port: u32,
    /// The message that leaves.
    pub message: Message,
}

/// The packets that wait at a local port at the end of a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    /// The number of the processor times the local ports of each, plus the local port.
    pub local_port: u32,
    /// How many packets wait.
    pub packets: u32,
    /// The number of the first of them.
    pub first: Option<u32>,
}

/// Everything that is recorded for one cycle.
#[derive(Clone, Copy, Debug)]
pub struct CycleRecord<'a> {
    /// The cycle.
    pub cycle: u64,
    /// The bits `DONE` and `ERROR`.
    pub status: u8,
    /// The counters beside `cycle`: see [`super::subject::Run::counters`].
    pub counters: [Option<u64>; 2],
    /// Messages on links, by increasing link id.
    pub passages: &'a [Passage],
    /// Messages that leave, by increasing local port.
    pub exits: &'a [Exit],
    /// The local ports at which the waiting packets have changed.
    pub waits: &'a [Waits],
}

impl From<&Hop> for Passage {
    fn from(hop: &Hop) -> Self {
        let (source, destination) = (Some(hop.source), Some(hop.destination));
        Passage { link: hop.link, message: Message { source, destination, ..Message::default() } }
    }
}

impl From<Ejection> for Exit {
    fn from(ejection: Ejection) -> Self {
        let (source, destination) = (Some(ejection.source), Some(ejection.destination));
        Exit {
            local_port: ejection.local_port,
            message: Message { source, destination, ..Message::default() },
        }
    }
}
