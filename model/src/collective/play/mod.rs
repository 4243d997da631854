//! What a program does, flit by flit: the memories of all N nodes, and every link in every slot.
//!
//! The player reads rows as the hardware does. It does not know plans or the assembler. The caller sees each
//! use of a link and each flit that is ejected. The play ends with a fault if a link, a local port, a bank or
//! a cell is used twice at a time, or if a flit is sent that was never written. Time: slots times N, plus
//! flits times hops.

mod ends;

use super::{Address, NodeProgram, Program, Row};
use crate::{LinkId, NodeId};

/// A flit of a block, or of the message of a broadcast, by where it belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flit {
    /// Where the block came from.
    pub origin: NodeId,
    /// Where it goes; for the message of a broadcast, its origin.
    pub destination: NodeId,
    /// Which flit of the block.
    pub number: u32,
}

/// A flit that is ejected at a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The processor's node.
    pub node: NodeId,
    /// The ejection port.
    pub local_port: usize,
    /// The flit.
    pub flit: Flit,
    /// The address that it is written to.
    pub to: Address,
}

/// The events of a slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlotEvents {
    /// The links in use.
    pub links: Vec<LinkId>,
    /// The flits that used their last link in this slot.
    pub arrivals: Vec<Arrival>,
}

/// A fault of a program, and the slot in which it shows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("in slot {slot} {what}")]
pub struct Fault {
    /// The slot.
    pub slot: u32,
    /// The fault, in text.
    pub what: String,
}

/// Plays a program and checks what is in the memories at the end. `see` is called for every slot, in order.
///
/// Errors: the first fault; a block that is not where it should be.
pub fn play(program: &Program, mut see: impl FnMut(u32, &SlotEvents)) -> Result<(), Fault> {
    let mut player = Player::new(program);
    program.placement.processors().iter().try_for_each(|&node| player.load(node))?;
    for slot in 0..program.slots {
        player.step(slot)?;
        see(slot, &player.events);
    }
    player.finish()
}

/// The state of a node's program sequencer.
#[derive(Clone, Copy, Debug, Default)]
struct Sequencer {
    row: usize,
    cycle: u32,
    mark: usize,
    pass: u32,
}

/// A flit under way.
#[derive(Clone, Debug)]
struct Flight {
    node: NodeId,
    ports: std::vec::IntoIter<crate::Port>,
    flit: Flit,
    to: Address,
}

struct Player<'a> {
    program: &'a Program,
    /// Flits of a bank that are kept.
    reach: usize,
    /// Source class of every node with a processor.
    class: Vec<Option<usize>>,
    sequencers: Vec<Sequencer>,
    memory: Vec<Vec<Option<Flit>>>,
    /// Flits that were ejected and are not yet readable: `(slot from which they are, node, address, flit)`.
    writes: std::collections::VecDeque<(u32, NodeId, Address, Flit)>,
    flights: Vec<Flight>,
    used: Vec<u32>,
    /// The last slot in which an ejection port received a flit, and in which a bank was written.
    received: Vec<u32>,
    written: Vec<u32>,
    events: SlotEvents,
}

const NEVER: u32 = u32::MAX;

/// The flits of a bank that a row or a place may name, however many it holds.
fn reach(program: &Program) -> usize {
    let rows = program.classes.iter().flat_map(|class| &class.rows);
    let of_row = |row: &Row| {
        let writes = row.writes.iter().flatten().flat_map(|write| [write.from.index, write.to.index]);
        writes.max().map_or(0, |index| index + row.cycles as usize)
    };
    let places = program.classes.iter().flat_map(|class| class.load.iter().chain(&class.results));
    let named = rows.map(of_row).chain(places.map(|place| place.address.index));
    (named.max().unwrap_or(0) + program.flits as usize).min(program.depth)
}

impl<'a> Player<'a> {
    fn new(program: &'a Program) -> Self {
        let torus = program.placement.torus();
        let mut class = vec![None; torus.len()];
        let of_processors = program.placement.source_indices();
        program
            .placement
            .processors()
            .iter()
            .zip(of_processors)
            .for_each(|(n, c)| class[n.index()] = Some(c));
        let reach = reach(program);
        let cells = program.banks * reach;
        let memory =
            class.iter().map(|class: &Option<usize>| vec![None; class.map_or(0, |_| cells)]).collect();
        Player {
            program,
            reach,
            sequencers: vec![Sequencer::default(); torus.len()],
            memory,
            writes: Default::default(),
            flights: Vec::new(),
            used: vec![NEVER; torus.link_slots()],
            received: vec![NEVER; torus.len() * program.ports.local_ports(torus)],
            written: vec![NEVER; torus.len() * program.banks],
            events: SlotEvents::default(),
            class,
        }
    }

