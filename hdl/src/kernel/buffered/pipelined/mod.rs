//! The router that takes two cycles a hop: what a flit asks for is decided as it arrives, and stands in a
//! register when the outputs choose.
//!
//! Leaves with text of their own: [`Input`] at the end of a link, [`Inject`] at an injection port,
//! [`Output`] before a link, [`Eject`] at an ejection port. [`Router`] connects them.

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
