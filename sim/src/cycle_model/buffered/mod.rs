//! The model engine of buffered networks: the registers of all routers in plain Rust, cycle by cycle, without
//! Verilator.
//!
//! Written by hand from `docs/buffered.md`, it shares no code with the kernels; tests hold it equal to the
//! RTL in every cycle, with what the bench breaks too. State is in flat arrays by node and input, or by link
//! and channel. A clock edge visits inputs that hold a flit, a bit for each, and what they want is worked out
//! once, when a flit becomes its buffer's first; so an idle router costs one comparison and a blocked flit a
//! few.
//!
//! Bounds: heads of up to 64 bits; up to 65 534 inputs of a router. Payloads are not carried: a flit is its
//! serial number.

mod bench;
mod choice;
mod entry;
mod local_ports;
mod pipelined;
mod router;
mod store;
mod ways;

use crate::build::Shapes;
use crate::engine::traffic::{Fault, Tally, TrafficMachine};
use crate::engine::traffic::{Flit, Log, Seen};
use crate::engine::{Machine, Network, ABSENT};
use crate::{Manifest, SimError};
use bench::Queues;
use choice::{Pointer, RoundRobin};
use local_ports::Exits;
use pipelined::PipelinedModel;
use std::path::Path;
use store::{Change, Store};
use torus_model::{Placement, PortModel};
use ways::{Token, Ways};

/// An output channel: who is next, and the free places at its end.
#[derive(Clone, Copy, Debug)]
struct Output {
    pointer: Pointer,
    credits: u16,
}

/// A flit that stands at an input in this cycle and is not kept yet.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    node: u32,
    input: u32,
    token: Token,
}

/// The network's registers.
pub struct BufferedModel {
    network: Network,
    ways: Ways,
    depth: u16,
    /// Credits that going straight on and entering a ring need.
    needs: [u16; 2],
    /// For every link: the node at its end and its first input there.
    end: Vec<(u32, u32)>,
    // Registers.
    store: Store,
    outputs: Vec<Output>,
    /// By link: the first of its channels in the row of the second stage.
    second: Vec<u16>,
    exits: Exits,
    links: Vec<Token>,
    valid: Vec<u64>,
    /// Output channels whose credits are on their way: returned by the last edge, and by this one.
    returning: Vec<u32>,
    returned: Vec<u32>,
    errors: Vec<bool>,
    error: bool,
    /// Whether an edge out of reset has been seen: local ports are ready from then on.
    awake: bool,
    // What follows from them: the first flit of every input, what it wants, which inputs have one.
    front: Vec<Token>,
    wish: Vec<u32>,
    occupied: Vec<u64>,
    /// Words of `occupied` for each node.
    words: usize,
    // Of one edge.
    arrivals: Vec<Arrival>,
    gone: Vec<u64>,
    pops: Vec<(u32, u32)>,
    rivals: RoundRobin,
    channels: RoundRobin,
    homes: RoundRobin,
    // The bench.
    tallies: Vec<Tally>,
    /// No ejection port is ready.
    held: bool,
    queues: Queues,
    faults: Vec<Fault>,
}

impl BufferedModel {
    /// The network of an emitted folder, at power-up. Errors: files, a folder without buffered routers.
    pub fn new(
        dir: &Path,
        manifest: &Manifest,
        placement: &Placement,
        ports: PortModel,
    ) -> Result<Self, SimError> {
        let Some(info) = &manifest.buffered else {
            return Err(SimError::NotBuffered { dir: dir.to_path_buf() });
        };
        let torus = placement.torus();
        let network = Shapes::apart(manifest.kinds.len()).network(manifest, placement, ports);
        let ways = Ways::read(dir, manifest, info, torus, &network, ports)?;
        let needs = if info.rule == "bubble" { [info.flits, 2 * info.flits] } else { [1, 1] };
        let (nodes, links, local_ports) = (network.nodes(), network.links(), network.local_ports());
        let (inputs, outputs, words) = (ways.inputs(), ways.outputs(), ways.inputs().div_ceil(64));
        let output = Output { pointer: Pointer::default(), credits: info.depth as u16 };
        Ok(BufferedModel {
            depth: info.depth as u16,
            needs: needs.map(|flits| flits as u16),
            end: ends(&network, &ways),
            store: Store::new(nodes * inputs, info.depth),
            outputs: vec![output; nodes * outputs],
            second: vec![0; links],
            exits: Exits::new(local_ports),
            links: vec![Token::default(); links],
            valid: vec![0; network.words()],
            returning: Vec::new(),
            returned: Vec::new(),
            errors: vec![false; nodes],
            error: false,
            awake: false,
            front: vec![Token::default(); nodes * inputs],
            wish: vec![0; nodes * inputs],
            occupied: vec![0; nodes * words],
            words,
            arrivals: Vec::new(),
            gone: vec![0; nodes * words],
            pops: Vec::new(),
            rivals: RoundRobin::new(outputs),
            channels: RoundRobin::new(ways.ports),
            homes: RoundRobin::new(ways.local_ports),
            held: false,
            tallies: vec![Tally::default(); nodes * outputs],
            queues: Queues::new(local_ports),
            faults: Vec::new(),
            network,
            ways,
        })
    }

