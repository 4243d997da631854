//! AXI4-Lite registers of a network, whatever its kind. `NAME_registers` starts exchanges and counts the load
//! of links, `NAME_axil` is the bench with these registers, and the register map is for software.
//!
//! [`registers`] is the only source of the map. The addresses in the Verilog, the SystemRDL, the C header and
//! the Python class are made from it.

mod map;
mod slave;
mod window;

pub use map::{registers, Access, Field, Register, COUNTERS};

use super::{Core, PortRow, Top};
use crate::{
    jinja,
    network::{timed, EmittedFile, Listing},
    top::{error_site, node_bits},
};
use map::{count_bits, nowhere};
use serde::Serialize;
use slave::{Slave, SlavePort};
use torus_model::route::bits;
use window::Window;

/// Each file and its template; `NAME` is the name of the network.
const FILES: [(&str, &str); 5] = [
    ("axil/NAME_registers.v", include_str!("../templates/axil/registers.v.j2")),
    ("axil/NAME_axil.v", include_str!("../templates/axil/axil.v.j2")),
    ("axil/NAME.rdl", include_str!("../templates/axil/rdl.j2")),
    ("axil/NAME.h", include_str!("../templates/axil/h.j2")),
    ("axil/NAME.py", include_str!("../templates/axil/py.j2")),
];

/// Further files for a network with memories.
const MEMORY_FILES: [(&str, &str); 2] = [
    ("axil/NAME_memory_window.v", include_str!("../templates/axil/memory_window.v.j2")),
    ("axil/NAME_mapped.v", include_str!("../templates/axil/mapped.v.j2")),
];

/// The values that templates see, besides the description of the network.
#[derive(Serialize)]
struct Context<'a> {
    #[serde(flatten)]
    core: &'a Core,
    /// The registers, each with its address.
    registers: Vec<Row>,
    /// Bits of a byte address, and of a word address.
    address: usize,
    word: usize,
    links: usize,
    /// Ports of a node, ports of it that a register shows, bits of a node id, and bits of `error_site_o`.
    ports: usize,
    shown_ports: usize,
    node_bits: usize,
    site: usize,
    counters: usize,
    count_bits: usize,
    /// The Verilog expression of the counter of the link asked for.
    count_of_link: String,
    /// The ports of the AXI4-Lite slaves: of the registers, of the memories, and of both together.
    slave: Vec<SlavePort>,
    window_slave: Vec<SlavePort>,
    mapped_slave: Vec<SlavePort>,
    /// The address range of the memories, if there are any.
    window: Option<Window>,
    /// Ejection ports of the bench, and of the network, that nothing reads.
    ejections: Vec<&'a PortRow>,
    network_ejections: Vec<&'a PortRow>,
    /// The network's name as a macro of C.
    guard: String,
}

#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    register: Register,
    /// The offset, and what it reads as, in hexadecimal.
    hex: String,
    values: Vec<String>,
}

/// The tops with registers: of the bench, and of the network with its memories if it has some.
pub(super) fn tops(core: &Core) -> Vec<Top> {
    let context = Context::new(core);
    let named = |path: &str| path.replace("NAME", core.name());
    let top = |name: &str, slave: Slave, inside: &str, own: &[&str]| {
        let own = own.iter().map(|module| named(&format!("axil/NAME_{module}.v")));
        let files = core.top(&named(inside)).files.iter().cloned().chain(own).collect();
        Top::new(named(name), slave.of_top(), files)
    };
    let mapped = |window: &Window| {
        let own = ["registers", "memory_window", "mapped"];
        top("NAME_mapped", Slave::of_memories(window.mapped()), "NAME", &own)
    };
    let axil = top("NAME_axil", Slave::of_registers(context.address), "NAME_bench", &["registers", "axil"]);
    [axil].into_iter().chain(context.window.as_ref().map(mapped)).collect()
}

/// The files, and for each of the [`tops`] the list of files that it needs.
pub(super) fn files(core: &Core, listing: &Listing) -> Vec<EmittedFile> {
    let context = Context::new(core);
    let named = |path: &str| path.replace("NAME", core.name());
    let memories: &[_] = if context.window.is_some() { &MEMORY_FILES } else { &[] };
    let made =
        |&(file, source): &(&str, &str)| (named(file), timed(&jinja::rendered(file, source, &context)));
    let mut files: Vec<_> = FILES.iter().chain(memories).map(made).collect();
    files.extend(tops(core).iter().map(|top| listing.list(&top.module, &top.files)));
    files
}

impl<'a> Context<'a> {
    fn new(core: &'a Core) -> Self {
        let map = registers(core.manifest(), &core.manifest_digest, core.greatest_load());
        let links = map.last().expect("the counters are last").count;
        let (address, count_bits) = (bits(COUNTERS + 4 * links), count_bits(core.greatest_load()));
        let index = format!("{{link_id[{}:0], {}'d0}}", bits(links) - 1, bits(count_bits));
        let (nodes, ports) = (core.manifest().nodes, 2 * core.manifest().dims.len());
        let window = Window::of(core.manifest(), address, nowhere(&map));
        let wide = |bits: fn(&Window) -> usize| {
            window.as_ref().map(bits).map_or_else(Vec::new, |bits| Slave::of_memories(bits).declared())
        };
        Context {
            registers: map.into_iter().map(Row::new).collect(),
            address,
            word: address - 2,
            links,
            ports,
            shown_ports: ports.min(map::SHOWN_PORTS),
            node_bits: node_bits(nodes),
            site: error_site::width(nodes, ports),
            counters: COUNTERS,
            count_bits,
            slave: Slave::of_registers(address).declared(),
            window_slave: wide(Window::address),
            mapped_slave: wide(Window::mapped),
            window,
            count_of_link: format!("counts[{index} +: COUNT]"),
            ejections: ejections(core, &format!("{}_bench", core.name())),
            network_ejections: ejections(core, core.name()),
            guard: core.name().to_uppercase(),
            core,
        }
    }
}

/// The ejection ports of a top.
fn ejections<'a>(core: &'a Core, module: &str) -> Vec<&'a PortRow> {
    let tops = core.tops.iter().filter(|top| top.module == module);
    tops.flat_map(|top| &top.ports).filter(|port| port.name.starts_with("eject")).collect()
}

impl Row {
    fn new(register: Register) -> Self {
        let values = register.constants.iter().map(|value| format!("{value:08x}")).collect();
        Row { hex: format!("{:#06x}", register.offset), values, register }
    }
}
