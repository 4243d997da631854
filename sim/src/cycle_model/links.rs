//! Links that are simulated one by one: every message is moved in every cycle. Links may have registers.

use super::delay::Delay;
use super::errors::Errors;
use super::head::Head;
use super::router::{Exit, Load, Message, Next, Router};
use super::wires::Wires;
use crate::engine::{Network, ABSENT};
use crate::monitor::set_bits;
use crate::ranks::{Cut, Exchanged};

/// The register of every link, before and after an edge.
pub struct Links<'a, H, P> {
    router: Router,
    /// The cuts of the network between ranks.
    cut: Option<Cut<'a, Message<H, P>>>,
    slots: usize,
    now: Vec<Message<H, P>>,
    next: Vec<Message<H, P>>,
    valid: Vec<u64>,
    valid_next: Vec<u64>,
    /// Messages in the registers of links, which come after those of the senders.
    on_way: Delay<Message<H, P>>,
    /// The node at the end of every link; none if the end is over a cut.
    end: Vec<u32>,
}

impl<'a, H: Head, P: Load> Links<'a, H, P> {
    /// Idle links.
    pub fn new(router: Router, network: &Network, cut: Option<Cut<'a, Message<H, P>>>) -> Self {
        let (count, slots) = (network.links(), 2 * network.dims);
        Links {
            router,
            cut,
            slots,
            now: vec![Message::default(); count],
            next: vec![Message::default(); count],
            valid: vec![0; network.words()],
            valid_next: vec![0; network.words()],
            on_way: Delay::new(&network.stages),
            end: network.link_ends().into_iter().map(|(node, _)| node).collect(),
        }
    }

    #[inline]
    fn step(&mut self, link: usize, message: Message<H, P>, ejected: &mut Vec<Exit<P>>, errors: &mut Errors) {
        match (self.end[link], &mut self.cut) {
            (ABSENT, Some(cut)) => cut.leave(link / self.slots, link % self.slots, message),
            (node, _) => self.arrive((node as usize, link % self.slots), message, ejected, errors),
        }
    }

    /// Handles a message that arrives at a node by a port.
    #[inline]
    fn arrive(
        &mut self,
        (node, port): (usize, usize),
        message: Message<H, P>,
        ejected: &mut Vec<Exit<P>>,
        errors: &mut Errors,
    ) {
        let head = message.head;
        if self.router.hops(head) > 0 {
            let head = head.shorter(1);
            return self.send((node, port), Message { head, ..message }, errors);
        }
        match self.router.next(head, port) {
            Next::Turn(port, head) => self.send((node, port), Message { head, ..message }, errors),
            Next::Out => self.router.eject((node, port), message.load, ejected, errors),
            Next::Nowhere => errors.find(node),
        }
    }

    /// Puts a message on a link for the next cycle. A link that already has one is a conflict, and keeps the
    /// lesser of the two.
    #[inline]
    fn send(&mut self, (node, port): (usize, usize), message: Message<H, P>, errors: &mut Errors) {
        let link = node * self.slots + port;
        if self.take(link) {
            self.next[link] = message;
            return;
        }
        errors.find(node);
        if message.load < self.next[link].load {
            self.next[link] = message;
        }
    }

    /// Reserves a link for the next cycle. Returns false if it is taken.
    #[inline]
    fn take(&mut self, link: usize) -> bool {
        let (word, bit) = (&mut self.valid_next[link / 64], 1 << (link % 64));
        let free = *word & bit == 0;
        *word |= bit;
        free
    }

    /// Sends what is on cuts over them, and handles what arrives.
    fn cross(&mut self, ejected: &mut Vec<Exit<P>>, errors: &mut Errors) {
        let Some(mut cut) = self.cut.take() else { return };
        cut.exchange(&mut || ());
        for came in cut.arrivals() {
            self.arrive((came.node, came.port), came.message, ejected, errors);
        }
        self.cut = Some(cut);
    }
}

impl<H: Head, P: Load> Wires<H, P> for Links<'_, H, P> {
    fn clear(&mut self) {
        self.valid.fill(0);
        self.valid_next.fill(0);
        self.on_way.clear();
    }

    fn valid(&self) -> &[u64] {
        &self.valid
    }

    fn loads(&self) -> Vec<(usize, P)> {
        set_bits(&self.valid).map(|link| (link, self.now[link].load)).collect()
    }

    fn route(&mut self, ejected: &mut Vec<Exit<P>>, errors: &mut Errors) {
        self.router.begin();
        for (link, message) in self.on_way.ended() {
            self.step(link, message, ejected, errors);
        }
        for word in 0..self.valid.len() {
            let mut left = self.valid[word];
            while left != 0 {
                let link = 64 * word + left.trailing_zeros() as usize;
                left &= left - 1;
                if !self.on_way.takes(link, self.now[link]) {
                    self.step(link, self.now[link], ejected, errors);
                }
            }
        }
        self.cross(ejected, errors);
    }

    fn inject(&mut self, (node, port): (usize, usize), message: Message<H, P>, errors: &mut Errors) {
        let link = node * self.slots + port;
        if !self.router.has(port) || !self.take(link) {
            return errors.find(node);
        }
        self.next[link] = Message { head: self.router.cut(message.head, port), ..message };
    }

    fn flip(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        std::mem::swap(&mut self.valid, &mut self.valid_next);
        self.valid_next.fill(0);
        self.on_way.tick();
    }

    fn exchanged(&self) -> Exchanged {
        self.cut.as_ref().map_or(Exchanged::default(), Cut::exchanged)
    }
}
