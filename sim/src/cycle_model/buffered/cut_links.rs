//! Flits and credits over the cuts of a block: what its own links and buffers do is in the neighbours a cycle
//! later, as in one process.

use super::common::{BufferedModel, Routers};
use super::ways::Token;
use crate::ranks::Arrival;
use std::ops::Range;

impl<R: Routers> BufferedModel<'_, R> {
    /// Whether a flit at the end of a link goes over a cut: then it does.
    #[inline]
    pub(super) fn leaves(&mut self, link: usize, token: Token) -> bool {
        let over = self.end[link].0 == crate::engine::ABSENT;
        if let Some(cut) = self.cut.as_mut().filter(|_| over) {
            cut.leave(link / self.ways.ports, link % self.ways.ports, token);
        }
        over
    }

    /// Sends what goes over cuts, does something meanwhile, and takes the credits that come. What comes on
    /// links is for the caller.
    #[inline]
    pub(super) fn cross(&mut self, mut meanwhile: impl FnMut(&mut Self)) -> Vec<Arrival<Token>> {
        let Some(mut cut) = self.cut.take() else {
            meanwhile(self);
            return Vec::new();
        };
        cut.exchange(&mut || meanwhile(self));
        for &output in cut.returned() {
            if !self.registers.takes_credit(output / self.ways.channels, output as u32) {
                self.returning.push(output as u32);
            }
        }
        let arrivals = cut.arrivals().collect();
        self.cut = Some(cut);
        arrivals
    }

    /// Nodes at which nothing arrives over a cut.
    pub(super) fn inner_nodes(&self) -> Range<usize> {
        let (nodes, plane) = (self.network.nodes(), self.network.block.plane);
        match self.cut {
            None => 0..nodes,
            Some(_) => plane..(nodes - plane).max(plane),
        }
    }
}
