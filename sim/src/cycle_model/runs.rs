//! Links without registers of their own, simulated run by run: a message is visited only at the end of a run;
//! on the hops between it is a bit that moves.
//!
//! The links of a port are a plane with a bit for each node. In each cycle every plane moves by one node in
//! its dimension, whole words at a time. A message is in the list of the cycle in which its run ends. Its
//! node is stored in a frame that moves with the plane, so it stays the same while the message goes straight.
//! A cycle thus costs N / 64 steps for each port and one for each turn, not one for each hop, and lists are
//! written and read in order, which suits caches. In a block of a network a run also ends at a cut: a message
//! on the last link there goes to another rank.

mod classes;
mod lockstep;
mod senders;

pub use lockstep::Lockstep;

use super::due::Due;
use super::errors::Errors;
use super::head::Head;
use super::planes::Planes;
use super::rings::Ring;
use super::router::{Exit, Load, Message, Next, Router};
use super::wires::Wires;
use crate::engine::Network;
use crate::ranks::{Arrival, Cut, Exchanged};

/// A message, with the node and port at which it arrives.
type Came<H, P> = ([u32; 2], Message<H, P>);

/// A message and its node in the moving frame.
#[derive(Clone, Copy, Debug)]
struct OnRun<H, P> {
    frame: u32,
    message: Message<H, P>,
}

/// The links of all nodes.
pub struct Runs<'a, H, P> {
    router: Router,
    /// The cuts of the network between ranks.
    cut: Option<Cut<'a, Message<H, P>>>,
    planes: Planes,
    /// The rings of each port.
    rings: Vec<Ring>,
    /// For each port, the hops by which its frame has moved, without full turns: in this cycle and in the
    /// next.
    moved: Vec<[usize; 2]>,
    /// The links in use, by place in the planes.
    bits: Vec<u64>,
    bits_next: Vec<u64>,
    /// The links in use, by link id.
    valid: Vec<u64>,
    /// For each port, the messages whose run ends, and those that reach a cut.
    ends: Vec<Due<OnRun<H, P>>>,
    leaving: Vec<Due<OnRun<H, P>>>,
    /// Messages that arrive at a node at the end of their run in this cycle.
    ended: Vec<Came<H, P>>,
}

impl<'a, H: Head, P: Load> Runs<'a, H, P> {
    /// Idle links.
    pub fn new(router: Router, network: &Network, cut: Option<Cut<'a, Message<H, P>>>) -> Self {
        let (planes, rings) = (Planes::new(network), Ring::of_ports(network));
        Runs {
            router,
            cut,
            moved: rings.iter().map(|ring| [0, ring.turned(1)]).collect(),
            bits: vec![0; planes.places() / 64],
            bits_next: vec![0; planes.places() / 64],
            valid: vec![0; network.words()],
            ends: vec![Due::new(); rings.len()],
            leaving: vec![Due::new(); rings.len()],
            ended: Vec::new(),
            planes,
            rings,
        }
    }

    /// Removes the messages from the planes that are at the end of a run or at a cut.
    fn take_ended(&mut self) {
        let Runs { rings, planes, moved, bits, ends, leaving, cut, ended, .. } = self;
        ended.clear();
        for (port, ring) in rings.iter().enumerate() {
            let [now, next] = moved[port];
            let mut take = |node: usize| {
                let place = planes.place(node, port);
                bits[place / 64] &= !(1 << (place % 64));
            };
            ends[port].next(|OnRun { frame, message }| {
                let at = ring.at(frame as usize);
                take(ring.on(at, now));
                ended.push(([ring.on(at, next) as u32, port as u32], message));
            });
            leaving[port].next(|OnRun { frame, message }| {
                let node = ring.on(ring.at(frame as usize), now);
                take(node);
                cut.iter_mut().for_each(|cut| cut.leave(node, port, message));
            });
        }
    }

