//! The modules of a network with message memories as Verilog text.
//!
//! Memory, rows and timing are described in `docs/memory.md`. Bounds: a header and a field of a row have at
//! most [`Bv::MAX_WIDTH`](crate::signal::Bv::MAX_WIDTH) bits; the payload has any even width that holds two
//! node ids. Classes differ only in the contents of their program ROM and expected-data ROM, so all other
//! text is made once. The same specification gives the same bytes.

mod port_docs;
mod text;

pub use crate::spec::memory::{turns, MemorySpec, MemoryWidths};
pub use text::modules;
