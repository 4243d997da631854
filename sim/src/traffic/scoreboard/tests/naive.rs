//! The naive scoreboard: it stores only the events, and searches all of them for every flit.

use super::{Left, Sent, STRIDE};
use crate::mismatch::{Mismatches, PacketMismatch};
use crate::traffic::{Latencies, Summary};
use torus_model::Torus;

/// Judges a run by searching all of its events.
pub struct Naive<'a> {
    pub torus: &'a Torus,
    pub packets: &'a [Sent],
    pub left: &'a [Left],
}

impl Naive<'_> {
    fn node(&self, number: u32) -> String {
        self.torus.node_name(self.torus.node_at(number as usize).unwrap())
    }

    fn name(&self, packet: u32) -> String {
        let Sent { source, destination, .. } = self.packets[packet as usize];
        format!("{packet} from {} to {}", self.node(source), self.node(destination))
    }

    /// The packet, place and sender of a flit; `None` if it was never sent.
    fn known(&self, serial: u32) -> Option<(u32, u32, &Sent)> {
        let sent = self.packets.get((serial / STRIDE) as usize)?;
        (serial % STRIDE < sent.flits).then_some((serial / STRIDE, serial % STRIDE, sent))
    }

    /// How many flits of a packet arrived at its destination before the flit with this number.
    pub fn arrived(&self, packet: u32, before: usize) -> u32 {
        let home = self.packets[packet as usize].destination;
        let there = |&at: &usize| {
            let seen = self.left[at].seen;
            seen.serial / STRIDE == packet && seen.place / 2 == home && self.is_expected(at)
        };
        (0..before).filter(there).count() as u32
    }

    /// Whether a flit was sent, has entered, and does not follow a later flit of its packet.
    pub fn is_expected(&self, at: usize) -> bool {
        let Left { seen, cycle } = self.left[at];
        self.known(seen.serial).is_some_and(|(packet, place, sent)| {
            self.arrived(packet, at) <= place && cycle >= sent.offered + sent.waits
        })
    }

    /// The packet of which a local port had output a part, before the flit with this number.
    fn within(&self, port: u32, before: usize) -> Option<u32> {
        let at = (0..before).rev().find(|&at| self.left[at].seen.place == port && self.is_expected(at))?;
        let (packet, place, sent) = self.known(self.left[at].seen.serial)?;
        (place + 1 < sent.flits).then_some(packet)
    }

    /// The packet of which this flit is the last to arrive, if it is.
    fn completes(&self, at: usize) -> Option<u32> {
        let seen = self.left[at].seen;
        let (packet, _, sent) = self.known(seen.serial).filter(|_| self.is_expected(at))?;
        (seen.place / 2 == sent.destination && self.arrived(packet, at) + 1 == sent.flits).then_some(packet)
    }

    /// The packet of the same way that was complete before.
    fn complete_before(&self, packet: u32, at: usize) -> Option<u32> {
        let key = |packet: u32| {
            let Sent { source, destination, head, .. } = self.packets[packet as usize];
            (source, destination, head)
        };
        (0..at).rev().filter_map(|at| self.completes(at)).find(|&other| key(other) == key(packet))
    }

    /// Judges every cycle: its flits one by one, and then the order of the packets that they complete.
    pub fn judge(&self) -> Mismatches {
        let (mut all, mut at) = (Mismatches::default(), 0);
        for cycle in self.left.chunk_by(|a, b| a.cycle == b.cycle) {
            let flits = at..at + cycle.len();
            flits.clone().for_each(|at| self.judge_flit(at, &mut all));
            flits.clone().for_each(|at| self.judge_order(at, &mut all));
            at = flits.end;
        }
        all
    }

    fn judge_order(&self, at: usize, all: &mut Mismatches) {
        let Some(packet) = self.completes(at) else { return };
        if self.complete_before(packet, at).is_some_and(|before| before > packet) {
            let Left { seen, cycle } = self.left[at];
            let found = PacketMismatch::Overtaken { packet: self.name(packet), cycle };
            all.push_at(seen.place as usize / 2, found);
        }
    }

    fn judge_flit(&self, at: usize, all: &mut Mismatches) {
        let Left { seen, cycle } = self.left[at];
        let (local_port, node) = (self.node(seen.place / 2), seen.place as usize / 2);
        if !self.is_expected(at) {
            return all.push_at(node, PacketMismatch::Unexpected { local_port, cycle, serial: seen.serial });
        }
        let (packet, place, sent) = self.known(seen.serial).unwrap();
        if let Some(other) = self.within(seen.place, at).filter(|&other| other != packet) {
            let (packet, other) = (self.name(packet), self.name(other));
            all.push_at(node, PacketMismatch::Mixed { packet, other, cycle });
        }
        let packet_name = || self.name(packet);
        if (seen.last == 1) != (place + 1 == sent.flits) {
            all.push_at(node, PacketMismatch::End { packet: packet_name(), cycle });
        }
        if seen.place / 2 != sent.destination {
            return all
                .push_at(node, PacketMismatch::Misdelivered { packet: packet_name(), local_port, cycle });
        }
        if seen.dirty == 1 {
            all.push_at(node, PacketMismatch::Damaged { packet: packet_name(), cycle });
        }
        if self.arrived(packet, at) < place {
            all.push_at(node, PacketMismatch::Overtaken { packet: packet_name(), cycle });
        }
    }

    /// The number of packets that arrived, and the statistics of total latencies and of those in the network.
    pub fn arrivals(&self) -> (u64, Summary, Summary) {
        let (mut total, mut network) = (Latencies::default(), Latencies::default());
        let complete: Vec<_> = (0..self.left.len()).filter(|&at| self.completes(at).is_some()).collect();
        for &at in &complete {
            let sent = &self.packets[self.completes(at).unwrap() as usize];
            if sent.measured {
                total.add(self.left[at].cycle - sent.offered);
                network.add(self.left[at].cycle - sent.offered - sent.waits);
            }
        }
        (complete.len() as u64, total.summary(), network.summary())
    }
}