    /// Moves every plane by one hop, and sends what is on cuts meanwhile.
    fn advance(&mut self) {
        let Runs { rings, planes, bits, bits_next, cut, .. } = self;
        let mut advance = || move_planes(rings, planes, bits, bits_next);
        match cut {
            Some(cut) => cut.exchange(&mut advance),
            None => advance(),
        }
    }

    /// The same for messages that all ranks know: over cuts, they stay bits.
    fn advance_bits(&mut self) {
        let Runs { rings, planes, bits, bits_next, cut, .. } = self;
        let Some(cut) = cut else { return move_planes(rings, planes, bits, bits_next) };
        let open = || rings.iter().enumerate().filter(|(_, ring)| ring.is_open());
        for (port, ring) in open() {
            ring.leave(&bits[planes.words(port)], cut.leaving(port));
        }
        cut.exchange_bits(&mut || move_planes(rings, planes, bits, bits_next));
        for (port, ring) in open() {
            ring.enter(cut.arrived(port), &mut bits_next[planes.words(port)]);
        }
    }

    /// Handles messages that came over cuts: those that go straight continue, the others end their run here.
    fn come(&mut self) {
        let Some(cut) = self.cut.take() else { return };
        cut.arrivals().for_each(|Arrival { node, port, message }| {
            if self.router.hops(message.head) == 0 {
                return self.ended.push(([node as u32, port as u32], message));
            }
            self.take((node, port));
            self.send((node, port), Message { head: message.head.shorter(1), ..message });
        });
        self.cut = Some(cut);
    }

    /// Handles a message after the end of its run.
    fn end(
        &mut self,
        (node, port): (usize, usize),
        message: Message<H, P>,
        ejected: &mut Vec<Exit<P>>,
        errors: &mut Errors,
    ) {
        match self.router.next(message.head, port) {
            Next::Turn(port, head) => self.turn((node, port), Message { head, ..message }, errors),
            Next::Out => self.router.eject((node, port), message.load, ejected, errors),
            Next::Nowhere => errors.find(node),
        }
    }

    /// Puts a message that turns on a link for the next cycle. If the link already has one, that is a
    /// conflict: a message that goes straight keeps the link; of two that turn, the lesser keeps it.
    fn turn(&mut self, link: (usize, usize), message: Message<H, P>, errors: &mut Errors) {
        if self.take(link) {
            return self.send(link, message);
        }
        errors.find(link.0);
        if !self.is_straight(link) {
            self.replace(link, message);
        }
    }

    /// Replaces a message that turned to this link in the same cycle, if the new one is less. Of equal
    /// payloads the header decides, so that ranks find what one process finds.
    fn replace(&mut self, link: (usize, usize), message: Message<H, P>) {
        let (node, port) = link;
        let ring = &self.rings[port];
        let frame = ring.back(ring.at(node), self.moved[port][1]) as u32;
        let dues = [&mut self.ends[port], &mut self.leaving[port]];
        let found = dues.into_iter().enumerate().find_map(|(leaves, due)| {
            let (cycles, other) = due.take_back(|other| other.frame == frame)?;
            Some((leaves == 1, cycles, other, due))
        });
        let Some((leaves, cycles, other, due)) = found else { return };
        let (router, OnRun { message: there, .. }) = (&self.router, other);
        // After a cut only the hops that are left are in the header.
        let hops = if leaves { cycles + router.hops(there.head) } else { cycles };
        let rank = |message: &Message<H, P>, hops| (message.load, router.further(message.head), hops);
        match rank(&there, hops) <= rank(&message, router.hops(message.head)) {
            true => due.push(cycles, other),
            false => self.send(link, message),
        }
    }

    /// Reserves a link for the next cycle. Returns false if it is taken.
    fn take(&mut self, (node, port): (usize, usize)) -> bool {
        let place = self.planes.place(node, port);
        let (word, bit) = (&mut self.bits_next[place / 64], 1 << (place % 64));
        let free = *word & bit == 0;
        *word |= bit;
        free
    }

