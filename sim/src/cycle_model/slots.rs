//! The cycle model of networks whose routers are set by the slot.
//!
//! All nodes do the same in a cycle: a row says which source every exit of every router takes. Rows and exits
//! are read from the emitted files (`rows`), or computed by the rule of an emitted generator (`generated`).
//! Registers and their order are those of the RTL: slot counter, rows read, links, ejection ports, traffic
//! agents.
//!
//! Bounds: a row that takes two pairs of sources at one exit mixes payloads in the RTL, while here the later
//! pair is taken. No emitted ROM has such a row.

mod each;
mod generated;
mod rows;
mod together;

use super::bench::Bench;
use super::errors::Errors;
use super::part::network;
use super::{passing, stamp, Registers};
use crate::engine::{Batch, Ends, Network};
use crate::ranks::{Exchanged, Ranks};
use crate::{Manifest, SimError};
use each::EachLink;
use rows::Row;
use std::collections::VecDeque;
use std::path::Path;
use together::Together;
use torus_model::{Placement, PortModel, Torus};

/// The links of a network in which every node does the same.
trait SlotLinks {
    /// Removes all messages.
    fn clear(&mut self);
    /// The links in use, bit = link id.
    fn valid(&self) -> &[u64];
    /// The message on every link in use, by link id.
    fn loads(&self) -> Vec<(usize, Ends)>;
    /// Routes the messages that arrive on links, as a row says.
    fn route(&mut self, row: &Row, bench: &mut Bench, network: &Network);
    /// Puts the messages of all processors that a row sends on links.
    fn inject(&mut self, row: &Row, bench: &mut Bench, network: &Network);
    /// The clock edge.
    fn flip(&mut self);
    /// The data sent to other ranks.
    fn exchanged(&self) -> Exchanged;
}

/// The network's registers.
pub(super) struct SlotModel<'a> {
    network: Network,
    bench: Bench,
    rows: Vec<Row>,
    /// The row of routers when no row is read.
    idle: Row,
    /// Slots from the end of the last frame until its messages have arrived.
    drain: usize,
    slot: usize,
    /// Whether a frame is under way, and whether messages of the last frame still are.
    running: bool,
    draining: bool,
    /// The rows in the registers of the ROM, the oldest first, and whether each sends.
    read: VecDeque<Option<(usize, bool)>>,
    links: Box<dyn SlotLinks + 'a>,
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
            true => generated::rows(dir, manifest, torus, slots)?,
            false => rows::rows(dir, manifest, torus, ports, slots)?,
        };
        Ok(SlotModel {
            bench: Bench::new(&network),
            rows,
            idle: Row::idle(torus),
            drain: (schedule.makespan as usize + 1).saturating_sub(schedule.length as usize),
            slot: 0,
            running: false,
            draining: false,
            read: vec![None; latency.rom_registers()].into(),
            links: links(torus, &network, ranks),
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
}

/// The links of a network: all nodes at once, or one by one on several ranks and if they have registers.
fn links<'a>(torus: &Torus, network: &Network, ranks: Option<&'a dyn Ranks>) -> Box<dyn SlotLinks + 'a> {
    match network.most_stages == 0 && ranks.is_none() {
        true => Box::new(Together::new(torus)),
        false => Box::new(EachLink::new(torus, network, ranks)),
    }
}

/// Injects the messages of a row, from all processors.
fn inject(row: &Row, links: &mut dyn SlotLinks, bench: &mut Bench, network: &Network) {
    if row.to_itself {
        (0..network.nodes()).for_each(|node| bench.errors.note(node, true));
    }
    links.inject(row, bench, network);
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
        self.links.clear();
        self.bench.clear();
    }

    fn edge(&mut self, start: bool) {
        self.bench.edge(start);
        let row = self.read.pop_front().flatten();
        self.read.push_back((self.running || self.draining).then_some((self.slot, self.running)));
        self.advance(start);
        let SlotModel { links, bench, network, rows, idle, .. } = self;
        links.route(row.map_or(&*idle, |(row, _)| &rows[row]), bench, network);
        if let Some((row, true)) = row {
            inject(&rows[row], links.as_mut(), bench, network);
        }
        links.flip();
    }

    fn log(&self, step: usize, traced: bool, batch: &mut Batch) {
        stamp(batch, step, self.links.valid(), self.bench.status());
        let ends = |ends: &Ends| (ends.source, ends.destination);
        let on_links = if traced { self.links.loads() } else { Vec::new() };
        passing((on_links, &self.bench.ejected), ends, step, (&self.network, batch));
    }

    fn exchanged(&self) -> Exchanged {
        self.links.exchanged()
    }
}

#[cfg(test)]
mod tests;
