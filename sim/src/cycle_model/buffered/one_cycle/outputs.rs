//! Outputs: which input is served next. Links and ejection ports are chosen for alike.
//!
//! An *output port* is a link or an ejection port: links by id, then ejection ports from a multiple of 64
//! on. An output port has *channels*: those of a link, or the one of an ejection port. A channel has a
//! round robin over inputs, and an output port one over its channels. The two are one choice: first the
//! nearest channel, then the input nearest to the pointer of that channel. Requests are entered one by one,
//! in any order, and an output port keeps only the nearest one.

use super::super::common::counted;
use super::super::tallies::Tallies;
use super::super::ways::{Step, Token};
use super::inputs::Inputs;
use super::output_port::{after, distance, Channel, OutputPort, NOBODY, NONE};
use super::request::Request;
use super::router::Nodes;
use crate::engine::traffic::Tally;
use crate::engine::ABSENT;
use crate::prefetch::prefetch;

/// How far ahead inputs are prefetched, and what they request. Half or twice as far makes no difference.
const FAR: usize = 16;
const NEAR: usize = 8;

/// The output ports of all nodes.
pub struct Outputs {
    /// The number of the first ejection port. The last output port is nowhere: nobody is served.
    first_ejection: usize,
    /// The inputs of a node, and the channels of a link.
    inputs: usize,
    each: usize,
    /// By output port and channel. Of an ejection port only the first is used.
    channels: Vec<Channel>,
    ports: Vec<OutputPort>,
    /// The output ports that are requested at inner nodes, and at those at sides.
    requested: [Vec<u32>; 2],
    tallies: Tallies,
}

impl Outputs {
    /// The output ports of a network. `ends`: for every link, the node at its end and the port there; then
    /// the inputs of a node, and the channels of a link, whose buffers have `depth` places.
    pub fn new(ends: &[(u32, u32)], local_ports: usize, [inputs, each]: [usize; 2], depth: u16) -> Self {
        let first_ejection = ends.len().next_multiple_of(64);
        let ports = first_ejection + local_ports + 1;
        let end = |port: usize| ends.get(port).copied().unwrap_or((ABSENT, 0));
        let mut outputs = Outputs {
            first_ejection,
            inputs,
            each,
            channels: vec![Channel::new(0); ports * each],
            ports: (0..ports).map(|port| OutputPort::new(end(port))).collect(),
            requested: Default::default(),
            tallies: Tallies::new(ends.len() * each, ports * each),
        };
        outputs.clear(depth);
        outputs
    }

    /// Restores the state of power-up.
    pub fn clear(&mut self, depth: u16) {
        let (of_links, of_ports) = self.channels.split_at_mut(self.first_ejection * self.each);
        of_links.fill(Channel::new(depth));
        of_ports.fill(Channel::new(1));
        of_ports.iter_mut().rev().take(self.each).for_each(|nowhere| *nowhere = Channel::new(0));
        self.ports.iter_mut().for_each(|port| *port = OutputPort::new((port.end_node, port.end_port.into())));
        self.tallies.clear();
    }

    /// The request to leave by an ejection port.
    #[inline(always)]
    pub fn ejection(&self, local_port: usize) -> Request {
        Request::new(self.first_ejection + local_port, 0, Step::Eject)
    }

    /// The request of a misrouted flit, which stays where it is.
    #[inline(always)]
    pub fn nowhere(&self) -> Request {
        Request::new(self.ports.len() - 1, 0, Step::Eject)
    }

    /// Enters the request of an input at one of `nodes`, if credits and the packet that holds the channel
    /// allow it. `needs`: the credits that the first flit of a packet needs, by [`Step`]. Returns the input
    /// that is not served for that reason or because another one comes first.
    #[inline(always)]
    pub fn enter(&mut self, inputs: &Inputs, needs: [u16; 4], at: u32, nodes: Nodes) -> Option<u32> {
        let (request, number) = inputs.request(at as usize);
        let (port, channel) = (request.port as usize, self.channels[self.requested_channel(request)]);
        let free = channel.owner == NOBODY;
        let need = if free { needs[request.step() as usize] } else { 1 };
        if channel.credits < need || !free & (channel.owner != number) {
            return Some(at);
        }
        let nearest = &mut self.ports[port].nearest;
        if *nearest == NONE {
            *nearest = at;
            self.requested[nodes as usize].push(request.port);
            return None;
        }
        Some(self.compete(inputs, at, port))
    }

