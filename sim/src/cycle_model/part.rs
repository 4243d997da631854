//! The part of a network that this process computes.

use crate::build::Shapes;
use crate::engine::Network;
use crate::ranks::{Block, Ranks};
use crate::Manifest;
use torus_model::{Placement, PortModel};

/// All nodes, or the block of one of several ranks.
pub fn network(
    manifest: &Manifest,
    placement: &Placement,
    ports: PortModel,
    ranks: Option<&dyn Ranks>,
) -> Network {
    let network = Shapes::apart(manifest.kinds.len()).network(manifest, placement, ports);
    let own = network.cut(Block::of(placement.torus(), ranks));
    Network { threads: ranks.map_or(1, Ranks::threads), ..own }
}
