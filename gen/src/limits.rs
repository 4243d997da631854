//! The most of everything that is built.

/// The widest payload.
pub const MAX_WIDTH: usize = 1024;

/// The widest header that the node's kernels hold.
pub const MAX_HEADER: usize = 128;

/// The largest network that is emitted: its tables stay within the literal widths tools take.
pub const MAX_EMITTED: usize = 65_536;

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
