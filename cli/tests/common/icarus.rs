//! Emitted tops in Icarus, driven by the manifest's list of ports: the values of every port in every cycle.

use super::{stdout, tool};
use std::{collections::BTreeMap, path::Path};
use torus_sim::port_info::PortInfo;
use torus_sim::Manifest;

/// An emitted network.
pub struct Emitted {
    dir: tempfile::TempDir,
    /// The manifest of the emitted folder.
    pub manifest: Manifest,
}

/// The values of a top, cycle by cycle: the bits of every port except the clock, the lowest first.
pub type Seen = Vec<BTreeMap<String, Vec<bool>>>;

/// The default name of a network.
const NET: &str = "net";

impl Emitted {
    /// Emits a network with these options.
    pub fn new(options: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join(NET);
        let mut args = vec!["emit", "--out", out.to_str().unwrap()];
        args.extend(options.split(' '));
        stdout(&args);
        let manifest = Manifest::read(&out).unwrap();
        Emitted { dir, manifest }
    }

    /// The same, with the path of a file of these nodes in place of `LISTED`.
    pub fn with_listed(options: &str, nodes: &str) -> Self {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("nodes");
        std::fs::write(&file, nodes).expect("a file");
        Emitted::new(&options.replace("LISTED", file.to_str().expect("a path")))
    }

    /// The emitted folder.
    pub fn folder(&self) -> std::path::PathBuf {
        self.dir.path().join(NET)
    }

    /// The ports of a top.
    pub fn ports(&self, top: &str) -> &[PortInfo] {
        &self.manifest.interfaces[top]
    }

    /// Runs a top for some cycles. `starts`: the cycles with `start_i`, as a Verilog condition on `cycle`.
    /// `inputs`: Verilog that drives the other inputs except clock and reset.
    pub fn run(&self, top: &str, starts: &str, inputs: &str, cycles: usize) -> Seen {
        let ports = self.ports(top);
        let shown: Vec<&str> =
            ports.iter().map(|p| p.name.as_str()).filter(|name| *name != "clk_i").collect();
        let bench = testbench(top, ports, &shown, starts, inputs, cycles);
        let streams = self.manifest.interface.as_ref().filter(|streams| streams.top == top);
        let list = streams.map_or(&self.manifest.name, |streams| &streams.top);
        let said = simulated(&self.folder(), &format!("{list}.f"), &bench);
        let bits = |word: &str| word.bytes().rev().map(|bit| bit == b'1').collect();
        let line = |line: &str| {
            shown
                .iter()
                .map(|name| name.to_string())
                .zip(line.split(' ').map(bits))
                .collect::<BTreeMap<_, _>>()
        };
        let seen: Seen =
            said.lines().filter(|text| text.starts_with(['0', '1', 'x', 'z'])).map(line).collect();
        assert_eq!(seen.len(), cycles, "{top}: {said}");
        seen
    }
}

/// A testbench that shares no code with the simulator. It prints the ports in every cycle.
fn testbench(
    top: &str,
    ports: &[PortInfo],
    shown: &[&str],
    starts: &str,
    inputs: &str,
    cycles: usize,
) -> String {
    let net = |port: &PortInfo| format!("  wire [{}:0] {};\n", port.width - 1, port.name);
    let driven = |port: &&PortInfo| !["clk_i", "rst_ni", "start_i"].contains(&port.name.as_str());
    let nets: String = ports.iter().filter(driven).map(net).collect();
    let connections: Vec<String> = ports.iter().map(|p| format!(".{0}({0})", p.name)).collect();
    format!(
        "module testbench;\n  reg clk_i = 0; reg rst_ni = 0; reg start_i = 0; integer cycle = \
         -1;\n{nets}{inputs}\n  {top} dut ({});\n  always #5 clk_i = ~clk_i;\n  initial begin\n    repeat \
         (4) @(negedge clk_i);\n    rst_ni = 1;\n    repeat (3) @(negedge clk_i);\n    for (cycle = 0; cycle \
         < {cycles}; cycle = cycle + 1) begin\n      start_i = {starts};\n      #1 $display(\"{}\", \
         {});\n      @(negedge clk_i);\n    end\n    $finish;\n  end\nendmodule\n",
        connections.join(", "),
        vec!["%b"; shown.len()].join(" "),
        shown.join(", ")
    )
}

