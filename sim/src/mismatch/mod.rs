//! Mismatches: differences between a network and its golden model, as values. [`std::fmt::Display`] makes the
//! text line. This module has those of exchanges, [`PacketMismatch`] those of packets.

mod collection;
mod kind;
mod left_over;
mod lines;
mod names;
mod packets;

pub use collection::Mismatches;
pub use kind::{Kind, PacketKind};
pub use left_over::LeftOver;
pub use names::{LocalPort, NamedLink, NamedNode};
pub use packets::PacketMismatch;

/// A difference from the golden model. Ids in payloads are given as received, so they may not be those of
/// nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// `done_o` rose in another cycle than it should, or not at all.
    Completion {
        /// The cycle of the schedule.
        expected: u64,
        /// The cycle seen; `None` if it did not rise before the limit.
        got: Option<u64>,
    },
    /// `done_o` was high between two starts when it should not be, or low when it should be high.
    Done {
        /// The first such cycle since a start.
        cycle: u64,
        /// Whether it should have been high.
        expected: bool,
    },
    /// `done_o` fell without a start.
    DoneFell {
        /// The cycle.
        cycle: u64,
    },
    /// `error_o` is high.
    ErrorFlag {
        /// The first cycle.
        cycle: u64,
        /// The nodes that raise it, as far as the engine can see them.
        nodes: Vec<NamedNode>,
    },
    /// A link carried a wrong number of messages.
    LinkCount {
        /// The link.
        link: NamedLink,
        /// The exact load times the number of exchanges.
        expected: u64,
        /// The number of cycles in which it carried a message.
        got: u64,
        /// The first cycle in which it differed from the schedule; if none, the first in which it carried a
        /// message.
        first_cycle: Option<u64>,
    },
    /// A pair received fewer messages than exchanges were run.
    Missing {
        /// The sender.
        source: NamedNode,
        /// The intended receiver.
        destination: NamedNode,
        /// Number of exchanges.
        expected: u64,
        /// How many arrived.
        got: u64,
    },
    /// A processor received a wrong number of messages, or messages from wrong sources (only in large
    /// networks, instead of `Missing`).
    Received {
        /// The processor.
        node: NamedNode,
        /// How many it should have received.
        expected: u64,
        /// How many it received.
        got: u64,
    },
    /// A message came out at another node than its destination, or its source does not send to this node.
    Misdelivered {
        /// The node at which it came out.
        node: NamedNode,
        /// The local port at which it came out.
        local_port: LocalPort,
        /// The cycle in which it came out.
        cycle: u64,
        /// The source in its payload.
        source: u32,
        /// The destination in its payload.
        destination: u32,
    },
    /// A pair received more messages than exchanges were run.
    Duplicate {
        /// The sender.
        source: NamedNode,
        /// The receiver.
        destination: NamedNode,
        /// The cycle of the first message too many.
        cycle: u64,
    },
    /// A payload has bits that no sender set.
    Payload {
        /// The node at which it came out.
        node: NamedNode,
        /// The local port at which it came out.
        local_port: LocalPort,
        /// The cycle in which it came out.
        cycle: u64,
    },
    /// A message came out at a local port or in a cycle that the schedule does not have for it.
    Unscheduled {
        /// The node at which it came out.
        node: NamedNode,
        /// The local port at which it came out.
        local_port: LocalPort,
        /// The cycle in which it came out.
        cycle: u64,
        /// The source in its payload.
        source: u32,
        /// The source of the message that should have come out here in this cycle, if any.
        expected: Option<u32>,
    },
    /// Nothing came out at a local port when something should have.
    Absent {
        /// The node at which it should have come out.
        node: NamedNode,
        /// The local port at which it should have come out.
        local_port: LocalPort,
        /// The cycle.
        cycle: u64,
        /// The node id of the source of the missing message.
        source: u32,
    },
    /// A flit that was read from a message memory has a wrong value.
    Memory {
        /// The node of the memory.
        node: NamedNode,
        /// The node from which the block comes.
        origin: NamedNode,
        /// The number of the flit in the block.
        flit: u32,
        /// The number of the access that read it, among those of its memory.
        access: u64,
        /// The value that it should have, in hexadecimal.
        expected: String,
        /// The value that it has.
        got: String,
    },
    /// A link carried a message when it should not, or carried none when it should.
    Activity {
        /// The link.
        link: NamedLink,
        /// The cycle.
        cycle: u64,
        /// Whether it should have carried one.
        expected: bool,
    },
    /// A reset in the middle of an exchange left something over.
    LeftOver(LeftOver),
    /// A mismatch of packets, in a buffered network.
    Packet(PacketMismatch),
    /// A mismatch that another rank found.
    OfRank {
        /// Its kind.
        kind: Kind,
        /// Its text line.
        line: String,
    },
}

impl Mismatch {
    /// The cycle in which a message showed it, or the number of the access for a value that was read. 0 for
    /// what is found at the end, in the order of places.
    pub(crate) fn cycle(&self) -> u64 {
        match self {
            Mismatch::Misdelivered { cycle, .. }
            | Mismatch::Duplicate { cycle, .. }
            | Mismatch::Payload { cycle, .. }
            | Mismatch::Unscheduled { cycle, .. }
            | Mismatch::Absent { cycle, .. }
            | Mismatch::Activity { cycle, .. } => *cycle,
            Mismatch::Packet(packet) => packet.cycle(),
            Mismatch::Memory { access, .. } => *access,
            _ => 0,
        }
    }

    /// The id of the node or link at which it was found. In one cycle, mismatches of a kind are found in the
    /// order of places. 0 for mismatches of packets, which do not say.
    pub(crate) fn place(&self) -> usize {
        match self {
            Mismatch::LinkCount { link, .. } | Mismatch::Activity { link, .. } => link.id.index(),
            Mismatch::Missing { destination: node, .. }
            | Mismatch::Duplicate { destination: node, .. }
            | Mismatch::Received { node, .. }
            | Mismatch::Misdelivered { node, .. }
            | Mismatch::Payload { node, .. }
            | Mismatch::Unscheduled { node, .. }
            | Mismatch::Absent { node, .. }
            | Mismatch::Memory { node, .. } => node.id.index(),
            _ => 0,
        }
    }
}

impl From<PacketMismatch> for Mismatch {
    fn from(packet: PacketMismatch) -> Self {
        Mismatch::Packet(packet)
    }
}
