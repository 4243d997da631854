//! The register map: one table from which the Verilog, the SystemRDL, the C header, the Python class and the
//! documents are made.

use crate::top::node_bits;
use serde::Serialize;
use torus_sim::Manifest;

/// A register of 32 bits, or an array of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Register {
    /// Its name, in capitals.
    pub name: &'static str,
    /// Byte address of the first one.
    pub offset: usize,
    /// How many there are, at consecutive words.
    pub count: usize,
    /// Its meaning, in a line.
    pub meaning: &'static str,
    /// Its fields, lowest first.
    pub fields: Vec<Field>,
    /// The values that it reads as, one for each register; empty if hardware decides.
    pub constants: Vec<u32>,
}

/// Some bits of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Its name, in capitals.
    pub name: &'static str,
    /// Its lowest bit.
    pub low: usize,
    /// Its width.
    pub bits: usize,
    /// How software may access it.
    pub access: Access,
    /// Its meaning, in a line.
    pub meaning: &'static str,
}

/// How software may access a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Software reads it; writing is an error.
    Read,
    /// Software reads what was written.
    ReadWrite,
    /// Writing 1 does something; it reads 0.
    Pulse,
}

/// Byte address of the first counter; the other registers are below it.
pub const COUNTERS: usize = 0x1000;

/// Most ports of a node for which a register has bits: those of fifteen dimensions, and one more.
pub const SHOWN_PORTS: usize = 31;

/// The widths that a counter may have.
const COUNT_BITS: [usize; 2] = [16, 32];

/// Bits of a counter of links. `most`: the greatest load.
pub fn count_bits(most: u64) -> usize {
    COUNT_BITS[usize::from(most > u64::from(u16::MAX))]
}

/// The registers of a network, by address. `digest`: the SHA-256 of its manifest; `most`: the greatest load.
pub fn registers(manifest: &Manifest, digest: &str, most: u64) -> Vec<Register> {
    let (d, links) = (manifest.dims.len(), manifest.nodes * 2 * manifest.dims.len());
    let kind = manifest.memory.as_ref().map_or(manifest.router.as_str(), |_| "memory");
    let mut all = vec![
        constant(0x00, "ID", "the letters TORU", vec![letters("TORU")]),
        constant(0x04, "VERSION", "version of torusgen: major, minor, patch, a byte each", vec![version()]),
        constant(0x08, "KIND", "first letters of the kind: sche, memo or buff", vec![letters(kind)]),
        constant(0x0c, "NODES", "nodes of the torus", vec![manifest.nodes as u32]),
        constant(0x10, "PROCESSORS", "processors at them", vec![manifest.processors.len() as u32]),
        constant(0x14, "LINKS", "bits of link_valid_o, as many counters", vec![links as u32]),
        constant(0x18, "DIMENSIONS", "dimensions of the torus", vec![d as u32]),
        constant(0x1c, "E_MAX", "what the busiest link carries in one exchange", vec![saturated(most)]),
    ];
    all.extend(control());
    all.extend(error_site(manifest.nodes, 2 * d));
    all.push(constant(0x40, "RADIX", "radix of each dimension, the first one first", manifest.dims.clone()));
    let words = (0..8).map(|at| u32::from_str_radix(&digest[8 * at..8 * at + 8], 16).expect("a digest"));
    all.push(constant(
        0x80,
        "DIGEST",
        "SHA-256 of manifest.json, as its digits are written",
        words.collect(),
    ));
    let field = Field { bits: count_bits(most), ..whole("messages that the link has carried") };
    all.push(Register {
        count: links,
        ..measured(COUNTERS, "COUNT", "a counter for each link id", vec![field])
    });
    all
}

/// A byte address below the counters at which there is no register.
pub fn nowhere(map: &[Register]) -> usize {
    let has = |at: usize| map.iter().any(|one| (one.offset..one.offset + 4 * one.count).contains(&at));
    (0..COUNTERS).step_by(4).find(|&at| !has(at)).expect("the map has gaps")
}

/// The registers with which software starts and watches a run.
fn control() -> [Register; 4] {
    use Access::{Pulse, Read, ReadWrite};
    let field = |name, low, access, meaning| Field { name, low, bits: 1, access, meaning };
    [
        measured(
            0x20,
            "CONTROL",
            "what software asks for",
            vec![
                field("START", 0, Pulse, "starts one exchange, unless one is running"),
                field("CLEAR", 1, Pulse, "sets RUNS and all counters to 0"),
                field("RESET", 2, ReadWrite, "holds the network in reset as long as it is 1"),
                field("IRQ_ENABLE", 3, ReadWrite, "irq_o is high while DONE or ERROR is"),
            ],
        ),
        measured(
            0x24,
            "STATUS",
            "what the network does",
            vec![
                field("BUSY", 0, Read, "an exchange is running"),
                field("DONE", 1, Read, "the exchange that was started last has ended"),
                field("ERROR", 2, Read, "error_o of the network; RESET ends it"),
            ],
        ),
        number(0x28, "CYCLES", "cycles of the exchange that runs, or of the last one"),
        number(0x2c, "RUNS", "exchanges that have ended since CLEAR"),
    ]
}

/// The registers that say which node found an error first, and at which of its ports something arrived then.
/// `nodes`, `ports`: their numbers.
fn error_site(nodes: usize, ports: usize) -> [Register; 2] {
    let field = |name, low, bits, meaning| Field { name, low, bits, access: Access::Read, meaning };
    [
        measured(
            0x30,
            "ERROR_NODE",
            "which node found an error first; RESET ends it",
            vec![
                field("NODE", 0, node_bits(nodes), "its node id; the lowest one, where several did at once"),
                field("FOUND", 31, 1, "a node did; 0 with ERROR: none of them, but an agent of the bench"),
            ],
        ),
        measured(
            0x34,
            "ERROR_LINKS",
            "by which links something came to that node then",
            vec![field(
                "PORTS",
                0,
                ports.min(SHOWN_PORTS),
                "bit = port: the link in this direction that ends there",
            )],
        ),
    ]
}

fn whole(meaning: &'static str) -> Field {
    Field { name: "VALUE", low: 0, bits: 32, access: Access::Read, meaning }
}

fn number(offset: usize, name: &'static str, meaning: &'static str) -> Register {
    measured(offset, name, meaning, vec![whole(meaning)])
}

fn measured(offset: usize, name: &'static str, meaning: &'static str, fields: Vec<Field>) -> Register {
    Register { name, offset, count: 1, meaning, fields, constants: Vec::new() }
}

fn constant(offset: usize, name: &'static str, meaning: &'static str, constants: Vec<u32>) -> Register {
    Register { count: constants.len(), constants, ..number(offset, name, meaning) }
}

/// Four letters as a word, the first one in the highest byte.
fn letters(text: &str) -> u32 {
    text.bytes().take(4).fold(0, |word, letter| word << 8 | u32::from(letter))
}

fn version() -> u32 {
    let parts = env!("CARGO_PKG_VERSION").split('.');
    parts.fold(0, |word, part| word << 8 | part.parse::<u32>().expect("a number"))
}

fn saturated(value: u64) -> u32 {
    value.try_into().unwrap_or(u32::MAX)
}
