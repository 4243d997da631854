//! The buffered router: input buffers with credits, two stages of round robin (`docs/buffered.md`); source
//! and sink of its bench.

mod arbiter;
mod feeder;
pub(super) mod fields;
mod plan;
mod router;
mod sink;
mod store;

pub use arbiter::Arbiter;
pub use feeder::{Feeder, Sending, Sendings};
pub use router::Router;
pub use sink::Sink;
pub use store::{Buffer, Lane};
