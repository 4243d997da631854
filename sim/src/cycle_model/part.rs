//! The part of a network that this process computes.

use crate::build::Shapes;
use crate::engine::Network;
use crate::ranks::{Block, Ranks};
use crate::Manifest;
use torus_model::{Placement, PortModel};
#[cfg(test)]
use {
    crate::{
        arrivals::processor_by_node,
        engine::{ABSENT, CACHED},
    },
    torus_model::{NodeId, Torus},
};

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

/// For tests: a torus with processors on some of its nodes, and with links without registers.
#[cfg(test)]
pub fn of_torus(torus: &Torus, processors: &[NodeId], ports: PortModel) -> Network {
    let mut from = vec![ABSENT; torus.link_slots()];
    for link in torus.links() {
        let (node, port) = torus.tail(link);
        from[torus.link(torus.neighbour(node, port), port).index()] = link.index() as u32;
    }
    Network {
        block: Block::whole(torus),
        own_processors: (0..processors.len() as u32).collect(),
        all_processors: processors.len(),
        dims: torus.d(),
        radices: torus.dims().to_vec(),
        processors: processors.len(),
        threads: 1,
        cached: CACHED,
        local_ports_each: ports.local_ports(torus),
        kind: vec![0; torus.len()],
        image: vec![0; torus.len()],
        roms: vec![vec![]],
        processor: processor_by_node(torus, processors),
        from,
        stages: vec![0; torus.link_slots()],
        arriving: Vec::new(),
        most_stages: 0,
        coordinates: torus.nodes().flat_map(|node| torus.coordinates(node)).collect(),
    }
}
