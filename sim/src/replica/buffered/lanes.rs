//! Ejection lanes: a register each, taken by the bench where the lane is ready.

use super::choice::Turn;
use super::ways::Token;
use crate::monitor::set_bits;
use crate::traffic::ffi::{Log, Seen};

/// The registers of all ejection lanes.
pub struct Exits {
    turns: Vec<Turn>,
    held: Vec<(Token, bool)>,
    /// Lanes whose register holds a flit, and lanes that are never ready, a bit for each.
    full: Vec<u64>,
    jammed: Vec<u64>,
}

impl Exits {
    /// Empty registers.
    pub fn new(lanes: usize) -> Self {
        let words = lanes.div_ceil(64);
        Exits {
            turns: vec![Turn::default(); lanes],
            held: vec![(Token::default(), false); lanes],
            full: vec![0; words],
            jammed: vec![0; words],
        }
    }

    /// Reset; what is broken stays so.
    pub fn clear(&mut self) {
        self.turns.fill(Turn::default());
        self.full.fill(0);
    }

    /// A lane is never ready again.
    pub fn jam(&mut self, lane: usize) -> bool {
        self.jammed[lane / 64] |= 1 << (lane % 64);
        true
    }

    /// The bench takes what stands at lanes that are ready.
    pub fn hand_out(&mut self, step: u32, log: &mut Log) {
        for lane in set_bits(&self.full) {
            if self.jammed[lane / 64] >> (lane % 64) & 1 == 0 {
                let (token, last) = self.held[lane];
                let (place, last) = (lane as u32, u32::from(last));
                log.left_by(Seen { step, place, serial: token.serial, dirty: 0, last });
            }
        }
        self.full.iter_mut().zip(&self.jammed).for_each(|(full, jammed)| *full &= jammed);
    }

    /// Whether a lane's register takes a flit by this edge.
    pub fn is_free(&self, lane: usize) -> bool {
        self.full[lane / 64] >> (lane % 64) & 1 == 0
    }

    /// The round robin of a lane.
    pub fn turn(&self, lane: usize) -> Turn {
        self.turns[lane]
    }

    /// A flit of this input goes to a lane's register.
    pub fn take(&mut self, lane: usize, input: usize, of: usize, token: Token, last: bool) {
        self.turns[lane].serve(input, of, last);
        self.held[lane] = (token, last);
        self.full[lane / 64] |= 1 << (lane % 64);
    }
}
