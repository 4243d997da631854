//! Pure mathematics of torus networks: no I/O, no clock, no randomness but from a given seed.
//!
//! Conventions, written once: node and link numbers in [`torus`], the tie rule in [`word::shorter_way`], the
//! header code in [`rom`].

#![forbid(unsafe_code)]

pub mod error;
pub mod rom;
pub mod torus;
pub mod word;

pub use error::Error;
pub use rom::{HeaderLayout, RomEntry, RomImage};
pub use torus::{LinkId, NodeId, Port, Sign, Torus};
pub use word::{Run, Word};
