//! Mismatches: what differs between the network and its schedule, in values; [`fmt::Display`] makes the line.

use std::fmt;
use torus_model::{LinkId, NodeId, Port, PortModel, Torus};

/// A node with its name `(x1,..,xd)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedNode {
    /// The node.
    pub id: NodeId,
    /// Its name.
    pub name: String,
}

impl NamedNode {
    /// A node of a torus.
    pub fn new(torus: &Torus, id: NodeId) -> Self {
        NamedNode { id, name: torus.node_name(id) }
    }
}

impl fmt::Display for NamedNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// A link with its name `(x1,..,xd) i+`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedLink {
    /// The link.
    pub id: LinkId,
    /// Its name.
    pub name: String,
}

impl NamedLink {
    /// A link of a torus.
    pub fn new(torus: &Torus, id: LinkId) -> Self {
        NamedLink { id, name: torus.link_name(id) }
    }

    /// The link with this number; also an absent one, which must never be in use.
    pub fn numbered(torus: &Torus, id: usize) -> Option<Self> {
        let slots = torus.port_slots();
        let link = torus.link(torus.node_at(id / slots)?, Port::from_index(id % slots));
        Some(NamedLink::new(torus, link))
    }
}

impl fmt::Display for NamedLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// A local port of a processor: that of a port, or the only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalPort {
    /// One of several, by its port.
    Of(Port),
    /// The only one; it goes by the number 0.
    Only,
}

impl LocalPort {
    /// The local port with this number.
    pub fn new(ports: PortModel, number: usize) -> Self {
        match ports {
            PortModel::AllPort => LocalPort::Of(Port::from_index(number)),
            PortModel::OnePort | PortModel::SinglePort => LocalPort::Only,
        }
    }
}

impl fmt::Display for LocalPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LocalPort::Of(port) => port.fmt(f),
            LocalPort::Only => f.write_str("0"),
        }
    }
}

/// Something that is not as the schedule says. Ids in payloads are as received, so they may name no node.
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
        /// Who sent.
        source: NamedNode,
        /// Who should have received.
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
        /// Who sent.
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
}

/// Number of kinds of mismatches.
const KINDS: usize = 14;

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
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Completion { expected, got: Some(got) } => {
                write!(f, "completion: done_o expected to rise in cycle {expected}, rose in cycle {got}")
            }
            Mismatch::Completion { expected, got: None } => {
                write!(
                    f,
                    "completion: done_o expected to rise in cycle {expected}, did not rise before the \
                    limit"
                )
            }
            Mismatch::Done { cycle, expected } => {
                let [should, was] = if *expected { ["high", "low"] } else { ["low", "high"] };
                write!(f, "completion: done_o expected to be {should} in cycle {cycle}, was {was}")
            }
            Mismatch::DoneFell { cycle } => {
                write!(f, "completion: done_o expected to stay high, fell in cycle {cycle}")
            }
            Mismatch::ErrorFlag { cycle, nodes } => {
                write!(f, "error_o: expected to stay low, rose in cycle {cycle}")?;
                let names: Vec<_> = nodes.iter().map(NamedNode::to_string).collect();
                if names.is_empty() {
                    Ok(())
                } else {
                    write!(f, ", raised by {}", names.join(" "))
                }
            }
            Mismatch::LinkCount { link, expected, got, first_cycle } => {
                write!(f, "link {link}: expected {expected} messages, got {got}")?;
                first_cycle.map_or(Ok(()), |cycle| write!(f, ", first cycle {cycle}"))
            }
            Mismatch::Missing { source, destination, expected, got } => {
                write!(f, "message {source} -> {destination}: expected {expected} times, got {got}")
            }
            Mismatch::Received { node, expected, got } => write!(
                f,
                "processor {node}: expected {expected} messages, one of every other processor per exchange, \
                 got {got} or some from others"
            ),
            Mismatch::Misdelivered { node, local_port, cycle, source, destination } => write!(
                f,
                "processor {node}, local port {local_port}: got a message from node id {source} to node id \
                 {destination} in cycle {cycle}, expected only its own"
            ),
            Mismatch::Duplicate { source, destination, cycle } => {
                write!(f, "message {source} -> {destination}: expected no more, got another in cycle {cycle}")
            }
            Mismatch::Payload { node, local_port, cycle } => write!(
                f,
                "processor {node}, local port {local_port}: expected a payload of two ids, got other bits \
                    set in cycle {cycle}"
            ),
            Mismatch::Unscheduled { node, local_port, cycle, source, expected } => {
                write!(
                    f,
                    "processor {node}, local port {local_port}: got the message of node id {source} in \
                    cycle {cycle}, "
                )?;
                match expected {
                    Some(expected) => write!(f, "expected that of node id {expected}"),
                    None => f.write_str("expected none"),
                }
            }
            Mismatch::Absent { node, local_port, cycle, source } => write!(
                f,
                "processor {node}, local port {local_port}: got nothing in cycle {cycle}, expected the \
                    message of node id {source}"
            ),
            Mismatch::Memory { node, origin, flit, expected, got } => write!(
                f,
                "memory of {node}: flit {flit} of the block from {origin} expected {expected}, got {got}"
            ),
            Mismatch::Activity { link, cycle, expected: true } => {
                write!(f, "link {link}: expected a message in cycle {cycle}, got none")
            }
            Mismatch::Activity { link, cycle, expected: false } => {
                write!(f, "link {link}: expected no message in cycle {cycle}, got one")
            }
        }
    }
}

/// Mismatches found: all are counted, the first of every kind are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mismatches {
    kept: [Vec<Mismatch>; KINDS],
    counts: [u64; KINDS],
}

impl Mismatches {
    /// How many of a kind are kept.
    pub const KEPT: usize = 20;

    /// Counts a mismatch and keeps it if there is room.
    pub fn push(&mut self, mismatch: Mismatch) {
        let kind = mismatch.kind();
        self.counts[kind] += 1;
        if self.kept[kind].len() < Self::KEPT {
            self.kept[kind].push(mismatch);
        }
    }

    /// Adds those of another run, behind the own ones.
    pub fn append(&mut self, other: Mismatches) {
        for (kind, kept) in other.kept.into_iter().enumerate() {
            self.counts[kind] += other.counts[kind];
            let room = Self::KEPT - self.kept[kind].len();
            self.kept[kind].extend(kept.into_iter().take(room));
        }
    }

    /// How many there are.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.total() == 0
    }

    /// Those that are kept, kind by kind.
    pub fn iter(&self) -> impl Iterator<Item = &Mismatch> {
        self.kept.iter().flatten()
    }
}

/// A line per kept mismatch, and one per kind that has more.
impl fmt::Display for Mismatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kept, &count) in self.kept.iter().zip(&self.counts) {
            kept.iter().try_for_each(|mismatch| writeln!(f, "{mismatch}"))?;
            if count > kept.len() as u64 {
                writeln!(f, ".. and {} more like these", count - kept.len() as u64)?;
            }
        }
        Ok(())
    }
}
