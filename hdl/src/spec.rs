//! The specification of a scheduled network's nodes, and the widths and names that follow from it.

pub mod buffered;
pub mod memory;
pub mod slot_table;

pub use slot_table::{Exit, SlotTable, SlotTableError, Source, Target};

use std::collections::BTreeSet;
use torus_model::route::{bits, coordinate_bits};
use torus_model::{HeaderLayout, Port, PortModel, RomImage, RomStyle, Switching, Torus};

/// Up to this number of rows, a memory is better in logic than in a block RAM.
pub const LOGIC_ROWS: usize = 32;

/// The same for a schedule ROM, which has registers after its block RAM.
const SCHEDULE_LOGIC_ROWS: usize = 16;

/// Clock cycles from `start_i` to the first slot of the schedule on the links, if rows come from logic.
pub const LINK_LATENCY: usize = 3;

/// Whether the rows of this number of slots come from a block RAM.
fn in_block_ram(slots: usize, style: RomStyle) -> bool {
    match style {
        RomStyle::Auto => slots > SCHEDULE_LOGIC_ROWS,
        RomStyle::Logic => false,
        RomStyle::Block => true,
    }
}

/// Registers from the slot counter to the router: the row register, and before it two of a block RAM.
fn rom_registers(in_block_ram: bool) -> usize {
    1 + 2 * usize::from(in_block_ram)
}

/// Clock cycles from `start_i` to the first slot of the schedule on the links. There are two more if rows
/// come from a block RAM. Generated rows come from logic.
pub fn link_latency(slots: usize, switching: Switching, style: RomStyle) -> usize {
    LINK_LATENCY - 1 + rom_registers(switching != Switching::Generator && in_block_ram(slots, style))
}

/// All parameters of the modules of one network.
#[derive(Clone, Debug)]
pub struct NodeSpec<'a> {
    /// The name of the network. Every module name starts with it.
    pub name: &'a str,
    /// The torus.
    pub torus: &'a Torus,
    /// Bits of a payload. The number is even, and each half holds a node id.
    pub width: usize,
    /// The number of processors.
    pub processors: usize,
    /// The local ports of a processor, in each direction.
    pub ports: PortModel,
    /// One image for each processor class. All are different and of the same length.
    pub images: &'a [RomImage],
    /// The dimensions in which a node of odd coordinate sends its image mirrored: those of dihedral tables.
    /// Each of them has both ports.
    pub flips: &'a [usize],
    /// The turns that routers wire, `(port of arrival, port of departure)`. Straight on is always wired.
    pub turns: &'a [(Port, Port)],
    /// The work of every router in each slot, if links carry no headers. There is then one image, no flips,
    /// and a processor on every node.
    pub slot_table: Option<&'a SlotTable>,
    /// Whether schedule ROMs are in logic or block RAM.
    pub rom_style: RomStyle,
    /// The largest number of frames that are under way at once.
    pub overlap: usize,
    /// Comment lines for every file: generator and version, digest of the schedule.
    pub header: Vec<String>,
    /// Whether some node has no processor.
    pub with_transit: bool,
}

