//! Traces: packets as lines of text.
//!
//! A line is `cycle source destination length`, four numbers, with nodes by id. Blank lines and what follows
//! a `#` are left out. Cycles do not decrease, so that a trace is read once from front to end.

use super::Packet;
use crate::quote::shortened;
use crate::{quantity, NodeId, Placement};

/// A line of a trace that is no packet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the trace reads {:?}: {problem}", shortened(.text))]
pub struct TraceError {
    /// Line number, from 1.
    pub line: usize,
    /// The text of the line.
    pub text: String,
    /// Why the line is not a packet.
    pub problem: TraceProblem,
}

/// What is wrong with a line of a trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraceProblem {
    /// Not four numbers.
    #[error(
        "a line holds four numbers, cycle, source, destination and length: correct it, or start it with # to \
         leave it out"
    )]
    Fields,
    /// A node id beyond the last.
    #[error("there is no node {node}; nodes are 0 to {}: correct the id", .nodes - 1)]
    NoNode {
        /// The id.
        node: u64,
        /// Number of nodes.
        nodes: usize,
    },
    /// A node that carries no processor.
    #[error(
        "node {node} has no processor; packets go between the {processors} processors of the placement: \
         correct the id, or place one there"
    )]
    NoProcessor {
        /// Its id.
        node: u64,
        /// How many nodes carry one.
        processors: usize,
    },
    /// A length of 0 or above the limit.
    #[error(
        "a packet of {}; {}",
        quantity(*.flits, "flit"),
        match (flits, limit) {
            (0, 1) => "allowed is 1: correct it".to_string(),
            (0, _) => format!("allowed are 1 to {limit}: correct it"),
            (_, 1) => format!("allowed is 1: split it, or give 'flits' {flits}"),
            _ => format!("allowed are 1 to {limit}: split it, or give 'flits' {flits}"),
        }
    )]
    Length {
        /// The length.
        flits: u64,
        /// The limit.
        limit: u32,
    },
    /// A packet to its own source.
    #[error("node {node} sends to itself; a packet goes to another processor: leave the line out")]
    Itself {
        /// The node's id.
        node: u64,
    },
    /// A cycle before that of an earlier line.
    #[error("cycle {cycle} comes after cycle {after}; cycles never decrease: sort the lines")]
    Backwards {
        /// The cycle.
        cycle: u64,
        /// The cycle before.
        after: u64,
    },
}

/// The packets of a trace for the processors of a placement, none longer than `limit` flits.
///
/// Errors: the first line that is no packet.
pub fn parse_trace(placement: &Placement, limit: u32, text: &str) -> Result<Vec<Packet>, TraceError> {
    let mut packets: Vec<Packet> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.split('#').next().unwrap_or("").trim();
        if text.is_empty() {
            continue;
        }
        let after = packets.last().map_or(0, |packet| packet.cycle);
        let refused = |problem| TraceError { line, text: text.to_string(), problem };
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
