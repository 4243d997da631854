//! What the models of both buffered routers share: links, returning credits, errors and the bench.

use super::bench::Queues;
use super::link_registers::LinkRegisters;
use super::ways::{Token, Ways};
use crate::cycle_model::part::network;
use crate::engine::traffic::{Fault, Flit, Log, Seen, Tally, TrafficMachine};
use crate::engine::{Machine, Network, ABSENT};
use crate::monitor::set_bits;
use crate::ranks::{Cut, Exchanged, Ranks};
use crate::{Manifest, SimError};
use std::path::Path;
use torus_model::{route::bits, Placement, PortModel, RingRule};

/// The registers of a network; those of its routers are `R`.
pub struct BufferedModel<'a, R> {
    pub(super) routers: R,
    pub(super) network: Network,
    pub(super) ways: Ways,
    depth: u16,
    /// The credits that the first flit of a packet needs, by [`Step`](super::ways::Step).
    pub(super) needs: [u16; 4],
    /// A bit for each link: whether it carries a flit. From a new word on, a bit for each ejection port:
    /// whether it holds one.
    pub(super) valid: Vec<u64>,
    pub(super) registers: LinkRegisters,
    /// The cuts of the network between ranks.
    pub(super) cut: Option<Cut<'a, Token>>,
    /// Output channels with a returning credit: credits returned by the last edge, and by this one.
    pub(super) returning: Vec<u32>,
    pub(super) returned: Vec<u32>,
    errors: Vec<bool>,
    error: bool,
    // The registers of the bench.
    /// Whether all ejection ports are held not ready.
    pub(super) held: bool,
    /// A bit for each local port: whether its ejection port is never ready.
    pub(super) jammed: Vec<u64>,
    pub(super) queues: Queues,
    pub(super) faults: Vec<Fault>,
}

