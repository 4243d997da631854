//! The model engine: the registers of a network in Rust, cycle by cycle, without Verilator.
//!
//! `headers` has scheduled networks whose messages have headers, `slots` those whose routers are set by the
//! slot, [`buffered`] buffered networks, and [`mod@memory`] networks with message memories.
//!
//! It simulates the emitted files, not the intended schedule: schedule ROMs are read from the files, and
//! messages follow the bits of their headers. The turns that routers wire are read from the emitted module;
//! links are those of the torus. It is written by hand from the description of the hardware
//! (`ARCHITECTURE.md`, header and node) and shares no code with the kernels. Tests compare it with the RTL,
//! which stays the reference, in every cycle. A link in use is a bit that moves, and a message is visited
//! only at the end of a run (`runs`). If many nodes send the same, their messages are visited together
//! (`runs::lockstep`). Links with registers are visited one by one (`links`).
//!
//! Registers and their order are those of the tile engine: slot counter, ROM row, link, ejection register,
//! counter of messages to come. Bounds: headers of up to 128 bits. In a conflict, two messages with headers
//! want one link, or the only ejection port of a node, in one cycle. After it, model and RTL agree only on
//! rings, as `cli/tests/memory/model.rs` checks with damaged programs. In more dimensions the multiplexers of
//! the RTL may mix the two messages, and cycles agree up to the error.

mod bench;
pub mod buffered;
mod delay;
mod due;
mod errors;
mod exits;
mod fields;
mod head;
mod headers;
mod image;
mod links;
pub mod memory;
mod network_links;
mod part;
mod planes;
mod rings;
mod router;
mod runs;
mod sentences;
mod slots;
mod turns;
mod wires;

pub use image::NoRom;

use crate::engine::{Batch, Ejection, ExchangeMachine, Hop, Machine, Network, DONE, ERROR};
use crate::ranks::{Exchanged, Ranks};
use crate::{Manifest, SimError};
use errors::Errors;
use head::with_head;
use headers::HeaderModel;
use router::Exit;
use slots::SlotModel;
use std::path::Path;
use torus_model::{Placement, PortModel};

/// The cycle model of an emitted folder's bench, or of the block of it that this rank computes. Errors:
/// files; no schedule; ROMs of another form.
pub fn cycle_model<'a>(
    dir: &Path,
    manifest: &Manifest,
    placement: &Placement,
    ports: PortModel,
    ranks: Option<&'a dyn Ranks>,
) -> Result<Box<dyn ExchangeMachine + 'a>, SimError> {
    if manifest.memory.is_some() {
        return memory::bench(dir, manifest, placement, ports, ranks);
    }
    if !manifest.has_headers() {
        return Ok(Box::new(SlotModel::new(dir, manifest, placement, ports, ranks)?));
    }
    Ok(with_head!(manifest.header.width, H => {
        Box::new(HeaderModel::<H>::new(dir, manifest, placement, ports, ranks)?)
    }))
}

/// What the cycle models of scheduled networks and of networks with memories share: a sequence of clock
/// edges.
trait Registers {
    fn network(&self) -> &Network;
    fn errors(&self) -> &Errors;
    /// Begins a batch of clock edges.
    fn begin(&mut self) {}
    /// Ends a batch of so many clock edges. Returns whether it has to be run again: then all is as it was
    /// before.
    fn undo(&mut self, _: usize) -> bool {
        false
    }
    /// A clock edge in reset.
    fn clear(&mut self);
    /// A clock edge without reset.
    fn edge(&mut self, start: bool);
    /// Logs what is visible after the edge.
    fn log(&self, step: usize, traced: bool, batch: &mut Batch);
    /// The data sent to other ranks.
    fn exchanged(&self) -> Exchanged;
}

impl<R: Registers> Machine for R {
    fn network(&self) -> &Network {
        Registers::network(self)
    }

    /// The footprint is 0, as only what is in use is visited.
    fn footprint(&self) -> usize {
        0
    }

    fn error_nodes(&mut self) -> Vec<usize> {
        let block = &Registers::network(self).block;
        self.errors().nodes().into_iter().map(|node| block.id(node)).collect()
    }

    fn exchanged(&self) -> Exchanged {
        Registers::exchanged(self)
    }
}

impl<R: Registers> ExchangeMachine for R {
    fn run(&mut self, start: &[bool], reset: bool, traced: bool, batch: &mut Batch) {
        batch.resize(Registers::network(self), start, traced);
        self.begin();
        run_once(self, start, reset, traced, batch);
        if self.undo(start.len()) {
            run_once(self, start, reset, traced, batch);
        }
    }
}

fn run_once(model: &mut impl Registers, start: &[bool], reset: bool, traced: bool, batch: &mut Batch) {
    batch.clear();
    for (step, &start) in start.iter().enumerate() {
        match reset {
            true => model.clear(),
            false => model.edge(start),
        }
        model.log(step, traced, batch);
        batch.end(step);
    }
}

/// Logs what every network shows after a clock edge: links in use, `done_o` and `error_o`.
fn stamp(batch: &mut Batch, step: usize, valid: &[u64], [done, error]: [bool; 2]) {
    batch.valid[step * valid.len()..][..valid.len()].copy_from_slice(valid);
    batch.status[step] = (u8::from(done) * DONE) | (u8::from(error) * ERROR);
}

/// The messages at local ports and on links. `ends`: source and destination of a payload.
fn passing<P>(
    (on_links, ejected): (Vec<(usize, P)>, &[Exit<P>]),
    ends: impl Fn(&P) -> (u32, u32),
    step: usize,
    (network, batch): (&Network, &mut Batch),
) {
    let step = step as u32;
    batch.ejections.append(ejected.iter().map(|exit| {
        let (source, destination) = ends(&exit.load);
        let local_port = network.local_port_id(exit.local_port);
        Ejection { local_port, source, destination, dirty: false }
    }));
    for (link, load) in on_links {
        let (link, (source, destination)) = (network.block.link_id(link) as u32, ends(&load));
        batch.hops[batch.hopped] = Hop { step, link, source, destination };
        batch.hopped += 1;
    }
}
