//! The most of everything that is built.

/// The widest payload.
pub const MAX_WIDTH: usize = 1024;

/// The widest header that the node's kernels hold.
pub const MAX_HEADER: usize = 128;

/// The largest network that is emitted.
pub const MAX_EMITTED: usize = 1 << 24;

/// Nodes of the largest network in whose top those of a kind are listed by their ids: tables of larger ones
/// have a bit for every node.
pub const MAX_LISTED: usize = 1 << 16;

/// The most slots of a schedule in a ROM, a row each.
pub const MAX_ROWS: u128 = 1 << 20;

/// Bits of the widest net: Verilog numbers them by its integers, which have 32 bits and a sign.
pub const MAX_NET: usize = i32::MAX as usize;

/// The longest block or message in memories, in flits.
pub const MAX_BLOCK: u32 = 4096;

/// Most flits that the memories of all processors hold together: what a simulation and a player keep.
pub const MAX_MEMORY: usize = 1 << 28;

/// The longest packet of buffered routers, in flits.
pub const MAX_FLITS: usize = 64;

/// The deepest buffer, in flits.
pub const MAX_DEPTH: usize = 256;

/// The most packets of an exchange whose lists are emitted: rows of memory of all traffic agents together.
pub const MAX_PACKETS: u64 = 1 << 20;
