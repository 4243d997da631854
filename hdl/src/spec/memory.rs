//! The specification of the nodes of a network with message memories.

use crate::signal::Bv;
use crate::spec::{NodeSpec, LINK_LATENCY};
use torus_model::collective::{Program, RemoteWrite, TURNAROUND};
use torus_model::route::{bits, coordinate_bits};
use torus_model::{HeaderLayout, PayloadLayout, Port, PortModel, RomStyle, Route, Torus};

/// All parameters of the modules of one network.
#[derive(Clone, Debug)]
pub struct MemorySpec<'a> {
    /// The name of the network. Every module name starts with it.
    pub name: &'a str,
    /// The torus.
    pub torus: &'a Torus,
    /// Bits of a flit's data, W. The number is even, and each half holds a node id.
    pub width: usize,
    /// The number of processors.
    pub processors: usize,
    /// The banks and the rows. All classes are different.
    pub program: &'a Program,
    /// The turns that routers wire, `(port of arrival, port of departure)`. Straight on is always wired.
    pub turns: Vec<(Port, Port)>,
    /// Comment lines for every file: generator and version, digest of the schedule.
    pub header: Vec<String>,
    /// Whether some node has no processor.
    pub with_transit: bool,
}

/// Every turn `(port of arrival, port of departure)` that some route of a program makes, in order.
pub fn turns(program: &Program) -> Vec<(Port, Port)> {
    Route::turns(remote_writes(program).map(|write| &write.route))
}

/// The remote writes that the local ports of all classes send.
fn remote_writes(program: &Program) -> impl Iterator<Item = &RemoteWrite> {
    program.classes.iter().flat_map(|class| &class.rows).flat_map(|row| row.writes.iter().flatten())
}