/// The output of Icarus for a testbench with the files of a list.
pub fn simulated(dir: &Path, list: &str, bench: &str) -> String {
    std::fs::write(dir.join("testbench.v"), bench).unwrap();
    let args = ["-g2001", "-s", "testbench", "-o", "bench.vvp", "-f", list, "testbench.v"];
    let (good, said) = tool("iverilog", &args, dir);
    assert!(good, "iverilog: {said}");
    let (good, said) = tool("vvp", &["-n", "bench.vvp"], dir);
    assert!(good, "vvp: {said}");
    said
}

/// The first and the last cycle in which some bit of a port is 1.
pub fn busy(seen: &Seen, port: &str) -> (u32, u32) {
    let cycles =
        || (0u32..).zip(seen).filter(|(_, ports)| ports[port].contains(&true)).map(|(cycle, _)| cycle);
    (cycles().next().unwrap_or_else(|| panic!("{port} is never 1")), cycles().last().unwrap())
}

/// For each bit of a port the number of cycles in which it is 1.
pub fn counted(seen: &Seen, port: &str) -> Vec<u64> {
    let mut counts = vec![0; seen[0][port].len()];
    for cycle in seen {
        counts.iter_mut().zip(&cycle[port]).for_each(|(count, &bit)| *count += bit as u64);
    }
    counts
}

/// The number that these bits represent.
pub fn number(bits: &[bool]) -> u64 {
    bits.iter().rev().fold(0, |value, &bit| value << 1 | bit as u64)
}

/// The number in a field of the port's `element`, in one cycle.
pub fn value(port: &PortInfo, bits: &[bool], element: usize, field: &str) -> u64 {
    let width = port.elements.as_ref().unwrap().width;
    let field = port.fields.iter().find(|f| f.name == field).expect("a field of this name");
    let (high, low) = field.range().unwrap();
    number(&bits[element * width + low..=element * width + high])
}

/// The constants of the bench of streams (`buffered/axis_bench.v`), for `each` streams of a processor in
/// each direction and this number of packets.
pub fn stream_constants(manifest: &Manifest, each: usize, packets: usize) -> String {
    let (streams, p) = (manifest.interface.as_ref().expect("streams"), manifest.processors.len());
    let constants = [
        ("L", p * each),
        ("E", each),
        ("P", p),
        ("N", manifest.nodes),
        ("DW", streams.data),
        ("IW", streams.source),
        ("LINKS", 2 * manifest.dims.len() * manifest.nodes),
        ("PACKETS", packets),
    ];
    constants.map(|(name, value)| format!("  localparam {name} = {value};\n")).concat()
}

/// The port of this name.
pub fn port<'a>(ports: &'a [PortInfo], name: &str) -> &'a PortInfo {
    ports.iter().find(|port| port.name == name).unwrap_or_else(|| panic!("no port {name}"))
}

/// The coordinates of a node, computed here. The last one counts fastest.
pub fn coordinates(dims: &[u32], node: u32) -> Vec<u32> {
    let (mut rest, mut x) = (node, vec![0; dims.len()]);
    for dim in (0..dims.len()).rev() {
        (x[dim], rest) = (rest % dims[dim], rest / dims[dim]);
    }
    x
}

/// Verilog that answers every injection of a scheduled network in the same cycle with `{source,
/// destination}`. The destination is read from `inject_offset_o` by the manifest's fields.
pub fn answers(manifest: &Manifest) -> String {
    let (offset, half) = (port(&manifest.interfaces[&manifest.top], "inject_offset_o"), manifest.width / 2);
    let elements = offset.elements.as_ref().unwrap();
    let mut text = String::new();
    for element in 0..elements.count {
        let node = manifest.processors[element / elements.ports.len().max(1)];
        let mut destination = String::from("0");
        let fields = offset.fields.iter().zip(coordinates(&manifest.dims, node)).zip(&manifest.dims);
        for ((field, x), n) in fields {
            let (high, low) = field.range().unwrap();
            let (at, width) = (element * elements.width + low, high - low + 1);
            let moved = format!("({x} + {{16'd0, inject_offset_o[{at} +: {width}]}}) % {n}");
            destination = format!("({destination}) * {n} + {moved}");
        }
        let at = element * manifest.width;
        text += &format!("  wire [31:0] to_{element} = {destination};\n");
        text += &format!("  assign inject_data_i[{at} +: {half}] = to_{element}[{half}-1:0];\n");
        text += &format!("  assign inject_data_i[{} +: {half}] = {node};\n", at + half);
    }
    text
}
