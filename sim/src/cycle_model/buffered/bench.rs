//! The bench around the routers: flits that wait at local ports, and planted faults.

use super::ways::Token;
use crate::engine::traffic::Fault;
use crate::engine::traffic::Flit;
use std::collections::VecDeque;

/// The number of lists of later flits. A flit that is due in this many cycles or more is looked at more than
/// once.
const LISTS: u64 = 256;

/// The flits that wait at every local port, in order.
pub struct Queues {
    waiting: Vec<VecDeque<Flit>>,
    /// A bit for each local port: whether it offers its first flit.
    offering: Vec<u64>,
    /// Local ports whose first flit is due later, by the cycle modulo the number of lists.
    later: Vec<Vec<u32>>,
    spare: Vec<u32>,
    /// The first cycle that has not begun.
    next: u64,
}

impl Queues {
    /// Empty queues.
    pub fn new(local_ports: usize) -> Self {
        Queues {
            waiting: vec![VecDeque::new(); local_ports],
            offering: vec![0; local_ports.div_ceil(64)],
            later: vec![Vec::new(); LISTS as usize],
            spare: Vec::new(),
            next: 0,
        }
    }

    /// Empties the queues and goes back to before the first cycle.
    pub fn clear(&mut self) {
        self.waiting.iter_mut().for_each(VecDeque::clear);
        self.offering.fill(0);
        self.later.iter_mut().for_each(Vec::clear);
        self.next = 0;
    }

    /// Adds a flit at its local port.
    pub fn push(&mut self, flit: Flit) {
        let queue = &mut self.waiting[flit.local_port as usize];
        queue.push_back(flit);
        if queue.len() == 1 {
            self.expect(flit.local_port as usize, flit.cycle);
        }
    }

    /// Notes that a local port has a new first flit, which is due in cycle `due`.
    fn expect(&mut self, local_port: usize, due: u64) {
        let (word, bit) = (&mut self.offering[local_port / 64], 1 << (local_port % 64));
        if due < self.next {
            *word |= bit;
        } else {
            *word &= !bit;
            self.later[(due % LISTS) as usize].push(local_port as u32);
        }
    }

    /// Begins a cycle, and all before it that have not begun. Flits that are due are offered.
    pub fn begin(&mut self, cycle: u64) {
        while self.next <= cycle {
            self.next += 1;
            let list = (self.next - 1) % LISTS;
            let spare = std::mem::take(&mut self.spare);
            let mut due = std::mem::replace(&mut self.later[list as usize], spare);
            for local_port in due.drain(..).map(|local_port| local_port as usize) {
                self.expect(local_port, self.waiting[local_port][0].cycle);
            }
            self.spare = due;
        }
    }

    /// The local ports that offer a flit, 64 in a word.
    pub fn offering(&self) -> &[u64] {
        &self.offering
    }

    /// Takes the flit that a local port offers.
    pub fn take(&mut self, local_port: usize) -> Token {
        let taken = self.waiting[local_port].pop_front();
        match self.waiting[local_port].front() {
            Some(flit) => self.expect(local_port, flit.cycle),
            None => self.offering[local_port / 64] &= !(1 << (local_port % 64)),
        }
        taken.map_or(Token::default(), |Flit { head, serial, port, .. }| Token { head, serial, port })
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

    /// Compared with queues that are checked in every cycle: flits that are due at once, later, or after
    /// several rounds of the lists, and flits behind others that are due later; local ports take a flit now
    /// and then.
    #[test]
    fn a_flit_is_offered_from_its_cycle_on() {
        let (mut random, ports) = (Random::new(5), 70);
        let (mut queues, mut naive) = (Queues::new(ports), vec![VecDeque::<Flit>::new(); ports]);
        for cycle in 0..4 * LISTS {
            for serial in 0..random.below(9) as u32 {
                let due = cycle + [0, 1, 40, LISTS, 2 * LISTS + 3][random.below(5)];
                let local_port = random.below(ports) as u32;
                let flit = Flit { cycle: due, serial, local_port, ..Flit::default() };
                queues.push(flit);
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
