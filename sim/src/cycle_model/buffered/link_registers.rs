//! Registers on the links of buffered networks: flits, and the credits that come back.

use super::ways::Token;
use crate::cycle_model::delay::Delay;

/// Flits and credits on their way through the registers of links.
pub struct LinkRegisters {
    flits: Delay<Token>,
    /// Output channels.
    credits: Delay<u32>,
}

impl LinkRegisters {
    /// Empty registers. `stages`: by link.
    pub fn new(stages: &[u32]) -> Self {
        LinkRegisters { flits: Delay::new(stages), credits: Delay::new(stages) }
    }

    /// Nothing is on its way.
    pub fn clear(&mut self) {
        self.flits.clear();
        self.credits.clear();
    }

    /// Takes a flit that was put on a link; false: the link has no registers.
    #[inline]
    pub fn takes(&mut self, link: usize, token: Token) -> bool {
        self.flits.takes(link, token)
    }

    /// Takes a credit that came back over a cut, for an output channel of a link; false: the link has no
    /// registers.
    pub fn takes_credit(&mut self, link: usize, output: u32) -> bool {
        self.credits.takes(link, output)
    }

    /// The flits that come out of registers in this cycle, by link.
    pub fn flits(&mut self) -> Vec<(usize, Token)> {
        self.flits.ended()
    }

    /// Credits that were given back by an edge, by output channel, `channels` of each link: keeps those that
    /// take longer, and adds those that come out of registers in the next cycle. A cycle is over.
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
