//! What comes to the routers: from links, and from local ports that are ready.

use super::{Arrival, BufferedModel, OneCycleRouters, Token};
use crate::engine::traffic::{Log, Seen};
use crate::engine::ABSENT;
use crate::ranks;

impl BufferedModel<'_, OneCycleRouters> {
    /// What is on the links stands at their ends, or in registers before them.
    #[inline]
    pub(super) fn arrive(&mut self) {
        for word in 0..self.valid.len() {
            let mut left = self.valid[word];
            while left != 0 {
                let link = 64 * word + left.trailing_zeros() as usize;
                left &= left - 1;
                let token = self.links[link];
                if !self.registers.takes(link, token) {
                    self.arrive_by(link, token);
                }
            }
        }
        self.registers.flits().into_iter().for_each(|(link, token)| self.arrive_by(link, token));
    }

    /// A flit stands at the end of a link.
    #[inline]
    fn arrive_by(&mut self, link: usize, token: Token) {
        if !self.leaves(link, token) {
            self.arrive_from(self.end[link], token);
        }
    }

    /// A flit stands at a node, at a port's first input.
    #[inline]
    fn arrive_from(&mut self, (node, first): (u32, u32), token: Token) {
        match self.ways.channel(token.head) {
            channel if channel < self.ways.channels => self.arrive_at(node, first + channel as u32, token),
            _ => self.fail(node as usize),
        }
    }

    /// What has come over cuts stands at nodes.
    pub(super) fn arrive_over_cuts(&mut self, arrivals: &[ranks::Arrival<Token>]) {
        for came in arrivals {
            let first = came.port * self.ways.channels;
            self.arrive_from((came.node as u32, first as u32), came.message);
        }
    }

    /// What local ports offer, where they are ready.
    #[inline]
    pub(super) fn inject(&mut self, step: u32, cycle: u64, log: &mut Log) {
        let first = self.ways.outputs();
        for node in 0..self.network.nodes() {
            let processor = self.network.processor[node];
            if processor == ABSENT || !self.routers.awake {
                continue;
            }
            for local_port in 0..self.ways.local_ports {
                let place = processor as usize * self.ways.local_ports + local_port;
                let at = node * self.ways.inputs() + first + local_port;
                if self.queues.offers(place, cycle) && self.routers.store.has_room(at) {
                    let token = self.queues.take(place);
                    log.entered_by(Seen {
                        step,
                        place: place as u32,
                        serial: token.serial,
                        ..Seen::default()
                    });
                    self.arrive_at(node as u32, (first + local_port) as u32, token);
                }
            }
        }
    }

    /// A flit stands at an input; where nothing is before it, it is the first.
    #[inline]
    fn arrive_at(&mut self, node: u32, input: u32, token: Token) {
        let at = node as usize * self.ways.inputs() + input as usize;
        if self.routers.store.is_empty(at) {
            self.set_first(node as usize, input as usize, token);
        }
        self.routers.arrivals.push(Arrival { node, input, token });
    }

    /// An input has another first flit.
    #[inline]
    pub(super) fn set_first(&mut self, node: usize, input: usize, token: Token) {
        let at = node * self.ways.inputs() + input;
        self.routers.front[at] = token;
        self.routers.request[at] = self.ways.request(node, input, token);
        self.routers.occupied[node * self.routers.words + input / 64] |= 1 << (input % 64);
    }
}
