//! Links and routers: what is on a link in a cycle is on the next one, or out, in the next cycle.
//!
//! The header (`torus_model::rom`): hops left in the current run, then further runs `present, port, hops`. Straight on
//! takes one hop off, a turn shifts the header by one run, a header without either is home.

use crate::ffi::{Network, ABSENT};
use torus_model::{schedule::PortModel, HeaderLayout, Torus};

/// What is on a link.
#[derive(Clone, Copy, Debug, Default)]
pub struct Message {
    /// What remains of its way.
    pub head: u128,
    /// The node that sent it.
    pub source: u32,
    /// The node it is for.
    pub destination: u32,
}

/// A message in an eject register.
#[derive(Clone, Copy, Debug)]
pub struct Exit {
    /// The node.
    pub node: usize,
    /// Processor times the lanes of each, plus lane.
    pub lane: usize,
    /// The message.
    pub message: Message,
}

/// Every link's register, before and after an edge.
pub struct Links {
    layout: HeaderLayout,
    slots: usize,
    lanes: usize,
    now: Vec<Message>,
    next: Vec<Message>,
    valid: Vec<u64>,
    valid_next: Vec<u64>,
    /// For every link the link that goes straight on.
    onward: Vec<u32>,
    processor: Vec<u32>,
    /// Which ports exist.
    exists: Vec<bool>,
}

impl Links {
    /// Idle links.
    pub fn new(torus: &Torus, network: &Network, ports: PortModel) -> Self {
        let count = network.links();
        let mut onward = vec![ABSENT; count];
        for link in torus.links() {
            let (tail, port) = torus.tail(link);
            onward[link.index()] = torus.link(torus.neighbour(tail, port), port).index() as u32;
        }
        let slots = torus.port_slots();
        Links {
            layout: HeaderLayout::new(torus),
            slots,
            lanes: ports.lanes(torus),
            now: vec![Message::default(); count],
            next: vec![Message::default(); count],
            valid: vec![0; network.words()],
            valid_next: vec![0; network.words()],
            onward,
            processor: network.processor.clone(),
            exists: (0..slots).map(|p| torus.has_port(torus_model::Port::from_index(p))).collect(),
        }
    }

    /// Nothing on any link.
    pub fn clear(&mut self) {
        self.valid.fill(0);
        self.valid_next.fill(0);
    }

    /// The links in use, bit = link id.
    pub fn valid(&self) -> &[u64] {
        &self.valid
    }

    /// Every link in use and what is on it.
    pub fn each(&self, mut act: impl FnMut(usize, &Message)) {
        for (word, &bits) in self.valid.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                let link = 64 * word + left.trailing_zeros() as usize;
                act(link, &self.now[link]);
                left &= left - 1;
            }
        }
    }

    /// Moves every message to its next link or to the eject registers.
    pub fn route(&mut self, ejected: &mut Vec<Exit>, errors: &mut [bool]) {
        for word in 0..self.valid.len() {
            let mut left = self.valid[word];
            while left != 0 {
                let link = 64 * word + left.trailing_zeros() as usize;
                left &= left - 1;
                self.step(link, ejected, errors);
            }
        }
    }

    fn step(&mut self, link: usize, ejected: &mut Vec<Exit>, errors: &mut [bool]) {
        let HeaderLayout { hop_bits, port_bits, .. } = self.layout;
        let (message, onward) = (self.now[link], self.onward[link] as usize);
        let (node, low) = (onward / self.slots, message.head & ((1 << hop_bits) - 1));
        if low > 0 {
            return self.send(onward, Message { head: message.head - 1, ..message }, node, errors);
        }
        if message.head >> hop_bits & 1 == 0 {
            return self.eject(node, link % self.slots, message, ejected, errors);
        }
        let port = (message.head >> (hop_bits + 1)) as usize & ((1 << port_bits) - 1);
        let head = message.head >> self.layout.group_bits();
        if !self.exists.get(port).copied().unwrap_or(false) {
            errors[node] = true;
            return;
        }
        self.send(node * self.slots + port, Message { head, ..message }, node, errors);
    }

    /// Puts a message on a link for the next cycle; a link that has one is a conflict.
    pub fn send(&mut self, link: usize, message: Message, node: usize, errors: &mut [bool]) {
        let (word, bit) = (&mut self.valid_next[link / 64], 1 << (link % 64));
        errors[node] |= *word & bit != 0;
        *word |= bit;
        self.next[link] = message;
    }

    fn eject(
        &self,
        node: usize,
        port: usize,
        message: Message,
        ejected: &mut Vec<Exit>,
        errors: &mut [bool],
    ) {
        let processor = self.processor[node];
        if processor == ABSENT {
            errors[node] = true;
            return;
        }
        let lane = processor as usize * self.lanes + if self.lanes > 1 { port } else { 0 };
        // A node's only lane takes one message in a cycle.
        errors[node] |= self.lanes == 1 && ejected.iter().any(|exit| exit.lane == lane);
        ejected.push(Exit { node, lane, message });
    }

    /// The clock edge.
    pub fn flip(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        std::mem::swap(&mut self.valid, &mut self.valid_next);
        self.valid_next.fill(0);
    }
}
