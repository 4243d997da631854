//! Registers on the links of buffered networks: for flits, and for returning credits.

use super::ways::Token;
use crate::cycle_model::delay::Delay;

/// Flits and credits in the registers of links.
pub struct LinkRegisters {
    flits: Delay<Token>,
    /// Returning credits, by output channel.
    credits: Delay<u32>,
}

impl LinkRegisters {
    /// Empty registers. `stages`: the number of registers of each link.
    pub fn new(stages: &[u32]) -> Self {
        LinkRegisters { flits: Delay::new(stages), credits: Delay::new(stages) }
    }

    /// Empties the registers.
    pub fn clear(&mut self) {
        self.flits.clear();
        self.credits.clear();
    }

    /// Takes a flit that was put on a link. Returns false if the link has no registers.
    #[inline]
    pub fn takes(&mut self, link: usize, token: Token) -> bool {
        self.flits.takes(link, token)
    }

    /// Takes a credit that returned over a cut, for an output channel of a link. Returns false if the link
    /// has no registers.
    pub fn takes_credit(&mut self, link: usize, output: u32) -> bool {
        self.credits.takes(link, output)
    }

    /// The flits that leave registers in this cycle, by link.
    pub fn flits(&mut self) -> Vec<(usize, Token)> {
        self.flits.ended()
    }

    /// Passes the credits that an edge returned, by output channel, with `channels` of each link. Credits of
    /// links with registers are kept, and those that leave registers in the next cycle are added. Then the
    /// cycle ends.
    pub fn pass(&mut self, given: &mut Vec<u32>, channels: usize) {
        if self.credits.is_none() {
            return;
        }
        self.flits.tick();
        self.credits.tick();
        given.retain(|&output| !self.credits.takes(output as usize / channels, output));
        given.extend(self.credits.ended().into_iter().map(|(_, output)| output));
    }
}
