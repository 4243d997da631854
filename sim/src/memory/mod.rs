//! The golden model of networks with message memories: what their programs should do on every link and local
//! port.

mod exits;
mod reference;

pub use exits::ProgramExits;
pub use reference::{ContradictoryProgram, Reference};
