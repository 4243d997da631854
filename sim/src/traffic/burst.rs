//! After an exchange that showed nothing wrong: a burst that fills the network, and probes that count the
//! places of every channel.
//!
//! An exchange of a small torus sends few flits over a channel, so a credit that is lost or made up goes
//! unnoticed. The burst offers more than the network takes, over every plane and both dateline classes, and
//! holds all ejection ports now and then, so that buffers are full up to the injection ports. Beside tiles
//! and the fabric the model engine runs on the same flits and has to show the same in every cycle
//! ([`super::golden`]). The probes ([`super::probe`]) follow. Nothing of it is measured: what a report says
//! of the exchange stays as it is.

use super::{golden::Golden, probe::Probe, probe::Probes, Packet, Session, TrafficReport, PATIENCE, QUIET};
use crate::engine::traffic::{Flit, Log};
use crate::merge;
use crate::mismatch::PacketMismatch;
use crate::{Engine, SimError};
use torus_model::Routing;

/// Cycles in which ejection ports are ready, and then held.
const READY: u64 = 40;
const HELD: u64 = 24;

/// Cycles without a movement after which a held network is full, if links have no registers.
pub(super) const STILL: u64 = 16;

/// What a burst and its probes did.
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
    /// Those whose places were counted: the others no packet can reach.
    pub probed: u64,
}

impl<'a> Session<'a> {
    /// Runs the burst that the traffic asks for, unless something is wrong already; what it finds goes to the
    /// report.
    pub(super) fn burst(&mut self, report: &mut TrafficReport) -> Result<(), SimError> {
        let Some(packets) = self.traffic.burst.take().filter(|_| report.matches()) else { return Ok(()) };
        self.recorder.stop();
        // No packet is measured from here on.
        (self.traffic.window, self.traffic.counts) = (Some(0..0), None);
        self.end = self.cycle + self.traffic.limit;
        self.golden = self.beside()?;
        let (start, flits) = (self.cycle, packets.iter().map(|packet| packet.flits as u64).sum());
        let mut done = BurstReport { packets: packets.len() as u64, flits, ..BurstReport::default() };
        self.pour(packets);
        if let Some(probes) = self.probes() {
            (done.probed, done.channels) = (self.probe(&probes), probes.channels);
        }
        self.advance(QUIET, &mut Log::default());
        self.finish()?;
        done.cycles = self.cycle - start;
        report.mismatches = self.mismatches();
        report.figures.burst = Some(done);
        Ok(())
    }

    /// The model engine at the same cycle, with nothing broken; none beside itself.
    fn beside(&self) -> Result<Option<Golden<'a>>, SimError> {
        match self.traffic.setup.engine {
            Engine::Model => Ok(None),
            _ => Golden::at(&self.traffic, self.ports, &self.offered(), self.cycle).map(Some),
        }
    }

    /// Sends packets as fast as their local ports take them, and holds the other end now and then.
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

    /// Offers a packet in this cycle, whatever its own cycle is.
    pub(super) fn send_now(&mut self, packet: &Packet) {
        self.send(packet, self.cycle);
    }

    /// Whether all has arrived, or nothing more will.
    pub(super) fn at_rest(&mut self) -> bool {
        self.stalled |= self.cycle > self.moved + PATIENCE && self.waits();
        self.missing() == 0 || self.is_given_up()
    }

    fn is_given_up(&self) -> bool {
        self.stalled || self.failed || self.cycle >= self.end
    }

    /// Whether ejection ports take nothing from now on.
    pub(super) fn hold(&mut self, held: bool) {
        self.simulation.hold(held);
        self.golden.iter_mut().for_each(|golden| golden.hold(held));
        self.holds.push((self.cycle, held));
    }

    /// Runs the model engine over the same clock edges; it is let go at the first difference.
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

    /// Sends every round of probes, as long as all packets arrive; the channels whose places were counted.
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

    /// Sends a round of probes to local ports that are held, until nothing moves, and compares what went over
    /// every link.
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

    /// What every link has carried, on whatever rank.
    fn counts(&self) -> Vec<u64> {
        merge::counts_for_all(self.ranks, self.monitor.counts())
    }

    /// Cycles without a movement after which a held network is full.
    fn still(&self) -> u64 {
        STILL + self.in_registers()
    }

    /// Cycles that a flit and the credit that it pays back spend in the registers of a link, at most.
    pub(super) fn in_registers(&self) -> u64 {
        2 * u64::from(self.simulation.network().most_stages)
    }

    fn probes(&self) -> Option<Probes> {
        let (placement, manifest) = (self.traffic.placement, self.traffic.setup.manifest);
        let routing = manifest.routing.parse().unwrap_or(Routing::Odr);
        let info = manifest.buffered.as_ref()?;
        Some(Probes::new(placement, self.ports, routing, &self.format, info))
    }
}
