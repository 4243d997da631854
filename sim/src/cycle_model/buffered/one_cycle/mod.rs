//! The router of one cycle per hop.
//!
//! State is in flat arrays by node and input, or by link and channel. A clock edge goes over three lists:
//! the inputs at which a flit waits, the flits on links, and the links and ejection ports that somebody
//! requests. So it costs what moves or waits, not what there is. The steps of a list do not depend on each
//! other, and few of their branches depend on data: processors run several steps at once.
//!
//! What a flit requests is computed once, when it becomes the first of its buffer. One that arrives at an
//! empty buffer requests at once. Functions that an edge calls for each flit are always inlined.

mod arrivals;
mod inputs;
mod output_port;
mod outputs;
mod request;
mod router;
mod site;

use super::common::{BufferedModel, Routers};
use super::ways::{Token, Ways};
use crate::engine::traffic::{Log, Tally};
use crate::engine::{Network, ABSENT};
use inputs::Inputs;
use outputs::Outputs;
use router::Nodes;

/// The registers of all routers, and what a clock edge needs.
pub struct OneCycleRouters {
    /// Whether links arrive at a node from other ranks; empty in one process.
    at_side: Vec<bool>,
    /// The inputs of all local ports.
    injected: Vec<u32>,
    inputs: Inputs,
    outputs: Outputs,
    /// Whether there was an edge without reset; from then on local ports are ready.
    awake: bool,
    /// The inputs at which a flit waits. An input whose flit arrives and leaves at one edge is not listed.
    waiting: Vec<u32>,
    /// Nodes at which a misrouted flit became the first of its input at the last edge.
    astray: Vec<u32>,
    /// Inputs at whose full buffer a flit arrived at this edge, with the cells in use before.
    full: Vec<(u32, u16)>,
}

impl Routers for OneCycleRouters {
    fn new(network: &Network, ways: &Ways, depth: u16) -> Self {
        OneCycleRouters {
            at_side: at_side(network),
            injected: injected(network, ways),
            inputs: Inputs::new(&senders(network, ways), ways.inputs(), ways.outputs(), depth),
            outputs: Outputs::new(
                &network.link_ends(),
                network.local_ports(),
                [ways.inputs(), ways.channels],
                depth,
            ),
            awake: false,
            waiting: Vec::new(),
            astray: Vec::new(),
            full: Vec::new(),
        }
    }

    fn clear(&mut self, depth: u16) {
        self.inputs.clear();
        self.outputs.clear(depth);
        self.astray.clear();
        self.waiting.clear();
        self.awake = false;
    }

    fn edge(model: &mut BufferedModel<'_, Self>, step: u32, cycle: u64, log: &mut Log) {
        if !model.held {
            model.hand_out(step, log);
        }
        model.report_astray();
        model.request_again();
        model.arrive_by_links();
        let arrivals = model.cross(|model| {
            model.inject(step, cycle, log);
            let words = model.network.words();
            model.valid[..words].fill(0);
            model.serve_all(Nodes::Inner);
        });
        if model.cut.is_some() {
            model.arrive_over_cuts(&arrivals);
            model.serve_all(Nodes::AtSides);
        }
        model.settle();
        model.credit(cycle);
        model.routers.outputs.end_edge(cycle);
        model.routers.awake = true;
    }

    #[inline(always)]
    fn arrive(model: &mut BufferedModel<'_, Self>, end: (u32, u32), token: Token) {
        model.arrive_from(end, token);
    }

    #[inline(always)]
    fn flit_and_end(&self, link: usize) -> (Token, (u32, u32)) {
        self.outputs.flit_and_end(link)
    }

    fn take_ejected(&mut self, local_port: usize) -> Token {
        self.outputs.take_ejected(local_port)
    }

    fn flip(&mut self, link: usize, bit: u32) {
        self.outputs.flip(link, bit);
    }

    fn give_back(&mut self, output: usize, depth: u16) -> bool {
        self.outputs.give_back(output, depth)
    }

    fn tallies(&self) -> Vec<Tally> {
        self.outputs.tallies()
    }

    #[inline(always)]
    fn are_many(&self) -> bool {
        self.inputs.are_many()
    }

    #[inline(always)]
    fn prefetch_arrival(&self, ways: &Ways, link: usize) {
        let (token, (node, port)) = self.outputs.flit_and_end(link);
        let number = port as usize * ways.channels + ways.channel(token.head);
        self.inputs.prefetch(node as usize * ways.inputs() + number);
    }

    #[inline(always)]
    fn prefetch_flit(&self, link: usize) {
        self.outputs.prefetch_flit(link);
    }
}

/// Whether links arrive at each node from other ranks; empty in one process.
fn at_side(network: &Network) -> Vec<bool> {
    let nodes = if network.block.is_whole() { 0 } else { network.nodes() };
    (0..nodes).map(|node| network.block.is_at_side(node)).collect()
}

/// The inputs of all local ports, processor by processor.
fn injected(network: &Network, ways: &Ways) -> Vec<u32> {
    let processors = (0..network.nodes()).filter(|&node| network.processor[node] != ABSENT);
    let of_node = |node: usize| (node * ways.inputs() + ways.outputs()..).take(ways.local_ports);
    processors.flat_map(of_node).map(|at| at as u32).collect()
}

/// By input: the output channel that sends to it. Absent at a local port, and if another rank sends.
fn senders(network: &Network, ways: &Ways) -> Vec<u32> {
    let channels = ways.channels as u32;
    let sender = |node: usize, port: usize, channel: usize| match network.from.get(node * ways.ports + port) {
        Some(&link) if port < ways.ports && link != ABSENT => link * channels + channel as u32,
        _ => ABSENT,
    };
    let of_node = |node| {
        (0..ways.inputs()).map(move |number| {
            let (port, channel) = ways.place(number);
            sender(node, port, channel)
        })
    };
    (0..network.nodes()).flat_map(of_node).collect()
}
