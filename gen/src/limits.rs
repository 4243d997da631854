//! Upper limits that several modules share: those of emitted networks, which reading a manifest checks as
//! well, and those of what is searched and written.

pub use torus_sim::limits::{MAX_BLOCK, MAX_DEPTH, MAX_EMITTED, MAX_FLITS, MAX_MEMORY, MAX_WIDTH};

/// The widest header that the hardware of a node can have, in bits.
pub const MAX_HEADER: usize = 128;

/// In tops of larger networks, nodes without processor are not listed by their ids: a table has a bit for
/// every node.
pub const MAX_LISTED: usize = 1 << 16;

/// The most cycles on links of a schedule's messages, one of each class.
pub const MAX_HOP_CYCLES: u128 = 1 << 28;

/// The most slots of a schedule in a ROM; each slot is one row.
pub const MAX_ROWS: u128 = 1 << 20;

/// The most bits of a net: Verilog numbers bits with signed 32-bit integers.
pub const MAX_NET: usize = i32::MAX as usize;

/// The most packets in an exchange whose lists are emitted; each is a row in the memory of a traffic agent.
pub const MAX_PACKETS: u64 = 1 << 20;

/// The most hops of the blocks of an exchange that is planned for memories. That of 64x64 has half as many.
pub const MAX_PLANNED: u128 = 1 << 30;

/// The most packets of a burst, on average.
pub const MAX_BURST: u32 = 1 << 16;

/// The most cycles of a run of packets: 2^40, which takes months.
pub const MAX_CYCLES: u64 = 1 << 40;
