//! The tops of a network: `NAME`, `NAME_bench` and `NAME_board`, written once for networks of all kinds.
//!
//! A kind declares what is its own ([`Tops`]): the bundle of signals of a link, the groups of local ports,
//! and for each top its constants, its ports and what else stands in it. Nodes are identical, so each cell
//! is one generate loop; a node's neighbours follow from its id by the arithmetic of the torus, written
//! once in the loop. Tables hold what does not follow: which nodes a module stands at, and the coordinates
//! that agents are told. The text of a full torus does not grow with its size. (Explicit instances were
//! measured beside it: ARCHITECTURE.md, "Generate loops".)
//!
//! Links, and with all ports the local ports of a processor, are numbered by existing ports, so that a torus
//! with a radix of 2 has no unused wires; only `link_valid_o` and the bench's ejections have the contract's
//! 2d bits for each node. With one port a processor has one local port, whose number is the processor's.

pub mod bench;
mod board;
mod cell;
pub mod error_site;
mod grid;
mod link;
mod local;
mod network;
mod node_id;
pub mod ports;
pub mod register_instances;
mod straps;
pub mod text;

pub use bench::{Agent, BenchPorts, BenchTop, Inverted, Over};
pub use board::{board, BOARD_PORTS};
pub use cell::Cell;
pub use grid::Grid;
pub use link::Link;
pub use local::{fields, LocalPorts, LocalSignal};
pub use network::{Beside, NetworkTop};
pub use node_id::{node_at_offset, node_bits, Side};
pub use ports::{header_fields, module_text, Activity, Port};
pub use straps::Straps;

use crate::base::Base;

/// The tops of a network: what their text is made from.
#[derive(Clone, Copy, Debug)]
pub struct Tops<'a> {
    /// What every network has.
    pub base: &'a Base,
    /// The comment lines that open every file.
    pub header: &'a [String],
    /// Which module stands at which nodes; every node is in one cell.
    pub cells: &'a [Cell],
    /// The bundle of signals of a link.
    pub link: &'a Link,
    /// The local ports of processors.
    pub local: &'a LocalPorts,
    /// `NAME`.
    pub network: &'a NetworkTop,
}

impl<'a> Tops<'a> {
    fn grid(&self) -> Grid<'a> {
        Grid { torus: self.base.torus(), processors: self.base.placement.len() }
    }
}
