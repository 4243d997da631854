//! The bench of a scheduled network: what every processor's traffic agent knows, and the registers of
//! `done_o` and `error_o` behind all nodes, as in the tile engine.

use super::errors::Errors;
use super::router::{Ends, Exit};
use crate::engine::Network;

/// The registers of a bench, and what stands at ejection ports.
pub struct Bench {
    /// The error registers of all nodes.
    pub errors: Errors,
    /// What was ejected by the last edge.
    pub ejected: Vec<Exit<Ends>>,
    local_ports: usize,
    /// Id of the first node, and messages that an exchange has for each processor.
    first: usize,
    batch: u64,
    /// Messages still to come, for every processor, and how many processors await none.
    pending: Vec<u64>,
    content: usize,
    started: bool,
    all_done: bool,
    done: bool,
    error: bool,
}

impl Bench {
    /// The bench of a network behind reset.
    pub fn new(network: &Network) -> Self {
        Bench {
            errors: Errors::new(network.nodes()),
            ejected: Vec::new(),
            local_ports: network.local_ports_each,
            first: network.block.nodes.start,
            batch: network.all_processors as u64 - 1,
            pending: vec![0; network.processors],
            content: network.processors,
            started: false,
            all_done: false,
            done: false,
            error: false,
        }
    }

    /// Reset.
    pub fn clear(&mut self) {
        self.errors.clear();
        self.ejected.clear();
        self.pending.fill(0);
        self.content = self.pending.len();
        (self.started, self.all_done, self.done, self.error) = (false, false, false, false);
    }

    /// `done_o` and `error_o`.
    pub fn status(&self) -> [bool; 2] {
        [self.done, self.error]
    }

    /// A clock edge out of reset: registers first, then agents count what was ejected and what is to come.
    pub fn edge(&mut self, start: bool) {
        self.done = self.all_done;
        self.error |= self.errors.any();
        self.errors.edge();
        if start {
            let batch = self.batch;
            self.pending.iter_mut().for_each(|pending| *pending += batch);
            self.content = self.pending.iter().filter(|pending| **pending == 0).count();
        }
        for exit in self.ejected.drain(..) {
            let Ends { source, destination } = exit.load;
            let node = self.first + exit.node;
            let wrong = destination as usize != node || source as usize == node;
            let pending = &mut self.pending[exit.local_port / self.local_ports];
            self.errors.note(exit.node, wrong || *pending == 0);
            self.content += usize::from(*pending == 1);
            *pending = pending.saturating_sub(1);
        }
        self.all_done = self.started && !start && self.content == self.pending.len();
        self.started |= start;
    }
}
