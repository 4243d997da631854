//! The model of scheduled networks whose messages have headers.
//!
//! Where classes of messages move together and two of them meet, the links go back to an earlier state
//! ([`RowWires::undo`]). So the rest of the model keeps that state too, and what it was told since then.

use super::bench::Bench;
use super::errors::Errors;
use super::head::Head;
use super::image::Images;
use super::network_links::row_wires;
use super::part::network;
use super::router::Router;
use super::wires::{on_links, RowWires};
use super::{passing, stamp, Registers};
use crate::build::Shapes;
use crate::engine::{Batch, Ends, Network, ABSENT};
use crate::ranks::{Exchanged, Ranks};
use crate::{Manifest, SimError};
use std::collections::VecDeque;
use std::path::Path;
use torus_model::{Placement, PortModel};

/// The registers of the network and its bench.
pub struct HeaderModel<'a, H> {
    network: Network,
    bench: Bench,
    /// The messages that every row of a class injects.
    images: Images,
    links: Box<dyn RowWires<H> + 'a>,
    /// The slot counter, which rests on the row after the last one, and the rows in the registers of the
    /// ROMs, the oldest first.
    slot: usize,
    read: VecDeque<Option<usize>>,
    /// An earlier state of all of these but the links, where the links can go back to it; and `start_i` in
    /// the cycles since then.
    kept: Option<(usize, VecDeque<Option<usize>>, Bench)>,
    since: Vec<bool>,
}

/// The cycles after which the state is kept again. Large networks run a cycle at a time, and to keep the
/// state of every cycle would take as long as running it.
const KEPT_FOR: usize = 256;

impl<'a, H: Head> HeaderModel<'a, H> {
    /// The model of an emitted folder. Errors: files; no schedule; ROMs of another form.
    pub fn new(
        dir: &Path,
        manifest: &Manifest,
        placement: &Placement,
        ports: PortModel,
        ranks: Option<&'a dyn Ranks>,
    ) -> Result<Self, SimError> {
        let (_, latency) = manifest.scheduled(dir)?;
        let shapes = Shapes::read(dir, manifest, false)?;
        let torus = placement.torus();
        let network = network(manifest, placement, ports, ranks);
        let images = Images::read(dir, manifest, &shapes, torus, ports)?;
        let router = Router::new(dir, manifest, torus, &network, ports)?;
        Ok(HeaderModel {
            bench: Bench::new(&network),
            slot: images.slots,
            read: vec![None; latency.rom_registers()].into(),
            kept: None,
            since: Vec::new(),
            links: row_wires(router, &network, &images, ranks),
            images: images.of_block(&network.block),
            network,
        })
    }

    /// Advances the slot counter.
    fn advance(&mut self, start: bool) {
        let (ready, slots) = (self.slot + 1 >= self.images.slots, self.images.slots);
        match (start, ready) {
            (true, true) => self.slot = 0,
            (_, false) => self.slot += 1,
            (false, true) => self.slot = slots.min(self.slot + 1),
        }
        if start && !ready {
            let processors = self.network.processor.iter().enumerate();
            processors
                .filter(|(_, p)| **p != ABSENT)
                .for_each(|(node, _)| self.bench.errors.note(node, true));
        }
    }
}

impl<H: Head> Registers for HeaderModel<'_, H> {
    fn network(&self) -> &Network {
        &self.network
    }

    fn errors(&self) -> &Errors {
        &self.bench.errors
    }

    fn begin(&mut self) {
        if self.kept.is_none() || self.since.len() >= KEPT_FOR {
            let state = || (self.slot, self.read.clone(), self.bench.clone());
            self.kept = self.links.keep().then(state);
            self.since.clear();
        }
    }

    /// Goes back to the state that was kept, and runs the cycles since then up to the batch.
    fn undo(&mut self, steps: usize) -> bool {
        let Some(kept) = self.kept.take_if(|_| self.links.undo()) else { return false };
        (self.slot, self.read, self.bench) = kept;
        let since = std::mem::take(&mut self.since);
        since[..since.len() - steps].iter().for_each(|&start| Registers::edge(self, start));
        true
    }

    fn clear(&mut self) {
        self.slot = self.images.slots;
        self.read.iter_mut().for_each(|row| *row = None);
        self.links.clear();
        self.bench.clear();
        self.kept = None;
    }

    fn edge(&mut self, start: bool) {
        if self.kept.is_some() {
            self.since.push(start);
        }
        self.bench.edge(start);
        let row = self.read.pop_front().flatten();
        self.read.push_back((self.slot < self.images.slots).then_some(self.slot));
        self.advance(start);
        self.links.route(&mut self.bench.ejected, &mut self.bench.errors);
        if let Some(row) = row {
            self.links.inject_row(&self.images, row, &mut self.bench.errors);
        }
        self.links.flip();
    }

    fn log(&self, step: usize, traced: bool, batch: &mut Batch) {
        stamp(batch, step, self.links.valid(), self.bench.status());
        let ends = |ends: &Ends| (ends.source, ends.destination);
        passing(
            (on_links(self.links.as_ref(), traced), &self.bench.ejected),
            ends,
            step,
            (&self.network, batch),
        );
    }

    fn exchanged(&self) -> Exchanged {
        self.links.exchanged()
    }
}
