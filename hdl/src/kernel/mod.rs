//! The kernels of a node: rust-hdl blocks that are simulated directly and printed by [`mod@crate::print`].
//!
//! Field names are Verilog names. `for _x in 0..self._flag` is a generate-if, with no trip or one trip; an
//! `if` on a constant is one, too. The printer folds both away. Numbers are constants, never literals.
//!
//! `for n in self._n..(self._n + 1) { .. }` runs once and gives a count a short name: rust-hdl's macro has
//! no `let`, and an index such as `[p * n + q]` may contain only loop variables and numbers. A block with
//! much logic is written in parts (`parts`).

// Kernels are read by a macro that accepts only plain loops over ranges. A generate-if stands alone.
#![allow(clippy::needless_range_loop, clippy::collapsible_if)]

/// Begins a section of a kernel: the printer writes the text above the statements that follow. In the text
/// `{q}` is replaced by the name of the element that the loop variable `q` counts.
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

use crate::signal::{labels, Bv};
use crate::spec::NodeSpec;
use torus_model::PortModel;

/// Labels of the items that exist once for each port.
fn port_labels(spec: &NodeSpec) -> Vec<String> {
    labels(spec.torus.ports().map(|port| port.index()))
}

/// Labels of the items that exist once for each local port of a processor: the numbers of its ports, or `0`
/// for a single local port.
fn local_labels(spec: &NodeSpec) -> Vec<String> {
    labels(spec.local_ports())
}

/// Labels of the port field, which names the port to leave by. It exists with one local port and headers,
/// and not with all ports or without headers.
fn port_field_labels(spec: &NodeSpec) -> Vec<String> {
    let one = spec.ports != PortModel::AllPort && spec.slot_table.is_none();
    labels(spec.local_ports().into_iter().filter(|_| one))
}

/// The given labels if messages have headers; none if slots set the routers.
fn head_labels(spec: &NodeSpec, labels: &[String]) -> Vec<String> {
    if spec.slot_table.is_some() {
        Vec::new()
    } else {
        labels.to_vec()
    }
}

/// Labels of the exits of a slot table. None if messages have headers.
fn exit_labels(spec: &NodeSpec) -> Vec<String> {
    let exits = spec.slot_table.iter().flat_map(|table| &table.exits);
    exits.map(|exit| exit.label(spec.ports)).collect()
}

/// Labels of the arrivals that a slot may expect. None if messages have headers.
fn expected_labels(spec: &NodeSpec) -> Vec<String> {
    if spec.slot_table.is_some() {
        port_labels(spec)
    } else {
        Vec::new()
    }
}

/// Labels `port_dimension` of the items that exist once for each local port and dimension, in the order of
/// the local ports.
fn offset_labels(spec: &NodeSpec) -> Vec<String> {
    let d = spec.torus.d();
    spec.local_ports()
        .into_iter()
        .flat_map(|local_port| (0..d).map(move |i| format!("{local_port}_{i}")))
        .collect()
}

/// Whether a field of so many bits has a value that is no node id, by which a source id is known to be too
/// large.
pub(crate) fn has_spare_ids(bits: usize, nodes: usize) -> bool {
    bits > Bv::MAX_WIDTH || (nodes as u128) < (1u128 << bits.min(64))
}
