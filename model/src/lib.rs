//! The mathematics of torus networks: which routes messages take, what every link carries, and when every
//! message is sent.
//!
//! The crate does no input or output, reads no clock, and draws random numbers only from seeds that the
//! caller gives. The same input gives the same result on every machine.
//!
//! # Overview
//! A [`Torus`] has nodes, ports and directed links. A [`Placement`] says which nodes carry a processor. In a
//! *complete exchange* every processor sends one message to every other one, and a [`Route`] is the path of
//! a message. The modules build on these, and each uses only those before it:
//! - [`load`]: the exact load of every link in a complete exchange, for ordered and unordered routing.
//! - [`bound`]: lower bounds of the maximum load and of the length of schedules.
//! - [`pack`]: the search that packs messages into slots so that none ever waits.
//! - [`table`]: route tables, by which all nodes exchange in as few steps as possible.
//! - [`schedule`]: schedules of bufferless networks, their ROM images, and the verifier that checks them.
//! - [`collective`]: exchanges and broadcasts that store blocks in message memories on the way.
//! - [`channel`]: virtual channels of buffered networks, and the proof that packets cannot block each other
//!   for ever.
//! - [`LinkStages`]: registers on links; [`HopCycles`]: the cycles of a hop over them.
//! - [`traffic`]: patterns, injection processes and traces of unscheduled packets.
//!
//! Conventions are written once: the numbers of nodes and links in [`torus`], the tie rule in
//! [`route::shorter_way`], and the code of a message's header in [`HeaderLayout`].
//!
//! # Example
//! The load of one link, and a schedule that is verified:
//! ```
//! use torus_model::schedule::{frame::odr_frame, verify::verify};
//! use torus_model::{Effort, Loads, Placement, Port, PortModel, Routing, Sign, Torus};
//!
//! let torus: Torus = "4x4".parse()?;
//! let full = Placement::full(&torus);
//! let link = torus.link(torus.node(&[0, 0]), Port::new(0, Sign::Plus));
//! let loads = Loads::new(&full, Routing::Odr)?;
//! assert_eq!(loads.load(link).to_string(), "12");
//!
//! let frame = odr_frame(&full, PortModel::AllPort, Effort::with_seed(1));
//! let proved = verify(&frame)?;
//! assert_eq!(proved.length, 12); // no frame is shorter than its busiest link has to work
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod bound;
pub mod channel;
pub mod collective;
mod distinct;
mod divisor;
mod effort;
mod flow_shop;
mod hop_cycles;
pub mod load;
mod matching;
mod names;
pub mod pack;
pub mod payload;
mod pipeline;
pub mod placement;
mod ports;
mod quantity;
pub mod quote;
mod random;
pub mod route;
mod saturating;
pub mod schedule;
mod stages;
pub mod table;
pub mod torus;
pub mod traffic;

pub use channel::{ChannelAssignment, Channels, RingRule};
pub use distinct::distinct;
pub use divisor::Divisor;
pub use effort::Effort;
pub use hop_cycles::HopCycles;
pub use load::Loads;
pub use names::UnknownName;
pub use payload::PayloadLayout;
pub use pipeline::Pipeline;
pub use placement::{Census, Placement, PlacementForm, PlacementSpec, Symmetry};
pub use ports::PortModel;
pub use quantity::{quantity, up_to};
pub use random::Random;
pub use route::{HeaderLayout, Route, Routing, Segment, Ties};
pub use schedule::{Entry, RomEntry, RomImage, RomStyle, Schedule, ScheduleKind, Switching};
pub use stages::{LinkStages, StagesError, MAX_STAGES};
pub use torus::{LinkId, NodeId, Port, Radices, Sign, Torus};

/// Any error of this crate, for callers that pass them all on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Radices that make no torus.
    #[error(transparent)]
    Torus(#[from] torus::TorusError),
    /// An invalid placement.
    #[error(transparent)]
    Placement(#[from] placement::PlacementError),
    /// Registers that links cannot have.
    #[error(transparent)]
    Stages(#[from] StagesError),
    /// A name that is not known.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// A character that no route has.
    #[error(transparent)]
    Letter(#[from] route::RouteSyntax),
    /// UDR loads that exceed 63 bits.
    #[error(transparent)]
    UdrTooLarge(#[from] load::UdrTooLarge),
    /// Loads by class that exceed 128 bits, or too many classes.
    #[error(transparent)]
    ClassLoads(#[from] load::ClassLoadsError),
    /// Channels or buffers that a rule does not allow.
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
