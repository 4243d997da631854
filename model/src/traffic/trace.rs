//! Traces: packets as lines of text, `cycle source destination length`, four numbers, nodes by id; blank lines and
//! what follows a `#` are left out. Cycles do not go backwards, so that a trace is read once from front to end.

use super::Packet;
use crate::{Error, NodeId, Placement};

/// What is wrong with a line of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceProblem {
    /// Not four numbers.
    Fields,
    /// A node id beyond the last.
    NoNode {
        /// The id.
        node: u64,
        /// Number of nodes.
        nodes: usize,
    },
    /// A node that carries no processor.
    NoProcessor {
        /// Its id.
        node: u64,
        /// How many nodes carry one.
        processors: usize,
    },
    /// A length of 0 or above the limit.
    Length {
        /// The length.
        flits: u64,
        /// The limit.
        limit: u32,
    },
    /// A packet to its own source.
    Itself {
        /// The node's id.
        node: u64,
    },
    /// A cycle before that of an earlier line.
    Backwards {
        /// The cycle.
        cycle: u64,
        /// The cycle before.
        after: u64,
    },
}

/// The packets of a trace for the processors of a placement, none longer than `limit` flits.
///
/// Errors: a line that is none, by number ([`Error::TraceLine`] with a [`TraceProblem`]).
pub fn parse_trace(placement: &Placement, limit: u32, text: &str) -> Result<Vec<Packet>, Error> {
    let mut packets: Vec<Packet> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.split('#').next().unwrap_or("").trim();
        if text.is_empty() {
            continue;
        }
        let after = packets.last().map_or(0, |packet| packet.cycle);
        let refused = |problem| Error::TraceLine { line, text: text.to_string(), problem };
        packets.push(packet(placement, limit, after, text).map_err(refused)?);
    }
    Ok(packets)
}

fn packet(placement: &Placement, limit: u32, after: u64, text: &str) -> Result<Packet, TraceProblem> {
    let numbers: Result<Vec<u64>, _> = text.split_whitespace().map(str::parse).collect();
    let Ok([cycle, from, to, length]) = numbers.as_deref() else { return Err(TraceProblem::Fields) };
    let (cycle, source, destination) = (*cycle, processor(placement, *from)?, processor(placement, *to)?);
    if source == destination {
        return Err(TraceProblem::Itself { node: *from });
    }
    if cycle < after {
        return Err(TraceProblem::Backwards { cycle, after });
    }
    let flits = u32::try_from(*length).ok().filter(|flits| (1..=limit).contains(flits));
    let flits = flits.ok_or(TraceProblem::Length { flits: *length, limit })?;
    Ok(Packet { cycle, source, destination, flits })
}

fn processor(placement: &Placement, id: u64) -> Result<NodeId, TraceProblem> {
    let nodes = placement.torus().len();
    let node = usize::try_from(id).ok().and_then(|id| placement.torus().node_at(id));
    let node = node.ok_or(TraceProblem::NoNode { node: id, nodes })?;
    match placement.contains(node) {
        true => Ok(node),
        false => Err(TraceProblem::NoProcessor { node: id, processors: placement.len() }),
    }
}
