//! The scoreboard of packets: what was sent, what has arrived, and what is wrong.
//!
//! The serial number of a flit is the number of its packet times the greatest packet length, plus its place.
//! Every flit that arrives is checked: it was sent, did not arrive before, is at its destination and
//! undamaged, does not overtake earlier flits or packets of the same way, does not come between the flits of
//! another packet, and is marked if it is the last one.

use super::latency::Latencies;
use super::order::{Arrivals, WayId};
use super::records::{Record, Records};
use crate::engine::traffic::Seen;
use crate::mismatch::{Mismatches, PacketMismatch};
use crate::ranks::Block;
use std::collections::VecDeque;
use torus_model::{NodeId, Torus};

/// A flit that came out at its destination, on another rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Elsewhere {
    pub cycle: u64,
    /// The id of the node.
    pub node: usize,
    pub packet: u32,
    pub place: u32,
}

/// All packets of a run. Each of several ranks takes what comes out in its block.
pub(super) struct PacketScoreboard<'a> {
    torus: &'a Torus,
    pub block: Block,
    /// The node of every local port of the block.
    pub node_of_local_port: Vec<NodeId>,
    stride: u32,
    /// For each local port, the packet that is coming out.
    within: Vec<Option<u32>>,
    pub records: Records,
    arrivals: Arrivals,
    /// The packets that have arrived in the current cycle.
    arrived: Vec<(WayId, u32)>,
    pub total: Latencies,
    pub network: Latencies,
    /// Measured packets from other ranks with their cycle of arrival; those ranks know when they entered.
    pub from_elsewhere: Vec<(u32, u64)>,
    /// Flits at their destination on other ranks, of packets that have misrouted flits, in order.
    pub elsewhere: VecDeque<Elsewhere>,
    /// Packets for this block that have arrived, and packets that have not.
    pub delivered: u64,
    pub open: u64,
    pub open_measured: u64,
    pub mismatches: Mismatches,
}

impl<'a> PacketScoreboard<'a> {
    /// `node_of_local_port`: the node of every local port of the block; `stride`: the greatest packet length
    /// in flits.
    pub fn new(torus: &'a Torus, block: Block, node_of_local_port: Vec<NodeId>, stride: u32) -> Self {
        PacketScoreboard {
            torus,
            block,
            within: vec![None; node_of_local_port.len()],
            node_of_local_port,
            stride,
            records: Records::default(),
            arrivals: Arrivals::new(torus.len()),
            arrived: Vec::new(),
            total: Latencies::default(),
            network: Latencies::default(),
            from_elsewhere: Vec::new(),
            elsewhere: VecDeque::new(),
            delivered: 0,
            open: 0,
            open_measured: 0,
            mismatches: Mismatches::default(),
        }
    }

    /// The serial number of the next packet's first flit.
    pub fn next_serial(&self) -> u32 {
        self.records.sent() as u32 * self.stride
    }

    /// Whether there are serial numbers for so many further packets.
    pub fn has_serials(&self, packets: usize) -> bool {
        (self.records.sent() + packets) as u64 * u64::from(self.stride) <= u64::from(u32::MAX)
    }

    /// Adds the next packet.
    pub fn send(&mut self, record: Record) {
        let here = self.has(record.destination);
        self.open += u64::from(here);
        self.open_measured += u64::from(here && record.measured);
        self.records.push(record);
    }

    /// Releases the records of packets that have arrived, unless a mismatch may still name them: after the
    /// first mismatch of all, or while their local port expects more of them.
    pub fn release(&mut self) {
        if self.mismatches.is_empty() {
            self.records.release(self.within.iter().flatten().copied().min().unwrap_or(u32::MAX));
        }
    }

    /// Whether a node is in the block.
    pub fn has(&self, node: NodeId) -> bool {
        self.block.node(node.index()).is_some()
    }

    /// The packet of a flit, its place in it, and the record; `None` if the flit was never sent.
    pub fn flit(&self, serial: u32) -> Option<(u32, u32, &Record)> {
        let (packet, place) = (serial / self.stride, serial % self.stride);
        let record = self.records.get(packet).filter(|record| place < record.flits)?;
        Some((packet, place, record))
    }

    /// A router took a flit.
    pub fn entered(&mut self, seen: &Seen, cycle: u64) {
        let record = self.records.get_mut(seen.serial / self.stride);
        if let Some(record) = record.filter(|_| seen.serial % self.stride == 0) {
            record.entered = cycle;
        }
    }

    /// All flits that came out in a cycle.
    pub fn left(&mut self, all: &[Seen], cycle: u64) {
        all.iter().for_each(|seen| self.flit_left(seen, cycle));
        self.check_order(cycle);
    }

