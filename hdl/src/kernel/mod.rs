//! The node's kernels: rust-hdl blocks that are simulated as they stand and printed by [`mod@crate::print`].
//!
//! Field names are Verilog names. `for _x in 0..self._flag` is a generate-if (no trip or one trip), an `if`
//! on a constant is another; the printer folds both away. Numbers are constants, never literals.
//!
//! `for n in self._n..(self._n + 1) { .. }` runs once and gives a count a short name: rust-hdl's macro knows
//! no `let`, and an index such as `[p * n + q]` is made of loop variables and numbers only. A block that does
//! much in a cycle is written in parts (`parts`).

// A kernel is read by a macro that knows plain loops over ranges only, and a generate-if stands alone.
#![allow(clippy::needless_range_loop, clippy::collapsible_if)]

/// Begins a section of a kernel: the printer writes the text above what follows. `{q}` stands for the element
/// that the loop variable `q` counts, by name.
macro_rules! comment {
    ($($text:tt)*) => {};
}

mod agent;
pub mod buffered;
pub mod memory;
mod mirror;
pub(crate) mod mux;
mod node;
mod parts;
mod request;
mod rom;
mod router;
mod slot_router;
mod tile;

pub use agent::TrafficAgent;
pub use mirror::Mirror;
pub use node::Node;
pub use rom::{hex, Rom};
pub use router::Router;
pub use slot_router::SlotRouter;
pub use tile::Tile;

use crate::signal::labels;
use crate::spec::NodeSpec;
use torus_model::PortModel;

/// Labels of everything that exists once for each port.
fn port_labels(spec: &NodeSpec) -> Vec<String> {
    labels(spec.torus.ports().map(|port| port.index()))
}

/// Labels of everything that exists once for each local port of a processor: its ports, or `0` for the one
/// local port.
fn local_labels(spec: &NodeSpec) -> Vec<String> {
    labels(spec.local_ports())
}

/// Labels of what the one local port has besides, a port to leave through: none with all ports, or without
/// headers.
fn port_field_labels(spec: &NodeSpec) -> Vec<String> {
    let one = spec.ports != PortModel::AllPort && spec.slot_table.is_none();
    labels(spec.local_ports().into_iter().filter(|_| one))
}

/// Labels of headers, those given: none where slots set the routers.
fn head_labels(spec: &NodeSpec, labels: &[String]) -> Vec<String> {
    if spec.slot_table.is_some() {
        Vec::new()
    } else {
        labels.to_vec()
    }
}

/// Labels of the exits of a slot table: none where messages have headers.
fn exit_labels(spec: &NodeSpec) -> Vec<String> {
    let exits = spec.slot_table.iter().flat_map(|table| &table.exits);
    exits.map(|exit| exit.label(spec.ports)).collect()
}

/// Labels of arrivals that a slot may expect: none where messages have headers.
fn expected_labels(spec: &NodeSpec) -> Vec<String> {
    if spec.slot_table.is_some() {
        port_labels(spec)
    } else {
        Vec::new()
    }
}

/// Labels `port_dimension` of everything that exists once for each local port and dimension, local port by
/// local port.
fn offset_labels(spec: &NodeSpec) -> Vec<String> {
    let d = spec.torus.d();
    spec.local_ports()
        .into_iter()
        .flat_map(|local_port| (0..d).map(move |i| format!("{local_port}_{i}")))
        .collect()
}
