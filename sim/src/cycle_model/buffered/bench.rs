//! The bench around the routers: flits that wait at local ports, and planted faults.

use super::ways::Token;
use crate::engine::traffic::Fault;
use crate::engine::traffic::Flit;
use std::collections::VecDeque;

/// The flits that wait at every local port, in order, and those that are due later.
pub struct Queues {
    waiting: Vec<VecDeque<Token>>,
    /// A bit for each local port: whether a flit waits, so that it offers one.
    offering: Vec<u64>,
    /// The flits that are due later, in the order of cycles.
    later: VecDeque<Flit>,
}

impl Queues {
    /// Empty queues.
    pub fn new(local_ports: usize) -> Self {
        Queues {
            waiting: vec![VecDeque::new(); local_ports],
            offering: vec![0; local_ports.div_ceil(64)],
            later: VecDeque::new(),
        }
    }

    /// Empties the queues.
    pub fn clear(&mut self) {
        self.waiting.iter_mut().for_each(VecDeque::clear);
        self.offering.fill(0);
        self.later.clear();
    }

    /// Adds flits at their local ports. None is due before those that were added earlier.
    pub fn extend(&mut self, flits: &[Flit]) {
        debug_assert!(self.later.iter().rev().take(1).chain(flits).is_sorted_by_key(|flit| flit.cycle));
        self.later.extend(flits);
    }

    /// Begins a cycle. Flits that are due are offered.
    #[inline(always)]
    pub fn begin(&mut self, cycle: u64) {
        while let Some(flit) = self.later.front().filter(|flit| flit.cycle <= cycle) {
            let &Flit { head, serial, port, local_port, .. } = flit;
            self.waiting[local_port as usize].push_back(Token { head, serial, port });
            self.offering[local_port as usize / 64] |= 1 << (local_port % 64);
            self.later.pop_front();
        }
    }

    /// The local ports that offer a flit, 64 in a word.
    pub fn offering(&self) -> &[u64] {
        &self.offering
    }

    /// Takes the flit that a local port offers.
    #[inline(always)]
    pub fn take(&mut self, local_port: usize) -> Token {
        let waiting = &mut self.waiting[local_port];
        let taken = waiting.pop_front().unwrap_or_default();
        if waiting.is_empty() {
            self.offering[local_port / 64] &= !(1 << (local_port % 64));
        }
        taken
    }
}

/// Lets every fault that is due try to strike. `hit` returns whether it did; the fault is then removed.
pub fn strike(faults: &mut Vec<Fault>, cycle: u64, mut hit: impl FnMut(Fault) -> bool) {
    let due = |fault: &Fault| match *fault {
        Fault::LostCredit { cycle: from, .. }
        | Fault::FlippedHead { cycle: from, .. }
        | Fault::StuckReady { cycle: from, .. } => cycle >= from,
    };
    // The fault that was given last strikes first, as in the tile engine.
    for at in (0..faults.len()).rev() {
        if due(&faults[at]) && hit(faults[at]) {
            faults.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Queues {
        /// Whether a local port offers a flit in the current cycle.
        fn offers(&self, local_port: usize) -> bool {
            self.offering[local_port / 64] >> (local_port % 64) & 1 == 1
        }
    }
    use torus_model::Random;

    /// Compared with queues that are checked in every cycle: flits that are due at once, soon, or late, and
    /// flits behind others; local ports take a flit now and then.
    #[test]
    fn a_flit_is_offered_from_its_cycle_on() {
        let (mut random, ports) = (Random::new(5), 70);
        let (mut queues, mut naive) = (Queues::new(ports), vec![VecDeque::<Flit>::new(); ports]);
        let mut due = 0;
        for cycle in 0..1000 {
            for serial in 0..random.below(9) as u32 {
                due = cycle.max(due + [0, 0, 0, 0, 0, 1, 7][random.below(7)]);
                let local_port = random.below(ports) as u32;
                let flit = Flit { cycle: due, serial, local_port, ..Flit::default() };
                queues.extend(&[flit]);
                naive[local_port as usize].push_back(flit);
            }
            queues.begin(cycle);
            for (port, waiting) in naive.iter_mut().enumerate() {
                let due = waiting.front().is_some_and(|flit| flit.cycle <= cycle);
                assert_eq!(queues.offers(port), due, "{cycle} {port}");
                if due && random.below(3) > 0 {
                    let (taken, flit) = (queues.take(port), waiting.pop_front());
                    assert_eq!(Some(taken.serial), flit.map(|flit| flit.serial), "{cycle} {port}");
                }
            }
        }
        queues.clear();
        assert!((0..ports).all(|port| !queues.offers(port)));
    }
}
