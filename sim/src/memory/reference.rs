//! What a program does in each cycle, found by playing its rows.

use crate::arrivals::processor_by_node;
use crate::ranks::Block;
use crate::scoreboard::Links;
use crate::timetable::Timetable;
use crate::SimError;
use std::collections::HashMap;
use std::rc::Rc;
use thiserror::Error;
use torus_model::collective::{play, play::Arrival, Program};
use torus_model::quote::shortened_reason;

/// A program that contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the program to compare with contradicts itself ({}): emit the folder again from a verified \
     plan",
    shortened_reason(.reason)
)]
pub struct ContradictoryProgram {
    /// A description of the contradiction.
    pub reason: String,
}

/// A flit that leaves at a local port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Due {
    /// The number of the processor times the local ports of each, plus the local port.
    pub local_port: u32,
    /// The upper half of its payload: the origin of the block.
    pub source: u32,
    /// The lower half: the destination of the block, or in a broadcast the number of the flit.
    pub destination: u32,
    /// Whether this is its final place, and it comes from another node.
    pub stays: bool,
}

/// The links in use and the flits that leave, slot by slot.
#[derive(Clone, Debug)]
pub struct Reference {
    timetable: Timetable,
    links: Vec<Vec<u64>>,
    /// By the slot after the last link, in which the flit is at its local port.
    due: Vec<Vec<Due>>,
}

impl Reference {
    /// Plays the program and keeps what happens in a block. `width`: bits of a payload. Error: a program that
    /// contradicts itself.
    pub fn new(
        program: &Program,
        timetable: Timetable,
        width: usize,
        block: &Block,
    ) -> Result<Self, SimError> {
        let torus = program.placement.torus();
        let local_ports = program.ports.local_ports(torus);
        let index = processor_by_node(torus, program.placement.processors());
        let number = u32::MAX >> (32 - (width / 2).clamp(1, 32));
        let (mut links, mut due) = (Vec::new(), vec![Vec::new()]);
        let exit = |arrival: &Arrival| Due {
            local_port: index[arrival.node.index()] * local_ports as u32 + arrival.local_port as u32,
            source: arrival.flit.origin.index() as u32,
            destination: match program.broadcast {
                true => arrival.flit.number & number,
                false => arrival.flit.destination.index() as u32,
            },
            stays: arrival.flit.origin != arrival.node
                && (program.broadcast || arrival.flit.destination == arrival.node),
        };
        let played = play(program, |_, events| {
            let mut words = vec![0u64; block.links().div_ceil(64)];
            let own = events.links.iter().filter_map(|link| block.link(link.index()));
            own.for_each(|link| words[link / 64] |= 1 << (link % 64));
            links.push(words);
            let inside = |arrival: &&Arrival| block.node(arrival.node.index()).is_some();
            let mut now: Vec<Due> = events.arrivals.iter().filter(inside).map(exit).collect();
            now.sort_unstable();
            due.push(now);
        });
        played.map_err(|fault| ContradictoryProgram { reason: fault.to_string() })?;
        stay(&mut due, local_ports as u32, program.flits);
        Ok(Reference { timetable, links, due })
    }

    /// The flits that leave in a cycle, by local port.
    pub fn due(&self, cycle: u64) -> &[Due] {
        self.timetable.slots(cycle).find_map(|slot| self.due.get(slot)).map_or(&[], Vec::as_slice)
    }
}

/// Of the visits of a block to its destination, keeps the mark only at the last one.
fn stay(due: &mut [Vec<Due>], local_ports: u32, flits: u32) {
    let mut seen: HashMap<(u32, u32), u32> = HashMap::new();
    for due in due.iter_mut().rev().flatten().filter(|due| due.stays) {
        let count = seen.entry((due.local_port / local_ports, due.source)).or_default();
        *count += 1;
        due.stays = *count <= flits;
    }
}

impl Links for Rc<Reference> {
    fn fill(&mut self, cycle: u64, valid: &mut [u64]) {
        match self.timetable.slots(cycle).find_map(|slot| self.links.get(slot)) {
            Some(words) => valid.copy_from_slice(words),
            None => valid.fill(0),
        }
    }
}
