//! The interface of all engines of a bench: they take clock edges, and show links, local ports and errors.
//!
//! An engine is a compiled simulation ([`crate::ffi`]) or the cycle model ([`crate::cycle_model`]). The
//! driver runs it in batches of clock edges.

mod batch;
mod ejections;
mod layout;
mod on_rank;
pub mod traffic;

pub(crate) use batch::grow;
pub use batch::{Batch, Ends, Hop, Host, DONE, ERROR};
pub use ejections::{Ejected, Ejection, Ejections};
pub use layout::{Contents, Network, ABSENT, CACHED, NODES_PER_THREAD};
pub(crate) use on_rank::OnRank;

use crate::ranks::Exchanged;

/// The number of clock edges in reset. The first one latches straps; after the others everything that depends
/// on them has settled.
pub(crate) const RESET_EDGES: usize = 4;

/// The clock edges of a reset that interrupts a run, as few as a network needs: a message that outlives them
/// shows that a register has no reset. Straps are latched before.
pub(crate) const SHORT_RESET: usize = 1;

/// The nodes of a network and their registers: a compiled simulation, or the cycle model.
pub trait Machine {
    /// The tile, ROM image, processor and upstream links of each node.
    fn network(&self) -> &Network;
    /// Bytes of registers and links that the engine visits at every clock edge; 0 if it visits only some of
    /// them.
    fn footprint(&self) -> usize;
    /// The clock edges that the engine makes in one pass over the nodes.
    fn together(&self) -> usize {
        1
    }
    /// The nodes whose own error output is high, as far as the engine can see it.
    fn error_nodes(&mut self) -> Vec<usize>;
    /// The data sent to other ranks; nothing without ranks.
    fn exchanged(&self) -> Exchanged {
        Exchanged::default()
    }
}

/// A machine that runs exchanges by itself, like the emitted bench.
pub trait ExchangeMachine: Machine {
    /// Runs one clock edge for each entry of `start`, which is the value of `start_i` before it. `reset`:
    /// `rst_ni` is low throughout.
    fn run(&mut self, start: &[bool], reset: bool, traced: bool, batch: &mut Batch);
    /// The earliest step found by any of the ranks that share the network.
    fn earliest(&mut self, found: Option<usize>) -> Option<usize> {
        found
    }
}

/// A machine whose memories are accessed by the caller, through their host ports. Nodes are as users get
/// them, without self-test agents.
pub trait HostMachine: ExchangeMachine {
    /// Runs one clock edge for every step of the accesses.
    fn access(&mut self, host: &mut Host, batch: &mut Batch);
}
