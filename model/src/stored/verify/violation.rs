//! What may be wrong with a plan, with whole messages.

use super::super::Timing;
use std::fmt;

/// Why a plan is wrong. Phases are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The placement is not what its symmetry says.
    Symmetry {
        /// A node that differs from the others of its class.
        node: String,
    },
    /// A phase of worms that counts other than one step.
    Steps {
        /// The phase.
        phase: usize,
        /// Its steps.
        steps: u32,
    },
    /// A step, source class or block that does not exist.
    OutOfRange {
        /// The send.
        send: String,
    },
    /// A word that is empty, not shortest, or uses an absent port.
    Word {
        /// The send.
        send: String,
    },
    /// A number of blocks that its phase does not allow.
    Blocks {
        /// The send.
        send: String,
        /// Its blocks.
        blocks: usize,
        /// How the phase uses time.
        timing: Timing,
    },
    /// A word that ends where no processor is.
    Receiver {
        /// The send.
        send: String,
        /// Where it ends.
        node: String,
    },
    /// Sends that are not sorted.
    Order {
        /// The send that comes too late.
        send: String,
    },
    /// Two messages on a link, in a step or in a phase of worms.
    Conflict {
        /// The link.
        link: String,
        /// The step; 0 in worms.
        step: u32,
        /// The first of the two sends.
        first: String,
        /// The second.
        second: String,
    },
    /// Two messages on a port, in a step or in a phase of worms.
    Port {
        /// Whether the port sends.
        sends: bool,
        /// The node.
        node: String,
        /// The step; 0 in worms.
        step: u32,
        /// The first of the two sends.
        first: String,
        /// The second.
        second: String,
    },
    /// A block that its sender does not hold, or sends twice.
    Held {
        /// The phase.
        phase: usize,
        /// The sender.
        node: String,
        /// Origin and destination.
        block: String,
    },
    /// A node that gets the message of a broadcast though it has it.
    Again {
        /// The phase.
        phase: usize,
        /// The node.
        node: String,
    },
    /// A block that is not at its destination in the end.
    Left {
        /// Origin and destination.
        block: String,
        /// Where it is.
        node: String,
    },
    /// A node that never gets the message.
    Missing {
        /// The node.
        node: String,
    },
    /// Steps below the bound, or a bound that nobody can prove.
    Length {
        /// The steps.
        steps: u32,
        /// The bound stated.
        lower_bound: u32,
        /// The best bound known.
        proved: u32,
    },
}

impl std::error::Error for Violation {}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Symmetry { node } => write!(
                f,
                "the placement is not kept by its symmetry: node {node} differs from the first node of its class"
            ),
            Violation::Steps { phase, steps } => {
                write!(f, "phase {phase} counts {steps} steps; a phase of worms is one")
            }
            Violation::OutOfRange { send } => {
                write!(f, "the send {send} is outside its phase's steps, the source classes or the nodes of its blocks")
            }
            Violation::Word { send } => write!(f, "the word of {send} is not a shortest path over existing links"),
            Violation::Blocks { send, blocks, timing } => {
                let allowed = if *timing == Timing::Passes { "exactly one" } else { "at least one" };
                write!(f, "the send {send} carries {blocks} blocks, {allowed} is allowed")
            }
            Violation::Receiver { send, node } => write!(f, "the send {send} ends at {node}, which has no processor"),
            Violation::Order { send } => {
                write!(f, "the send {send} comes too late: sends are sorted by step, class and first port")
            }
            Violation::Conflict { link, step, first, second } => {
                write!(f, "the link {link} carries two messages in step {step}: {first} and {second}")
            }
            Violation::Port { sends, node, step, first, second } => {
                let does = if *sends { "sends" } else { "receives" };
                write!(f, "the node {node} {does} two messages by one port in step {step}: {first} and {second}")
            }
            Violation::Held { phase, node, block } => {
                write!(f, "the node {node} sends the block {block} in phase {phase}, but does not hold it")
            }
            Violation::Again { phase, node } => {
                write!(f, "the node {node} receives the message in phase {phase}, but has it already")
            }
            Violation::Left { block, node } => write!(f, "the block {block} is at {node} in the end"),
            Violation::Missing { node } => write!(f, "the node {node} never receives the message"),
            Violation::Length { steps, lower_bound, proved } => {
                write!(f, "{steps} steps over a bound of {lower_bound} are stated, the bound proved is {proved}")
            }
        }
    }
}
