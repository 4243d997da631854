//! Pure mathematics of torus networks: no I/O, no clock, no randomness but from a given seed.
//!
//! Conventions, written once: node and link numbers in [`torus`], the tie rule in [`word::shorter_way`], the
//! header code in [`rom`].

#![forbid(unsafe_code)]

pub mod balanced;
pub mod bounds;
pub mod channels;
pub mod exchange;
pub mod frame;
pub mod length;
pub mod loads;
mod names;
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
pub use loads::Loads;
pub use names::UnknownName;
pub use placement::{Placement, PlacementSpec};
pub use rom::{HeaderLayout, RomEntry, RomImage};
pub use routing::Routing;
pub use schedule::{Entry, Schedule};
pub use symmetry::Symmetry;
pub use torus::{LinkId, NodeId, Port, Sign, Torus};
pub use word::{Run, Ties, Word};

/// Any error of this crate, for callers that pass them all on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Radices that make no torus.
    #[error(transparent)]
    Torus(#[from] torus::TorusError),
    /// A placement that cannot be.
    #[error(transparent)]
    Placement(#[from] placement::PlacementError),
    /// A name that is not known.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// A character that no word has.
    #[error(transparent)]
    Letter(#[from] word::LetterError),
    /// UDR loads that leave 63 bits.
    #[error(transparent)]
    UdrTooLarge(#[from] loads::UdrTooLarge),
    /// Channels or buffers that cannot be.
    #[error(transparent)]
    Channel(#[from] channels::ChannelError),
    /// A pattern that a placement cannot have.
    #[error(transparent)]
    Pattern(#[from] traffic::PatternError),
    /// Lengths or a rate that no processor can make.
    #[error(transparent)]
    Injection(#[from] traffic::InjectionError),
    /// A line of a trace that is no packet.
    #[error(transparent)]
    Trace(#[from] traffic::TraceError),
    /// A broadcast that cannot be, or was not found.
    #[error(transparent)]
    Broadcast(#[from] stored::broadcast::BroadcastError),
    /// A torus that a combining exchange does not take.
    #[error(transparent)]
    Combining(#[from] stored::combining::CombiningError),
    /// A torus that algorithm A3 does not take.
    #[error(transparent)]
    Product(#[from] stored::product::ProductError),
}
