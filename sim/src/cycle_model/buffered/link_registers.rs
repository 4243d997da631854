//! Registers on links: what has been put on a link, and not yet come to its end.

use super::ways::Token;

/// Flits, and the credits that come back, on their way through the registers of links.
pub struct LinkRegisters {
    /// By link; empty where no link has registers.
    stages: Vec<u32>,
    /// By the cycle in which they are at the end, modulo the number of lists.
    flits: Vec<Vec<(usize, Token)>>,
    /// Output channels, likewise.
    credits: Vec<Vec<u32>>,
    now: usize,
}

impl LinkRegisters {
    /// Empty registers. `stages`: by link.
    pub fn new(stages: &[u32]) -> Self {
        let most = stages.iter().copied().max().unwrap_or(0) as usize;
        let stages = if most > 0 { stages.to_vec() } else { Vec::new() };
        let lists = most + 1;
        LinkRegisters { stages, flits: vec![Vec::new(); lists], credits: vec![Vec::new(); lists], now: 0 }
    }

    /// Nothing is on its way.
    pub fn clear(&mut self) {
        self.flits.iter_mut().for_each(Vec::clear);
        self.credits.iter_mut().for_each(Vec::clear);
    }

    /// Where in the lists stands what comes to the end of a link later; `None`: it is there at once.
    #[inline]
    fn later(&self, link: usize) -> Option<usize> {
        let stages = *self.stages.get(link)? as usize;
        (stages > 0).then(|| (self.now + stages) % self.flits.len())
    }

    /// Takes a flit that was put on a link; false: the link has no registers.
    #[inline]
    pub fn takes(&mut self, link: usize, token: Token) -> bool {
        let later = self.later(link);
        later.inspect(|&at| self.flits[at].push((link, token))).is_some()
    }

    /// The flits that come out of registers in this cycle, by link.
    pub fn flits(&mut self) -> Vec<(usize, Token)> {
        std::mem::take(&mut self.flits[self.now])
    }

    /// Credits that were given back by an edge, by output channel, `channels` of each link: keeps those that
    /// take longer, and adds those that come out of registers in the next cycle. A cycle is over.
    pub fn pass(&mut self, given: &mut Vec<u32>, channels: usize) {
        if self.stages.is_empty() {
            return;
        }
        self.now = (self.now + 1) % self.flits.len();
        given.retain(|&output| match self.later(output as usize / channels) {
            Some(at) => {
                self.credits[at].push(output);
                false
            }
            None => true,
        });
        given.append(&mut self.credits[self.now]);
    }
}
