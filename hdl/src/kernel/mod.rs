//! The node's kernels: rust-hdl blocks that are simulated as they stand and printed by [`mod@crate::print`].
//!
//! Field names are Verilog names. `for _x in 0..self._flag` is a generate-if (no trip or one trip), an `if` on
//! a constant is another; the printer folds both away. Numbers are constants, never literals.

// A kernel is read by a macro that knows plain loops over ranges only.
#![allow(clippy::needless_range_loop)]

pub mod buffered;
mod endpoint;
mod node;
mod rom;
mod router;
mod tile;

pub use endpoint::Endpoint;
pub use node::Node;
pub use rom::{Rom, LOGIC_ROWS};
pub use router::Router;
pub use tile::Tile;

use crate::rt::labels;
use crate::spec::NodeSpec;

/// Labels of everything that exists once for each port.
fn port_labels(spec: &NodeSpec) -> Vec<String> {
    labels(spec.torus.ports().map(|port| port.index()))
}

/// Labels `lane_dimension` of everything that exists once for each lane and dimension, lane by lane.
fn lane_labels(spec: &NodeSpec) -> Vec<String> {
    let d = spec.torus.d();
    spec.torus.ports().flat_map(|port| (0..d).map(move |i| format!("{}_{i}", port.index()))).collect()
}
