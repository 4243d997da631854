//! Sends packets: they become flits of local ports, entries of the scoreboard, and counts of what links must
//! carry.

use super::records::Record;
use super::{HeadFormat, Packet, Session};
use crate::engine::traffic::Flit;
use crate::flit_bits::FlitError;

impl Session<'_> {
    /// Offers the packets of all cycles before `end`, as long as there are serial numbers.
    pub(super) fn send_until(&mut self, end: u64) {
        while let Some(packet) = self.due_before(end).cloned() {
            self.coming.advance(self.traffic.packets);
            self.send(&packet, packet.cycle);
        }
    }

    /// The next packet, if it is to be sent before `end` and there is a serial number for it.
    fn due_before(&self, end: u64) -> Option<&Packet> {
        let sends = self.sending && self.scoreboard.has_serials(1);
        self.coming.first().filter(|packet| sends && packet.cycle < end)
    }

    /// Checks that so many further packets could be told apart. Error: there are too few serial numbers.
    pub(super) fn check_serials(&self, packets: usize) -> Result<(), FlitError> {
        match self.scoreboard.has_serials(packets) {
            true => Ok(()),
            false => Err(FlitError::Serials { packets: self.scoreboard.records.sent(), flits: self.stride }),
        }
    }

    /// Offers a packet in a cycle.
    pub(super) fn send(&mut self, packet: &Packet, cycle: u64) {
        let first = self.scoreboard.next_serial();
        self.scoreboard.send(self.record(packet, cycle));
        let Some(record) = self.scoreboard.records.last() else { return };
        // Packets of other ranks are offered and counted there.
        if let Some(local_port) = self.local_port_of(record) {
            let torus = self.traffic.placement.torus();
            self.needed.add(torus, packet, 1);
            self.flits.extend(flits_of(&self.format, record, first, local_port));
        }
    }

    /// The record of a packet that is offered in a cycle.
    pub(super) fn record(&self, packet: &Packet, cycle: u64) -> Record {
        Record {
            cycle,
            entered: cycle,
            source: packet.source,
            destination: packet.destination,
            port: packet.way.first_port(),
            head: packet.way.short_head(),
            flits: packet.flits,
            arrived: 0,
            misrouted: 0,
            measured: self.traffic.window.as_ref().is_none_or(|window| window.contains(&cycle)),
        }
    }

    /// The local port at which a packet is offered; `None` if it is on another rank.
    fn local_port_of(&self, record: &Record) -> Option<u32> {
        let node = self.block.node(record.source.index())?;
        let each = self.ports.local_ports(self.traffic.placement.torus());
        let processor = self.simulation.network().processor[node] as usize;
        Some((processor * each + self.ports.local_port(record.port)) as u32)
    }

    /// The flits of packets, except those of other ranks. Each packet is given with the serial number of its
    /// first flit.
    pub(super) fn flits<'s>(
        &'s self,
        packets: impl Iterator<Item = (Record, u32)> + 's,
    ) -> Box<dyn Iterator<Item = Flit> + 's> {
        let of_packet = |(record, first): (Record, u32)| {
            let local_port = self.local_port_of(&record)?;
            Some(flits_of(&self.format, &record, first, local_port).collect::<Vec<_>>())
        };
        Box::new(packets.filter_map(of_packet).flatten())
    }

    /// All flits offered so far, in the order of their packets. If records were released, packets are made
    /// again.
    pub(super) fn offered(&self) -> Box<dyn Iterator<Item = Flit> + '_> {
        let records = &self.scoreboard.records;
        let first_flits = (0..).map(|packet| packet * self.stride);
        match self.traffic.again.filter(|_| records.released() > 0) {
            Some(again) => {
                let packets = again.packets().take(records.sent());
                self.flits(packets.map(|packet| self.record(&packet, packet.cycle)).zip(first_flits))
            }
            None => self.flits(records.iter().map(|(_, record)| record.clone()).zip(first_flits)),
        }
    }
}

/// The flits of a packet at its local port. `first`: the serial number of the first one.
fn flits_of<'r>(
    format: &'r HeadFormat,
    record: &'r Record,
    first: u32,
    local_port: u32,
) -> impl Iterator<Item = Flit> + 'r {
    (0..record.flits).map(move |place| Flit {
        head: format.marked(record.head, place + 1 == record.flits),
        cycle: record.cycle,
        serial: first + place,
        local_port,
        port: record.port.index() as u32,
    })
}
