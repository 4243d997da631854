//! Arrivals at the routers: from links, and from local ports that are ready.

use super::inputs::Arrived;
use super::{BufferedModel, OneCycleRouters, Token};
use crate::engine::traffic::{Log, Seen};
use crate::ranks;

impl BufferedModel<'_, OneCycleRouters> {
    /// Moves the flits on links to the ends of the links, or into their registers.
    #[inline(always)]
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

    /// A flit arrives at the end of a link.
    #[inline(always)]
    fn arrive_by(&mut self, link: usize, token: Token) {
        if !self.leaves(link, token) {
            self.arrive_from(self.end[link], token);
        }
    }

    /// A flit arrives at a port, whose first input is `first`.
    #[inline(always)]
    fn arrive_from(&mut self, (node, first): (u32, u32), token: Token) {
        match self.ways.channel(token.head) {
            channel if channel < self.ways.channels => self.arrive_at(node, first + channel as u32, token),
            _ => self.fail(node as usize),
        }
    }

    /// The flits that came over cuts arrive at their nodes.
    pub(super) fn arrive_over_cuts(&mut self, arrivals: &[ranks::Arrival<Token>]) {
        for came in arrivals {
            let first = came.port * self.ways.channels;
            self.arrive_from((came.node as u32, first as u32), came.message);
        }
    }

    /// Takes the flits that local ports offer and that inputs have room for.
    #[inline(always)]
    pub(super) fn inject(&mut self, step: u32, cycle: u64, log: &mut Log) {
        self.queues.begin(cycle);
        let words = if self.routers.awake { self.queues.offering().len() } else { 0 };
        for word in 0..words {
            let mut left = self.queues.offering()[word];
            while left != 0 {
                self.offer(64 * word + left.trailing_zeros() as usize, step, log);
                left &= left - 1;
            }
        }
    }

    /// Takes the flit that waits at a local port, if its input has room.
    #[inline(always)]
    fn offer(&mut self, place: usize, step: u32, log: &mut Log) {
        let (processor, local_port) = (place / self.ways.local_ports, place % self.ways.local_ports);
        let (node, input) = (self.routers.nodes[processor], self.ways.outputs() + local_port);
        if self.routers.inputs.has_room(node as usize * self.ways.inputs() + input) {
            let token = self.queues.take(place);
            log.entered_by(Seen { step, place: place as u32, serial: token.serial, ..Seen::default() });
            self.arrive_at(node, input as u32, token);
        }
    }

    /// A flit arrives at an input; it becomes the first if the input is empty.
    #[inline(always)]
    fn arrive_at(&mut self, node: u32, input: u32, token: Token) {
        let at = node as usize * self.ways.inputs() + input as usize;
        match self.routers.inputs.arrive(at, self.ways.is_local_port(input as usize), token) {
            Arrived::Behind => {}
            Arrived::First => {
                self.set_first(node as usize, input as usize, token);
                self.routers.passing.push((node, input));
            }
            Arrived::Full(before) => self.routers.full.push((node, input, before)),
        }
    }

    /// Sets the first flit of an input.
    #[inline(always)]
    pub(super) fn set_first(&mut self, node: usize, input: usize, token: Token) {
        let request = self.ways.request(node, input, token);
        self.routers.inputs.set_first(node * self.ways.inputs() + input, token, request);
        self.routers.occupied[node * self.routers.words + input / 64] |= 1 << (input % 64);
    }
}
