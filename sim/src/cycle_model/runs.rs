//! Links without registers of their own, run by run: a message is looked at where a run ends, and on the hops
//! between it is a bit that moves.
//!
//! The links of a port are a plane with a bit for each node. In a cycle every plane moves a node on in its
//! dimension, whole words at a time. What a message carries stays where it is: its place is counted in a
//! frame that moves with the plane, so a message that goes straight on does not change it. A list says for
//! each cycle which messages are at the end of a run. So a cycle costs N / 64 steps for each port and one for
//! each turn, not one for each hop. In a block of a network a run ends at a cut, too: what is on the last
//! link there goes to another rank.

use super::errors::Errors;
use super::planes::{Planes, Ring};
use super::router::{Exit, Head, Load, Message, Next, Router, Wires};
use crate::engine::Network;
use crate::monitor::set_bits;
use crate::ranks::{Cut, Exchanged};
use std::collections::BTreeMap;

/// The links of all nodes.
pub struct Runs<'a, H, P> {
    router: Router,
    /// Where the network is cut.
    cut: Option<Cut<'a, Message<H, P>>>,
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

impl<'a, H: Head, P: Load> Runs<'a, H, P> {
    /// Idle links.
    pub fn new(router: Router, network: &Network, cut: Option<Cut<'a, Message<H, P>>>) -> Self {
        let planes = Planes::new(network);
        Runs {
            router,
            cut,
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
        let ended = if self.cut.is_some() { self.leave(ended) } else { ended };
        let taken = |place: u32| {
            let (node, port) = self.planes.link(place as usize);
            ((self.rings[port].on(node, 1), port), self.carried[self.frame(node, port, self.cycle)])
        };
        ended.into_iter().map(taken).collect()
    }

    /// Puts what is on links over cuts there; what is left.
    fn leave(&mut self, mut ended: Vec<u32>) -> Vec<u32> {
        let Some(mut cut) = self.cut.take() else { return ended };
        ended.retain(|&place| {
            let (node, port) = self.planes.link(place as usize);
            let leaves = cut.hops(node, port) == Some(0);
            if leaves {
                cut.leave(node, port, self.carried[self.frame(node, port, self.cycle)]);
            }
            !leaves
        });
        self.cut = Some(cut);
        ended
    }

    /// Every plane a hop on, while what is on cuts goes over them; what came, with its nodes and ports.
    fn advance(&mut self) -> Vec<((usize, usize), Message<H, P>)> {
        let Runs { rings, planes, bits, bits_next, cut, .. } = self;
        let mut advance = || {
            for (port, ring) in rings.iter().enumerate() {
                let words = planes.words(port);
                ring.advance(&bits[words.clone()], &mut bits_next[words]);
            }
        };
        let Some(cut) = cut else {
            advance();
            return Vec::new();
        };
        cut.exchange(&mut advance);
        cut.arrivals().iter().map(|came| ((came.node, came.port), came.message)).collect()
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
            Next::Turn(port, head) => self.turn((node, port), Message { head, ..message }, errors),
            Next::Out => self.router.eject((node, port), message.load, ejected, errors),
            Next::Nowhere => errors.find(node),
        }
    }

    /// Puts a message that turns on a link for the next cycle. A link that has one is a conflict: what goes
    /// straight on keeps it, of two that turn the lower one.
    fn turn(&mut self, link: (usize, usize), message: Message<H, P>, errors: &mut Errors) {
        if self.take(link) {
            return self.send(link, message);
        }
        errors.find(link.0);
        let at = self.frame(link.0, link.1, self.cycle + 1);
        if !self.is_straight(link) && message.load < self.carried[at].load {
            self.forget(link, self.carried[at].head);
            self.send(link, message);
        }
    }

    /// Takes a link for the next cycle; false: it is taken.
    fn take(&mut self, (node, port): (usize, usize)) -> bool {
        let place = self.planes.place(node, port);
        let (word, bit) = (&mut self.bits_next[place / 64], 1 << (place % 64));
        let free = *word & bit == 0;
        *word |= bit;
        free
    }

    /// Puts a message on a link that was taken for it.
    fn send(&mut self, (node, port): (usize, usize), message: Message<H, P>) {
        let (cycle, hops) = (self.cycle + 1, self.router.hops(message.head));
        let at = self.frame(node, port, cycle);
        let inside = self.cut.as_ref().and_then(|cut| cut.hops(node, port)).filter(|&inside| inside <= hops);
        // Behind a cut only the hops that are left count.
        self.carried[at] = match inside {
            Some(inside) => Message { head: message.head.shorter(inside), ..message },
            None => message,
        };
        self.ending((node, port), inside.unwrap_or(hops));
    }

    /// A message sent over a link now is to be looked at behind so many hops.
    fn ending(&mut self, (node, port): (usize, usize), hops: u64) {
        let last = self.planes.place(self.rings[port].on(node, hops), port);
        self.ends.entry(self.cycle + 1 + hops).or_default().push(last as u32);
    }

    /// A message sent over a link now is not to be looked at: where its run ends, or at a cut before.
    fn forget(&mut self, (node, port): (usize, usize), head: H) {
        let inside = self.cut.as_ref().and_then(|cut| cut.hops(node, port));
        for hops in inside.into_iter().chain([self.router.hops(head)]) {
            let last = self.planes.place(self.rings[port].on(node, hops), port) as u32;
            let ends = self.ends.entry(self.cycle + 1 + hops).or_default();
            if let Some(at) = ends.iter().position(|&place| place == last) {
                ends.swap_remove(at);
                return;
            }
        }
    }

    /// Whether what takes a link for the next cycle goes straight on.
    fn is_straight(&self, (node, port): (usize, usize)) -> bool {
        let before = self.planes.place(self.rings[port].back(node, 1), port);
        let mut came = self.cut.iter().flat_map(|cut| cut.arrivals());
        let goes_on = |head| self.router.hops(head) > 0;
        self.bits[before / 64] >> (before % 64) & 1 == 1
            || came.any(|came| (came.node, came.port) == (node, port) && goes_on(came.message.head))
    }
}

impl<H: Head, P: Load> Wires<H, P> for Runs<'_, H, P> {
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
        let mut came = self.advance();
        came.retain(|&(link, message)| {
            let goes_on = self.router.hops(message.head) > 0;
            if goes_on {
                self.take(link);
                self.send(link, Message { head: message.head.shorter(1), ..message });
            }
            !goes_on
        });
        ended.into_iter().chain(came).for_each(|(at, message)| self.end(at, message, ejected, errors));
    }

    fn inject(&mut self, link: usize, message: Message<H, P>, node: usize, errors: &mut Errors) {
        let port = link % self.rings.len();
        let (link, head) = ((node, port), self.router.cut(message.head, port));
        match self.take(link) {
            true => self.send(link, Message { head, ..message }),
            false => errors.find(node),
        }
    }

    fn flip(&mut self) {
        std::mem::swap(&mut self.bits, &mut self.bits_next);
        self.planes.show(&self.bits, &mut self.valid);
        self.cycle += 1;
    }

    fn exchanged(&self) -> Exchanged {
        self.cut.as_ref().map_or(Exchanged::default(), Cut::exchanged)
    }
}
