//! Pure mathematics of torus networks: no I/O, no clock, no randomness but from a given seed.
//!
//! Conventions, written once: node and link numbers in [`torus`], the tie rule in [`word::shorter_way`], the
//! header code in [`rom`].

#![forbid(unsafe_code)]

pub mod balanced;
pub mod bounds;
pub mod channels;
pub mod error;
pub mod exchange;
pub mod frame;
pub mod length;
pub mod loads;
pub mod oneshot;
pub mod pack;
pub mod placement;
pub mod quote;
pub mod rom;
pub mod routing;
pub mod schedule;
pub mod stored;
pub mod symmetry;
pub mod tables;
pub mod torus;
pub mod traffic;
pub mod verify;
pub mod word;

pub use channels::{ChannelPlan, RingRule};
pub use error::Error;
pub use loads::Loads;
pub use placement::{Placement, PlacementSpec};
pub use rom::{HeaderLayout, RomEntry, RomImage};
pub use routing::Routing;
pub use schedule::{Entry, Schedule};
pub use symmetry::Symmetry;
pub use torus::{LinkId, NodeId, Port, Sign, Torus};
pub use word::{Run, Ties, Word};
