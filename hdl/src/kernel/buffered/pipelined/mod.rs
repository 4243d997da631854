//! The buffered router with two cycles a hop: the request of a flit is decoded when it arrives, and is in a
//! register when the outputs choose.
//!
//! The leaves have Verilog of their own: [`Input`] at the receiving end of a link, [`Inject`] at an
//! injection port, [`Output`] at the sending end of a link, [`Eject`] at an ejection port. [`Router`]
//! connects them.

mod choice;
mod eject;
mod inject;
mod input;
mod input_head;
mod input_offer;
mod input_queue;
mod input_text;
mod output;
mod output_text;
mod router;

pub use eject::Eject;
pub use inject::Inject;
pub use input::Input;
pub use output::Output;
pub use router::Router;
