//! The node of a network with message memories (`docs/memory.md`): message memory, sequencer and program.
//! Also the expected-data ROM and the self-test agent of its bench.

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
