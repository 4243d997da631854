//! The text line of a mismatch.

use super::{Mismatch, NamedNode};
use std::fmt;
use torus_model::quantity;

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
            Mismatch::LeftOver(left_over) => left_over.fmt(f),
            Mismatch::Packet(packet) => packet.fmt(f),
            Mismatch::OfRank { line, .. } => f.write_str(line),
            Mismatch::LinkCount { .. } | Mismatch::Activity { .. } | Mismatch::Memory { .. } => {
                place_line(self, f)
            }
            message => message_line(message, f),
        }
    }
}

/// The line of a mismatch on a link, or at a place in a memory.
fn place_line(mismatch: &Mismatch, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match mismatch {
        Mismatch::LinkCount { link, expected, got, first_cycle } => {
            write!(f, "link {link}: expected {}, got {got}", quantity(*expected, "message"))?;
            first_cycle.map_or(Ok(()), |cycle| write!(f, ", first cycle {cycle}"))
        }
        Mismatch::Activity { link, cycle, expected: true } => {
            write!(f, "link {link}: expected a message in cycle {cycle}, got none")
        }
        Mismatch::Activity { link, cycle, expected: false } => {
            write!(f, "link {link}: expected no message in cycle {cycle}, got one")
        }
        Mismatch::Memory { node, origin, flit, expected, got, .. } => write!(
            f,
            "memory of {node}: flit {flit} of the block from {origin} expected {expected}, got {got}"
        ),
        _ => unreachable!("no mismatch of a place"),
    }
}

/// The line of a mismatch of a message that came out, or did not.
fn message_line(mismatch: &Mismatch, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match mismatch {
        Mismatch::Missing { source, destination, expected, got } => {
            write!(f, "message {source} -> {destination}: expected {expected} times, got {got}")
        }
        Mismatch::Received { node, expected, got } => write!(
            f,
            "processor {node}: expected {}, one of every other processor per exchange, got {got} or some \
             from others",
            quantity(*expected, "message")
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
        Mismatch::Unscheduled { node, local_port, cycle, source, expected } => write!(
            f,
            "processor {node}, local port {local_port}: got the message of node id {source} in cycle \
             {cycle}, expected {}",
            expected.map_or("none".to_string(), |id| format!("that of node id {id}"))
        ),
        Mismatch::Absent { node, local_port, cycle, source } => write!(
            f,
            "processor {node}, local port {local_port}: got nothing in cycle {cycle}, expected the \
                    message of node id {source}"
        ),
        _ => unreachable!("no mismatch of a message"),
    }
}
