//! Upper limits that several modules share.

/// The widest payload, in bits.
pub const MAX_WIDTH: usize = 1024;

/// The widest header that the hardware of a node can have, in bits.
pub const MAX_HEADER: usize = 128;

/// The largest network that is emitted, in nodes.
pub const MAX_EMITTED: usize = 1 << 24;

/// In tops of larger networks, nodes without processor are not listed by their ids: a table has a bit for
/// every node.
pub const MAX_LISTED: usize = 1 << 16;

/// The most cycles on links of a schedule's messages, one of each class.
pub const MAX_HOP_CYCLES: u128 = 1 << 28;

/// The most slots of a schedule in a ROM; each slot is one row.
pub const MAX_ROWS: u128 = 1 << 20;

/// The most bits of a net: Verilog numbers bits with signed 32-bit integers.
pub const MAX_NET: usize = i32::MAX as usize;

/// The longest block or message in memories, in flits.
pub const MAX_BLOCK: u32 = 4096;

/// The most flits in the memories of all processors together: simulations and the model's player hold all of
/// them.
pub const MAX_MEMORY: usize = 1 << 28;

/// The longest packet of buffered routers, in flits.
pub const MAX_FLITS: usize = 64;

/// The deepest buffer, in flits.
pub const MAX_DEPTH: usize = 256;

/// The most packets in an exchange whose lists are emitted; each is a row in the memory of a traffic agent.
pub const MAX_PACKETS: u64 = 1 << 20;

/// The most hops of the blocks of an exchange that is planned for memories. That of 64x64 has half as many.
pub const MAX_PLANNED: u128 = 1 << 30;