/// The registers of all routers, and their clock edge.
pub trait Routers: Sized {
    /// The state at power-up. `depth`: flits of a channel's buffer.
    fn new(network: &Network, ways: &Ways, depth: u16) -> Self;
    /// A clock edge in reset: it restores the state of power-up and counts nothing.
    fn clear(&mut self, depth: u16);
    /// A clock edge without reset.
    fn edge(model: &mut BufferedModel<'_, Self>, step: u32, cycle: u64, log: &mut Log);
    /// A flit arrives at a port of a node.
    fn arrive(model: &mut BufferedModel<'_, Self>, end: (u32, u32), token: Token);
    /// The flit on a link that carries one, the node at the link's end, and the port there.
    fn flit_and_end(&self, link: usize) -> (Token, (u32, u32));
    /// Takes the flit of an ejection port that holds one.
    fn take_ejected(&mut self, local_port: usize) -> Token;
    /// Flips a bit in the head of the flit on a link.
    fn flip(&mut self, link: usize, bit: u32);
    /// Returns a credit to an output channel whose buffer has `depth` places. Returns whether it is one too
    /// many.
    fn give_back(&mut self, output: usize, depth: u16) -> bool;
    /// The flits carried and the credits returned by every output channel, by number.
    fn tallies(&self) -> Vec<Tally>;
    /// Whether it pays to prefetch the registers.
    fn are_many(&self) -> bool;
    /// Prefetches where the flit on a link arrives.
    fn prefetch_arrival(&self, ways: &Ways, link: usize);
    /// Prefetches the flit on a link.
    fn prefetch_flit(&self, link: usize);
}

impl<'a, R: Routers> BufferedModel<'a, R> {
    /// The network of an emitted folder at power-up, or the block of it that this rank computes. Errors:
    /// files; a folder without buffered routers.
    pub fn new(
        dir: &Path,
        manifest: &Manifest,
        placement: &Placement,
        ports: PortModel,
        ranks: Option<&'a dyn Ranks>,
    ) -> Result<Self, SimError> {
        let info = manifest.buffers(dir)?;
        let network = network(manifest, placement, ports, ranks);
        let ways = Ways::read(dir, manifest, info, placement.torus(), &network, ports)?;
        let [straight, enter] =
            if info.rule == RingRule::Bubble { [info.flits, 2 * info.flits] } else { [1, 1] };
        Ok(BufferedModel {
            routers: R::new(&network, &ways, info.depth as u16),
            depth: info.depth as u16,
            needs: [straight, enter, enter, 1].map(|flits| flits as u16),
            valid: vec![0; network.words() + network.local_ports().div_ceil(64)],
            registers: LinkRegisters::new(&network.stages),
            cut: ranks
                .map(|ranks| Cut::with_credits(ranks, &network.block, ways.head_bytes(), ways.channels)),
            returning: Vec::new(),
            returned: Vec::new(),
            errors: vec![false; network.nodes()],
            error: false,
            held: false,
            jammed: vec![0; network.local_ports().div_ceil(64)],
            queues: Queues::new(network.local_ports()),
            faults: Vec::new(),
            network,
            ways,
        })
    }

    fn clear(&mut self) {
        self.routers.clear(self.depth);
        self.valid.fill(0);
        self.registers.clear();
        self.cut.iter_mut().for_each(Cut::clear);
        self.returning.clear();
        self.errors.fill(false);
        self.error = false;
    }

    /// Returns a credit for a flit that left the buffer of a link. It goes to the sender, which may be in
    /// another rank.
    #[inline(always)]
    pub(super) fn give_back(&mut self, node: usize, port: usize, channel: usize) {
        match (self.network.from[node * self.ways.ports + port], &mut self.cut) {
            (ABSENT, Some(cut)) => cut.give_back(node, port, channel),
            (upstream, _) => self.returned.push(upstream * self.ways.channels as u32 + channel as u32),
        }
    }

    /// Adds the credits that return now, unless one is lost. A credit for which there is no place is an
    /// error.
    pub(super) fn credit(&mut self, cycle: u64) {
        self.lose(cycle);
        let returning = std::mem::take(&mut self.returning);
        for &at in &returning {
            if self.routers.give_back(at as usize, self.depth) {
                self.fail(at as usize / self.ways.outputs());
            }
        }
        self.returning = std::mem::replace(&mut self.returned, returning);
        self.registers.pass(&mut self.returning, self.ways.channels);
        self.returned.clear();
    }

    /// Whether a link carries a flit, or an ejection port holds one, by its bit in `valid`.
    pub(super) fn is_valid(&self, at: usize) -> bool {
        self.valid[at / 64] >> (at % 64) & 1 == 1
    }

    /// Sets the error bit of a node.
    pub(super) fn fail(&mut self, node: usize) {
        (self.errors[node], self.error) = (true, true);
    }

    fn log(&self, step: u32, traced: bool, log: &mut Log) {
        let valid = &self.valid[..self.network.words()];
        log.show(step, valid, self.error);
        for link in set_bits(valid).filter(|_| traced) {
            let serial = self.routers.flit_and_end(link).0.serial;
            log.hopped(Seen { step, place: link as u32, serial, ..Seen::default() });
        }
    }
}

impl<R> Machine for BufferedModel<'_, R> {
    fn network(&self) -> &Network {
        &self.network
    }

    /// The footprint is 0, as only what is in use is visited.
    fn footprint(&self) -> usize {
        0
    }

    fn error_nodes(&mut self) -> Vec<usize> {
        let nodes = self.network.block.ids();
        nodes.zip(&self.errors).filter(|(_, &error)| error).map(|(node, _)| node).collect()
    }

    fn exchanged(&self) -> Exchanged {
        self.cut.as_ref().map_or(Exchanged::default(), Cut::exchanged)
    }
}

impl<R: Routers> TrafficMachine for BufferedModel<'_, R> {
    fn run(&mut self, cycle: u64, steps: usize, reset: bool, flits: &[Flit], traced: bool, log: &mut Log) {
        log.begin(&self.network, steps, traced);
        if reset {
            self.queues.clear();
        }
        self.queues.extend(flits);
        for (step, cycle) in (0..steps as u32).zip(cycle..) {
            self.strike(cycle);
            match reset {
                true => self.clear(),
                false => R::edge(self, step, cycle, log),
            }
            self.log(step, traced, log);
        }
    }

    fn hold(&mut self, held: bool) {
        self.held = held;
    }

    fn break_something(&mut self, fault: Fault) {
        let block = &self.network.block;
        self.faults.extend(fault.of_block(&self.network, |link| block.link(link)));
    }

    fn tallies(&self) -> Vec<Tally> {
        self.routers.tallies()
    }
}

/// Adds a credit in a register that is just wide enough for `depth` credits.
pub(super) fn counted(credits: u16, depth: u16) -> u16 {
    (credits + 1) & ((1 << bits(depth as usize + 1)) - 1)
}
