//! The router of two cycles per hop.
//!
//! A flit is decoded when it arrives. Each port offers the oldest flit of one of its channels to the outputs;
//! the channels take turns.
//!
//! A clock edge goes over the ports that hold or get a flit, and over the injection ports that hold one. So
//! it costs what moves or waits, not what there is.

mod arbiter;
mod channel_queue;
mod edge;
mod local_ports;
mod offer;

use super::common::{counted, BufferedModel, Routers};
use super::tallies::Tallies;
use super::ways::{Token, Wanted, Ways};
use crate::engine::traffic::{Log, Tally};
use crate::engine::{Network, ABSENT};
use crate::prefetch::{pays, prefetch};
use arbiter::Arbiters;
use channel_queue::{Cell, ChannelQueue, EMPTY};
use offer::Port;
use torus_model::Divisor;

/// Up to this number, the credits of a channel are a row of bits, which has no place for one too many.
const MOST_IN_ROW: u16 = 8;

/// An output channel: free places at its end, and whether a packet uses it.
#[derive(Clone, Copy, Debug)]
struct Output {
    credits: u16,
    lock: bool,
}

impl Output {
    fn new(depth: u16) -> Self {
        Output { credits: depth, lock: false }
    }
}

/// An injection port: its flit with the request, and whether the first flit of its packet has left.
#[derive(Clone, Copy, Debug, Default)]
struct InjectionPort {
    flit: Option<(Token, Wanted)>,
    body: bool,
}

/// An ejection port: the flit that it holds or held, and whether a packet uses the port.
#[derive(Clone, Copy, Debug, Default)]
struct EjectionPort {
    token: Token,
    lock: bool,
}

/// The registers of all routers.
pub struct PipelinedRouters {
    /// By link id: the flit on the link; and the node at its end with the port there.
    links: Vec<Token>,
    ends: Vec<(u32, u32)>,
    /// By node, port and channel, with as many cells for each.
    queues: Vec<ChannelQueue>,
    cells: Vec<Cell>,
    stride: usize,
    /// By node and port.
    ports: Vec<Port>,
    /// A bit for each port: whether it holds a flit, or gets one at this edge.
    active: Vec<u64>,
    injection_ports: Vec<InjectionPort>,
    /// A bit for each injection port: whether it holds a flit.
    waiting: Vec<u64>,
    outputs: Vec<Output>,
    tallies: Tallies,
    ejection_ports: Vec<EjectionPort>,
    arbiters: Arbiters,
    /// Whether there was an edge without reset; from then on injection ports are ready.
    awake: bool,
    /// The node of each processor.
    processors: Vec<u32>,
    /// What divides by the ports of a node, and by the local ports of a processor.
    by_ports: Divisor,
    by_local_ports: Divisor,
}

impl Routers for PipelinedRouters {
    fn new(network: &Network, ways: &Ways, depth: u16) -> Self {
        let (nodes, local_ports) = (network.nodes(), network.local_ports());
        let (ports, outputs) = (nodes * ways.ports, nodes * ways.outputs());
        let (stride, bits) = (channel_queue::cells(depth), |count: usize| vec![0; count.div_ceil(64)]);
        let is_processor = |node: &u32| network.processor[*node as usize] != ABSENT;
        PipelinedRouters {
            links: vec![Token::default(); network.links()],
            ends: network.link_ends(),
            queues: vec![ChannelQueue::EMPTY; outputs],
            cells: vec![EMPTY; outputs * stride],
            stride,
            ports: vec![Port::default(); ports],
            active: bits(ports),
            injection_ports: vec![InjectionPort::default(); local_ports],
            waiting: bits(local_ports),
            outputs: vec![Output::new(depth); outputs],
            tallies: Tallies::new(outputs, outputs),
            ejection_ports: vec![EjectionPort::default(); local_ports],
            arbiters: Arbiters::new(nodes, ways.requesters()),
            awake: false,
            processors: (0..nodes as u32).filter(is_processor).collect(),
            by_ports: Divisor::new(ways.ports),
            by_local_ports: Divisor::new(ways.local_ports),
        }
    }

    fn clear(&mut self, depth: u16) {
        self.queues.fill(ChannelQueue::EMPTY);
        self.cells.fill(EMPTY);
        self.ports.fill(Port::default());
        self.active.fill(0);
        self.injection_ports.fill(InjectionPort::default());
        self.waiting.fill(0);
        self.outputs.fill(Output::new(depth));
        self.tallies.clear();
        self.ejection_ports.fill(EjectionPort::default());
        self.arbiters.clear();
        self.awake = false;
    }

    fn edge(model: &mut BufferedModel<'_, Self>, step: u32, cycle: u64, log: &mut Log) {
        model.advance(step, cycle, log);
    }

    fn arrive(model: &mut BufferedModel<'_, Self>, end: (u32, u32), token: Token) {
        model.arrive_from(end, token);
    }

    fn flit_and_end(&self, link: usize) -> (Token, (u32, u32)) {
        (self.links[link], self.ends[link])
    }

    fn take_ejected(&mut self, local_port: usize) -> Token {
        self.ejection_ports[local_port].token
    }

    fn flip(&mut self, link: usize, bit: u32) {
        self.links[link].head ^= 1 << bit;
    }

    /// It is an error even if a flit leaves at the same edge.
    fn give_back(&mut self, output: usize, depth: u16) -> bool {
        let (leaves, credits) = (self.tallies.carries(output), &mut self.outputs[output].credits);
        let spills = *credits + u16::from(leaves) == depth;
        if leaves || !spills || depth > MOST_IN_ROW {
            *credits = counted(*credits, depth);
        }
        self.tallies.give_back(output);
        spills
    }

    fn tallies(&self) -> Vec<Tally> {
        self.tallies.all()
    }

    fn are_many(&self) -> bool {
        pays(&self.queues, &self.cells)
    }

    fn prefetch_arrival(&self, ways: &Ways, link: usize) {
        let (node, port) = self.ends[link];
        let at = node as usize * ways.ports + port as usize;
        prefetch(&self.ports, at);
        prefetch(&self.queues, at * ways.channels);
    }

    fn prefetch_flit(&self, link: usize) {
        prefetch(&self.links, link);
    }
}