    /// Power-up, which is what reset makes of the registers.
    fn clear(&mut self) {
        let (nodes, inputs) = (self.network.nodes(), self.ways.inputs());
        self.store = Store::new(nodes * inputs, self.depth as usize);
        self.outputs.fill(Output { pointer: Pointer::default(), credits: self.depth });
        self.second.fill(0);
        self.exits.clear();
        self.valid.fill(0);
        self.returning.clear();
        self.errors.fill(false);
        self.occupied.fill(0);
        (self.error, self.awake) = (false, false);
    }

    /// One clock edge out of reset.
    fn edge(&mut self, step: u32, cycle: u64, log: &mut Log) {
        if !self.held {
            self.exits.hand_out(step, log);
        }
        self.arrive();
        self.inject(step, cycle, log);
        self.valid.fill(0);
        (0..self.network.nodes()).for_each(|node| self.route(node));
        self.settle();
        self.credit();
        self.awake = true;
    }

    fn fail(&mut self, node: usize) {
        (self.errors[node], self.error) = (true, true);
    }

    /// What is broken before an edge.
    fn strike(&mut self, cycle: u64) {
        let mut faults = std::mem::take(&mut self.faults);
        bench::strike(&mut faults, cycle, |fault| match fault {
            Fault::StuckReady { local_port, .. } => self.exits.jam(local_port as usize),
            Fault::LostCredit { link, channel, .. } => self.lose(link * self.ways.channels as u32 + channel),
            Fault::FlippedHead { link, bit, .. } => {
                self.links[link as usize].head ^= u64::from(self.is_used(link)) << bit;
                self.is_used(link)
            }
        });
        self.faults = faults;
    }

    fn is_used(&self, link: u32) -> bool {
        self.valid[link as usize / 64] >> (link % 64) & 1 == 1
    }

    /// A credit on its way is lost.
    fn lose(&mut self, output: u32) -> bool {
        let found = self.returning.iter().position(|&credit| credit == output);
        found.map(|at| self.returning.swap_remove(at)).is_some()
    }

    fn log(&self, step: u32, traced: bool, log: &mut Log) {
        log.show(step, &self.valid, self.error);
        for link in crate::monitor::set_bits(&self.valid).filter(|_| traced) {
            let serial = self.links[link].serial;
            log.hopped(Seen { step, place: link as u32, serial, ..Seen::default() });
        }
    }
}

/// The model of the routers of an emitted folder, at power-up. Errors: files, a folder without buffered
/// routers.
pub fn model(
    dir: &Path,
    manifest: &Manifest,
    placement: &Placement,
    ports: PortModel,
) -> Result<Box<dyn TrafficMachine>, SimError> {
    match manifest.buffered.as_ref().map(|info| info.pipeline) {
        Some(2) => Ok(Box::new(PipelinedModel::new(dir, manifest, placement, ports)?)),
        _ => Ok(Box::new(BufferedModel::new(dir, manifest, placement, ports)?)),
    }
}

/// For every link the node at its end, and its first input there.
fn ends(network: &Network, ways: &Ways) -> Vec<(u32, u32)> {
    let mut end = vec![(ABSENT, 0); network.links()];
    for (at, &link) in network.from.iter().enumerate().filter(|(_, link)| **link != ABSENT) {
        end[link as usize] = ((at / ways.ports) as u32, (at % ways.ports * ways.channels) as u32);
    }
    end
}

impl Machine for BufferedModel {
    fn network(&self) -> &Network {
        &self.network
    }

    /// Only what is in use is looked at.
    fn footprint(&self) -> usize {
        0
    }

    fn error_nodes(&mut self) -> Vec<usize> {
        (0..self.errors.len()).filter(|&node| self.errors[node]).collect()
    }
}

impl TrafficMachine for BufferedModel {
    fn run(&mut self, cycle: u64, steps: usize, reset: bool, flits: &[Flit], traced: bool, log: &mut Log) {
        log.begin(&self.network, steps, traced);
        flits.iter().for_each(|&flit| self.queues.push(flit));
        for (step, cycle) in (0..steps as u32).zip(cycle..) {
            self.strike(cycle);
            match reset {
                true => self.clear(),
                false => self.edge(step, cycle, log),
            }
            self.log(step, traced, log);
        }
    }

    fn hold(&mut self, held: bool) {
        self.held = held;
    }

    fn break_something(&mut self, fault: Fault) {
        let (place, places) = match fault {
            Fault::LostCredit { link, .. } | Fault::FlippedHead { link, .. } => (link, self.network.links()),
            Fault::StuckReady { local_port, .. } => (local_port, self.network.local_ports()),
        };
        assert!((place as usize) < places, "a place that exists");
        self.faults.push(fault);
    }

    fn tallies(&self) -> Vec<Tally> {
        self.tallies.clone()
    }
}
