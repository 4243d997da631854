//! The bench of a scheduled network: what the traffic agent of every processor counts, and the registers of
//! `done_o` and `error_o` after all nodes. It is the same as in the tile engine.

use super::errors::Errors;
use super::router::Exit;
use crate::engine::{Ends, Network, ABSENT};
use std::rc::Rc;

/// The registers of a bench, and the messages at ejection ports.
#[derive(Clone)]
pub struct Bench {
    /// The error registers of all nodes.
    pub errors: Errors,
    /// Messages that the last edge ejected.
    pub ejected: Vec<Exit<Ends>>,
    /// For each node its id, and the messages of an exchange that it receives: 0 without a processor.
    pub ids: Rc<[u32]>,
    batch: Rc<[u64]>,
    /// For every node, the messages still to come; and how many nodes wait for none.
    pending: Vec<u64>,
    content: usize,
    started: bool,
    all_done: bool,
    done: bool,
    error: bool,
}

impl Bench {
    /// The bench of a network after reset.
    pub fn new(network: &Network) -> Self {
        let nodes = network.nodes();
        let messages = |&processor: &u32| match processor {
            ABSENT => 0,
            _ => network.all_processors as u64 - 1,
        };
        Bench {
            errors: Errors::new(nodes),
            ejected: Vec::new(),
            ids: network.block.ids().map(|id| id as u32).collect(),
            batch: network.processor.iter().map(messages).collect(),
            pending: vec![0; nodes],
            content: nodes,
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

    /// The values of `done_o` and `error_o`.
    pub fn status(&self) -> [bool; 2] {
        [self.done, self.error]
    }

    /// A clock edge without reset: first the registers, then the agents count what was ejected and what is
    /// still to come.
    pub fn edge(&mut self, start: bool) {
        self.done = self.all_done;
        self.error |= self.errors.any();
        self.errors.edge();
        if start {
            self.pending.iter_mut().zip(self.batch.iter()).for_each(|(pending, batch)| *pending += batch);
            self.content = self.pending.iter().filter(|pending| **pending == 0).count();
        }
        for exit in &self.ejected {
            let Ends { source, destination } = exit.load;
            let at = exit.node as usize;
            let wrong = destination != self.ids[at] || source == self.ids[at];
            let pending = &mut self.pending[at];
            self.errors.note(at, wrong || *pending == 0);
            self.content += usize::from(*pending == 1);
            *pending = pending.saturating_sub(1);
        }
        self.ejected.clear();
        self.all_done = self.started && !start && self.content == self.pending.len();
        self.started |= start;
    }
}