impl MemorySpec<'_> {
    /// `NAME_<kind>`: `router`, `transit`, `bank`, `memory`, `sequencer`, `core` or `self_test`.
    pub fn module(&self, kind: &str) -> String {
        format!("{}_{kind}", self.name)
    }

    /// `NAME_<kind>`, or `NAME_<kind>_c<class>` where there are several: `program`, `node`, `expected_rom` or
    /// `tile`.
    pub fn class_module(&self, kind: &str, class: usize) -> String {
        let suffix = if self.program.classes.len() > 1 { format!("_c{class}") } else { String::new() };
        self.module(kind) + &suffix
    }

    /// Cycles from a tile's `start_i` to slot 0 on the links. Its blocks are loaded before that.
    pub fn start_to_link(&self) -> u32 {
        self.load_cycles() + 1 + LINK_LATENCY as u32
    }

    /// Cycles from a tile's `start_i` to its `done_o`.
    pub fn start_to_done(&self) -> u32 {
        self.load_cycles() + self.program.slots + self.result_cycles() + 6
    }

    /// Cycles from `start_i` to `done_o` of a bench with one register after the tiles, less the makespan.
    pub fn makespan_to_done(&self) -> u32 {
        self.start_to_done() + 1 - self.program.makespan
    }

    /// Cycles in which blocks are loaded. They are the same for all classes.
    fn load_cycles(&self) -> u32 {
        self.load_rows() as u32 * self.program.flits
    }

    /// Cycles in which results are read back. They are the same for all classes.
    fn result_cycles(&self) -> u32 {
        self.result_rows() as u32 * self.program.flits
    }

    /// Rows of an expected-data ROM for blocks to load, with those that are not valid.
    pub fn load_rows(&self) -> usize {
        self.program.classes.iter().map(|class| class.load.len()).max().unwrap_or(0)
    }

    /// Rows of an expected-data ROM for results, with those that are not valid.
    pub fn result_rows(&self) -> usize {
        self.program.classes.iter().map(|class| class.results.len()).max().unwrap_or(0)
    }

    /// Bits of a program's row.
    pub fn row_bits(&self) -> usize {
        let (widths, ports) = (self.widths(), self.program.ports);
        let port = if ports == PortModel::AllPort { 0 } else { widths.layout.port_bits };
        let local_port = 1 + port + widths.head() + 2 * widths.address();
        widths.cycles + 2 + ports.existing_local_ports(self.torus).len() * local_port
    }

    /// The widths of all ports and fields.
    pub fn widths(&self) -> MemoryWidths {
        let program = self.program;
        let rows = program.classes.iter().map(|class| class.rows.len()).max().unwrap_or(0);
        let longest = program.classes.iter().flat_map(|class| &class.rows).map(|row| row.cycles).max();
        MemoryWidths {
            layout: HeaderLayout::new(self.torus),
            data: self.width,
            bank: bits(program.banks),
            index: program.index_bits(),
            id: bits(self.torus.len()).max(1),
            coordinates: coordinate_bits(self.torus),
            cycles: bits(longest.unwrap_or(1) as usize).max(1),
            row: bits(rows + 1).max(1),
            flit: bits(program.flits as usize).max(1),
            expected_row: bits(self.load_rows() + self.result_rows()).max(1),
        }
    }

    /// The layout of payloads in the bench.
    pub fn payload(&self) -> PayloadLayout {
        let (nodes, program) = (self.torus.len(), self.program);
        PayloadLayout::of_blocks(self.width, nodes, program.flits as usize, program.broadcast)
    }

    /// Bits beside the payload on the links of each existing port: `{request, header}`.
    pub fn link_heads(&self) -> Vec<usize> {
        self.router().link_heads()
    }

    /// The specification of the network's scheduled router. Its payload is an address and data.
    pub(crate) fn router(&self) -> NodeSpec<'_> {
        NodeSpec {
            name: self.name,
            torus: self.torus,
            width: self.widths().payload(),
            processors: self.processors,
            ports: self.program.ports,
            images: &[],
            flips: &[],
            turns: &self.turns,
            slot_table: None,
            rom_style: RomStyle::Auto,
            overlap: 1,
            header: self.header.clone(),
            with_transit: self.with_transit,
        }
    }

    /// Panics with a message if the specification contradicts itself.
    pub(crate) fn check(&self) {
        let (widths, program) = (self.widths(), self.program);
        assert!(self.width % 2 == 0, "A payload of {} bits cannot be halved.", self.width);
        assert!(
            self.width / 2 >= widths.id,
            "Half a payload of {} bits does not hold a node id of {} bits.",
            self.width,
            widths.id
        );
        assert!(widths.layout.width() <= Bv::MAX_WIDTH, "A header is wider than the kernels hold.");
        assert!((1..=self.torus.len()).contains(&self.processors), "{} processors.", self.processors);
        assert!(program.banks > 0 && program.flits > 0, "Banks and flits are at least 1.");
        assert!(program.flits as usize <= program.depth, "A bank does not hold one block.");
        assert!(self.load_rows() > 0 && self.result_rows() > 0, "Nothing is loaded, or nothing results.");
        assert!(
            program.slots >= program.makespan + TURNAROUND,
            "A program ends before its last flit is kept."
        );
        let missing = turns(program).into_iter().find(|turn| !self.turns.contains(turn));
        assert!(missing.is_none(), "A turn of the program is not wired: {missing:?}.");
        self.check_rows();
    }

    /// Panics unless rows have the local ports of the port model, last at least a cycle and name existing
    /// places.
    fn check_rows(&self) {
        let (program, local_ports) = (self.program, self.program.ports.local_ports(self.torus));
        let mut rows = program.classes.iter().flat_map(|class| &class.rows);
        assert!(
            rows.all(|row| row.writes.len() == local_ports && row.cycles > 0),
            "A row has not {local_ports} local ports."
        );
        let loads = program.classes.iter().flat_map(|class| class.load.iter().chain(&class.results));
        let places = loads.map(|place| place.address);
        let mut all = places.chain(remote_writes(program).flat_map(|write| [write.from, write.to]));
        let beyond = all.find(|a| a.bank >= program.banks || a.index >= program.depth);
        assert!(beyond.is_none(), "An address is beyond the memory: {beyond:?}.");
    }
}

/// Widths of ports and fields, in bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryWidths {
    /// Fields of a header; `layout.width()` is HW.
    pub layout: HeaderLayout,
    /// A flit's data, W.
    pub data: usize,
    /// Number of a bank. 0 with one bank.
    pub bank: usize,
    /// Place in a bank.
    pub index: usize,
    /// A node id, IDW.
    pub id: usize,
    /// A coordinate in each dimension, OWi.
    pub coordinates: Vec<usize>,
    /// Cycles of a row, less one: CW.
    pub cycles: usize,
    /// Number of a program's row.
    pub row: usize,
    /// Number of a block's flit.
    pub flit: usize,
    /// Number of an expected-data ROM's row.
    pub expected_row: usize,
}

impl MemoryWidths {
    /// HW.
    pub fn head(&self) -> usize {
        self.layout.width()
    }

    /// A: `{bank, index}`.
    pub fn address(&self) -> usize {
        self.bank + self.index
    }

    /// The payload of the scheduled router: `{receiver's address, data}`, A + W bits.
    pub fn payload(&self) -> usize {
        self.address() + self.data
    }

    /// An address as a number.
    pub(crate) fn place(&self, address: torus_model::collective::Address) -> u128 {
        (address.bank as u128) << self.index | address.index as u128
    }
}
