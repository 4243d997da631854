//! Stubs of the nodes of a buffered network, for the fabric engine. A stub is a module with the ports of a
//! node; the compiled tile of the tile engine computes its clock edges.
//!
//! Verilating a whole buffered network takes minutes to compile (4x4: 16 MB of C++); its wiring alone takes a
//! moment. All outputs of a node are registers, which the build of the tiles checks. So a stub that hands
//! over its inputs at the clock edge and takes the outputs back equals the node in every cycle. Straps are
//! inputs like all others.
//!
//! Inputs and outputs are passed in the order of the lists here, each in whole 32-bit words.

use crate::manifest::{BufferedInfo, Kind};
use crate::Manifest;
use torus_model::{route::bits, Port, PortModel, RingRule, Sign};

/// A port of a node other than its clock.
struct Pin {
    name: String,
    bits: usize,
    /// Whether the port is an input of the node.
    input: bool,
}

impl Pin {
    /// A port with this name and width; names of outputs end in `_o`.
    fn new(name: String, bits: usize) -> Self {
        Pin { input: !name.ends_with("_o"), name, bits }
    }

    fn words(&self) -> usize {
        self.bits.div_ceil(32)
    }
}

/// Whether nodes have a port with this index.
pub(super) fn exists(manifest: &Manifest, port: usize) -> bool {
    let port = Port::from_index(port);
    manifest.dims[port.dim()] > 2 || port.sign() == Sign::Plus
}

/// Whether flits that arrive at a port may have crossed a wrap link, which a strap tells the node.
pub(super) fn wraps(manifest: &Manifest, info: &BufferedInfo, port: usize) -> bool {
    info.rule == RingRule::Dateline && manifest.dims[port / 2] > 2
}

/// The numbers of the local ports of a processor.
pub(super) fn local_ports(manifest: &Manifest) -> Vec<usize> {
    match manifest.ports == PortModel::AllPort {
        true => (0..2 * manifest.dims.len()).filter(|&port| exists(manifest, port)).collect(),
        false => vec![0],
    }
}

/// The ports of a kind of node.
fn pins(manifest: &Manifest, info: &BufferedInfo, kind: &Kind) -> Vec<Pin> {
    let ports = (0..2 * manifest.dims.len()).filter(|&port| exists(manifest, port));
    let local_ports = if kind.processor { local_ports(manifest) } else { Vec::new() };
    let mut all = vec![Pin::new("rst_ni".into(), 1)];
    all.extend(ports.flat_map(|port| link_pins(manifest, info, port)));
    all.extend(local_ports.into_iter().flat_map(|local_port| local_port_pins(manifest, info, local_port)));
    all.push(Pin::new("error_o".into(), 1));
    all
}

/// The signals of the two links of a port.
fn link_pins(manifest: &Manifest, info: &BufferedInfo, port: usize) -> Vec<Pin> {
    let pin = |side: &str, of: &str, direction: char, bits| {
        Pin::new(format!("{side}_{of}_{port}_{direction}"), bits)
    };
    let mut all = vec![
        pin("rx", "valid", 'i', 1),
        pin("rx", "head", 'i', info.head),
        pin("rx", "data", 'i', manifest.width),
        pin("rx", "credit", 'o', info.channels),
        pin("tx", "valid", 'o', 1),
        pin("tx", "head", 'o', info.head),
        pin("tx", "data", 'o', manifest.width),
        pin("tx", "credit", 'i', info.channels),
    ];
    all.extend(wraps(manifest, info, port).then(|| Pin::new(format!("wrap_{port}_i"), 1)));
    all
}

/// The signals of injection and ejection at a local port.
fn local_port_pins(manifest: &Manifest, info: &BufferedInfo, local_port: usize) -> Vec<Pin> {
    let pin = |of: &str, direction: char, bits| Pin::new(format!("{of}_{local_port}_{direction}"), bits);
    let mut all = vec![
        pin("inject_valid", 'i', 1),
        pin("inject_ready", 'o', 1),
        pin("inject_head", 'i', info.head),
        pin("inject_data", 'i', manifest.width),
        pin("eject_valid", 'o', 1),
        pin("eject_ready", 'i', 1),
        pin("eject_data", 'o', manifest.width),
    ];
    let one = manifest.ports != PortModel::AllPort;
    all.extend(one.then(|| pin("inject_port", 'i', bits(2 * manifest.dims.len()))));
    all.extend((info.flits > 1).then(|| pin("eject_last", 'o', 1)));
    all
}

/// The macros that list the ports of a tile in the order in which they are passed.
pub(super) fn macros(manifest: &Manifest, info: &BufferedInfo, kind: &Kind) -> String {
    let pins = pins(manifest, info, kind);
    let list = |input: bool| {
        let pins = pins.iter().filter(|pin| pin.input == input);
        pins.map(|pin| format!(" X({}, {})", pin.name, pin.bits)).collect::<String>()
    };
    format!("#define TG_INPUTS(X){}\n#define TG_OUTPUTS(X){}\n", list(true), list(false))
}

/// The modules that stand at nodes, by name, with the text of a stub for each. `kinds`: the kinds that have a
/// tile.
pub(super) fn stubs(manifest: &Manifest, info: &BufferedInfo, kinds: &[usize]) -> Vec<(String, String)> {
    let stub = |(number, &kind): (usize, &usize)| {
        let kind = &manifest.kinds[kind];
        (kind.node.clone(), text(&kind.node, number, &pins(manifest, info, kind)))
    };
    kinds.iter().enumerate().map(stub).collect()
}

fn text(module: &str, kind: usize, pins: &[Pin]) -> String {
    let inputs = pins.iter().filter(|pin| pin.input);
    let words = |input: bool| -> usize { pins.iter().filter(|pin| pin.input == input).map(Pin::words).sum() };
    let ports: Vec<String> = pins.iter().map(declared).collect();
    let handed: Vec<String> = inputs.rev().map(padded).collect();
    format!(
        "module {module} (\n  input wire clk_i,\n{}\n);\n  \
         import \"DPI-C\" function int tgs_add(input int kind);\n  \
         import \"DPI-C\" function void tgs_edge(\n    input int kind, input int tile, \
         input bit [{}:0] inputs, output bit [{}:0] outputs);\n  \
         int tile;\n  bit [{1}:0] inputs;\n  bit [{2}:0] next;\n  bit [{2}:0] now;\n  \
         assign inputs = {{{}}};\n  initial tile = tgs_add({kind});\n  \
         always @(posedge clk_i) begin\n    tgs_edge({kind}, tile, inputs, next);\n    \
         now <= next;\n  end\n{}endmodule\n",
        ports.join(",\n"),
        32 * words(true) - 1,
        32 * words(false) - 1,
        handed.join(", "),
        taken(pins),
    )
}

fn declared(pin: &Pin) -> String {
    let direction = if pin.input { "input" } else { "output" };
    format!("  {direction} wire [{}:0] {}", pin.bits - 1, pin.name)
}

/// An input, padded to whole words.
fn padded(pin: &Pin) -> String {
    match 32 * pin.words() - pin.bits {
        0 => pin.name.clone(),
        more => format!("{more}'d0, {}", pin.name),
    }
}

/// The assignments of the outputs, each from its words.
fn taken(pins: &[Pin]) -> String {
    let (mut text, mut word) = (String::new(), 0);
    for pin in pins.iter().filter(|pin| !pin.input) {
        text += &format!("  assign {} = now[{} +: {}];\n", pin.name, 32 * word, pin.bits);
        word += pin.words();
    }
    text
}
