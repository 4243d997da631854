//! The packets that wait at their source: they were offered, and no router has taken a flit of them.
//!
//! A packet counts from the cycle in which it is offered to the one before its first flit is taken. So the
//! sum over all cycles is the time for which packets wait outside the network.

use super::scoreboard::PacketScoreboard;
use crate::engine::traffic::Seen;
use crate::record::Waits;
use std::collections::{BTreeSet, VecDeque};
use torus_model::{NodeId, Placement, PortModel};

/// The waiting packets, by local port, the oldest first.
pub(super) struct Sources {
    /// Local ports of a processor.
    each: usize,
    ports: PortModel,
    /// For every node, the number of its processor.
    processor: Vec<u32>,
    queues: Vec<VecDeque<u32>>,
    /// For each processor, the number of waiting packets.
    waiting: Vec<u32>,
    /// Local ports whose waiting packets have changed since the last call of [`Sources::changed`].
    changed: BTreeSet<u32>,
}

impl Sources {
    /// Without waiting packets.
    pub fn new(placement: &Placement, ports: PortModel) -> Self {
        let torus = placement.torus();
        let (each, mut processor) = (ports.local_ports(torus), vec![0; torus.len()]);
        (0..).zip(placement.processors()).for_each(|(number, node)| processor[node.index()] = number);
        let queues = vec![VecDeque::new(); placement.len() * each];
        let (waiting, changed) = (vec![0; placement.len()], BTreeSet::new());
        Sources { each, ports, processor, queues, waiting, changed }
    }

    /// Adds a packet that a node offers.
    pub fn offer(&mut self, packet: usize, source: NodeId, port: torus_model::Port) {
        let processor = self.processor[source.index()] as usize;
        let local_port = processor * self.each + self.ports.local_port(port);
        self.queues[local_port].push_back(packet as u32);
        self.changed.insert(local_port as u32);
        self.waiting[processor] += 1;
    }

    /// Removes packets of which routers have taken these flits.
    pub fn enter(&mut self, entered: &[Seen], scoreboard: &PacketScoreboard) {
        for seen in entered {
            let Some((packet, 0, _)) = scoreboard.flit(seen.serial) else { continue };
            let queue = &mut self.queues[seen.place as usize];
            if let Some(at) = queue.iter().position(|&waits| waits == packet) {
                queue.remove(at);
                self.changed.insert(seen.place);
                self.waiting[seen.place as usize / self.each] -= 1;
            }
        }
    }

    /// The waiting packets of the local ports at which they have changed since the last call.
    pub fn changed(&mut self) -> Vec<Waits> {
        let waits = |local_port: u32| {
            let queue = &self.queues[local_port as usize];
            Waits { local_port, packets: queue.len() as u32, first: queue.front().copied() }
        };
        std::mem::take(&mut self.changed).into_iter().map(waits).collect()
    }

    /// The number of waiting packets at each processor.
    pub fn waiting(&self) -> &[u32] {
        &self.waiting
    }
}

#[cfg(test)]
mod tests {
    use super::super::records::Record;
    use super::*;
    use torus_model::{Port, Torus};

    fn record(source: NodeId, flits: u32) -> Record {
        let port = Port::from_index(0);
        Record {
            cycle: 0,
            entered: 0,
            source,
            destination: source,
            port,
            head: 0,
            flits,
            arrived: 0,
            misrouted: 0,
            measured: false,
        }
    }

    /// The cycle in which a flit of packet `n`, offered in cycle `n / 2`, enters.
    fn enters(n: usize, flit: usize) -> usize {
        3 * n / 4 + 1 + flit
    }

    /// Compared with counting all packets again in every cycle: those that were offered and have not entered.
    fn recounted(placement: &Placement, ports: PortModel, stride: u32) {
        let (processors, each) = (placement.processors(), ports.local_ports(placement.torus()));
        let places: Vec<NodeId> = processors.iter().flat_map(|&node| vec![node; each]).collect();
        let block = crate::ranks::Block::whole(placement.torus());
        let mut scoreboard = PacketScoreboard::new(placement.torus(), block, places, stride);
        let mut sources = Sources::new(placement, ports);
        let (from, packets) = (|n: usize| n * 7 % processors.len(), 60);
        for cycle in 0..80 {
            for n in (0..packets).filter(|n| n / 2 == cycle) {
                scoreboard.send(record(processors[from(n)], stride));
                sources.offer(n, processors[from(n)], Port::from_index(0));
            }
            let flits = (0..packets).flat_map(|n| (0..stride as usize).map(move |flit| (n, flit)));
            let seen = |(n, flit): (usize, usize)| Seen {
                serial: n as u32 * stride + flit as u32,
                place: (from(n) * each) as u32,
                ..Seen::default()
            };
            let now = flits.filter(|&(n, flit)| enters(n, flit) == cycle).map(seen);
            sources.enter(&now.collect::<Vec<_>>(), &scoreboard);
            let waits = |n: &usize| n / 2 <= cycle && enters(*n, 0) > cycle;
            let count = |at| (0..packets).filter(|n| from(*n) == at).filter(waits).count() as u32;
            assert_eq!(sources.waiting(), (0..processors.len()).map(count).collect::<Vec<_>>(), "{cycle}");
        }
    }

    #[test]
    fn what_waits_is_what_has_not_entered() {
        for (dims, nodes, ports, stride) in [
            (&[2][..], None, PortModel::AllPort, 1),
            (&[3, 2], None, PortModel::OnePort, 3),
            (&[5], Some([1, 4]), PortModel::AllPort, 2),
            (&[4, 3], Some([0, 7]), PortModel::OnePort, 1),
        ] {
            let torus = Torus::new(dims).unwrap();
            let all: Vec<NodeId> = torus.nodes().collect();
            let some = nodes.map(|some| some.map(|node| all[node]).to_vec());
            recounted(&Placement::listed(&torus, &some.unwrap_or(all)).unwrap(), ports, stride);
        }
    }
}
