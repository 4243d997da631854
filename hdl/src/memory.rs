//! Front door of networks with message memories: what a node is made for, and its modules as text.
//!
//! Memory, rows and time are those of `docs/memory.md`. Bounds: a header and a row's field have at most
//! [`Bv::MAX_WIDTH`](crate::signal::Bv::MAX_WIDTH) bits, the payload has any even width that holds two node
//! ids. Classes differ in the contents of their program and expected-data ROM alone, so the text of all else
//! is made once. The same specification gives the same bytes.

mod port_docs;
mod text;

pub use crate::spec::memory::{turns, MemorySpec, MemoryWidths};
pub use text::modules;
