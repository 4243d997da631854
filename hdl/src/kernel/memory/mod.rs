//! The node that stores flits on the way (`docs/memory.md`): message memory, sequencer, program;
//! expected-data ROM and self-test agent of its bench.

mod bank;
mod expected_rom;
mod message_memory;
mod node;
mod processor;
mod program;
mod resize;
mod self_test;
mod sequencer;
mod stamp;
mod table;
mod tile;

pub use bank::Bank;
pub use expected_rom::ExpectedRom;
pub use message_memory::Memory;
pub use node::MemoryNode;
pub use processor::Core;
pub use program::ProgramRom;
pub use self_test::SelfTestAgent;
pub use sequencer::Sequencer;
pub use tile::Tile;
