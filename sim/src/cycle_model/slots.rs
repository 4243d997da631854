//! The cycle model of networks whose routers are set by the slot.
//!
//! All nodes do the same in a cycle: a row says which source every exit of every router takes. Rows and exits
//! are read from the emitted files (`rows`), or computed by the rule of an emitted generator (`generated`).
//! Registers and their order are those of the RTL: slot counter, rows read, links, ejection ports, traffic
//! agents.
//!
//! Bounds: a row that takes two pairs of sources at one exit mixes payloads in the RTL, while here the later
//! pair is taken. No emitted ROM has such a row.

mod generated;
mod rows;

use super::bench::Bench;
use super::delay::Delay;
use super::errors::Errors;
use super::exits::Target;
use super::part::network;
use super::router::Exit as Ejected;
use super::{passing, stamp, Registers};
use crate::engine::{Batch, Ends, Network, ABSENT};
use crate::monitor::set_bits;
use crate::ranks::{Cut, Exchanged, Ranks};
use crate::{Manifest, SimError};
use rows::Row;
use std::collections::VecDeque;
use std::path::Path;
use std::rc::Rc;
use torus_model::{Placement, PortModel};

/// The network's registers.
pub(super) struct SlotModel<'a> {
    network: Network,
    bench: Bench,
    rows: Vec<Row>,
    /// The row of routers when no row is read.
    idle: Row,
    /// For each link, the node at its end and the port slot by which it arrives.
    end: Vec<(u32, u32)>,
    /// Slots from the end of the last frame until its messages have arrived.
    drain: usize,
    slot: usize,
    /// Whether a frame is under way, and whether messages of the last frame still are.
    running: bool,
    draining: bool,
    /// The rows in the registers of the ROM, the oldest first, and whether each sends.
    read: VecDeque<Option<(usize, bool)>>,
    now: Links,
    next: Links,
    /// The cuts of the network between ranks.
    cut: Option<Cut<'a, Ends>>,
    /// Messages in the registers of links, which come after those of the senders.
    on_way: Delay<Ends>,
}

/// The messages on the links in a cycle, and a bit for each link that carries one.
#[derive(Clone)]
struct Links {
    loads: Vec<Ends>,
    valid: Vec<u64>,
}

impl<'a> SlotModel<'a> {
    /// The network of an emitted folder at power-up. Errors: files; no schedule; ROMs of another form.
    pub fn new(
        dir: &Path,
        manifest: &Manifest,
        placement: &Placement,
        ports: PortModel,
        ranks: Option<&'a dyn Ranks>,
    ) -> Result<Self, SimError> {
        let (schedule, latency) = manifest.scheduled(dir)?;
        let torus = placement.torus();
        let network = network(manifest, placement, ports, ranks);
        let slots = schedule.length as usize;
        let rows = match manifest.is_generated() {
            true => generated::rows(dir, manifest, (torus, &network.block), slots)?,
            false => rows::rows(dir, manifest, (torus, &network.block), ports, slots)?,
        };
        let idle = Links { loads: vec![Ends::default(); network.links()], valid: vec![0; network.words()] };
        Ok(SlotModel {
            bench: Bench::new(&network),
            rows,
            idle: Row::idle(torus),
            end: network.link_ends(),
            drain: (schedule.makespan as usize + 1).saturating_sub(schedule.length as usize),
            slot: 0,
            running: false,
            draining: false,
            read: vec![None; latency.rom_registers()].into(),
            now: idle.clone(),
            next: idle,
            cut: ranks.map(|ranks| Cut::new(ranks, &network.block, 0)),
            on_way: Delay::new(&network.stages),
            network,
        })
    }

    /// Advances the slot counter. A frame can begin at rest, in the last slot of a frame, or in the last slot
    /// of its messages.
    fn advance(&mut self, start: bool) {
        let last = self.running && self.slot + 1 == self.rows.len();
        let drained = self.draining && self.slot + 1 == self.drain;
        let ready = last || drained || !(self.running || self.draining);
        if start && !ready {
            (0..self.network.nodes()).for_each(|node| self.bench.errors.note(node, true));
        }
        self.slot = if ready { 0 } else { self.slot + 1 };
        self.draining = (last && !start && self.drain > 0) || (self.draining && !drained);
        self.running = (ready && start) || (self.running && !last);
    }

