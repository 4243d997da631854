//! Buffered tiles that ranks share: flits and credits over cuts are exchanged after every clock edge.

use super::ffi::TrafficSimulation;
use crate::engine::traffic::{Fault, Flit, Log, Tally, TrafficMachine};
use crate::engine::{Machine, Network};
use crate::shared_tiles::SharedTiles;

impl TrafficMachine for SharedTiles<'_, TrafficSimulation> {
    /// In reset nothing leaves over cuts, so all of it is run at once.
    fn run(&mut self, cycle: u64, steps: usize, reset: bool, flits: &[Flit], traced: bool, log: &mut Log) {
        log.begin(self.tiles.network(), steps, traced);
        let (stretch, mut flits) = (if reset { steps } else { 1 }, flits);
        for first in (0..steps).step_by(stretch) {
            let (now, flits) = (cycle + first as u64, std::mem::take(&mut flits));
            self.tiles.run(now, stretch, reset, flits, traced, &mut self.edge);
            self.exchange();
            log.add(first, &self.edge);
        }
    }

    fn hold(&mut self, held: bool) {
        self.tiles.hold(held);
    }

    fn break_something(&mut self, fault: Fault) {
        let network = self.tiles.network();
        if let Some(own) = fault.of_block(network, |link| ending_here(network, link)) {
            self.tiles.break_something(own);
        }
    }

    fn tallies(&self) -> Vec<Tally> {
        self.tiles.tallies()
    }
}

/// The number that the tiles have for a link that ends in their block: that of an own link, or of a link that
/// arrives over a cut, which come after the own ones. `id`: its link id. `None`: it ends elsewhere.
fn ending_here(network: &Network, id: usize) -> Option<usize> {
    let block = &network.block;
    let end = block.node(block.end(id))?;
    let over_cut = || block.arrivals().position(|arrival| arrival == (end, id % block.slots));
    block.link(id).or_else(|| Some(network.links() + over_cut()?))
}
