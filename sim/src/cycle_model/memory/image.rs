//! What is read from the emitted files: the rows of programs and expected-data ROMs, and the numbers that
//! modules state.
//!
//! A row of a program is `cycles, last, again`, then for each existing local port `send` (with one port also
//! `port`) and `head, from, to`. A row of an expected-data ROM is `valid, address`, then an offset for each
//! dimension. The least significant field comes first (`docs/memory.md`).

use crate::build::{module_path, stated, Shapes};
use crate::cycle_model::{fields::Fields, image::NoRom};
use crate::engine::Contents;
use crate::{Manifest, SimError};
use std::path::Path;
use torus_model::{route::bits, HeaderLayout, PortModel, Torus};

/// What a local port sends while a row is active.
#[derive(Clone, Debug)]
pub struct RemoteWrite {
    /// The link by which it leaves.
    pub port: usize,
    /// Its header on the first link.
    pub head: u128,
    /// The address of the block's first flit.
    pub from: u32,
    /// The address of that flit at the receiver.
    pub to: u32,
}

/// A row of a program.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Cycles for which it is active, less one.
    pub cycles: u32,
    /// Whether it is the last row of a phase.
    pub last: bool,
    /// With `last`: the phase is repeated for the next flit. Without `last`: halt.
    pub again: bool,
    /// The remote writes of the row, one for each port that sends.
    pub writes: Vec<RemoteWrite>,
}

/// The most bits of a row's number of cycles.
const CYCLES: usize = u32::BITS as usize;

/// A row of an expected-data ROM.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Whether the row names a block.
    pub valid: bool,
    /// The address of the block's first flit.
    pub place: u32,
    /// The offset of the other processor from this one.
    pub partner: Vec<u32>,
}

/// The numbers that sequencer and self-test agent state in their text.
#[derive(Clone, Copy, Debug)]
pub struct Constants {
    /// The number of a phase's last pass.
    pub last_pass: u32,
    /// The number of a block's last flit.
    pub last_flit: u32,
    /// The last row of an expected-data ROM with a block to load.
    pub load_row: u32,
    /// The last row of an expected-data ROM with a result.
    pub result_row: u32,
}

impl Constants {
    /// Reads the numbers of an emitted folder. Errors: files; a missing number.
    pub fn read(dir: &Path, manifest: &Manifest) -> Result<Self, SimError> {
        let number = |module: &str, name: &'static str| stated(dir, manifest, module, name);
        Ok(Constants {
            last_pass: number("sequencer", "LAST_PASS")?,
            last_flit: number("self_test", "LAST_FLIT")?,
            load_row: number("self_test", "LOAD_ROW")?,
            result_row: number("self_test", "RESULT_ROW")?,
        })
    }
}

/// How rows of a network's ROMs are divided into fields.
pub struct Form<'a> {
    dir: &'a Path,
    manifest: &'a Manifest,
    torus: &'a Torus,
    ports: PortModel,
    address: usize,
}

impl<'a> Form<'a> {
    /// The form for a network with memories whose addresses have `address` bits.
    pub fn new(
        dir: &'a Path,
        manifest: &'a Manifest,
        torus: &'a Torus,
        ports: PortModel,
        address: usize,
    ) -> Self {
        Form { dir, manifest, torus, ports, address }
    }

    /// A ROM of a kind. Error: the kind has none.
    fn rom<'b>(&self, shapes: &'b Shapes, kind: usize, name: &str) -> Result<&'b Contents, SimError> {
        let rom = shapes.roms[kind].iter().find(|rom| rom.name == name);
        rom.ok_or_else(|| self.other(kind))
    }

    /// The error for a ROM of another form.
    fn other(&self, kind: usize) -> SimError {
        NoRom { path: module_path(self.dir, &self.manifest.kinds[kind].node) }.into()
    }

    /// The program of a kind, including the rows after its end. Error: rows of another width.
    pub fn program(&self, shapes: &Shapes, kind: usize) -> Result<Vec<Row>, SimError> {
        let rom = self.rom(shapes, kind, "program")?;
        let local_ports = self.ports.existing_local_ports(self.torus).len();
        let row = self.manifest.rom.map_or(0, |rom| rom.row_bits);
        let cycles = row.checked_sub(2 + local_ports * self.local_port_bits());
        let fits = |cycles: &usize| *cycles <= CYCLES && row.div_ceil(32) == rom.words;
        let cycles = cycles.filter(fits).ok_or_else(|| self.other(kind))?;
        Ok((0..rom.data.len() / rom.words).map(|row| self.row(Fields::new(rom, row), cycles)).collect())
    }

    fn one(&self) -> bool {
        self.ports != PortModel::AllPort
    }

    fn local_port_bits(&self) -> usize {
        let layout = HeaderLayout::new(self.torus);
        1 + usize::from(self.one()) * layout.port_bits + layout.width() + 2 * self.address
    }

    fn row(&self, mut fields: Fields, cycles: usize) -> Row {
        let (cycles, last, again) = (fields.number(cycles), fields.bit(), fields.bit());
        let local_ports = self.ports.existing_local_ports(self.torus).into_iter();
        let writes = local_ports.filter_map(|local_port| self.put(&mut fields, local_port)).collect();
        Row { cycles, last, again, writes }
    }

    fn put(&self, fields: &mut Fields, local_port: usize) -> Option<RemoteWrite> {
        let (layout, sends) = (HeaderLayout::new(self.torus), fields.bit());
        let port = if self.one() { fields.number(layout.port_bits) as usize } else { local_port };
        let head = fields.take(layout.width());
        let (from, to) = (fields.number(self.address), fields.number(self.address));
        sends.then_some(RemoteWrite { port, head, from, to })
    }

    /// The expected-data ROM of a kind.
    pub fn expected_data(&self, shapes: &Shapes, kind: usize) -> Result<Vec<Entry>, SimError> {
        let rom = self.rom(shapes, kind, "expected_rom")?;
        Ok((0..rom.data.len() / rom.words).map(|row| self.entry(Fields::new(rom, row))).collect())
    }

    fn entry(&self, mut fields: Fields) -> Entry {
        let (valid, place) = (fields.bit(), fields.number(self.address));
        let offset = |&n: &u32| fields.number(bits(n as usize).max(1));
        Entry { valid, place, partner: self.torus.dims().iter().map(offset).collect() }
    }
}
