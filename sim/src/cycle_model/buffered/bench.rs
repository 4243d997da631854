//! What stands around the routers: the flits that wait at local ports, and what is broken on purpose.

use super::ways::Token;
use crate::engine::traffic::Fault;
use crate::engine::traffic::Flit;
use std::collections::VecDeque;

/// Of a local port at which nothing waits.
const NEVER: u64 = u64::MAX;

/// The flits before every local port, in the order given.
pub struct Queues {
    waiting: Vec<VecDeque<Flit>>,
    /// By local port the first cycle of its first flit.
    due: Vec<u64>,
}

impl Queues {
    /// Nothing waits at any local port.
    pub fn new(local_ports: usize) -> Self {
        Queues { waiting: vec![VecDeque::new(); local_ports], due: vec![NEVER; local_ports] }
    }

    /// Nothing waits any more.
    pub fn clear(&mut self) {
        self.waiting.iter_mut().for_each(VecDeque::clear);
        self.due.fill(NEVER);
    }

    /// One more flit at its local port.
    pub fn push(&mut self, flit: Flit) {
        let local_port = flit.local_port as usize;
        self.waiting[local_port].push_back(flit);
        self.due[local_port] = self.waiting[local_port][0].cycle;
    }

    /// Whether a local port offers a flit in this cycle.
    pub fn offers(&self, local_port: usize, cycle: u64) -> bool {
        self.due[local_port] <= cycle
    }

    /// The flit that a local port offers; it waits no more.
    pub fn take(&mut self, local_port: usize) -> Token {
        let taken = self.waiting[local_port].pop_front();
        self.due[local_port] = self.waiting[local_port].front().map_or(NEVER, |flit| flit.cycle);
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
