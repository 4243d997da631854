//! Where the flits go that routers sent at the last edge: from links to the routers at their ends, and from
//! ejection ports to the bench. Both routers do it alike.

use super::common::{BufferedModel, Routers};
use super::ways::Token;
use crate::engine::traffic::{Log, Seen};
use crate::monitor::set_bits;
use crate::ranks::Arrival;

impl<R: Routers> BufferedModel<'_, R> {
    /// Hands the flits of all ready ejection ports to the bench.
    pub(super) fn hand_out(&mut self, step: u32, log: &mut Log) {
        let words = self.network.words();
        for (word, jammed) in self.jammed.iter().enumerate() {
            let full = &mut self.valid[words + word];
            for local_port in set_bits(&[*full & !jammed]).map(|bit| 64 * word + bit) {
                let Token { head, serial, .. } = self.routers.take_ejected(local_port);
                let (place, last) = (local_port as u32, u32::from(self.ways.is_last(head)));
                log.left_by(Seen { step, place, serial, dirty: 0, last });
            }
            *full &= jammed;
        }
    }

    /// Moves the flits on links to the ends of the links, or into their registers.
    #[inline(always)]
    pub(super) fn arrive_by_links(&mut self) {
        let many = self.routers.are_many();
        for word in 0..self.network.words() {
            if many {
                self.prefetch_arrivals(word);
            }
            let mut left = self.valid[word];
            while left != 0 {
                let link = 64 * word + left.trailing_zeros() as usize;
                left &= left - 1;
                let (token, end) = self.routers.flit_and_end(link);
                if !self.registers.takes(link, token) {
                    self.arrive_by(link, token, end);
                }
            }
        }
        for (link, token) in self.registers.flits() {
            let (_, end) = self.routers.flit_and_end(link);
            self.arrive_by(link, token, end);
        }
    }

    /// Prefetches where the flits of a word of links arrive, and the flits of the next word.
    #[inline(always)]
    fn prefetch_arrivals(&self, word: usize) {
        for link in set_bits(&[self.valid[word]]).map(|bit| 64 * word + bit) {
            self.routers.prefetch_arrival(&self.ways, link);
        }
        for link in set_bits(self.valid.get(word + 1..=word + 1).unwrap_or_default()) {
            self.routers.prefetch_flit(64 * (word + 1) + link);
        }
    }

    /// A flit arrives at the end of a link.
    #[inline(always)]
    fn arrive_by(&mut self, link: usize, token: Token, end: (u32, u32)) {
        if !self.leaves(link, end.0, token) {
            R::arrive(self, end, token);
        }
    }

    /// The flits that came over cuts arrive at their nodes.
    pub(super) fn arrive_over_cuts(&mut self, arrivals: &[Arrival<Token>]) {
        for came in arrivals {
            R::arrive(self, (came.node as u32, came.port as u32), came.message);
        }
    }
}
