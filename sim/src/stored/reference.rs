//! What a program does, cycle by cycle, from playing its rows.

use crate::driver::Timetable;
use crate::scoreboard::Links;
use crate::SimError;
use std::collections::HashSet;
use std::rc::Rc;
use torus_model::stored::{play, play::Arrival, Address, NodeProgram, Program};
use torus_model::NodeId;

/// A flit that a lane hands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Due {
    /// Processor times the lanes of each, plus lane.
    pub lane: u32,
    /// Upper half of its payload: origin of the block.
    pub source: u32,
    /// Lower half: destination of the block, or in a broadcast the number of the flit.
    pub destination: u32,
    /// Whether it comes to stay, from another node.
    pub home: bool,
}

/// Links in use and flits handed out, slot by slot.
#[derive(Clone, Debug)]
pub struct Reference {
    timetable: Timetable,
    links: Vec<Vec<u64>>,
    /// By the slot after the last link, in which the flit stands at its lane.
    due: Vec<Vec<Due>>,
}

impl Reference {
    /// Plays the program. `width`: bits of a payload. Error: a program that contradicts itself.
    pub fn new(program: &Program, timetable: Timetable, width: usize) -> Result<Self, SimError> {
        let torus = program.placement.torus();
        let lanes = program.ports.lanes(torus);
        let index = crate::exits::index(torus, program.placement.processors());
        let staying = staying(program);
        let number = u32::MAX >> (32 - (width / 2).clamp(1, 32));
        let (mut links, mut due) = (Vec::new(), vec![Vec::new()]);
        let exit = |arrival: &Arrival| Due {
            lane: index[arrival.node.index()] * lanes as u32 + arrival.lane as u32,
            source: arrival.flit.origin.index() as u32,
            destination: match program.broadcast {
                true => arrival.flit.number & number,
                false => arrival.flit.destination.index() as u32,
            },
            home: arrival.flit.origin != arrival.node
                && (program.broadcast || arrival.flit.destination == arrival.node)
                && staying.contains(&(arrival.node, arrival.flit.origin, first(arrival))),
        };
        let played = play(program, |_, events| {
            let mut words = vec![0u64; torus.link_slots().div_ceil(64)];
            events.links.iter().for_each(|link| words[link.index() / 64] |= 1 << (link.index() % 64));
            links.push(words);
            let mut now: Vec<Due> = events.arrivals.iter().map(exit).collect();
            now.sort_unstable();
            due.push(now);
        });
        played.map_err(|fault| SimError::Program { reason: fault.to_string() })?;
        Ok(Reference { timetable, links, due })
    }

    /// The flits handed out in a cycle, by lane.
    pub fn due(&self, cycle: u64) -> &[Due] {
        self.timetable.slots(cycle).find_map(|slot| self.due.get(slot)).map_or(&[], Vec::as_slice)
    }
}

/// The address of the first flit of the block that an arrival belongs to.
fn first(arrival: &Arrival) -> Address {
    let Address { bank, index } = arrival.to;
    Address { bank, index: index - arrival.flit.number as usize }
}

/// For every processor the origins of its results and where they end up.
fn staying<'a>(program: &'a Program) -> HashSet<(NodeId, NodeId, Address)> {
    let torus = program.placement.torus();
    let of_node = |(&node, own): (&NodeId, &'a NodeProgram)| {
        own.results.iter().map(move |place| (node, torus.translate(node, &place.partner), place.address))
    };
    program.placement.processors().iter().zip(program.of_processors()).flat_map(of_node).collect()
}

impl Links for Rc<Reference> {
    fn fill(&self, cycle: u64, valid: &mut [u64]) {
        match self.timetable.slots(cycle).find_map(|slot| self.links.get(slot)) {
            Some(words) => valid.copy_from_slice(words),
            None => valid.fill(0),
        }
    }
}
