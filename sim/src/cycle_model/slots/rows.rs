//! What every router does in each slot, read from the files of a network.

use crate::build::{module_path, Shapes};
use crate::cycle_model::exits::{exits, Exit, Source, Target};
use crate::cycle_model::fields::Fields;
use crate::cycle_model::image::NoRom;
use crate::{Manifest, SimError};
use std::path::Path;
use std::rc::Rc;
use torus_model::{route::bits, PortModel, Torus};

/// What every router does in a cycle.
#[derive(Clone, Default)]
pub struct Row {
    /// For each port, whether a message may arrive, and where it goes.
    pub expected: Vec<bool>,
    pub passed_on: Vec<Vec<Target>>,
    /// For each local port, where its message goes first, and its destination minus its source.
    pub injected: Vec<(Target, Rc<[u32]>)>,
    /// Whether some message is addressed to its own source.
    pub to_itself: bool,
}

/// What a row of a ROM contains for a local port.
struct Injected {
    valid: bool,
    offset: Rc<[u32]>,
}

impl Row {
    /// A row in which nothing is expected, taken or injected.
    pub fn idle(torus: &Torus) -> Row {
        let slots = torus.port_slots();
        Row { expected: vec![false; slots], passed_on: vec![vec![]; slots], ..Row::default() }
    }
}

/// The rows of the network's ROM. Errors: files; no ROM.
pub fn rows(
    dir: &Path,
    manifest: &Manifest,
    torus: &Torus,
    ports: PortModel,
    slots: usize,
) -> Result<Vec<Row>, SimError> {
    let shapes = Shapes::read(dir, manifest, false)?;
    let rom = shapes.roms.iter().flatten().find(|rom| rom.name == "rom");
    let rom = rom.ok_or_else(|| NoRom { path: module_path(dir, &manifest.name) })?;
    let exits =
        exits(dir, &format!("{}_router", manifest.name), (torus.port_slots(), ports.local_ports(torus)))?;
    let row = |slot| row(Fields::new(rom, slot), &exits, torus, ports);
    Ok((0..slots).map(row).collect())
}

/// Parses a row: local ports, exits, expected arrivals.
fn row(mut fields: Fields, exits: &[Exit], torus: &Torus, ports: PortModel) -> Row {
    let mut row = Row::idle(torus);
    let local_ports = ports.existing_local_ports(torus);
    let injected: Vec<(usize, Injected)> =
        local_ports.into_iter().map(|local_port| (local_port, Injected::read(&mut fields, torus))).collect();
    let of_port = |port| injected.iter().find(|(other, one)| *other == port && one.valid).map(|(_, one)| one);
    for exit in exits {
        match exit.taken(fields.take(exit.bits())) {
            Some(Source::Arrival(port)) => row.passed_on[port].push(exit.target),
            Some(Source::Injection(port)) => {
                row.injected.extend(of_port(port).map(|one| (exit.target, Rc::clone(&one.offset))))
            }
            None => {}
        }
    }
    torus.ports().for_each(|port| row.expected[port.index()] = fields.bit());
    row.to_itself = injected.iter().any(|(_, one)| one.valid && one.offset.iter().all(|&x| x == 0));
    row
}

impl Injected {
    fn read(fields: &mut Fields, torus: &Torus) -> Self {
        let valid = fields.bit();
        let offset = torus.dims().iter().map(|&n| fields.number(bits(n as usize).max(1)));
        Injected { valid, offset: offset.collect() }
    }
}
