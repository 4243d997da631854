//! The model engine of routers that take two cycles a hop.
//!
//! Written by hand from `docs/buffered.md`, as the model of the other router is. A flit is decoded as it
//! arrives; of each port one channel's oldest flit is offered to the outputs, and the channels take turns.

mod edge;
mod lane;

use super::bench::{self, Queues};
use super::ends;
use super::ways::{Token, Ways};
use crate::build::Shapes;
use crate::engine::traffic::{Fault, Flit, Log, Seen, Tally, TrafficMachine};
use crate::engine::{Machine, Network};
use crate::{Manifest, SimError};
use lane::Lane;
use std::collections::VecDeque;
use std::path::Path;
use torus_model::{Placement, PortModel};

/// An output channel: free places at its end, and whether a packet is on its way.
#[derive(Clone, Copy, Debug)]
struct Output {
    credits: u16,
    lock: bool,
}

/// What a port offers: the channel, and what its flit asks for.
#[derive(Clone, Copy, Debug, Default)]
struct Offer {
    channel: usize,
    wish: Option<u32>,
}

/// An injection port.
#[derive(Clone, Debug, Default)]
struct Entry {
    flits: VecDeque<(Token, u32)>,
    ready: bool,
    body: bool,
}

/// An ejection port.
#[derive(Clone, Copy, Debug, Default)]
struct Exit {
    held: Option<(Token, bool)>,
    lock: bool,
    jammed: bool,
}

/// The network's registers.
pub struct PipelinedModel {
    network: Network,
    ways: Ways,
    depth: u16,
    /// Credits that going straight on and entering a ring need.
    needs: [u16; 2],
    /// For every link: the node at its end and its first input there.
    end: Vec<(u32, u32)>,
    /// By node, port and channel.
    lanes: Vec<Lane>,
    /// By node and port.
    offers: Vec<Offer>,
    entries: Vec<Entry>,
    outputs: Vec<Output>,
    exits: Vec<Exit>,
    /// When each rival of each output, and of each ejection port, was served last.
    served: Vec<u64>,
    served_last: u64,
    links: Vec<Token>,
    valid: Vec<u64>,
    returning: Vec<u32>,
    returned: Vec<u32>,
    errors: Vec<bool>,
    error: bool,
    // The bench.
    tallies: Vec<Tally>,
    held: bool,
    queues: Queues,
    faults: Vec<Fault>,
}

impl PipelinedModel {
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
        let (outputs, rivals) = (nodes * ways.outputs(), ways.ports + ways.local_ports);
        Ok(PipelinedModel {
            depth: info.depth as u16,
            needs: needs.map(|flits| flits as u16),
            end: ends(&network, &ways),
            lanes: vec![Lane::new(info.depth); outputs],
            offers: vec![Offer::default(); nodes * ways.ports],
            entries: vec![Entry::default(); local_ports],
            outputs: vec![Output { credits: info.depth as u16, lock: false }; outputs],
            exits: vec![Exit::default(); local_ports],
            served: vec![0; nodes * rivals * rivals],
            served_last: 0,
            links: vec![Token::default(); links],
            valid: vec![0; network.words()],
            returning: vec![],
            returned: vec![],
            errors: vec![false; nodes],
            error: false,
            tallies: vec![Tally::default(); outputs],
            held: false,
            queues: Queues::new(local_ports),
            faults: vec![],
            network,
            ways,
        })
    }

    /// Power-up, which is what reset makes of the registers.
    fn clear(&mut self) {
        self.lanes.fill(Lane::new(self.depth as usize));
        self.offers.fill(Offer::default());
        self.entries.fill(Entry::default());
        self.outputs.fill(Output { credits: self.depth, lock: false });
        self.exits.iter_mut().for_each(|exit| (exit.held, exit.lock) = (None, false));
        self.served.fill(0);
        self.valid.fill(0);
        self.returning.clear();
        self.errors.fill(false);
        self.error = false;
    }

    fn fail(&mut self, node: usize) {
        (self.errors[node], self.error) = (true, true);
    }

    /// What is broken before an edge.
    fn strike(&mut self, cycle: u64) {
        let mut faults = std::mem::take(&mut self.faults);
        bench::strike(&mut faults, cycle, |fault| match fault {
            Fault::StuckReady { local_port, .. } => {
                self.exits[local_port as usize].jammed = true;
                true
            }
            Fault::LostCredit { link, channel, .. } => self.lose(link * self.ways.channels as u32 + channel),
            Fault::FlippedHead { link, bit, .. } => {
                let used = self.valid[link as usize / 64] >> (link % 64) & 1 == 1;
                self.links[link as usize].head ^= u64::from(used) << bit;
                used
            }
        });
        self.faults = faults;
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

impl Machine for PipelinedModel {
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

impl TrafficMachine for PipelinedModel {
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