    /// Compares the request of an input with the nearest one so far. Returns the input that comes later.
    fn compete(&mut self, inputs: &Inputs, at: u32, port: usize) -> u32 {
        let other = self.ports[port].nearest;
        if self.turn(inputs, at) < self.turn(inputs, other) {
            self.ports[port].nearest = at;
            return other;
        }
        at
    }

    /// How far the request of an input is from being served: the place of its channel in the row of channels,
    /// then that of the input in the row of inputs.
    fn turn(&self, inputs: &Inputs, at: u32) -> (u16, u16) {
        let (request, number) = inputs.request(at as usize);
        let channel = &self.channels[self.requested_channel(request)];
        let far = distance(self.ports[request.port as usize].first, request.channel(), self.each);
        (far, distance(channel.first, number, self.inputs))
    }

    /// The number of the channel that is requested, among all channels.
    #[inline(always)]
    fn requested_channel(&self, request: Request) -> usize {
        request.port as usize * self.each + usize::from(request.channel())
    }

    /// Prefetches what the inputs behind the first one of a list request, and inputs further behind.
    #[inline(always)]
    pub fn prefetch(&self, inputs: &Inputs, list: &[u32]) {
        if let Some(&at) = list.get(FAR) {
            inputs.prefetch(at as usize);
        }
        if let Some(&at) = list.get(NEAR) {
            let (request, _) = inputs.request(at as usize);
            prefetch(&self.channels, self.requested_channel(request));
            prefetch(&self.ports, request.port as usize);
        }
    }

    /// Prefetches the flit on a link.
    #[inline(always)]
    pub fn prefetch_flit(&self, link: usize) {
        prefetch(&self.ports, link);
    }

    /// The next output port that is requested at one of `nodes`, and the input that is served. The request is
    /// then removed.
    #[inline(always)]
    pub fn next(&mut self, nodes: Nodes) -> Option<(usize, usize)> {
        let at = self.requested[nodes as usize].pop()? as usize;
        let nearest = std::mem::replace(&mut self.ports[at].nearest, NONE);
        Some((at, nearest as usize))
    }

    /// Sends a flit by a channel of an output port. `number`: the number of its input at its node; `last`:
    /// whether its packet ends.
    #[inline(always)]
    pub fn send(&mut self, at: usize, place: u16, flit: Token, number: u16, last: bool) {
        let port = &mut self.ports[at];
        (port.head, port.serial) = (flit.head, flit.serial);
        port.first = after(place, self.each);
        let of_port = at * self.each + place as usize;
        let channel = &mut self.channels[of_port];
        channel.credits -= 1;
        channel.first = after(number, self.inputs);
        channel.owner = if last { NOBODY } else { number };
        self.tallies.carry(of_port);
    }

    /// The flit on a link, the node at the link's end, and the port there. Of an ejection port: its flit.
    #[inline(always)]
    pub fn flit_and_end(&self, link: usize) -> (Token, (u32, u32)) {
        let &OutputPort { head, serial, end_node, end_port, .. } = &self.ports[link];
        (Token { head, serial, port: 0 }, (end_node, end_port.into()))
    }

    /// Flips a bit in the head of the flit on a link.
    pub fn flip(&mut self, link: usize, bit: u32) {
        self.ports[link].head ^= 1 << bit;
    }

    /// Returns a credit to a channel of a link, whose buffer has `depth` places. Returns whether it is one
    /// too many.
    #[inline(always)]
    pub fn give_back(&mut self, at: usize, depth: u16) -> bool {
        let credits = &mut self.channels[at].credits;
        let spills = *credits == depth;
        *credits = counted(*credits, depth);
        self.tallies.give_back(at);
        spills
    }

    /// Takes the flit of an ejection port, which then has room for another.
    #[inline(always)]
    pub fn take_ejected(&mut self, local_port: usize) -> Token {
        let at = self.first_ejection + local_port;
        self.channels[at * self.each].credits = 1;
        self.flit_and_end(at).0
    }

    /// Ends a clock edge.
    pub fn end_edge(&mut self, cycle: u64) {
        self.tallies.end_edge(cycle);
    }

    /// The tallies of all links' channels.
    pub fn tallies(&self) -> Vec<Tally> {
        self.tallies.all()
    }
}

#[cfg(test)]
mod tests;
