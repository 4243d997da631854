//! The reset before a run. If the run has a burst, resets also interrupt flits in the network, of which
//! nothing may remain.
//!
//! The flits are those of the burst. Their serial numbers are the highest possible ones, so that a flit that
//! remains is recognised as unexpected. Credits that remain show in the probes ([`super::probe`]).

use super::{Packet, Session, RESET_EDGES};
use crate::engine::traffic::{Flit, Log};
use crate::engine::SHORT_RESET;
use crate::interrupt::AT_REST;
use crate::mismatch::LeftOver;

/// Cycles for which flits move before they are interrupted.
const INTERRUPTED: [usize; 4] = [3, 6, 11, 32];

/// The most packets that are sent for this.
const PACKETS: usize = 1 << 14;

impl Session<'_> {
    /// Resets the network. If the traffic has a burst and no planted faults, it does so several times, with
    /// flits in between.
    pub(super) fn reset(&mut self) {
        let (again, flits, mut log) =
            (self.interrupted().next().is_some(), self.flits_interrupted(), Log::default());
        self.simulation.run(0, RESET_EDGES, true, &[], false, &mut log);
        for cycles in INTERRUPTED.into_iter().filter(|_| again) {
            self.simulation.run(0, cycles, false, &flits, false, &mut log);
            self.simulation.run(0, SHORT_RESET, true, &[], false, &mut log);
            self.simulation.run(0, AT_REST, false, &[], false, &mut log);
            if let Some(step) = self.earliest((0..AT_REST).find(|&step| moves(&log, step))) {
                let left_over = LeftOver::Moves { interrupted: cycles as u64, since: step as u64 + 1 };
                return self.scoreboard.note(left_over.into());
            }
            // The run begins right after a reset, as it would without interruptions.
            self.simulation.run(0, RESET_EDGES, true, &[], false, &mut log);
        }
    }

    /// The packets that are interrupted.
    fn interrupted(&self) -> impl Iterator<Item = &Packet> {
        let sound = self.traffic.faults.is_empty();
        self.traffic.burst.iter().flatten().filter(move |_| sound).take(PACKETS)
    }

    /// The flits of these packets that this rank sends.
    fn flits_interrupted(&self) -> Vec<Flit> {
        let first = (1..).map(|packet| u32::MAX - packet * self.stride);
        self.flits(self.interrupted().map(|packet| self.record(packet, 0)).zip(first)).collect()
    }
}

/// Whether a link is in use, a flit leaves or an error is shown after an edge.
fn moves(log: &Log, step: usize) -> bool {
    let leaves = log.left().iter().any(|seen| seen.step as usize == step);
    leaves || log.error(step) || log.valid(step).iter().any(|&links| links != 0)
}
