//! Networks with message memories: what their programs should do on every link and lane, and a transpose of
//! random data through the memories' own ports.

mod data;
mod exits;
mod made;
mod reference;
mod transpose;

pub use exits::StoredExits;
pub use reference::Reference;
pub use transpose::{transpose, Transpose, TransposeReport};