    /// Routes the messages that arrive on links.
    fn route(&mut self, row: Option<usize>) {
        let SlotModel { rows, idle, end, now, next, on_way, bench, network, cut, .. } = self;
        let row = row.map_or(&*idle, |row| &rows[row]);
        let mut arrive = |node: usize, port: usize, load: Ends| {
            bench.errors.note(node, !row.expected[port]);
            for &target in &row.passed_on[port] {
                put((target, node, load), next, bench, network);
            }
        };
        let slots = 2 * network.dims;
        let mut at_end = |link: usize, load: Ends| match (end[link], &mut *cut) {
            ((ABSENT, _), Some(cut)) => cut.leave(link / slots, link % slots, load),
            ((node, port), _) => arrive(node as usize, port as usize, load),
        };
        on_way.ended().into_iter().for_each(|(link, load)| at_end(link, load));
        for link in set_bits(&now.valid) {
            if !on_way.takes(link, now.loads[link]) {
                at_end(link, now.loads[link]);
            }
        }
        if let Some(cut) = cut {
            cut.exchange(&mut || ());
            cut.arrivals().for_each(|came| arrive(came.node, came.port, came.message));
        }
    }

    /// Injects the messages of the processors.
    fn inject(&mut self, row: usize) {
        let row = &self.rows[row];
        if row.to_itself {
            (0..self.network.nodes()).for_each(|node| self.bench.errors.note(node, true));
        }
        let ids = Rc::clone(&self.bench.ids);
        for (target, destinations) in &row.injected {
            for ((node, &destination), &source) in destinations.iter().enumerate().zip(ids.iter()) {
                let load = Ends { source, destination };
                put((*target, node, load), &mut self.next, &mut self.bench, &self.network);
            }
        }
    }
}

/// Puts a payload on a link of a node, or into one of its ejection ports.
fn put((target, node, load): (Target, usize, Ends), links: &mut Links, bench: &mut Bench, network: &Network) {
    match target {
        Target::Link(port) => {
            let link = node * 2 * network.dims + port;
            links.loads[link] = load;
            links.valid[link / 64] |= 1 << (link % 64);
        }
        Target::Ejection(port) => {
            let local_port = network.processor[node] * network.local_ports_each as u32 + port as u32;
            bench.ejected.push(Ejected { node: node as u32, port: port as u32, local_port, load });
        }
    }
}

impl Registers for SlotModel<'_> {
    fn network(&self) -> &Network {
        &self.network
    }

    fn errors(&self) -> &Errors {
        &self.bench.errors
    }

    fn clear(&mut self) {
        (self.slot, self.running, self.draining) = (0, false, false);
        self.read.iter_mut().for_each(|row| *row = None);
        self.now.valid.fill(0);
        self.on_way.clear();
        self.bench.clear();
    }

    fn edge(&mut self, start: bool) {
        self.bench.edge(start);
        let row = self.read.pop_front().flatten();
        self.read.push_back((self.running || self.draining).then_some((self.slot, self.running)));
        self.advance(start);
        self.next.valid.fill(0);
        self.route(row.map(|(row, _)| row));
        if let Some((row, true)) = row {
            self.inject(row);
        }
        std::mem::swap(&mut self.now, &mut self.next);
        self.on_way.tick();
    }

    fn log(&self, step: usize, traced: bool, batch: &mut Batch) {
        stamp(batch, step, &self.now.valid, self.bench.status());
        let ends = |ends: &Ends| (ends.source, ends.destination);
        let on_links = set_bits(&self.now.valid).filter(|_| traced).map(|link| (link, self.now.loads[link]));
        passing((on_links.collect(), &self.bench.ejected), ends, step, (&self.network, batch));
    }

    fn exchanged(&self) -> Exchanged {
        self.cut.as_ref().map_or(Exchanged::default(), Cut::exchanged)
    }
}
