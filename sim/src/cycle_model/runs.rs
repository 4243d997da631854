//! Links without registers of their own, run by run: a message is looked at where a run ends, and on the hops
//! between it is a bit that moves.
//!
//! The links of a port are a plane with a bit for each node. In a cycle every plane moves a node on in its
//! dimension, whole words at a time. What a message carries stays where it is: its place is counted in a
//! frame that moves with the plane, so a message that goes straight on does not change it. A list says for
//! each cycle which messages are at the end of a run. So a cycle costs N / 64 steps for each port and one for
//! each turn, not one for each hop.

use super::errors::Errors;
use super::planes::{Planes, Ring};
use super::router::{Exit, Head, Message, Next, Router, Wires};
use crate::engine::Network;
use crate::monitor::set_bits;
use std::collections::BTreeMap;

/// The links of all nodes.
pub struct Runs<H, P> {
    router: Router,
    planes: Planes,
    /// By port.
    rings: Vec<Ring>,
    /// Links in use, by place.
    bits: Vec<u64>,
    bits_next: Vec<u64>,
    /// The same by link id.
    valid: Vec<u64>,
    /// Messages, by place in the moving frame.
    carried: Vec<Message<H, P>>,
    /// By cycle the places where a run ends.
    ends: BTreeMap<u64, Vec<u32>>,
    cycle: u64,
}

impl<H: Head, P: Copy + Default> Runs<H, P> {
    /// Idle links.
    pub fn new(router: Router, network: &Network) -> Self {
        let planes = Planes::new(network);
        Runs {
            router,
            planes,
            rings: Ring::of_ports(network),
            bits: vec![0; planes.places() / 64],
            bits_next: vec![0; planes.places() / 64],
            valid: vec![0; network.words()],
            carried: vec![Message::default(); planes.places()],
            ends: BTreeMap::new(),
            cycle: 0,
        }
    }

    /// Where in `carried` what is on a link in a cycle stands.
    fn frame(&self, node: usize, port: usize, cycle: u64) -> usize {
        self.planes.place(self.rings[port].back(node, cycle), port)
    }

    /// Takes the messages off the planes that are at the end of a run, with the nodes and ports they come to:
    /// before others take their places in the frame.
    fn take_ended(&mut self) -> Vec<((usize, usize), Message<H, P>)> {
        let ended = self.ends.remove(&self.cycle).unwrap_or_default();
        for &place in &ended {
            self.bits[place as usize / 64] &= !(1 << (place % 64));
        }
        let taken = |place: u32| {
            let (node, port) = self.planes.link(place as usize);
            ((self.rings[port].on(node, 1), port), self.carried[self.frame(node, port, self.cycle)])
        };
        ended.into_iter().map(taken).collect()
    }

    /// What happens to a message behind the end of its run.
    fn end(
        &mut self,
        (node, port): (usize, usize),
        message: Message<H, P>,
        ejected: &mut Vec<Exit<P>>,
        errors: &mut Errors,
    ) {
        match self.router.next(message.head, port) {
            Next::Turn(port, head) => self.send((node, port), Message { head, ..message }, errors),
            Next::Out => self.router.eject((node, port), message.load, ejected, errors),
            Next::Nowhere => errors.find(node),
        }
    }

    /// Puts a message on a link for the next cycle; a link that has one is a conflict, and keeps it.
    fn send(&mut self, (node, port): (usize, usize), message: Message<H, P>, errors: &mut Errors) {
        let place = self.planes.place(node, port);
        let (word, bit) = (&mut self.bits_next[place / 64], 1 << (place % 64));
        if *word & bit != 0 {
            return errors.find(node);
        }
        *word |= bit;
        let (cycle, hops) = (self.cycle + 1, self.router.hops(message.head));
        let at = self.frame(node, port, cycle);
        self.carried[at] = message;
        let last = self.planes.place(self.rings[port].on(node, hops), port);
        self.ends.entry(cycle + hops).or_default().push(last as u32);
    }
}

impl<H: Head, P: Copy + Default> Wires<H, P> for Runs<H, P> {
    fn clear(&mut self) {
        self.bits.fill(0);
        self.bits_next.fill(0);
        self.valid.fill(0);
        self.ends.clear();
    }

    fn valid(&self) -> &[u64] {
        &self.valid
    }

    fn loads(&self) -> Vec<(usize, &P)> {
        let load = |link| {
            let (node, port) = (link / self.rings.len(), link % self.rings.len());
            (link, &self.carried[self.frame(node, port, self.cycle)].load)
        };
        set_bits(&self.valid).map(load).collect()
    }

    fn route(&mut self, ejected: &mut Vec<Exit<P>>, errors: &mut Errors) {
        self.router.begin();
        let ended = self.take_ended();
        for (port, ring) in self.rings.iter().enumerate() {
            let words = self.planes.words(port);
            ring.advance(&self.bits[words.clone()], &mut self.bits_next[words]);
        }
        ended.into_iter().for_each(|(at, message)| self.end(at, message, ejected, errors));
    }

    fn inject(&mut self, link: usize, message: Message<H, P>, node: usize, errors: &mut Errors) {
        let port = link % self.rings.len();
        let head = self.router.cut(message.head, port);
        self.send((node, port), Message { head, ..message }, errors);
    }

    fn flip(&mut self) {
        std::mem::swap(&mut self.bits, &mut self.bits_next);
        self.planes.show(&self.bits, &mut self.valid);
        self.cycle += 1;
    }
}
