//! Flits and credits over the cuts of a block. What happens on the block's links and buffers reaches the
//! neighbours a cycle later, as within one process.

use super::common::{BufferedModel, Routers};
use super::ways::Token;
use crate::engine::ABSENT;
use crate::ranks::Arrival;

impl<R: Routers> BufferedModel<'_, R> {
    /// If a flit is at the end of a link over a cut, sends it over the cut. Returns whether it did. `node`:
    /// the node at the end of the link; [`ABSENT`] if it is in another block.
    #[inline]
    pub(super) fn leaves(&mut self, link: usize, node: u32, token: Token) -> bool {
        let over = node == ABSENT;
        if let Some(cut) = self.cut.as_mut().filter(|_| over) {
            cut.leave(link / self.ways.ports, link % self.ways.ports, token);
        }
        over
    }

    /// Exchanges with the neighbours: sends over cuts, does `meanwhile`, and takes the credits that arrive.
    /// Returns the flits that arrive on links.
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
}