impl NodeSpec<'_> {
    /// `NAME_router`.
    pub fn router_module(&self) -> String {
        format!("{}_router", self.name)
    }

    /// `NAME_transit`, the router of a node without processor.
    pub fn transit_module(&self) -> String {
        format!("{}_transit", self.name)
    }

    /// `NAME_agent`.
    pub fn agent_module(&self) -> String {
        format!("{}_agent", self.name)
    }

    /// `NAME_mirror`, between ROM and router where `flips` names dimensions.
    pub fn mirror_module(&self) -> String {
        format!("{}_mirror", self.name)
    }

    /// `NAME_rom`, or `NAME_rom_c<class>` where there are several; `NAME_generator` where rows are generated.
    pub fn rom_module(&self, class: usize) -> String {
        self.of_class(if self.is_generated() { "generator" } else { "rom" }, class)
    }

    /// `NAME_node`, or `NAME_node_c<class>` where there are several.
    pub fn node_module(&self, class: usize) -> String {
        self.of_class("node", class)
    }

    /// `NAME_tile`, or `NAME_tile_c<class>` where there are several.
    pub fn tile_module(&self, class: usize) -> String {
        self.of_class("tile", class)
    }

    fn of_class(&self, kind: &str, class: usize) -> String {
        let suffix = if self.images.len() > 1 { format!("_c{class}") } else { String::new() };
        format!("{}_{kind}{suffix}", self.name)
    }

    /// The widths of all ports.
    pub fn widths(&self) -> Widths {
        Widths::new(self.torus, self.width, self.slots())
    }

    /// The existing ports, in order.
    pub fn existing_ports(&self) -> Vec<Port> {
        self.torus.ports().collect()
    }

    /// The numbers of the existing local ports of a processor, as columns of an image's rows: those of its
    /// ports, or a single 0.
    pub fn local_ports(&self) -> Vec<usize> {
        self.ports.existing_local_ports(self.torus)
    }

    /// The number of slots of the schedule.
    pub fn slots(&self) -> usize {
        self.images.iter().map(|image| image.rows.len()).max().unwrap_or(0)
    }

    /// Whether rows come from a block RAM.
    pub fn in_block_ram(&self) -> bool {
        !self.is_generated() && in_block_ram(self.slots(), self.rom_style)
    }

    /// Whether a rule generates the rows, so that no ROM holds them.
    pub fn is_generated(&self) -> bool {
        self.slot_table.is_some_and(|table| table.rule.is_some())
    }

    /// Clock cycles from `start_i` to the first slot of the schedule on the links.
    pub fn link_latency(&self) -> usize {
        LINK_LATENCY - 1 + self.rom_registers()
    }

    /// Registers from the slot counter to the router.
    pub fn rom_registers(&self) -> usize {
        rom_registers(self.in_block_ram())
    }

    /// The turns that a router wires for messages that arrive by a port, in order.
    pub fn turns_from(&self, port: Port) -> impl Iterator<Item = Port> + '_ {
        self.turns.iter().filter(move |turn| turn.0 == port).map(|turn| turn.1)
    }

    /// The most runs that a message on a link of a port may have after the current one: the number of
    /// dimensions that turns lead to from there. It is at most that of a header.
    pub fn further_runs(&self, port: Port) -> usize {
        let mut reached = BTreeSet::from([port.dim()]);
        loop {
            let before = reached.len();
            let next: Vec<usize> = self
                .turns
                .iter()
                .filter(|turn| reached.contains(&turn.0.dim()))
                .map(|turn| turn.1.dim())
                .collect();
            reached.extend(next);
            if reached.len() == before {
                return before - 1;
            }
        }
    }

    /// Bits of a header on the links of a port. Runs that no message has there take no bits.
    pub fn header_bits(&self, port: Port) -> usize {
        let layout = self.widths().layout;
        layout.hop_bits + self.further_runs(port) * layout.group_bits()
    }

    /// Bits of a request on the links of a port: at its destination, straight on, and one for each turn.
    pub fn request_bits(&self, port: Port) -> usize {
        2 + self.turns_from(port).count()
    }

    /// Bits beside the payload on the links of each existing port: `{request, header}`. Empty if slots set
    /// the routers.
    pub fn link_heads(&self) -> Vec<usize> {
        if self.slot_table.is_some() {
            return Vec::new();
        }
        self.torus.ports().map(|port| self.header_bits(port) + self.request_bits(port)).collect()
    }

    /// Bits of one local port in a ROM row: valid and offsets. If messages have headers, also the header
    /// and, with one local port, the port to leave by.
    pub fn local_port_bits(&self) -> usize {
        let widths = self.widths();
        let route = if self.slot_table.is_some() { 0 } else { widths.port_field(self.ports) + widths.head() };
        1 + route + widths.coordinates.iter().sum::<usize>()
    }

    /// Bits of a ROM row.
    pub fn row_bits(&self) -> usize {
        self.local_ports().len() * self.local_port_bits() + self.slot_table.map_or(0, SlotTable::bits)
    }

    /// Panics with a message if the specification contradicts itself.
    pub(crate) fn check(&self) {
        let widths = self.widths();
        assert!(self.width % 2 == 0, "A payload of {} bits cannot be halved.", self.width);
        assert!(
            self.width / 2 >= widths.id,
            "Half a payload of {} bits does not hold a node id of {} bits.",
            self.width,
            widths.id
        );
        assert!((1..=self.torus.len()).contains(&self.processors), "{} processors.", self.processors);
        assert!(
            widths.layout.width() <= crate::signal::Bv::MAX_WIDTH,
            "A header of {} bits is more than the kernels hold.",
            widths.layout.width()
        );
        let local_ports = self.ports.local_ports(self.torus);
        let row = self.images.iter().flat_map(|image| &image.rows).find(|row| row.len() != local_ports);
        assert!(row.is_none(), "An image has a row of other than {local_ports} local ports.");
        let single = self.flips.iter().find(|&&dim| self.torus.dims()[dim] == 2);
        assert!(single.is_none(), "Signs are swapped in a dimension of radix 2: {single:?}.");
        let absent = self.turns.iter().find(|(a, b)| !(self.torus.has_port(*a) && self.torus.has_port(*b)));
        assert!(absent.is_none(), "A turn uses a port that does not exist: {absent:?}.");
    }
}

/// Widths of ports, in bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Widths {
    /// Fields of a header; `layout.width()` is HW.
    pub layout: HeaderLayout,
    /// A payload, W.
    pub payload: usize,
    /// A node id, IDW.
    pub id: usize,
    /// A coordinate in each dimension, OWi.
    pub coordinates: Vec<usize>,
    /// The slot counter, SW.
    pub slot: usize,
}

impl Widths {
    /// The widths for a schedule of `slots` slots.
    pub fn new(torus: &Torus, payload: usize, slots: usize) -> Self {
        let coordinates = coordinate_bits(torus);
        let (id, slot) = (bits(torus.len()).max(1), bits(slots).max(1));
        Widths { layout: HeaderLayout::new(torus), payload, id, coordinates, slot }
    }

    /// HW.
    pub fn head(&self) -> usize {
        self.layout.width()
    }

    /// Bits of the port field in a ROM row. 0 if every port has its own local port.
    pub fn port_field(&self, ports: PortModel) -> usize {
        match ports {
            PortModel::AllPort => 0,
            PortModel::OnePort | PortModel::SinglePort => self.layout.port_bits,
        }
    }
}
