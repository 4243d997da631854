//! The traffic agents of all processors: what has arrived, what is to come.

use super::errors::Errors;
use super::router::{Ends, Exit};

/// What the agents of a network know.
pub struct Agents {
    /// Messages still to come, for every processor, and how many processors await none.
    pending: Vec<u64>,
    content: usize,
    started: bool,
    all_done: bool,
}

impl Agents {
    /// Agents of so many processors behind reset.
    pub fn new(processors: usize) -> Self {
        Agents { pending: vec![0; processors], content: processors, started: false, all_done: false }
    }

    /// Reset.
    pub fn clear(&mut self) {
        *self = Agents::new(self.pending.len());
    }

    /// Whether no processor awaited a message before this cycle.
    pub fn all_done(&self) -> bool {
        self.all_done
    }

    /// One cycle: takes what was ejected, by processors of so many local ports, and notes what is wrong.
    pub fn count(
        &mut self,
        start: bool,
        ejected: &mut Vec<Exit<Ends>>,
        local_ports: usize,
        errors: &mut Errors,
    ) {
        let batch = self.pending.len() as u64 - 1;
        if start {
            self.pending.iter_mut().for_each(|pending| *pending += batch);
            self.content = self.pending.iter().filter(|pending| **pending == 0).count();
        }
        for exit in ejected.drain(..) {
            let Ends { source, destination } = exit.load;
            let wrong = destination as usize != exit.node || source as usize == exit.node;
            let pending = &mut self.pending[exit.local_port / local_ports];
            errors.note(exit.node, wrong || *pending == 0);
            self.content += usize::from(*pending == 1);
            *pending = pending.saturating_sub(1);
        }
        self.all_done = self.started && !start && self.content == self.pending.len();
        self.started |= start;
    }
}
