//! The formal properties of a network with message memories. In every run, each link carries a flit in
//! exactly the cycles of the plan, no flits collide, and memories are written when flits arrive.
//!
//! The harness is the whole network, as nodes have different programs. The expected cycles come from the
//! model's player of the program, not from the ROMs.

use super::sby;
use crate::jinja;
use serde::Serialize;
use torus_hdl::{memory::MemorySpec, Module};
use torus_model::collective::{play, play::SlotEvents, Program};
use torus_model::route::bits;

/// Cycles from a start to the first slot on links.
const START_TO_LINK: usize = 3;

/// The values for the template; the fields have the names of its parameters.
#[derive(Serialize)]
struct Harness<'a> {
    top: &'a str,
    header: &'a [String],
    network: &'a str,
    processors: usize,
    address: usize,
    addresses: usize,
    width: usize,
    links: usize,
    exits: usize,
    count: usize,
    last: usize,
    cycles: Vec<(usize, String, String)>,
}

/// Paths and texts of the files beside the modules of a network with memories. `program`: what every
/// processor does; `modules`: all of the network and of its bench.
pub(crate) fn memory(spec: &MemorySpec, program: &Program, modules: &[Module]) -> Vec<(String, String)> {
    let (top, last) = (format!("{}_run", spec.name), program.slots as usize + 1);
    let harness = Harness {
        top: &top,
        header: &spec.header,
        network: spec.name,
        processors: spec.processors,
        address: spec.widths().address(),
        addresses: program.banks << program.index_bits(),
        width: spec.width,
        links: spec.torus.link_slots(),
        exits: exits(program),
        count: bits(last + 1),
        last,
        cycles: cycles(program),
    };
    let text = jinja::rendered("the run of a network", include_str!("run.v.j2"), &harness);
    let proof = sby::reachable(&top, &names(spec, modules), last + START_TO_LINK, &[]);
    vec![(format!("formal/{top}.v"), text), (format!("{top}.sby"), proof)]
}

/// The names of the modules of the network, without those of its bench; `NAME` comes last.
fn names(spec: &MemorySpec, modules: &[Module]) -> Vec<String> {
    let bench = ["tile", "self_test", "expected_rom"].map(|own| spec.module(own));
    let own = modules.iter().filter(|module| !bench.iter().any(|name| module.name.starts_with(name)));
    own.map(|module| module.name.clone()).chain([spec.name.to_string()]).collect()
}

/// The number of local ports of all processors together.
fn exits(program: &Program) -> usize {
    program.placement.len() * program.ports.local_ports(program.placement.torus())
}

/// Each cycle in which links are in use or flits arrive, with the set of links and that of ejection ports as
/// numbers.
fn cycles(program: &Program) -> Vec<(usize, String, String)> {
    let torus = program.placement.torus();
    let (locals, processors) = (program.ports.local_ports(torus), program.placement.processors());
    let exit = |node| processors.iter().position(|&processor| processor == node).expect("a processor");
    let mut planned = vec![(Vec::new(), Vec::new()); program.slots as usize + START_TO_LINK + 2];
    let see = |slot: u32, events: &SlotEvents| {
        let at = slot as usize + START_TO_LINK;
        let arrivals = events.arrivals.iter();
        planned[at].0 = events.links.iter().map(|link| link.index()).collect();
        planned[at + 1].1 = arrivals.map(|flit| exit(flit.node) * locals + flit.local_port).collect();
    };
    play(program, see).expect("only programs that hold together are made");
    let (links, exits) = (torus.link_slots(), exits(program));
    let cycles = planned.iter().enumerate().filter(|(_, (on, off))| !on.is_empty() || !off.is_empty());
    cycles.map(|(cycle, (on, off))| (cycle, number(links, on), number(exits, off))).collect()
}

/// A number of `width` bits in which the given bits are 1, in hexadecimal.
pub(super) fn number(width: usize, set: &[usize]) -> String {
    let mut digits = vec![0u8; width.div_ceil(4)];
    set.iter().for_each(|bit| digits[bit / 4] |= 1 << (bit % 4));
    let text: String = digits.iter().rev().map(|digit| format!("{digit:x}")).collect();
    format!("{width}'h{text}")
}
