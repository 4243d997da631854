//! The node that stores flits on the way (`docs/stored.md`): message memory, sequencer, program; ledger and
//! clerk of its bench.

mod bank;
mod clerk;
mod ledger;
mod memory;
mod node;
mod processor;
mod program;
mod resize;
mod sequencer;
mod stamp;
mod table;
mod tile;

pub use bank::Bank;
pub use clerk::Clerk;
pub use ledger::Ledger;
pub use memory::Memory;
pub use node::StoredNode;
pub use processor::Core;
pub use program::ProgramRom;
pub use sequencer::Sequencer;
pub use tile::Tile;
