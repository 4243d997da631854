//! Links one by one: every message is moved in every cycle. Links may have registers of their own.

use super::delay::Delay;
use super::errors::Errors;
use super::router::{Exit, Head, Message, Next, Router, Wires};
use crate::engine::{Network, ABSENT};
use crate::monitor::set_bits;

/// Every link's register, before and after an edge.
pub struct Links<H, P> {
    router: Router,
    slots: usize,
    now: Vec<Message<H, P>>,
    next: Vec<Message<H, P>>,
    valid: Vec<u64>,
    valid_next: Vec<u64>,
    /// Behind those of the senders.
    on_way: Delay<Message<H, P>>,
    /// For every link the link that goes straight on, and the node at its end.
    continuing: Vec<(u32, u32)>,
}

impl<H: Head, P: Copy + Default> Links<H, P> {
    /// Idle links.
    pub fn new(router: Router, network: &Network) -> Self {
        let (count, slots) = (network.links(), 2 * network.dims);
        let ahead = |(node, port)| if node == ABSENT { ABSENT } else { node * slots as u32 + port };
        Links {
            router,
            slots,
            now: vec![Message::default(); count],
            next: vec![Message::default(); count],
            valid: vec![0; network.words()],
            valid_next: vec![0; network.words()],
            on_way: Delay::new(&network.stages),
            continuing: network.link_ends().into_iter().map(|end| (ahead(end), end.0)).collect(),
        }
    }

    fn step(&mut self, link: usize, message: Message<H, P>, ejected: &mut Vec<Exit<P>>, errors: &mut Errors) {
        let (continuing, node) = self.continuing[link];
        let (node, head) = (node as usize, message.head);
        if self.router.hops(head) > 0 {
            let head = head.shorter();
            return self.send(continuing as usize, Message { head, ..message }, node, errors);
        }
        match self.router.next(head, link % self.slots) {
            Next::Turn(port, head) => {
                self.send(node * self.slots + port, Message { head, ..message }, node, errors);
            }
            Next::Out => self.router.eject((node, link % self.slots), message.load, ejected, errors),
            Next::Nowhere => errors.find(node),
        }
    }

    /// Puts a message on a link for the next cycle; a link that has one is a conflict, and keeps it.
    fn send(&mut self, link: usize, message: Message<H, P>, node: usize, errors: &mut Errors) {
        let (word, bit) = (&mut self.valid_next[link / 64], 1 << (link % 64));
        if *word & bit != 0 {
            return errors.find(node);
        }
        *word |= bit;
        self.next[link] = message;
    }
}

impl<H: Head, P: Copy + Default> Wires<H, P> for Links<H, P> {
    fn clear(&mut self) {
        self.valid.fill(0);
        self.valid_next.fill(0);
        self.on_way.clear();
    }

    fn valid(&self) -> &[u64] {
        &self.valid
    }

    fn loads(&self) -> Vec<(usize, &P)> {
        set_bits(&self.valid).map(|link| (link, &self.now[link].load)).collect()
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
    }

    fn inject(&mut self, link: usize, message: Message<H, P>, node: usize, errors: &mut Errors) {
        let head = self.router.cut(message.head, link % self.slots);
        self.send(link, Message { head, ..message }, node, errors);
    }

    fn flip(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        std::mem::swap(&mut self.valid, &mut self.valid_next);
        self.valid_next.fill(0);
        self.on_way.tick();
    }
}
