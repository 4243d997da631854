//! The buffered router: input buffers with credits, two stages of round robin (`docs/buffered.md`); the
//! packet checker of its bench.

mod arbiter;
pub(super) mod fields;
mod packet_checker;
pub mod pipelined;
mod plan;
mod router;
mod store;

pub use arbiter::Arbiter;
pub use packet_checker::PacketChecker;
pub use router::Router;
pub use store::{Buffer, InjectBuffer};
