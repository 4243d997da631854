//! Plans: schedules that store blocks on the way, without addresses and without cycles.
//!
//! A plan says which blocks a node sends, by which word and in which step; `docs/stored.md` is what it becomes.
//! Everything is seen from the node that holds a block, so all nodes of a class do the same: product algorithms
//! have one class, Suh-Shin sixteen, a broadcast one for each node.
//! Source: the conventions are ours; the algorithms name theirs.

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

pub use assemble::{assemble, distinct, span};
pub use play::play;
pub use program::{Address, NodeProgram, Place, Program, Put, Row, TURNAROUND};

use crate::{NodeId, Placement, PortModel, Torus, Word};

/// A block as its holder sees it. Offsets are ids: offset v is the id of the node at v from node 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block {
    /// Origin minus holder.
    pub origin: u32,
    /// Destination minus holder. The message of a broadcast has its origin here.
    pub destination: u32,
}

/// What a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Every processor has a block for every other one.
    Exchange {
        /// Whether it has one for itself, too, which may move on the way.
        own: bool,
    },
    /// One processor has a message that all nodes get. Who sends the message keeps it.
    Broadcast {
        /// Who has it.
        source: NodeId,
    },
}

/// How the sends of a phase use time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// One block for each send, one link a step, begun in its step; run once for each flit of a block.
    Passes,
    /// Every send begins with the phase and streams all its blocks: one start-up.
    Worms,
}

/// What the nodes of a class send to nodes at one offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Send {
    /// The step of the phase in which the first link is used; 0 in worms.
    pub step: u32,
    /// Index into [`Placement::sources`] of the senders' class.
    pub source: usize,
    /// The path. With all ports its first port is the lane.
    pub word: Word,
    /// The blocks, as the sender sees them, in the order they are sent in; one in passes.
    pub blocks: Vec<Block>,
}

/// A stretch of time after which all that was sent in it may be sent on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// How its sends use time.
    pub timing: Timing,
    /// Steps that it counts: slots of one pass, or 1 for a phase of worms.
    pub steps: u32,
    /// The sends, sorted by step, source and first port.
    pub sends: Vec<Send>,
}

/// A schedule that stores on the way. Nothing here is proved: that is the verifier's work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Name of the algorithm, as on the command line.
    pub algorithm: String,
    /// Who takes part, and which nodes do the same.
    pub placement: Placement,
    /// Lanes of a processor.
    pub ports: PortModel,
    /// What it is for.
    pub task: Task,
    /// The phases, one after the other.
    pub phases: Vec<Phase>,
    /// No plan of this kind takes fewer steps.
    pub lower_bound: u32,
}

impl Plan {
    /// The torus underneath.
    pub fn torus(&self) -> &Torus {
        self.placement.torus()
    }

    /// Blocks of all sends: messages of one link or worm, class by class.
    pub fn messages(&self) -> usize {
        self.phases.iter().flat_map(|phase| &phase.sends).map(|send| send.blocks.len()).sum()
    }

    /// Steps of all phases.
    pub fn steps(&self) -> u32 {
        self.phases.iter().map(|phase| phase.steps).sum()
    }
}
