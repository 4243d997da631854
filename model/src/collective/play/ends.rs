//! The memories before the first slot and after the last one.

use super::{Fault, Flit, Player};
use crate::NodeId;

impl Player<'_> {
    /// Puts a node's blocks where its program says. Fault: an address outside the memory.
    pub(super) fn load(&mut self, node: NodeId) -> Result<(), Fault> {
        let torus = self.program.placement.torus();
        for place in self.own(node).iter().flat_map(|own| &own.load) {
            let destination = torus.translate(node, &place.partner);
            for number in 0..self.program.flits {
                let cell = self.inside(0, node, place.address, number)?;
                self.memory[node.index()][cell] = Some(Flit { origin: node, destination, number });
            }
        }
        Ok(())
    }

    /// Checks the end of the run. Faults: a flit under way, rows that are left, a result that is missing or
    /// wrong.
    pub(super) fn finish(mut self) -> Result<(), Fault> {
        let slot = self.program.slots;
        if let Some(flight) = self.flights.first() {
            return Err(self.fault(slot, "is on the way of a flit at the end".into(), flight.node));
        }
        self.write(slot);
        if let Some(write) = self.writes.front() {
            return Err(self.fault(slot, "is still being written at the end".into(), write.1));
        }
        let processors = self.program.placement.processors();
        processors.iter().try_for_each(|&node| self.results(node))
    }

    /// Checks that a node's results are where its program says, and that it has one of every node that it
    /// should.
    fn results(&self, node: NodeId) -> Result<(), Fault> {
        let (torus, slot) = (self.program.placement.torus(), self.program.slots);
        let own = self.own(node).expect("processors have programs");
        if self.sequencers[node.index()].row < own.rows.len() {
            return Err(self.fault(slot, "has rows left at the end".into(), node));
        }
        let due = self.program.due(node);
        let mut found: Vec<NodeId> = Vec::new();
        for place in &own.results {
            let origin = torus.translate(node, &place.partner);
            let destination = if self.program.broadcast { origin } else { node };
            for number in 0..self.program.flits {
                let flit = self.memory[node.index()][self.inside(slot, node, place.address, number)?];
                if flit != Some(Flit { origin, destination, number }) {
                    let what = format!("does not end with flit {number} from {}", torus.node_name(origin));
                    return Err(self.fault(slot, what, node));
                }
            }
            found.push(origin);
        }
        found.sort_unstable();
        match found == due {
            true => Ok(()),
            false => Err(self.fault(
                slot,
                format!("ends with blocks from {} nodes, not {}", found.len(), due.len()),
                node,
            )),
        }
    }
}
