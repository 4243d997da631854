//! Upper limits of emitted networks. What is above them is not emitted, and no manifest or wave file that
//! states it is read.

/// The largest network, in nodes.
pub const MAX_EMITTED: usize = 1 << 24;

/// The widest payload, in bits.
pub const MAX_WIDTH: usize = 1024;

/// The longest packet of buffered routers, in flits.
pub const MAX_FLITS: usize = 64;

/// The deepest buffer, in flits.
pub const MAX_DEPTH: usize = 256;

/// The longest block or message in memories, in flits.
pub const MAX_BLOCK: u32 = 4096;

/// The most flits in the memories of all processors together: simulations and the model's player hold all of
/// them.
pub const MAX_MEMORY: usize = 1 << 28;
