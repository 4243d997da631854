//! The violations that the verifier of plans reports.

use super::super::Timing;
use crate::quantity;

/// A rule that a plan breaks. Phases are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// A placement that its symmetry does not map onto itself.
    #[error(
        "the placement is not kept by its symmetry: node {node} differs from the first node of its class"
    )]
    Symmetry {
        /// A node that differs from the others of its class.
        node: String,
    },
    /// A phase of worms that counts other than one step.
    #[error("phase {phase} counts {}; a phase of worms is one", quantity(*.steps, "step"))]
    Steps {
        /// The phase.
        phase: usize,
        /// Its steps.
        steps: u32,
    },
    /// A step, source class or block that does not exist.
    #[error("the send {send} is outside its phase's steps, the source classes or the nodes of its blocks")]
    OutOfRange {
        /// The send.
        send: String,
    },
    /// A route that is empty, not shortest, or uses an absent port.
    #[error("the route of {send} is not a shortest path over existing links")]
    Route {
        /// The send.
        send: String,
    },
    /// A number of blocks that its phase does not allow.
    #[error(
        "the send {send} carries {}, {} is allowed",
        quantity(*.blocks, "block"),
        if *.timing == Timing::Passes { "exactly one" } else { "at least one" }
    )]
    Blocks {
        /// The send.
        send: String,
        /// Its blocks.
        blocks: usize,
        /// The timing rule of the phase.
        timing: Timing,
    },
    /// A route that ends where no processor is.
    #[error("the send {send} ends at {node}, which has no processor")]
    Receiver {
        /// The send.
        send: String,
        /// The node at which the route ends.
        node: String,
    },
    /// Sends that are not sorted.
    #[error("the send {send} comes too late: sends are sorted by step, class and first port")]
    Order {
        /// The send that comes too late.
        send: String,
    },
    /// Two messages on a link, in a step or in a phase of worms.
    #[error("the link {link} carries two messages in step {step}: {first} and {second}")]
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
    #[error(
        "the node {node} {} two messages by one port in step {step}: {first} and {second}",
        if *.sends { "sends" } else { "receives" }
    )]
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
    #[error("the node {node} sends the block {block} in phase {phase}, but does not hold it")]
    Held {
        /// The phase.
        phase: usize,
        /// The sender.
        node: String,
        /// Origin and destination.
        block: String,
    },
    /// A node that gets the message of a broadcast though it has it.
    #[error("the node {node} receives the message in phase {phase}, but has it already")]
    Again {
        /// The phase.
        phase: usize,
        /// The node.
        node: String,
    },
    /// A block that is not at its destination in the end.
    #[error("the block {block} is at {node} in the end")]
    Left {
        /// Origin and destination.
        block: String,
        /// Where it is.
        node: String,
    },
    /// A node that never gets the message.
    #[error("the node {node} never receives the message")]
    Missing {
        /// The node.
        node: String,
    },
    /// Steps below the bound, or a bound above the best one that is proved.
    #[error("{steps} steps over a bound of {lower_bound} are stated, the bound proved is {proved}")]
    Length {
        /// The steps.
        steps: u32,
        /// The bound stated.
        lower_bound: u32,
        /// The best bound known.
        proved: u32,
    },
}
