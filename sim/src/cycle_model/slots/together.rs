//! The links of all nodes at once.
//!
//! Every node does the same in a cycle, with its neighbours' messages as with its own. So the links of a port
//! carry the messages of one injection, from every node, or none. All of them are at one offset from their
//! sources, and a cycle takes a step for each port. Only messages that are ejected are visited.
//!
//! Bounds: links without registers, one process.

use super::rows::Row;
use super::SlotLinks;
use crate::cycle_model::bench::Bench;
use crate::cycle_model::exits::Target;
use crate::cycle_model::image::list_messages;
use crate::cycle_model::router::Exit;
use crate::engine::{Ends, Network};
use crate::ranks::Exchanged;
use std::rc::Rc;
use torus_model::{torus::NodeList, NodeId, Port, Torus};

/// The messages of an injection, one from every node.
#[derive(Clone)]
struct Flow {
    /// Destination minus source.
    offset: Rc<[u32]>,
    /// Where the message of node 0 is.
    at: NodeId,
}

/// The links of all nodes.
pub struct Together {
    torus: Torus,
    nodes: NodeList,
    /// Node 0.
    origin: NodeId,
    /// By port, what the links carry: in this cycle and in the next.
    now: Vec<Option<Flow>>,
    next: Vec<Option<Flow>>,
    /// By port, the bits of its links among those of 64 nodes.
    planes: Vec<Vec<u64>>,
    /// The links in use, by link id.
    valid: Vec<u64>,
    room: Room,
}

/// The messages of a flow: the node at which each is, and its destination. They are in the order of their
/// sources. The memory is used again.
#[derive(Default)]
struct Room {
    nodes: Vec<u32>,
    destinations: Vec<u32>,
}

impl Together {
    /// Idle links.
    pub fn new(torus: &Torus) -> Self {
        let (ports, nodes) = (torus.port_slots(), torus.nodes().collect::<Vec<_>>());
        let plane = |port: usize| {
            let mut words = vec![0; ports];
            let bits = (0..64).map(|node| node * ports + port);
            bits.for_each(|bit| words[bit / 64] |= 1u64 << (bit % 64));
            words
        };
        Together {
            nodes: NodeList::new(torus, &nodes),
            origin: nodes[0],
            now: vec![None; ports],
            next: vec![None; ports],
            planes: (0..ports).map(plane).collect(),
            valid: vec![0; torus.link_slots().div_ceil(64)],
            room: Room::default(),
            torus: torus.clone(),
        }
    }

    /// Ejects the messages of a flow from all nodes, by a local port.
    fn eject(&mut self, flow: &Flow, port: usize, bench: &mut Bench, network: &Network) {
        self.room.fill(flow, &self.torus, &self.nodes);
        let exits = self.room.messages().map(|(node, load)| Exit::at((node, port), load, network));
        bench.ejected.extend(exits);
    }
}

impl Room {
    fn fill(&mut self, flow: &Flow, torus: &Torus, nodes: &NodeList) {
        let (at, Room { nodes: there, destinations }) = (torus.coordinates(flow.at), self);
        list_messages([there, destinations], torus, nodes, [&at, &flow.offset]);
    }

    /// Every message, with the node at which it is.
    fn messages(&self) -> impl Iterator<Item = (usize, Ends)> + '_ {
        let ends = (0..).zip(&self.destinations).map(|(source, &destination)| Ends { source, destination });
        self.nodes.iter().map(|&node| node as usize).zip(ends)
    }
}

impl SlotLinks for Together {
    fn clear(&mut self) {
        self.now.fill(None);
        self.valid.fill(0);
    }

    fn valid(&self) -> &[u64] {
        &self.valid
    }

    fn loads(&self) -> Vec<(usize, Ends)> {
        let (mut loads, mut room) = (Vec::new(), Room::default());
        for (port, flow) in self.now.iter().enumerate() {
            let Some(flow) = flow else { continue };
            room.fill(flow, &self.torus, &self.nodes);
            loads.extend(room.messages().map(|(node, load)| (node * self.now.len() + port, load)));
        }
        loads.sort_unstable_by_key(|(link, _)| *link);
        loads
    }

    fn route(&mut self, row: &Row, bench: &mut Bench, network: &Network) {
        self.next.fill(None);
        for port in 0..self.now.len() {
            let Some(Flow { offset, at }) = self.now[port].take() else { continue };
            let flow = Flow { offset, at: self.torus.neighbour(at, Port::from_index(port)) };
            if !row.expected[port] {
                (0..network.nodes()).for_each(|node| bench.errors.note(node, true));
            }
            for &target in &row.passed_on[port] {
                match target {
                    Target::Link(next) => self.next[next] = Some(flow.clone()),
                    Target::Ejection(port) => self.eject(&flow, port, bench, network),
                }
            }
        }
    }

    fn inject(&mut self, row: &Row, bench: &mut Bench, network: &Network) {
        for (target, offset) in &row.injected {
            let flow = Flow { offset: Rc::clone(offset), at: self.origin };
            match *target {
                Target::Link(port) => self.next[port] = Some(flow),
                Target::Ejection(port) => self.eject(&flow, port, bench, network),
            }
        }
    }

    fn flip(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        let mut pattern = vec![0; self.now.len()];
        for (plane, _) in self.planes.iter().zip(&self.now).filter(|(_, flow)| flow.is_some()) {
            pattern.iter_mut().zip(plane).for_each(|(to, word)| *to |= word);
        }
        self.valid.chunks_mut(pattern.len()).for_each(|part| part.copy_from_slice(&pattern[..part.len()]));
        let behind = self.torus.link_slots().next_multiple_of(64) - self.torus.link_slots();
        self.valid.last_mut().into_iter().for_each(|last| *last &= u64::MAX >> behind);
    }

    fn exchanged(&self) -> Exchanged {
        Exchanged::default()
    }
}