    /// The program of a node, if it has a processor.
    fn own(&self, node: NodeId) -> Option<&'a NodeProgram> {
        self.class[node.index()].map(|class| &self.program.classes[class])
    }

    /// The index of a flit in a node's memory.
    fn cell(&self, at: Address, flit: u32) -> usize {
        at.bank * self.reach + at.index + flit as usize
    }

    /// The cell of a flit. Fault: the memory has none for it.
    fn inside(&self, slot: u32, node: NodeId, at: Address, flit: u32) -> Result<usize, Fault> {
        let index = at.index + flit as usize;
        match at.bank < self.program.banks && index < self.program.depth {
            true => Ok(self.cell(at, flit)),
            false => Err(self.fault(slot, format!("has no flit {index} in bank {}", at.bank), node)),
        }
    }

    fn step(&mut self, slot: u32) -> Result<(), Fault> {
        self.events.links.clear();
        self.events.arrivals.clear();
        self.write(slot);
        for node in self.program.placement.processors() {
            self.sequence(*node, slot)?;
        }
        self.fly(slot)
    }

    /// Makes the writes visible that can be read in this slot.
    fn write(&mut self, slot: u32) {
        let ready = self.writes.iter().take_while(|write| write.0 <= slot).count();
        for (_, node, to, flit) in self.writes.drain(..ready).collect::<Vec<_>>() {
            let cell = self.cell(to, 0);
            self.memory[node.index()][cell] = Some(flit);
        }
    }

    /// Sends what the node's row says for this slot, and moves on to the next one.
    fn sequence(&mut self, node: NodeId, slot: u32) -> Result<(), Fault> {
        let own = self.own(node).expect("processors have programs");
        let Sequencer { row, cycle, mark, pass } = self.sequencers[node.index()];
        let Some(current) = own.rows.get(row) else { return Ok(()) };
        self.inject(node, current, cycle + pass, slot)?;
        let ends = cycle + 1 == current.cycles;
        let next = match (ends, current.last, current.again && pass + 1 < self.program.flits) {
            (false, ..) => Sequencer { row, cycle: cycle + 1, mark, pass },
            (true, true, true) => Sequencer { row: mark, cycle: 0, mark, pass: pass + 1 },
            (true, true, false) => Sequencer { row: row + 1, cycle: 0, mark: row + 1, pass: 0 },
            (true, false, _) => Sequencer { row: row + 1, cycle: 0, mark, pass },
        };
        self.sequencers[node.index()] = next;
        Ok(())
    }

    fn inject(&mut self, node: NodeId, row: &Row, flit: u32, slot: u32) -> Result<(), Fault> {
        let mut read: Vec<(usize, usize)> = Vec::new();
        let writes = row.writes.iter().enumerate().filter_map(|(port, write)| Some((port, write.as_ref()?)));
        for (port, write) in writes {
            let first = write.route.segments()[0].port;
            if self.program.ports.local_port(first) != port {
                return Err(self.fault(
                    slot,
                    format!("sends by injection port {port} what leaves by {first}"),
                    node,
                ));
            }
            let cell = self.inside(slot, node, write.from, flit)?;
            if read.iter().any(|&(bank, other)| bank == write.from.bank && other != cell) {
                return Err(self.fault(slot, format!("reads bank {} twice", write.from.bank), node));
            }
            read.push((write.from.bank, cell));
            let Some(flit_there) = self.memory[node.index()][cell] else {
                return Err(self.fault(
                    slot,
                    format!(
                        "sends what is not there: bank {}, flit {}",
                        write.from.bank,
                        write.from.index + flit as usize
                    ),
                    node,
                ));
            };
            let to = Address { bank: write.to.bank, index: write.to.index + flit as usize };
            let ports = write.route.ports().collect::<Vec<_>>().into_iter();
            self.flights.push(Flight { node, ports, flit: flit_there, to });
        }
        Ok(())
    }

    fn fault(&self, slot: u32, what: String, node: NodeId) -> Fault {
        Fault { slot, what: format!("node {} {what}", self.program.placement.torus().node_name(node)) }
    }

    /// Every flit under way uses its next link.
    fn fly(&mut self, slot: u32) -> Result<(), Fault> {
        let torus = self.program.placement.torus();
        let mut flights = std::mem::take(&mut self.flights);
        let mut arrivals = Vec::new();
        for flight in &mut flights {
            let port = flight.ports.next().expect("a flight has a link before it");
            let link = torus.link(flight.node, port);
            if std::mem::replace(&mut self.used[link.index()], slot) == slot {
                return Err(Fault {
                    slot,
                    what: format!("the link {} carries two flits", torus.link_name(link)),
                });
            }
            self.events.links.push(link);
            flight.node = torus.neighbour(flight.node, port);
            if flight.ports.as_slice().is_empty() {
                let local_port = self.program.ports.local_port(port);
                arrivals.push(Arrival { node: flight.node, local_port, flit: flight.flit, to: flight.to });
            }
        }
        flights.retain(|flight| !flight.ports.as_slice().is_empty());
        self.flights = flights;
        arrivals.into_iter().try_for_each(|arrival| self.arrive(slot, arrival))
    }

    fn arrive(&mut self, slot: u32, arrival: Arrival) -> Result<(), Fault> {
        let Arrival { node, local_port, flit, to } = arrival;
        if self.own(node).is_none() {
            return Err(self.fault(slot, "gets a flit and has no processor".into(), node));
        }
        let local_ports = self.program.ports.local_ports(self.program.placement.torus());
        if std::mem::replace(&mut self.received[node.index() * local_ports + local_port], slot) == slot {
            return Err(self.fault(slot, format!("gets two flits by ejection port {local_port}"), node));
        }
        self.inside(slot, node, to, 0)?;
        if std::mem::replace(&mut self.written[node.index() * self.program.banks + to.bank], slot) == slot {
            return Err(self.fault(slot, format!("writes bank {} twice", to.bank), node));
        }
        self.events.arrivals.push(arrival);
        self.writes.push_back((slot + super::TURNAROUND + 1, node, to, flit));
        Ok(())
    }
}
