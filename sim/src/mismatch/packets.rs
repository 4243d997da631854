//! Mismatches of a run of packets. Each names a flit, a link, a channel, a local port or a node.

use super::LeftOver;
use thiserror::Error;
use torus_model::quantity;

fn flits(number: &u64) -> String {
    quantity(*number, "flit")
}

fn credits(number: &u64) -> String {
    quantity(*number, "credit")
}

fn are_missing(number: &u64) -> String {
    format!("{} {} missing", quantity(*number, "packet"), if *number == 1 { "is" } else { "are" })
}

/// A difference between packets and what was expected of them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PacketMismatch {
    /// A flit came out that was never sent, or that had come out before.
    #[error(
        "cycle {cycle}: flit {serial} came out at {local_port}; it was not sent, or came out \
         before"
    )]
    Unexpected {
        /// Local port, by node and port.
        local_port: String,
        /// Cycle.
        cycle: u64,
        /// The serial number found.
        serial: u32,
    },
    /// A flit came out at the wrong node.
    #[error("cycle {cycle}: the packet {packet} came out at {local_port}")]
    Misdelivered {
        /// The packet, by its source and destination.
        packet: String,
        /// The ejection port at which it came out.
        local_port: String,
        /// Cycle.
        cycle: u64,
    },
    /// A payload was changed on its way.
    #[error("cycle {cycle}: the payload of the packet {packet} was changed under way")]
    Damaged {
        /// The packet, by its source and destination.
        packet: String,
        /// Cycle.
        cycle: u64,
    },
    /// Flits of a packet, or packets of one way, arrived out of order.
    #[error(
        "cycle {cycle}: a flit of the packet {packet} came out before another that was \
         sent first"
    )]
    Overtaken {
        /// The packet, by its source and destination.
        packet: String,
        /// Cycle.
        cycle: u64,
    },
    /// A flit came out between the flits of another packet.
    #[error(
        "cycle {cycle}: a flit of the packet {packet} came out between those of the packet \
         {other}"
    )]
    Mixed {
        /// The packet, by its source and destination.
        packet: String,
        /// The other one.
        other: String,
        /// Cycle.
        cycle: u64,
    },
    /// The router marks the end of a packet at a wrong flit, or does not mark it.
    #[error("cycle {cycle}: the bit that ends the packet {packet} was wrong")]
    End {
        /// The packet, by its source and destination.
        packet: String,
        /// Cycle.
        cycle: u64,
    },
    /// A link carried another number of flits than it should.
    #[error("the link {link} carried {}; it should carry {expected}", flits(.seen))]
    LinkCount {
        /// The link.
        link: String,
        /// The number that follows from the packets or the loads.
        expected: u64,
        /// Flits that were counted.
        seen: u64,
    },
    /// A channel carried another number of flits than it should, though its link carried the right one.
    #[error("channel {channel} of the link {link} carried {}; it should carry {expected}", flits(.seen))]
    ChannelCount {
        /// The link.
        link: String,
        /// The channel.
        channel: usize,
        /// Flits that the packets need.
        expected: u64,
        /// Flits that were counted.
        seen: u64,
    },
    /// At the end, a channel has not got back as many credits as it carried flits.
    #[error(
        "channel {channel} of the link {link} carried {} and has {} back: {}",
        flits(.carried),
        credits(.returned),
        why_credits(*.carried, *.returned)
    )]
    Credits {
        /// The link.
        link: String,
        /// The channel.
        channel: usize,
        /// Flits that the sender put on the channel.
        carried: u64,
        /// Credits that returned to the sender.
        returned: u64,
    },
    /// While its end was held, a channel took another number of flits than it has room for.
    #[error(
        "cycle {cycle}: {} went over channel {channel} of the link {link} while their local port was \
         held; there is room for {room}: {}",
        flits(.sent),
        why_room(*.sent, *.room)
    )]
    Room {
        /// The link.
        link: String,
        /// The channel.
        channel: usize,
        /// The first cycle in which nothing moved any more.
        cycle: u64,
        /// Flits that went over the link.
        sent: u64,
        /// Flits for which there is room.
        room: u64,
    },
    /// A place shows something else than the model of the routers does for the same flits.
    #[error(
        "cycle {cycle}: {place} does not show what the model of the routers shows for the same \
         flits"
    )]
    Diverged {
        /// A link or a local port.
        place: String,
        /// The first cycle.
        cycle: u64,
    },
    /// The bench of the folder shows something else than the model of the routers does for the packets of its
    /// lists.
    #[error(
        "the bench, cycle {cycle}: {place} does not show what the model of the routers shows for \
         the packets of its lists"
    )]
    BenchDiverged {
        /// A link, a local port, or a bit.
        place: String,
        /// The first cycle.
        cycle: u64,
    },
    /// In the exchanges of the bench, a channel carried another number of flits than the lists need, or got
    /// back another number of credits than it carried flits.
    #[error(
        "the bench: channel {channel} of the link {link} carried {} and has {} back; the packets of its \
         lists need {expected}",
        flits(.carried),
        credits(.returned)
    )]
    BenchChannel {
        /// The link.
        link: String,
        /// The channel.
        channel: usize,
        /// Flits that the packets need.
        expected: u64,
        /// Flits that the sender put on the channel.
        carried: u64,
        /// Credits that returned to the sender.
        returned: u64,
    },
    /// A node reports an error: a buffer overflowed, a credit is wrong, or a head is misrouted.
    #[error(
        "cycle {cycle}: error_o of {nodes}: a buffer overflowed, a credit is wrong, or a \
         head has no way"
    )]
    ErrorBit {
        /// The nodes.
        nodes: String,
        /// The first cycle.
        cycle: u64,
    },
    /// A reset in the middle of traffic left something over.
    #[error(transparent)]
    LeftOver(#[from] LeftOver),
    /// Nothing has moved for a long time, although flits are under way.
    #[error(
        "nothing moved after cycle {cycle}, and {}; {}",
        are_missing(.missing),
        all_that_wait(.waiting)
    )]
    Stalled {
        /// The last cycle in which something moved.
        cycle: u64,
        /// Packets that have not arrived.
        missing: u64,
        /// What the first flits of the buffers wait for, and the packets that never entered the network.
        waiting: Vec<String>,
    },
    /// The time is over, and the list of packets has not been sent to its end.
    #[error(
        "the run was ended in cycle {cycle}; the packets from cycle {next} on were not sent: raise the limit"
    )]
    Unsent {
        /// The cycle in which the run was ended.
        cycle: u64,
        /// The cycle of the first packet that was not sent.
        next: u64,
    },
    /// The time is over, and packets have not arrived although flits move.
    #[error("the run was ended in cycle {cycle}, and {}", are_missing(.missing))]
    Unfinished {
        /// The cycle in which the run was ended.
        cycle: u64,
        /// Packets that have not arrived.
        missing: u64,
    },
}

impl PacketMismatch {
    /// The cycle in which a flit that left showed it; 0 for all others.
    pub(super) fn cycle(&self) -> u64 {
        match self {
            PacketMismatch::Unexpected { cycle, .. }
            | PacketMismatch::Misdelivered { cycle, .. }
            | PacketMismatch::Damaged { cycle, .. }
            | PacketMismatch::Overtaken { cycle, .. }
            | PacketMismatch::Mixed { cycle, .. }
            | PacketMismatch::End { cycle, .. } => *cycle,
            _ => 0,
        }
    }
}

fn why_credits(carried: u64, returned: u64) -> &'static str {
    match returned < carried {
        true => "a flit is left in its buffer, or a credit is lost",
        false => "a credit came back for a flit that was never sent",
    }
}

fn why_room(sent: u64, room: u64) -> &'static str {
    match sent < room {
        true => "credits are missing",
        false => "there are credits too many",
    }
}

/// The lines about the first flits that wait.
fn all_that_wait(waiting: &[String]) -> String {
    match waiting {
        [] => "none of them in the network".into(),
        lines => format!("waiting:\n  {}", lines.join("\n  ")),
    }
}
