//! Reset, and before a run that has a burst resets that interrupt it: with flits in the network, of which
//! nothing may be left.
//!
//! The flits are those of the burst. Their serial numbers are the highest there are, so that one that is left
//! is known as unexpected; credits that are left show in the probes ([`super::probe`]).

use super::{Packet, Session, RESET_EDGES};
use crate::engine::traffic::{Flit, Log};
use crate::interrupt::AT_REST;
use crate::mismatch::LeftOver;

/// Cycles in which flits go before they are interrupted.
const INTERRUPTED: [usize; 4] = [3, 6, 11, 32];

/// Most packets that are sent for it.
const PACKETS: usize = 1 << 14;

impl Session<'_> {
    /// Resets the network; again and again, with flits in between, where the traffic has a burst and nothing
    /// is broken.
    pub(super) fn reset(&mut self) {
        let (again, flits, mut log) =
            (self.interrupted().next().is_some(), self.flits_interrupted(), Log::default());
        self.simulation.run(0, RESET_EDGES, true, &[], false, &mut log);
        for cycles in INTERRUPTED.into_iter().filter(|_| again) {
            self.simulation.run(0, cycles, false, &flits, false, &mut log);
            self.simulation.run(0, RESET_EDGES, true, &[], false, &mut log);
            self.simulation.run(0, AT_REST, false, &[], false, &mut log);
            if let Some(step) = self.earliest((0..AT_REST).find(|&step| moves(&log, step))) {
                let left_over = LeftOver::Moves { interrupted: cycles as u64, since: step as u64 + 1 };
                return self.scoreboard.note(left_over.into());
            }
            // The run begins right behind a reset, as without interruptions.
            self.simulation.run(0, RESET_EDGES, true, &[], false, &mut log);
        }
    }

    /// The packets that are interrupted.
    fn interrupted(&self) -> impl Iterator<Item = &Packet> {
        let sound = self.traffic.faults.is_empty();
        self.traffic.burst.iter().flatten().filter(move |_| sound).take(PACKETS)
    }

    /// Their flits, those of this rank.
    fn flits_interrupted(&self) -> Vec<Flit> {
        let first = (1..).map(|packet| u32::MAX - packet * self.stride);
        self.flits(self.interrupted().map(|packet| self.record(packet, 0)).zip(first))
    }
}

/// Whether a link is in use, a flit leaves or an error stands after an edge.
fn moves(log: &Log, step: usize) -> bool {
    let leaves = log.left().iter().any(|seen| seen.step as usize == step);
    leaves || log.error(step) || log.valid(step).iter().any(|&links| links != 0)
}
