//! The end of a run: the reason, what remains, and the report.

use super::records::Record;
use super::stall::{self, Replay};
use super::{PacketFigures, Session, TrafficReport, RESET_EDGES};
use crate::clock::Spent;
use crate::merge;
use crate::mismatch::{Mismatches, PacketMismatch};
use crate::{Further, SimError};

impl Session<'_> {
    /// Whether something should be moving.
    pub(super) fn waits(&self) -> bool {
        let (now, board) = (self.cycle, &self.scoreboard);
        let late = |r: &Record| board.has(r.destination) && r.arrived < r.flits && r.cycle < now;
        self.missing() > 0 && self.any(board.records.iter().any(|(_, record)| late(record)))
    }

    pub(super) fn finish(&mut self) -> Result<(), SimError> {
        if self.stalled {
            let waiting = self.waiting()?;
            self.scoreboard.note(PacketMismatch::Stalled {
                cycle: self.moved,
                missing: self.missing(),
                waiting,
            });
        } else if self.missing() > 0 {
            self.scoreboard.note(PacketMismatch::Unfinished { cycle: self.cycle, missing: self.missing() });
        }
        // Patterns do not end; a list that was not sent completely is not a complete run.
        let list = self.traffic.window.is_none() && !self.stalled && !self.failed;
        if let Some(next) = self.coming.first().filter(|_| list) {
            self.scoreboard.note(PacketMismatch::Unsent { cycle: self.cycle, next: next.cycle });
        }
        let needed = self.needed.counts(self.traffic.placement.torus());
        self.needed_by_all = self.ranks.map_or_else(|| needed.clone(), |ranks| merge::sums(ranks, &needed));
        self.count_links();
        self.conserve();
        Ok(())
    }

    /// Completes the files of waves. Errors: they cannot be written, on any rank.
    pub(super) fn close_files(&mut self) -> Result<(), SimError> {
        self.recorder.finish(self.cycle + 1, self.monitor.counts())
    }

    fn waiting(&mut self) -> Result<Vec<String>, SimError> {
        let mut again = self.factory.machine(&self.traffic, self.ports)?;
        let replay = Replay { holds: &self.holds, until: self.moved + 2 };
        let known = |serial| self.scoreboard.flit(serial).is_some();
        let places = self.places(stall::replay(again.as_mut(), self.offered(), replay, known));
        self.know_all_arrivals();
        let torus = self.traffic.placement.torus();
        Ok(stall::waiting(places, torus, &self.format, &self.scoreboard, self.stride))
    }

    /// Notes the times of the run; `all`: its whole time.
    pub(super) fn took(&mut self, all: Spent) {
        let exchanged = self.simulation.exchanged();
        let timings = &mut self.factory.timings;
        (timings.run, timings.send) = (self.running, self.sending_took);
        timings.check = all.without(self.running).without(self.sending_took);
        (timings.edges, timings.footprint) = (self.cycle + RESET_EDGES as u64, self.simulation.footprint());
        timings.exchanged = exchanged;
        (timings.threads, timings.together) = (self.simulation.network().threads, self.simulation.together());
    }

    /// The report with the results of all ranks.
    pub(super) fn report(&mut self) -> TrafficReport {
        let [total, network] = self.latencies();
        let cycles = self.last_arrival + 1;
        let measured = self.traffic.window.as_ref().map_or(cycles, |window| window.end - window.start);
        let slots = measured.max(1) as f64 * self.traffic.placement.len() as f64;
        TrafficReport {
            engine: self.traffic.setup.engine,
            compiled: self.factory.compiled,
            cycles,
            delivered: self.delivered(),
            expected: self.scoreboard.records.sent() as u64,
            link_counts: merge::counts(self.ranks, self.traffic.placement.torus(), self.monitor.counts()),
            expected_counts: self.expected_counts(),
            mismatches: self.mismatches(),
            further: Further::default(),
            timings: self.factory.timings,
            figures: PacketFigures {
                latency: total.summary(),
                network_latency: network.summary(),
                latencies: [total, network],
                accepted: (self.accepted + self.others.accepted) as f64 / slots,
                drained: self.drained.unwrap_or(self.missing() == 0),
                burst: None,
                bench: None,
            },
        }
    }

    /// The mismatches of all ranks.
    pub(super) fn mismatches(&self) -> Mismatches {
        merge::mismatches(self.ranks, self.scoreboard.mismatches.clone())
    }
}
