//! Pure mathematics of torus networks: no I/O, no clock, no randomness but from a given seed.
//!
//! Conventions, written once: node and link numbers in [`torus`], the tie rule in [`word::shorter_way`], the
//! header code in [`rom`].

#![forbid(unsafe_code)]

pub mod bound;
pub mod channel;
pub mod collective;
mod effort;
pub mod load;
mod names;
pub mod pack;
pub mod placement;
mod ports;
pub mod quote;
mod random;
pub mod route;
pub mod schedule;
pub mod table;
pub mod torus;
pub mod traffic;

pub use channel::{ChannelPlan, RingRule};
pub use effort::Effort;
pub use load::Loads;
pub use names::UnknownName;
pub use placement::{Placement, PlacementSpec, Symmetry};
pub use ports::PortModel;
pub use random::Random;
pub use route::{HeaderLayout, Routing, Run, Ties, Word};
pub use schedule::{Entry, RomEntry, RomImage, Schedule};
pub use torus::{LinkId, NodeId, Port, Sign, Torus};

// Names of before, until all crates use those above.
pub use bound as bounds;
pub use bound as length;
pub use channel as channels;
pub use collective as stored;
pub use load as loads;
pub use route as rom;
pub use route as routing;
pub use route as word;
pub use schedule::{balanced, exchange, frame, oneshot, verify};
pub use table as tables;

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
    Letter(#[from] route::LetterError),
    /// UDR loads that leave 63 bits.
    #[error(transparent)]
    UdrTooLarge(#[from] load::UdrTooLarge),
    /// Channels or buffers that cannot be.
    #[error(transparent)]
    Channel(#[from] channel::ChannelError),
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
    Broadcast(#[from] collective::broadcast::BroadcastError),
    /// A torus that a combining exchange does not take.
    #[error(transparent)]
    Combining(#[from] collective::combining::CombiningError),
    /// A torus that algorithm A3 does not take.
    #[error(transparent)]
    Product(#[from] collective::product::ProductError),
}