    fn flit_left(&mut self, seen: &Seen, cycle: u64) {
        let node = self.node_of_local_port[seen.place as usize];
        self.catch_up(cycle, node);
        let found = self.flit(seen.serial).map(|(packet, place, record)| (packet, place, record.clone()));
        let Some((packet, place, record)) = found else {
            return self.unexpected(node, seen, cycle);
        };
        // This includes a flit that its router took while it was not ready, and that comes out before it is
        // sent.
        if record.arrived > place || cycle < record.entered {
            return self.unexpected(node, seen, cycle);
        }
        self.keeps_together(node, seen, (packet, place + 1 == record.flits), cycle);
        if node != record.destination {
            let local_port = self.torus.node_name(node);
            self.records[packet].misrouted += 1;
            let found = PacketMismatch::Misdelivered { packet: self.name(packet), local_port, cycle };
            return self.note_at(node.index(), found);
        }
        if seen.dirty != 0 {
            self.note_at(node.index(), PacketMismatch::Damaged { packet: self.name(packet), cycle });
        }
        if record.arrived < place {
            self.note_at(node.index(), PacketMismatch::Overtaken { packet: self.name(packet), cycle });
        }
        self.records[packet].arrived += 1;
        if record.arrived + 1 == record.flits {
            self.complete(packet, &record, cycle);
        }
    }

    /// Checks that a local port outputs one packet after another, each with its end marked.
    fn keeps_together(&mut self, node: NodeId, seen: &Seen, (packet, ends): (u32, bool), cycle: u64) {
        let before = std::mem::replace(&mut self.within[seen.place as usize], (!ends).then_some(packet));
        if let Some(other) = before.filter(|&other| other != packet) {
            let found = PacketMismatch::Mixed { packet: self.name(packet), other: self.name(other), cycle };
            self.note_at(node.index(), found);
        }
        if (seen.last != 0) != ends {
            self.note_at(node.index(), PacketMismatch::End { packet: self.name(packet), cycle });
        }
    }

    fn complete(&mut self, packet: u32, record: &Record, cycle: u64) {
        let &Record { source, destination, port, head, .. } = record;
        self.arrived.push((WayId { source, destination, port, head }, packet));
        self.delivered += 1;
        self.open -= 1;
        if record.measured {
            self.open_measured -= 1;
            self.total.add(cycle - record.cycle);
            match self.has(record.source) {
                true => self.network.add(cycle - record.entered),
                false => self.from_elsewhere.push((packet, cycle)),
            }
        }
    }

    /// Checks that the packets that have arrived in this cycle have overtaken none of their way. Each check
    /// reads far apart in memory; side by side, they wait for it together.
    fn check_order(&mut self, cycle: u64) {
        let mut arrived = std::mem::take(&mut self.arrived);
        for (way, packet) in arrived.drain(..) {
            if self.arrivals.arrive(way, packet).is_some_and(|before| before > packet) {
                let found = PacketMismatch::Overtaken { packet: self.name(packet), cycle };
                self.note_at(way.destination.index(), found);
            }
        }
        self.arrived = arrived;
    }

    /// Notes the flits that came out on other ranks before a flit that comes out at a node. In a cycle, flits
    /// come out in the order of nodes.
    fn catch_up(&mut self, cycle: u64, node: NodeId) {
        let before = |flit: &Elsewhere| (flit.cycle, flit.node) < (cycle, node.index());
        while let Some(flit) = self.elsewhere.front().copied().filter(before) {
            self.elsewhere.pop_front();
            let record = &mut self.records[flit.packet];
            record.arrived += u32::from(record.arrived <= flit.place);
        }
    }

    fn unexpected(&mut self, node: NodeId, seen: &Seen, cycle: u64) {
        let local_port = self.torus.node_name(node);
        self.note_at(node.index(), PacketMismatch::Unexpected { local_port, cycle, serial: seen.serial });
    }

    /// The name of a packet, such as `7 from (0,1) to (2,3)`.
    pub fn name(&self, packet: u32) -> String {
        let Record { source, destination, .. } = self.records[packet];
        let (from, to) = (self.torus.node_name(source), self.torus.node_name(destination));
        format!("{packet} from {from} to {to}")
    }

    /// Notes a mismatch that was found at a node or link with this id.
    pub fn note_at(&mut self, place: usize, mismatch: PacketMismatch) {
        self.mismatches.push_at(place, mismatch);
    }

    /// Notes a mismatch.
    pub fn note(&mut self, mismatch: PacketMismatch) {
        self.mismatches.push(mismatch);
    }
}

#[cfg(test)]
mod tests;
