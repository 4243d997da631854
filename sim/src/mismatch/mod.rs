//! Mismatches: what differs between a network and its golden model, in values; [`std::fmt::Display`] makes
//! the line. Here those of exchanges, in [`PacketMismatch`] those of packets.

mod collection;
mod left_over;
mod lines;
mod names;
mod packets;

pub use collection::Mismatches;
pub use left_over::LeftOver;
pub use names::{LocalPort, NamedLink, NamedNode};
pub use packets::PacketMismatch;

/// The first kind of those of packets.
const OF_PACKETS: usize = 15;

/// Something that is not as the golden model says. Ids in payloads are as received, so they may name no node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// `done_o` rose in another cycle than it should, or not at all.
    Completion {
        /// The cycle by the schedule.
        expected: u64,
        /// The cycle seen; `None`: not before the limit.
        got: Option<u64>,
    },
    /// `done_o` was high between two starts when it should not, or was not when it should.
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
        /// Since when.
        cycle: u64,
        /// The nodes that raise it, as far as the engine sees them.
        nodes: Vec<NamedNode>,
    },
    /// A link carried a wrong number of messages.
    LinkCount {
        /// The link.
        link: NamedLink,
        /// The exact load times the number of exchanges.
        expected: u64,
        /// The number of cycles in which it carried one.
        got: u64,
        /// The first cycle in which it differed from the schedule, else the first in which it carried one.
        first_cycle: Option<u64>,
    },
    /// A pair received fewer messages than exchanges were run.
    Missing {
        /// The sender.
        source: NamedNode,
        /// The receiver that was meant.
        destination: NamedNode,
        /// Number of exchanges.
        expected: u64,
        /// How many arrived.
        got: u64,
    },
    /// A processor received a wrong number of messages, or from wrong sources (large networks only, in place
    /// of `Missing`).
    Received {
        /// The processor.
        node: NamedNode,
        /// How many it should have received.
        expected: u64,
        /// How many it received.
        got: u64,
    },
    /// A message came out at another node than its destination, or names a source that does not send to it.
    Misdelivered {
        /// Where it came out.
        node: NamedNode,
        /// On which local port.
        local_port: LocalPort,
        /// When.
        cycle: u64,
        /// Its source, as it says.
        source: u32,
        /// Its destination, as it says.
        destination: u32,
    },
    /// A pair received more messages than exchanges were run.
    Duplicate {
        /// The sender.
        source: NamedNode,
        /// Who received.
        destination: NamedNode,
        /// When the message too many came.
        cycle: u64,
    },
    /// A payload has bits that no one set.
    Payload {
        /// Where it came out.
        node: NamedNode,
        /// On which local port.
        local_port: LocalPort,
        /// When.
        cycle: u64,
    },
    /// A message came out on a local port that was not its, or not then.
    Unscheduled {
        /// Where it came out.
        node: NamedNode,
        /// On which local port.
        local_port: LocalPort,
        /// When.
        cycle: u64,
        /// Its source, as it says.
        source: u32,
        /// Whose message should have come out here and now, if any.
        expected: Option<u32>,
    },
    /// A local port handed out nothing when it should.
    Absent {
        /// Where it should have come out.
        node: NamedNode,
        /// On which local port.
        local_port: LocalPort,
        /// When.
        cycle: u64,
        /// Node id of the source of what should have come out.
        source: u32,
    },
    /// A flit read back from a message memory is not what it should be.
    Memory {
        /// The node that has the memory.
        node: NamedNode,
        /// The node whose block it is.
        origin: NamedNode,
        /// Which flit of the block.
        flit: u32,
        /// Which one of its memory's accesses read it.
        access: u64,
        /// What it should hold, in hexadecimal.
        expected: String,
        /// What it holds.
        got: String,
    },
    /// A link carried a message when it should not, or did not when it should.
    Activity {
        /// The link.
        link: NamedLink,
        /// The cycle.
        cycle: u64,
        /// Whether it should have carried one.
        expected: bool,
    },
    /// A reset in the middle of an exchange left something.
    LeftOver(LeftOver),
    /// Something about packets, in a network of buffered routers.
    Packet(PacketMismatch),
    /// Something that another rank found.
    OfRank {
        /// Its kind.
        kind: usize,
        /// The line that says it.
        line: String,
    },
}

impl Mismatch {
    /// Its kind, in the order in which they are reported: from what a user notices to what explains it.
    fn kind(&self) -> usize {
        match self {
            Mismatch::Completion { .. } => 0,
            Mismatch::Done { .. } => 1,
            Mismatch::DoneFell { .. } => 2,
            Mismatch::ErrorFlag { .. } => 3,
            Mismatch::LinkCount { .. } => 4,
            Mismatch::Missing { .. } => 5,
            Mismatch::Received { .. } => 6,
            Mismatch::Misdelivered { .. } => 7,
            Mismatch::Duplicate { .. } => 8,
            Mismatch::Payload { .. } => 9,
            Mismatch::Unscheduled { .. } => 10,
            Mismatch::Absent { .. } => 11,
            Mismatch::Memory { .. } => 12,
            Mismatch::Activity { .. } => 13,
            Mismatch::LeftOver(_) => 14,
            Mismatch::Packet(packet) => OF_PACKETS + packet.kind(),
            Mismatch::OfRank { kind, .. } => *kind,
        }
    }

    /// Whether all ranks of a network find what is of a kind: `done_o` and `error_o` are the same for all.
    pub(crate) fn is_of_all(kind: usize) -> bool {
        kind.checked_sub(OF_PACKETS).map_or(kind < 4, PacketMismatch::is_of_all)
    }

    /// The cycle in which a message showed it, of what was read the access; 0 of what is found at the end, in
    /// the order of places.
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
}

impl From<PacketMismatch> for Mismatch {
    fn from(packet: PacketMismatch) -> Self {
        Mismatch::Packet(packet)
    }
}