    /// Puts a message on a link that was reserved for it.
    fn send(&mut self, link: (usize, usize), message: Message<H, P>) {
        self.list(link, message, self.moved[link.1][1]);
    }

    /// Lists a message on a link, whose frame has moved by `moved` hops.
    fn list(&mut self, (node, port): (usize, usize), message: Message<H, P>, moved: usize) {
        let ring = &self.rings[port];
        let (at, hops) = (ring.at(node), self.router.hops(message.head));
        let frame = ring.back(at, moved);
        let to_cut = ring.to_cut(at).filter(|&inside| inside <= hops);
        let (due, until) = match to_cut {
            Some(inside) => (&mut self.leaving[port], inside),
            None => (&mut self.ends[port], hops),
        };
        // After a cut only the hops that are left count.
        let head = to_cut.map_or(message.head, |inside| message.head.shorter(inside));
        due.push(until, OnRun { frame: frame as u32, message: Message { head, ..message } });
    }

    /// Whether the message that reserved a link for the next cycle goes straight.
    fn is_straight(&self, (node, port): (usize, usize)) -> bool {
        let ring = &self.rings[port];
        let before = self.planes.place(ring.back(ring.at(node), ring.turned(1)), port);
        let mut came = self.cut.iter().flat_map(|cut| cut.arrivals());
        let goes_on = |head| self.router.hops(head) > 0;
        self.bits[before / 64] >> (before % 64) & 1 == 1
            || came.any(|came| (came.node, came.port) == (node, port) && goes_on(came.message.head))
    }
}

/// Moves every plane by one hop. What crosses a cut leaves its plane.
fn move_planes(rings: &[Ring], planes: &Planes, bits: &[u64], bits_next: &mut [u64]) {
    for (port, ring) in rings.iter().enumerate() {
        let words = planes.words(port);
        ring.advance(&bits[words.clone()], &mut bits_next[words]);
    }
}

impl<H: Head, P: Load> Wires<H, P> for Runs<'_, H, P> {
    fn clear(&mut self) {
        self.bits.fill(0);
        self.bits_next.fill(0);
        self.valid.fill(0);
        self.ends.iter_mut().chain(&mut self.leaving).for_each(Due::clear);
    }

    fn valid(&self) -> &[u64] {
        &self.valid
    }

    fn loads(&self) -> Vec<(usize, P)> {
        let mut loads = Vec::new();
        for (port, ring) in self.rings.iter().enumerate() {
            let link = |on_run: &OnRun<H, P>| {
                ring.on(ring.at(on_run.frame as usize), self.moved[port][0]) * self.rings.len() + port
            };
            let all = self.ends[port].all().chain(self.leaving[port].all());
            loads.extend(all.map(|(_, on_run)| (link(on_run), on_run.message.load)));
        }
        loads.sort_unstable_by_key(|(link, _)| *link);
        loads
    }

    fn route(&mut self, ejected: &mut Vec<Exit<P>>, errors: &mut Errors) {
        self.router.begin();
        self.take_ended();
        self.advance();
        self.come();
        let ended = std::mem::take(&mut self.ended);
        for &([node, port], message) in &ended {
            self.end((node as usize, port as usize), message, ejected, errors);
        }
        self.ended = ended;
    }

    fn inject(&mut self, link: (usize, usize), message: Message<H, P>, errors: &mut Errors) {
        if !self.router.has(link.1) || !self.take(link) {
            return errors.find(link.0);
        }
        let head = self.router.cut(message.head, link.1);
        self.send(link, Message { head, ..message });
    }

    fn flip(&mut self) {
        std::mem::swap(&mut self.bits, &mut self.bits_next);
        self.planes.show(&self.bits, &mut self.valid);
        for ([now, next], ring) in self.moved.iter_mut().zip(&self.rings) {
            *now = std::mem::replace(next, ring.turned(*next + 1));
        }
    }

    fn exchanged(&self) -> Exchanged {
        self.cut.as_ref().map_or(Exchanged::default(), Cut::exchanged)
    }
}
