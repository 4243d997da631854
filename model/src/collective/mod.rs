//! Collective communication with message memories: plans, programs, and the algorithms that make them.
//!
//! A *plan* is a schedule that stores blocks on the way, without addresses and without cycles: it says which
//! blocks a node sends, by which route and in which step. A *program* is a plan with cycles and addresses, as
//! the hardware runs it (`docs/memory.md`). [`assemble`] makes programs of plans, [`play`](fn@play) runs a
//! program on a model of all memories, and [`verify`] checks plans. Everything is seen from the node that
//! holds a block, so all nodes of a class do the same: product algorithms have one class, Suh and Shin's
//! exchange has sixteen, and a broadcast has one for each node. Source: the conventions are ours; each
//! algorithm names its source.

mod assemble;
pub mod bound;
pub mod broadcast;
pub mod combining;
pub mod costs;
pub mod direct;
pub(crate) mod offset;
pub mod play;
pub mod product;
pub mod program;
pub mod verify;

pub use assemble::{assemble, span};
pub use play::play;
pub use program::{Address, NodeProgram, Place, Program, RemoteWrite, Row, TURNAROUND};

use crate::{NodeId, Placement, PortModel, Route, Torus};

/// A block, seen from the node that holds it. Offsets are ids: offset v is the id of the node at v from node
/// 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block {
    /// Origin minus holder: where the block came from.
    pub origin: u32,
    /// Destination minus holder: where the block goes. For the message of a broadcast this is its origin.
    pub destination: u32,
}

/// The task of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Every processor has a block for every other one.
    Exchange {
        /// Whether it also has one for itself, which may move on the way.
        own: bool,
    },
    /// One processor has a message that all nodes get. A node that sends the message keeps it.
    Broadcast {
        /// The node that has it at the start.
        source: NodeId,
    },
}

impl Task {
    /// The name of an exchange.
    pub const EXCHANGE: &'static str = "exchange";
    /// The name of a broadcast.
    pub const BROADCAST: &'static str = "broadcast";

    /// The task's name.
    pub fn name(self) -> &'static str {
        match self {
            Task::Exchange { .. } => Task::EXCHANGE,
            Task::Broadcast { .. } => Task::BROADCAST,
        }
    }
}

/// How the sends of a phase follow each other in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// Each send carries one block over one link in each step, from its own step on. The phase is run once
    /// for each flit of a block.
    Passes,
    /// Every send begins with the phase and streams all its blocks, as a wormhole-routed message: one
    /// start-up.
    Worms,
}

/// The blocks that the nodes of a class send to nodes at one offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Send {
    /// The step of the phase in which the first link is used; 0 in worms.
    pub step: u32,
    /// Index into [`Placement::sources`] of the senders' class.
    pub source: usize,
    /// The path. With all ports, its first port is the number of the local port.
    pub route: Route,
    /// The blocks, as the sender sees them, in the order they are sent in; one in passes.
    pub blocks: Vec<Block>,
}

/// A part of the plan. The blocks sent in it may be sent on in the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// How its sends follow each other.
    pub timing: Timing,
    /// Number of its steps: the slots of one pass, or 1 for a phase of worms.
    pub steps: u32,
    /// The sends, sorted by step, source and first port.
    pub sends: Vec<Send>,
}

/// A schedule that stores blocks on the way. Only [`verify::verify`] proves that it is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Name of the algorithm.
    pub algorithm: String,
    /// The processors that take part. Nodes of one class do the same.
    pub placement: Placement,
    /// The port model.
    pub ports: PortModel,
    /// Its task.
    pub task: Task,
    /// The phases, one after the other.
    pub phases: Vec<Phase>,
    /// No plan of this kind takes fewer steps than this.
    pub lower_bound: u32,
}

impl Plan {
    /// The torus that it is for.
    pub fn torus(&self) -> &Torus {
        self.placement.torus()
    }

    /// Number of blocks in all sends of all classes.
    pub fn messages(&self) -> usize {
        self.phases.iter().flat_map(|phase| &phase.sends).map(|send| send.blocks.len()).sum()
    }

    /// Steps of all phases.
    pub fn steps(&self) -> u32 {
        self.phases.iter().map(|phase| phase.steps).sum()
    }
}
