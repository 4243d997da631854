//! The router of one cycle per hop.
//!
//! State is in flat arrays by node and input, or by link and channel. A clock edge visits only inputs that
//! hold a flit, which have a bit each. The request of a flit is computed once, when it becomes the first of
//! its buffer. So an idle router costs one comparison and a blocked flit a few. Functions that an edge calls
//! for each flit are always inlined: the calls took a tenth of the time.

mod arrivals;
mod choice;
mod ejection_ports;
mod inputs;
mod router;

use super::common::{counted, BufferedModel, Routers};
use super::ways::{Token, Ways};
use crate::engine::traffic::{Log, Tally};
use crate::engine::{Network, ABSENT};
use choice::{Pointer, RoundRobin};
use ejection_ports::EjectionPorts;
use inputs::Inputs;

/// An output channel: its round-robin pointer, the free places at its end, and its tally.
#[derive(Clone, Copy, Debug, Default)]
struct Output {
    pointer: Pointer,
    credits: u16,
    tally: Tally,
}

/// The registers of all routers, and what a clock edge needs.
pub struct OneCycleRouters {
    /// The nodes of the processors.
    nodes: Vec<u32>,
    inputs: Inputs,
    outputs: Vec<Output>,
    /// For each link, the channel at which the row of the second stage begins.
    second: Vec<u16>,
    ejection_ports: EjectionPorts,
    /// Whether there was an edge without reset; from then on local ports are ready.
    awake: bool,
    /// For each node, a bit for each input that has a flit; and the number of words for these bits.
    occupied: Vec<u64>,
    words: usize,
    // Used within one edge: flits that arrive at empty buffers, flits that arrive at full ones with the cells
    // in use, and the requests for outputs and ejection ports.
    passing: Vec<(u32, u32)>,
    full: Vec<(u32, u32, u16)>,
    output_requests: RoundRobin,
    ejection_requests: RoundRobin,
}

impl Routers for OneCycleRouters {
    fn new(network: &Network, ways: &Ways, depth: u16) -> Self {
        let (nodes, inputs, words) = (network.nodes(), ways.inputs(), ways.inputs().div_ceil(64));
        let output = Output { credits: depth, ..Output::default() };
        OneCycleRouters {
            nodes: (0..nodes as u32).filter(|&node| network.processor[node as usize] != ABSENT).collect(),
            inputs: Inputs::new(nodes * inputs, depth as usize),
            outputs: vec![output; nodes * ways.outputs()],
            second: vec![0; network.links()],
            ejection_ports: EjectionPorts::new(network.local_ports()),
            awake: false,
            occupied: vec![0; nodes * words],
            words,
            passing: Vec::new(),
            full: Vec::new(),
            output_requests: RoundRobin::new(ways.ports),
            ejection_requests: RoundRobin::new(ways.local_ports),
        }
    }

    fn clear(&mut self, depth: u16) {
        self.inputs.clear();
        self.outputs.fill(Output { credits: depth, ..Output::default() });
        self.second.fill(0);
        self.ejection_ports.clear();
        self.occupied.fill(0);
        self.awake = false;
    }

    fn edge(model: &mut BufferedModel<'_, Self>, step: u32, cycle: u64, log: &mut Log) {
        if !model.held {
            model.routers.ejection_ports.hand_out(step, log);
        }
        model.arrive();
        let (inner, nodes) = (model.inner_nodes(), model.network.nodes());
        let arrivals = model.cross(|model| {
            model.inject(step, cycle, log);
            model.valid.fill(0);
            inner.clone().for_each(|node| model.route(node));
        });
        model.arrive_over_cuts(&arrivals);
        (0..inner.start).chain(inner.end..nodes).for_each(|node| model.route(node));
        model.settle();
        model.credit(cycle);
        model.routers.awake = true;
    }

    fn give_back(&mut self, output: usize, depth: u16) -> bool {
        let Output { credits, tally, .. } = &mut self.outputs[output];
        let spills = *credits == depth;
        *credits = counted(*credits, depth);
        tally.returned += 1;
        spills
    }

    fn tallies(&self) -> Vec<Tally> {
        self.outputs.iter().map(|output| output.tally).collect()
    }

    fn jam(&mut self, local_port: usize) {
        self.ejection_ports.jam(local_port);
    }
}
