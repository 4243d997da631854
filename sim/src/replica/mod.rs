//! The model engine: a network's registers in plain Rust, cycle by cycle, without Verilator.
//!
//! Here the scheduled network, in [`buffered`] that of buffered routers.
//!
//! It runs what was emitted, not what was meant: schedule ROMs are read from the emitted files, messages follow their headers'
//! bits. Written by hand from the description of the hardware (`ARCHITECTURE.md`, header and node), it shares no code with the
//! kernels; tests hold it equal to the RTL in every cycle. Only links in use are visited, a bit for each, so an idle
//! network costs next to nothing. The RTL stays the reference: turns that a router does not wire are not known here, and
//! wiring is the torus's.
//!
//! Registers and their order are those of the tile engine: slot counter, ROM row, link, eject register, counter of
//! messages to come. Bounds: scheduled networks without memories, headers of up to 128 bits.

pub mod buffered;
mod image;
mod router;

use crate::build::Shapes;
use crate::ffi::{Batch, Ejection, Hop, Network, DONE, ERROR};
use crate::machine::Machine;
use crate::{Manifest, SimError};
use image::Images;
use router::{Exit, Links, Message};
use std::path::Path;
use torus_model::{schedule::PortModel, Placement, Torus};

/// The network's registers.
pub struct Replica {
    network: Network,
    torus: Torus,
    lanes: usize,
    images: Images,
    links: Links,
    /// The slot counter, which rests on the row after the last, and the row in the ROMs' registers.
    slot: usize,
    row: Option<usize>,
    ejected: Vec<Exit>,
    /// Messages still to come, for every processor, and how many processors await none.
    pending: Vec<u64>,
    content: usize,
    started: bool,
    errors: Vec<bool>,
    /// The bench's registers behind all nodes, as in the tile engine.
    all_done: bool,
    done: bool,
    error: bool,
}

impl Replica {
    /// The network of an emitted folder. Errors: files, message memories, no schedule, ROMs of another form.
    pub fn new(
        dir: &Path,
        manifest: &Manifest,
        placement: &Placement,
        ports: PortModel,
    ) -> Result<Self, SimError> {
        if manifest.stored.is_some() {
            return Err(SimError::NotModelled { dir: dir.to_path_buf() });
        }
        manifest.scheduled(dir)?;
        let shapes = Shapes::read(dir, manifest, false)?;
        let torus = placement.torus().clone();
        let images = Images::read(dir, manifest, &shapes, placement, ports)?;
        let network = crate::run::network(manifest, placement, ports, Shapes::apart(manifest.kinds.len()));
        let links = Links::new(&torus, &network, ports);
        Ok(Replica {
            lanes: ports.lanes(&torus),
            slot: images.slots,
            row: None,
            ejected: Vec::new(),
            pending: vec![0; network.processors],
            content: network.processors,
            started: false,
            errors: vec![false; torus.len()],
            all_done: false,
            done: false,
            error: false,
            network,
            torus,
            images,
            links,
        })
    }

    fn clear(&mut self) {
        self.slot = self.images.slots;
        self.row = None;
        self.links.clear();
        self.ejected.clear();
        self.pending.fill(0);
        self.content = self.pending.len();
        self.started = false;
        self.errors.fill(false);
        (self.all_done, self.done, self.error) = (false, false, false);
    }

    /// One clock edge out of reset.
    fn edge(&mut self, start: bool) {
        self.done = self.all_done;
        self.error |= self.errors.contains(&true);
        self.count(start);
        let row = self.row;
        self.row = (self.slot < self.images.slots).then_some(self.slot);
        self.advance(start);
        self.links.route(&mut self.ejected, &mut self.errors);
        if let Some(row) = row {
            self.inject(row);
        }
        self.links.flip();
    }

    /// The endpoints: what has arrived, what is to come.
    fn count(&mut self, start: bool) {
        let batch = self.pending.len() as u64 - 1;
        if start {
            self.pending.iter_mut().for_each(|pending| *pending += batch);
            self.content = self.pending.iter().filter(|pending| **pending == 0).count();
        }
        for exit in std::mem::take(&mut self.ejected) {
            let Message { source, destination, .. } = exit.message;
            let wrong = destination as usize != exit.node || source as usize == exit.node;
            let pending = &mut self.pending[exit.lane / self.lanes];
            self.errors[exit.node] |= wrong || *pending == 0;
            self.content += usize::from(*pending == 1);
            *pending = pending.saturating_sub(1);
        }
        self.all_done = self.started && !start && self.content == self.pending.len();
        self.started |= start;
    }

    /// The slot counter.
    fn advance(&mut self, start: bool) {
        let ready = self.slot + 1 >= self.images.slots;
        match (start, ready) {
            (true, true) => self.slot = 0,
            (_, false) => self.slot += 1,
            (false, true) => self.slot = self.images.slots.min(self.slot + 1),
        }
        if start && !ready {
            let processors = self.network.processor.iter().enumerate();
            processors
                .filter(|(_, p)| **p != crate::ffi::ABSENT)
                .for_each(|(node, _)| self.errors[node] = true);
        }
    }

    /// The messages of a ROM row.
    fn inject(&mut self, row: usize) {
        for group in &self.images.groups {
            for put in &group.rows[row] {
                for seat in &group.seats {
                    let destination = put.destination(&self.torus, &seat.coordinates);
                    let message = Message { head: put.head, source: seat.node, destination };
                    self.errors[seat.node as usize] |= destination == seat.node;
                    let link = seat.node as usize * self.torus.port_slots() + put.port;
                    self.links.send(link, message, seat.node as usize, &mut self.errors);
                }
            }
        }
    }

    fn log(&self, step: usize, traced: bool, batch: &mut Batch) {
        let words = self.links.valid();
        batch.valid[step * words.len()..][..words.len()].copy_from_slice(words);
        batch.status[step] = (u8::from(self.done) * DONE) | (u8::from(self.error) * ERROR);
        let step = step as u32;
        for Exit { lane, message: Message { source, destination, .. }, .. } in &self.ejected {
            let (lane, source, destination) = (*lane as u32, *source, *destination);
            batch.ejections[batch.ejected] = Ejection { step, lane, source, destination, dirty: 0 };
            batch.ejected += 1;
        }
        if traced {
            self.links.each(|link, Message { source, destination, .. }| {
                let (link, source, destination) = (link as u32, *source, *destination);
                batch.hops[batch.hopped] = Hop { step, link, source, destination };
                batch.hopped += 1;
            });
        }
    }
}

impl Machine for Replica {
    fn network(&self) -> &Network {
        &self.network
    }

    fn run(&mut self, start: &[bool], reset: bool, traced: bool, batch: &mut Batch) {
        batch.resize(&self.network, start, traced);
        (batch.ejected, batch.hopped) = (0, 0);
        for (step, &start) in start.iter().enumerate() {
            match reset {
                true => self.clear(),
                false => self.edge(start),
            }
            self.log(step, traced, batch);
        }
    }

    fn error_nodes(&mut self) -> Vec<usize> {
        (0..self.errors.len()).filter(|&node| self.errors[node]).collect()
    }
}
