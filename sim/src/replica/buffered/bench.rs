//! What stands around the routers: the flits that wait at lanes, and what is broken on purpose.

use super::ways::Token;
use crate::traffic::ffi::Flit;
use crate::traffic::Fault;
use std::collections::VecDeque;

/// Of a lane at which nothing waits.
const NEVER: u64 = u64::MAX;

/// The flits before every lane, in the order given.
pub struct Queues {
    waiting: Vec<VecDeque<Flit>>,
    /// By lane the first cycle of its first flit.
    due: Vec<u64>,
}

impl Queues {
    /// Nothing waits at any lane.
    pub fn new(lanes: usize) -> Self {
        Queues { waiting: vec![VecDeque::new(); lanes], due: vec![NEVER; lanes] }
    }

    /// One more flit at its lane.
    pub fn push(&mut self, flit: Flit) {
        let lane = flit.lane as usize;
        self.waiting[lane].push_back(flit);
        self.due[lane] = self.waiting[lane][0].cycle;
    }

    /// Whether a lane offers a flit in this cycle.
    pub fn offers(&self, lane: usize, cycle: u64) -> bool {
        self.due[lane] <= cycle
    }

    /// The flit that a lane offers; it waits no more.
    pub fn take(&mut self, lane: usize) -> Token {
        let taken = self.waiting[lane].pop_front();
        self.due[lane] = self.waiting[lane].front().map_or(NEVER, |flit| flit.cycle);
        taken.map_or(Token::default(), |Flit { head, serial, port, .. }| Token { head, serial, port })
    }
}

/// A fault that waits for its victim, and what strikes it: true, and it is done for good.
pub fn strike(faults: &mut Vec<Fault>, cycle: u64, mut hit: impl FnMut(Fault) -> bool) {
    let due = |fault: &Fault| match *fault {
        Fault::LostCredit { cycle: from, .. }
        | Fault::FlippedHead { cycle: from, .. }
        | Fault::StuckReady { cycle: from, .. } => cycle >= from,
    };
    // The last given strikes first, as in the tile engine.
    for at in (0..faults.len()).rev() {
        if due(&faults[at]) && hit(faults[at]) {
            faults.remove(at);
        }
    }
}
