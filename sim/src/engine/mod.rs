//! What every engine of a bench does: clock edges in; links, local ports and errors out.
//!
//! An engine is a compiled simulation ([`crate::ffi`]) or the cycle model ([`crate::cycle_model`]). The
//! driver runs it in batches of clock edges.

mod batch;
mod layout;
mod on_rank;
pub mod traffic;

pub(crate) use batch::grow;
pub use batch::{of_step, Batch, Ejection, Ends, Hop, Host, DONE, ERROR};
pub(crate) use layout::over_cuts;
pub use layout::{Contents, Network, ABSENT, NODES_PER_THREAD};
pub(crate) use on_rank::OnRank;

use crate::ranks::Exchanged;

/// Clock edges in reset: straps are latched in the first, everything behind them has settled after the
/// others.
pub(crate) const RESET_EDGES: usize = 4;

/// The nodes of a network and their registers: a compiled simulation, or the cycle model.
pub trait Machine {
    /// Tile, ROM image, processor and upstream links of each node.
    fn network(&self) -> &Network;
    /// Bytes of registers and links that every clock edge goes through; 0 where that is not so.
    fn footprint(&self) -> usize;
    /// The nodes whose own error output is high, as far as the engine sees them.
    fn error_nodes(&mut self) -> Vec<usize>;
    /// What was sent to other ranks; nothing where there are none.
    fn exchanged(&self) -> Exchanged {
        Exchanged::default()
    }
}

/// A machine that runs exchanges by itself, as the emitted bench does.
pub trait ExchangeMachine: Machine {
    /// One clock edge per entry of `start`, which is `start_i` before it. `reset`: `rst_ni` is low
    /// throughout.
    fn run(&mut self, start: &[bool], reset: bool, traced: bool, batch: &mut Batch);
    /// The earliest step that any of the ranks found that share the network.
    fn earliest(&mut self, found: Option<usize>) -> Option<usize> {
        found
    }
}

/// A machine whose memories' own ports the caller drives: nodes as users get them, without the bench's
/// self-test agents.
pub trait HostMachine: ExchangeMachine {
    /// One clock edge for every step of the accesses.
    fn access(&mut self, host: &mut Host, batch: &mut Batch);
}
