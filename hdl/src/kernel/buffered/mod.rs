//! The buffered router: input buffers with credits, two stages of round robin (`docs/buffered.md`).

mod arbiter;
mod fields;
mod plan;
mod router;
mod store;

pub use arbiter::Arbiter;
pub use router::Router;
pub use store::{Buffer, Lane};
