//! The top modules of a network: `NAME`, `NAME_bench` and `NAME_board`, written once for all kinds of
//! networks.
//!
//! A kind declares its own parts in [`Tops`]: the signals of a link, the groups of local ports, and for each
//! top its constants, its ports and its further modules. The nodes of a cell are identical, so each cell is
//! one generate loop. In the loop, the neighbours of a node follow from its id by the arithmetic of the
//! torus. Tables hold what does not follow: at which nodes a module stands, and the coordinates that agents
//! are given. The text of a full torus does not grow with its size. ARCHITECTURE.md, "Generate loops",
//! compares this with explicit instances.
//!
//! Links are numbered by the ports that exist, so a torus with a radix of 2 has no unused wires. With all
//! ports, this holds for the local ports of a processor, too. Only `link_valid_o` and the ejections of the
//! bench have 2d bits for each node, as their documented form says. With one port, a processor has one local
//! port, whose number is that of the processor.

pub mod bench;
mod board;
mod cell;
mod conventions;
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
pub use ports::{clock_and_reset, header_fields, module_text, Activity, Direction, Port};
pub use straps::Straps;

use crate::base::Base;

/// A network, and what the text of its tops is made from.
#[derive(Clone, Copy, Debug)]
pub struct Tops<'a> {
    /// What every network has.
    pub base: &'a Base,
    /// The comment lines that open every file.
    pub header: &'a [String],
    /// The cells: which module stands at which nodes. Every node is in one cell.
    pub cells: &'a [Cell],
    /// The bundle of signals of a link.
    pub link: &'a Link,
    /// The local ports of processors.
    pub local: &'a LocalPorts,
    /// What the kind declares for `NAME`.
    pub network: &'a NetworkTop,
}

impl<'a> Tops<'a> {
    fn grid(&self) -> Grid<'a> {
        Grid { torus: self.base.torus(), processors: self.base.placement.len() }
    }
}
