//! The router of two cycles per hop.
//!
//! A flit is decoded when it arrives. Each port offers the oldest flit of one of its channels to the outputs;
//! the channels take turns.

mod arbiter;
mod channel_queue;
mod edge;
mod local_ports;
mod offer;

use super::common::{counted, BufferedModel, Routers};
use super::ways::{Token, Wanted, Ways};
use crate::engine::traffic::{Log, Tally};
use crate::engine::Network;
use channel_queue::ChannelQueue;
use offer::Offer;

/// Up to this number, the credits of a channel are a row of bits, which has no place for one too many.
const MOST_IN_ROW: u16 = 8;

/// An output channel: free places at its end, whether a packet uses it, the last clock edge at which a flit
/// left by it, and its tally.
#[derive(Clone, Copy, Debug)]
struct Output {
    credits: u16,
    lock: bool,
    sent: u64,
    tally: Tally,
}

impl Output {
    fn new(depth: u16) -> Self {
        Output { credits: depth, lock: false, sent: 0, tally: Tally::default() }
    }
}

/// An injection port: its flit with the request, and whether there was an edge without reset.
#[derive(Clone, Copy, Debug, Default)]
struct InjectionPort {
    flit: Option<(Token, Wanted)>,
    up: bool,
    body: bool,
}

/// An ejection port.
#[derive(Clone, Copy, Debug, Default)]
struct EjectionPort {
    held: Option<(Token, bool)>,
    lock: bool,
    jammed: bool,
}

/// The registers of all routers.
pub struct PipelinedRouters {
    /// By link id: the flit on the link; and the node at its end with the port there.
    links: Vec<Token>,
    ends: Vec<(u32, u32)>,
    /// By node, port and channel.
    queues: Vec<ChannelQueue>,
    /// By node and port.
    offers: Vec<Offer>,
    injection_ports: Vec<InjectionPort>,
    outputs: Vec<Output>,
    ejection_ports: Vec<EjectionPort>,
    /// For each pair of requesters of each output and ejection port: when it was served last, and whether
    /// that was its second requester.
    served: Vec<(u64, bool)>,
    served_last: u64,
    /// Clock edges so far.
    edges: u64,
}

impl Routers for PipelinedRouters {
    fn new(network: &Network, ways: &Ways, depth: u16) -> Self {
        let (nodes, local_ports) = (network.nodes(), network.local_ports());
        let (outputs, requesters) = (nodes * ways.outputs(), ways.ports + ways.local_ports);
        PipelinedRouters {
            links: vec![Token::default(); network.links()],
            ends: network.link_ends(),
            queues: vec![ChannelQueue::new(depth as usize); outputs],
            offers: vec![Offer::default(); nodes * ways.ports],
            injection_ports: vec![InjectionPort::default(); local_ports],
            outputs: vec![Output::new(depth); outputs],
            ejection_ports: vec![EjectionPort::default(); local_ports],
            served: vec![(0, true); nodes * requesters * requesters],
            served_last: 0,
            edges: 0,
        }
    }

    fn clear(&mut self, depth: u16) {
        self.queues.fill(ChannelQueue::new(depth as usize));
        self.offers.fill(Offer::default());
        self.injection_ports.fill(InjectionPort::default());
        self.outputs.fill(Output::new(depth));
        self.ejection_ports.iter_mut().for_each(|port| (port.held, port.lock) = (None, false));
        self.served.fill((0, true));
    }

    fn edge(model: &mut BufferedModel<'_, Self>, step: u32, cycle: u64, log: &mut Log) {
        model.advance(step, cycle, log);
    }

    fn flit(&self, link: usize) -> Token {
        self.links[link]
    }

    fn flip(&mut self, link: usize, bit: u32) {
        self.links[link].head ^= 1 << bit;
    }

    /// It is an error even if a flit leaves at the same edge.
    fn give_back(&mut self, output: usize, depth: u16) -> bool {
        let (now, output) = (self.edges, &mut self.outputs[output]);
        let leaves = output.sent == now;
        let spills = output.credits + u16::from(leaves) == depth;
        if leaves || !spills || depth > MOST_IN_ROW {
            output.credits = counted(output.credits, depth);
        }
        output.tally.returned += 1;
        spills
    }

    fn tallies(&self) -> Vec<Tally> {
        self.outputs.iter().map(|output| output.tally).collect()
    }

    fn jam(&mut self, local_port: usize) {
        self.ejection_ports[local_port].jammed = true;
    }
}
