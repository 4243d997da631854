//! Planted faults of the bench, in a network or in the block that this process computes.

use super::bench;
use super::common::{BufferedModel, Routers};
use crate::engine::traffic::Fault;

impl<R: Routers> BufferedModel<'_, R> {
    /// Plants faults before an edge, except lost credits, which come later.
    pub(super) fn strike(&mut self, cycle: u64) {
        let mut faults = std::mem::take(&mut self.faults);
        bench::strike(&mut faults, cycle, |fault| match fault {
            Fault::StuckReady { local_port, .. } => {
                self.jammed[local_port as usize / 64] |= 1 << (local_port % 64);
                true
            }
            Fault::FlippedHead { link, bit, .. } => {
                let used = self.is_valid(link as usize);
                if used {
                    self.routers.flip(link as usize, bit);
                }
                used
            }
            Fault::LostCredit { .. } => false,
        });
        self.faults = faults;
    }

    /// Loses credits that return at an edge.
    pub(super) fn lose(&mut self, cycle: u64) {
        let (returning, channels) = (&mut self.returning, self.ways.channels as u32);
        bench::strike(&mut self.faults, cycle, |fault| match fault {
            Fault::LostCredit { link, channel, .. } => {
                let output = link * channels + channel;
                let found = returning.iter().position(|&credit| credit == output);
                found.map(|at| returning.swap_remove(at)).is_some()
            }
            _ => false,
        });
    }
}
