//! The buffered router: input buffers with credits, two stages of round robin (`docs/buffered.md`); packet
//! source and packet checker of its bench.

mod arbiter;
pub(super) mod fields;
mod packet_checker;
mod packet_source;
pub mod pipelined;
mod plan;
mod router;
mod store;

pub use arbiter::Arbiter;
pub use packet_checker::PacketChecker;
pub use packet_source::PacketSource;
pub use router::Router;
pub use store::{Buffer, InjectBuffer};
