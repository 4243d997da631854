//! The buffered router with one cycle a hop: input buffers with credits, and two stages of round robin
//! (`docs/buffered.md`). Also the packet checker of its bench.
//!
//! The leaves have Verilog of their own: [`Input`] at the receiving end of a link, [`Inject`] at an
//! injection port, [`Output`] at the sending end of a link, [`Eject`] at an ejection port. [`Router`]
//! connects them. Flits of links come in rows with a value for each virtual channel (`rows`).

mod arbiter;
mod column;
mod eject;
mod inject;
mod input;
mod input_text;
mod output;
mod output_text;
mod packet_checker;
pub mod pipelined;
mod plan;
mod request_set;
mod round_robin;
mod router;
mod rows;
mod sizes;
mod store;
mod text;
mod wiring;

pub use arbiter::Arbiter;
pub use eject::Eject;
pub use inject::Inject;
pub use input::Input;
pub use output::Output;
pub use packet_checker::PacketChecker;
pub use router::Router;
pub use store::{Buffer, InjectBuffer};
