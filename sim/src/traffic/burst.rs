//! Checks after an exchange without mismatches: a burst that fills the network, and probes that count the
//! places of every channel.
//!
//! An exchange on a small torus sends few flits over a channel, so a credit that is lost or invented goes
//! unnoticed. The burst offers more than the network can hold, over every plane and both dateline classes.
//! From time to time it holds all ejection ports, so that buffers fill up to the injection ports. With tiles
//! and the fabric, the model engine runs on the same flits and must show the same in every cycle
//! ([`super::golden`]). Then the probes follow ([`super::probe`]). None of this is measured: the figures of
//! the exchange in the report do not change.

use super::{golden::Golden, probe::Probe, probe::Probes, Packet, Session, TrafficReport, PATIENCE, QUIET};
use crate::engine::traffic::{Flit, Log};
use crate::merge;
use crate::mismatch::PacketMismatch;
use crate::{Engine, SimError};

/// Cycles in which ejection ports are ready, and cycles in which they are then held.
const READY: u64 = 40;
const HELD: u64 = 24;

/// Cycles without movement after which a held network is full, if links have no registers.
pub(super) const STILL: u64 = 16;

/// Cycles after which a burst with its probes is given up, unless the limit is larger. A limit that ends the
/// exchange early must not cut them off: the links would seem to carry too little.
const LONGEST: u64 = 1_000_000;

/// The figures of a burst and its probes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BurstReport {
    /// Packets of the burst.
    pub packets: u64,
    /// Their flits.
    pub flits: u64,
    /// Cycles of burst and probes.
    pub cycles: u64,
    /// Channels of all links.
    pub channels: u64,
    /// Channels whose places were counted; no packet can reach the others.
    pub probed: u64,
}

impl<'a> Session<'a> {
    /// Runs the burst of the traffic, if there is no mismatch so far. Its mismatches go to the report.
    pub(super) fn burst(&mut self, report: &mut TrafficReport) -> Result<(), SimError> {
        let Some(packets) = self.traffic.burst.take().filter(|_| report.matches()) else { return Ok(()) };
        self.recorder.stop();
        // From here on no packet is measured.
        (self.traffic.window, self.traffic.counts) = (Some(0..0), None);
        self.end = self.cycle + self.traffic.limit.max(LONGEST);
        let probes = self.probes();
        self.check_serials(packets.len() + probes.as_ref().map_or(0, Probes::packets))?;
        self.golden = self.beside()?;
        let (start, flits) = (self.cycle, packets.iter().map(|packet| packet.flits as u64).sum());
        let mut done = BurstReport { packets: packets.len() as u64, flits, ..BurstReport::default() };
        self.pour(packets);
        if let Some(probes) = probes {
            (done.probed, done.channels) = (self.probe(&probes), probes.channels);
        }
        self.advance(QUIET, &mut Log::default());
        self.finish()?;
        done.cycles = self.cycle - start;
        report.mismatches = self.mismatches();
        report.figures.burst = Some(done);
        Ok(())
    }

    /// The model engine in the same cycle, without faults; `None` if it is itself the engine.
    fn beside(&self) -> Result<Option<Golden<'a>>, SimError> {
        match self.traffic.setup.engine {
            Engine::Model => Ok(None),
            _ => {
                let flits: Vec<Flit> = self.offered().collect();
                Golden::at(&self.traffic, self.ports, &flits, self.cycle).map(Some)
            }
        }
    }

    /// Sends packets as fast as their local ports take them, and holds the ejection ports from time to time.
    fn pour(&mut self, packets: Vec<Packet>) {
        let mut log = Log::default();
        packets.iter().for_each(|packet| self.send_now(packet));
        self.advance(READY, &mut log);
        while !self.at_rest() {
            for (held, cycles) in [(true, HELD), (false, READY)] {
                self.hold(held);
                self.advance(cycles, &mut log);
            }
            self.progress();
        }
    }

    /// Offers a packet in this cycle, regardless of its own cycle.
    pub(super) fn send_now(&mut self, packet: &Packet) {
        self.send(packet, self.cycle);
    }

    /// Whether everything has arrived, or nothing more will arrive.
    pub(super) fn at_rest(&mut self) -> bool {
        self.stalled |= self.cycle > self.moved + PATIENCE && self.waits();
        self.missing() == 0 || self.is_given_up()
    }

    fn is_given_up(&self) -> bool {
        self.stalled || self.failed || self.is_late()
    }

    /// With `held`, ejection ports take nothing from now on.
    pub(super) fn hold(&mut self, held: bool) {
        self.simulation.hold(held);
        self.golden.iter_mut().for_each(|golden| golden.hold(held));
        self.holds.push((self.cycle, held));
    }

    /// Runs the model engine over the same clock edges. It is dropped at the first difference.
    pub(super) fn compare(&mut self, steps: u64, flits: &[Flit], log: &Log) {
        let Some(mut golden) = self.golden.take() else { return };
        match golden.run(self.cycle, steps as usize, flits, log) {
            Some((step, place)) => {
                let (cycle, place) = (self.cycle + step, place.name(self.traffic.placement, self.ports));
                self.scoreboard.note(PacketMismatch::Diverged { place, cycle });
            }
            None => self.golden = Some(golden),
        }
    }

    /// Sends every round of probes, as long as all packets arrive. Returns how many channels have had their
    /// places counted.
    fn probe(&mut self, probes: &Probes) -> u64 {
        for round in &probes.rounds {
            if self.is_given_up() || self.missing() > 0 {
                return 0;
            }
            self.fill(round);
            self.hold(false);
            while !self.at_rest() {
                self.advance(self.still(), &mut Log::default());
            }
        }
        probes.covered
    }

    /// Sends a round of probes to held local ports until nothing moves, and compares what every link has
    /// carried.
    fn fill(&mut self, round: &[Probe]) {
        self.hold(true);
        let (before, mut log) = (self.counts(), Log::default());
        for probe in round {
            (0..probe.packets()).for_each(|_| self.send_now(&probe.packet));
        }
        self.advance(self.still(), &mut log);
        while self.cycle <= self.moved + self.still() && !self.is_given_up() {
            self.advance(self.still(), &mut log);
        }
        let (torus, counts) = (self.traffic.placement.torus(), self.counts());
        for probe in round {
            let found = probe.check(torus, self.cycle, |link| counts[link] - before[link]);
            found.for_each(|mismatch| self.scoreboard.note(mismatch));
        }
    }

    /// The counts of all links, for all ranks.
    fn counts(&self) -> Vec<u64> {
        merge::counts_for_all(self.ranks, self.traffic.placement.torus(), self.monitor.counts())
    }

    /// Cycles without movement after which a held network is full.
    fn still(&self) -> u64 {
        STILL + self.in_registers()
    }

    /// The most cycles that a flit and its returning credit spend in the registers of a link.
    pub(super) fn in_registers(&self) -> u64 {
        2 * u64::from(self.simulation.network().most_stages)
    }

    fn probes(&self) -> Option<Probes> {
        let (placement, manifest) = (self.traffic.placement, self.traffic.setup.manifest);
        let routing = manifest.routing.parse().expect("the routing was checked when the manifest was read");
        let info = manifest.buffered.as_ref()?;
        Some(Probes::new(placement, self.ports, routing, &self.format, info))
    }
}
