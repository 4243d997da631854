//! What a manifest says of the ports of both tops, against the emitted text and against Icarus.
//!
//! State space: all kinds of networks, local ports one or one for each port, radix 2, a placement that is not full, further runs,
//! channels, packets of several flits. Text: names, directions and widths of the port list. Layout: fields fill their elements; payloads
//! are made and read by the manifest's fields alone, and come out where they should. Time: the cycles in which ports are busy.

mod common;

use common::{stdout, tool};
use std::{collections::BTreeMap, path::Path};
use torus_sim::port_info::{Field, PortInfo};
use torus_sim::Manifest;

/// Emits a network; its folder and manifest.
fn emitted(options: &str) -> (tempfile::TempDir, Manifest) {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("net");
    let mut args = vec!["emit", "--out", out.to_str().unwrap()];
    args.extend(options.split(' '));
    stdout(&args);
    let manifest = Manifest::read(&out).unwrap();
    (dir, manifest)
}

const SCHEDULED: [&str; 6] = [
    "--dims 3x4",
    "--dims 2x3x2 --width 8",
    "--dims 4x4 --placement linear",
    "--dims 3x4 --ports one",
    "--dims 4x3 --kind exchange",
    "--dims 7 --ports single --kind exchange --width 10",
];
const STORED: [&str; 4] = [
    "--dims 2x3 --algorithm product-a1 --flits 2",
    "--dims 4x4 --algorithm table --depth 20",
    "--dims 3x3 --kind broadcast --flits 3 --source 1,1",
    "--dims 4x4 --algorithm suh-shin",
];
const BUFFERED: [&str; 5] = [
    "--dims 3x4 --router buffered",
    "--dims 4x4 --router buffered --ports one --width 10",
    "--dims 2x3x2 --router buffered --ports one --flits 3",
    "--dims 3x3 --router buffered --deadlock bubble --flits 2",
    "--dims 4x4 --router buffered --placement linear --routing udr",
];

fn all() -> impl Iterator<Item = &'static str> {
    SCHEDULED.into_iter().chain(STORED).chain(BUFFERED)
}

/// Name, direction and width of every port in a module's text, by a reader of its own.
fn port_list(text: &str) -> Vec<(String, String, usize)> {
    let (_, list) = text.split_once(" (\n").expect("a port list");
    let (list, _) = list.split_once("\n);").expect("its end");
    let port = |line: &str| {
        let code = line.split("//").next().unwrap().replace(',', " ");
        let words: Vec<&str> = code.split_whitespace().collect();
        let width = words[2].strip_prefix('[').map_or(1, |range| {
            let (high, low) = range.trim_end_matches(']').split_once(':').unwrap();
            high.parse::<usize>().unwrap() - low.parse::<usize>().unwrap() + 1
        });
        (words.last().unwrap().to_string(), words[0].to_string(), width)
    };
    list.lines().map(port).collect()
}

#[test]
fn the_manifest_names_the_ports_of_the_text() {
    for options in all() {
        let (dir, manifest) = emitted(options);
        let tops: Vec<&String> = manifest.interfaces.keys().collect();
        assert_eq!(tops, [&manifest.top, &manifest.bench], "{options}");
        for (top, ports) in &manifest.interfaces {
            let text = std::fs::read_to_string(dir.path().join(format!("net/rtl/{top}.v"))).unwrap();
            let said: Vec<_> = ports.iter().map(|p| (p.name.clone(), p.direction.clone(), p.width)).collect();
            assert_eq!(said, port_list(&text), "{options}: {top}");
        }
    }
}

/// Elements make up the port, fields make up an element; nothing overlaps, nothing is left out.
#[test]
fn fields_fill_their_elements() {
    let fill = |fields: &[Field], width: usize, what: &str| {
        let mut next = 0;
        for field in fields {
            let (high, low) = field.range().expect("a range of bits");
            assert!(low == next && high >= low, "{what}: {field:?} begins at {next}");
            next = high + 1;
        }
        assert!(fields.is_empty() || next == width, "{what}: {next} of {width} bits");
    };
    for options in all() {
        let (_dir, manifest) = emitted(options);
        fill(&manifest.header.fields, manifest.header.width, options);
        for (top, ports) in &manifest.interfaces {
            for port in ports {
                let what = format!("{options}: {top}.{}", port.name);
                let Some(elements) = &port.elements else {
                    assert!(port.width == 1 && port.fields.is_empty(), "{what}");
                    continue;
                };
                let owners = if elements.of == "node" { manifest.nodes } else { manifest.processors.len() };
                assert_eq!(elements.count, owners * elements.ports.len().max(1), "{what}");
                assert_eq!(port.width, elements.count * elements.width, "{what}");
                fill(&port.fields, elements.width, &what);
            }
        }
    }
}

/// What Icarus shows of a top, cycle by cycle from the start pulse on: bits of every output, lowest first.
type Seen = Vec<BTreeMap<String, Vec<bool>>>;

/// Runs a top for some cycles. `inputs`: Verilog that drives what is neither clock, reset nor start.
fn run(dir: &Path, manifest: &Manifest, top: &str, inputs: &str, cycles: usize) -> Seen {
    let ports = &manifest.interfaces[top];
    let net = |port: &PortInfo| format!("  wire [{}:0] {};\n", port.width - 1, port.name);
    let driven = |port: &&PortInfo| !["clk_i", "rst_ni", "start_i"].contains(&port.name.as_str());
    let nets: String = ports.iter().filter(driven).map(net).collect();
    let connections: Vec<String> = ports.iter().map(|p| format!(".{0}({0})", p.name)).collect();
    let outputs: Vec<&str> =
        ports.iter().filter(|p| p.direction == "output").map(|p| p.name.as_str()).collect();
    let bench = format!(
        "module testbench;\n  reg clk_i = 0; reg rst_ni = 0; reg start_i = 0; integer cycle = 0;\n{nets}{inputs}\n  \
         {top} dut ({});\n  always #5 clk_i = ~clk_i;\n  initial begin\n    repeat (4) @(negedge clk_i);\n    \
         rst_ni = 1;\n    repeat (3) @(negedge clk_i);\n    start_i = 1;\n    \
         for (cycle = 0; cycle < {cycles}; cycle = cycle + 1) begin\n      #1 $display(\"{}\", {});\n      \
         @(negedge clk_i);\n      start_i = 0;\n    end\n    $finish;\n  end\nendmodule\n",
        connections.join(", "),
        vec!["%b"; outputs.len()].join(" "),
        outputs.join(", ")
    );
    let dir = dir.join("net");
    std::fs::write(dir.join("testbench.v"), bench).unwrap();
    let list = format!("{}.f", manifest.name);
    let args = ["-g2001", "-s", "testbench", "-o", "bench.vvp", "-f", &list, "testbench.v"];
    let (good, said) = tool("iverilog", &args, &dir);
    assert!(good, "iverilog: {said}");
    let (good, said) = tool("vvp", &["-n", "bench.vvp"], &dir);
    assert!(good, "vvp: {said}");
    let bits = |word: &str| word.bytes().rev().map(|bit| bit == b'1').collect();
    let line = |line: &str| {
        outputs.iter().map(|name| name.to_string()).zip(line.split(' ').map(bits)).collect::<BTreeMap<_, _>>()
    };
    let seen: Seen = said.lines().filter(|text| text.starts_with(['0', '1', 'x', 'z'])).map(line).collect();
    assert_eq!(seen.len(), cycles);
    seen
}

/// The first and the last cycle in which some bit of a port is 1.
fn busy(seen: &Seen, port: &str) -> (u32, u32) {
    let cycles =
        || (0u32..).zip(seen).filter(|(_, ports)| ports[port].contains(&true)).map(|(cycle, _)| cycle);
    (cycles().next().expect("it is busy"), cycles().last().unwrap())
}

/// The number in a field of the port's `element`, in one cycle.
fn value(port: &PortInfo, bits: &[bool], element: usize, field: &str) -> u64 {
    let width = port.elements.as_ref().unwrap().width;
    let field = port.fields.iter().find(|f| f.name == field).expect("a field of this name");
    let (high, low) = field.range().unwrap();
    (low..=high).rev().fold(0, |value, bit| value << 1 | bits[element * width + bit] as u64)
}

fn port<'a>(ports: &'a [PortInfo], name: &str) -> &'a PortInfo {
    ports.iter().find(|port| port.name == name).unwrap_or_else(|| panic!("no port {name}"))
}

/// First and last cycle, as far as the manifest says them, are those that were seen; `after` is kept as well.
fn assert_times(seen: &Seen, ports: &[PortInfo], what: &str) -> usize {
    let mut compared = 0;
    for port in ports.iter().filter(|port| port.direction == "output") {
        let Some(cycle) = &port.cycle else { continue };
        if cycle.first.or(cycle.last).is_none() {
            continue;
        }
        let (first, last) = busy(seen, &port.name);
        for (said, got) in [(cycle.first, first), (cycle.last, last)] {
            assert!(said.is_none_or(|said| said == got), "{what}: {} at {said:?}, seen {got}", port.name);
            compared += said.is_some() as usize;
        }
    }
    compared
}

/// Every ejected payload of a bench comes from a processor, and if `direct` is for the one at whose element it shows; the number
/// of them.
fn assert_payloads(seen: &Seen, manifest: &Manifest, ports: &[PortInfo], direct: bool) -> usize {
    let data = port(ports, "eject_data_o");
    let per = data.elements.as_ref().unwrap().ports.len().max(1);
    let mut count = 0;
    for cycle in seen {
        for element in (0..cycle["eject_valid_o"].len()).filter(|&e| cycle["eject_valid_o"][e]) {
            let node = manifest.processors[element / per];
            let source = value(data, &cycle["eject_data_o"], element, "source") as u32;
            assert!(manifest.processors.contains(&source), "from {source} at {node}");
            if direct {
                assert!(source != node, "{node} sends to itself");
                assert_eq!(value(data, &cycle["eject_data_o"], element, "destination"), node as u64);
            }
            count += 1;
        }
    }
    count
}

#[test]
fn benches_of_schedules_and_programs_keep_their_times() {
    for options in SCHEDULED.into_iter().chain(STORED) {
        let (dir, manifest) = emitted(options);
        let ports = &manifest.interfaces[&manifest.bench];
        let (schedule, latency) = manifest.scheduled(dir.path()).unwrap();
        let done = schedule.makespan + latency.makespan_to_done;
        assert_eq!(port(ports, "done_o").cycle.as_ref().unwrap().first, Some(done), "{options}");
        let seen = run(dir.path(), &manifest, &manifest.bench, "", done as usize + 20);
        assert_eq!(assert_times(&seen, ports, options), 5, "links, ejections, done");
        // Programs put blocks into memories on their way.
        let direct = manifest.stored.as_ref().is_none_or(|stored| stored.algorithm == "table");
        assert!(assert_payloads(&seen, &manifest, ports, direct) >= manifest.processors.len() - 1);
    }
}

#[test]
fn benches_of_buffered_networks_keep_their_times() {
    for options in BUFFERED {
        let (dir, manifest) = emitted(options);
        let ports = &manifest.interfaces[&manifest.bench];
        let seen = run(dir.path(), &manifest, &manifest.bench, "", 400);
        assert_eq!(assert_times(&seen, ports, options), 1, "the first link");
        let cycle = port(ports, "done_o").cycle.clone().unwrap();
        assert_eq!(cycle.after, "eject_valid_o");
        assert_eq!(busy(&seen, "done_o").0, busy(&seen, "eject_valid_o").1 + cycle.cycles, "{options}");
        let cycle = port(ports, "eject_valid_o").cycle.clone().unwrap();
        assert!(cycle.after == "link_valid_o" && cycle.at_least);
        assert!(busy(&seen, "eject_valid_o").0 >= busy(&seen, "link_valid_o").0 + cycle.cycles, "{options}");
        assert!(assert_payloads(&seen, &manifest, ports, true) > manifest.processors.len());
    }
}

/// Coordinates of a node, by arithmetic of this file.
fn coordinates(dims: &[u32], node: u32) -> Vec<u32> {
    let (mut rest, mut x) = (node, vec![0; dims.len()]);
    for dim in (0..dims.len()).rev() {
        (x[dim], rest) = (rest % dims[dim], rest / dims[dim]);
    }
    x
}

/// Verilog that answers every injection in the same cycle with `{source, destination}`, the destination read from
/// `inject_offset_o` by the manifest's fields.
fn answers(manifest: &Manifest, ports: &[PortInfo]) -> String {
    let (offset, half) = (port(ports, "inject_offset_o"), manifest.width / 2);
    let elements = offset.elements.as_ref().unwrap();
    let mut text = String::new();
    for element in 0..elements.count {
        let node = manifest.processors[element / elements.ports.len().max(1)];
        let mut destination = String::from("0");
        for ((field, x), n) in offset.fields.iter().zip(coordinates(&manifest.dims, node)).zip(&manifest.dims)
        {
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

#[test]
fn schedules_ask_for_messages_as_the_manifest_says() {
    for options in SCHEDULED {
        let (dir, manifest) = emitted(options);
        let ports = &manifest.interfaces[&manifest.top];
        let inputs = answers(&manifest, ports);
        let makespan = manifest.schedule.as_ref().unwrap().makespan;
        let seen = run(dir.path(), &manifest, &manifest.top, &inputs, makespan as usize + 20);
        assert_eq!(assert_times(&seen, ports, options), 6, "injections, links, ejections");
        let data = port(ports, "eject_data_o");
        let (per, half) = (data.elements.as_ref().unwrap().ports.len().max(1), manifest.width / 2);
        let mut pairs = Vec::new();
        for cycle in &seen {
            for element in (0..cycle["eject_valid_o"].len()).filter(|&e| cycle["eject_valid_o"][e]) {
                let number = |low: usize| {
                    let bits = &cycle["eject_data_o"][low..low + half];
                    bits.iter().rev().fold(0u32, |value, &bit| value << 1 | bit as u32)
                };
                let (to, from) = (number(element * manifest.width), number(element * manifest.width + half));
                assert_eq!(to, manifest.processors[element / per], "{options}");
                pairs.push((from, to));
            }
        }
        pairs.sort();
        pairs.dedup();
        let p = manifest.processors.len();
        assert_eq!(pairs.len(), p * (p - 1), "{options}: every pair once");
    }
}

/// `busy_o` of a network with memories, which is left alone.
#[test]
fn programs_are_busy_as_the_manifest_says() {
    for options in STORED {
        let (dir, manifest) = emitted(options);
        let ports = &manifest.interfaces[&manifest.top];
        let inputs = "  assign mem_write_i = 0;\n  assign mem_addr_i = 0;\n  assign mem_data_i = 0;\n";
        let slots = manifest.stored.as_ref().unwrap().slots;
        let seen = run(dir.path(), &manifest, &manifest.top, inputs, slots as usize + 20);
        assert_eq!(assert_times(&seen, ports, options), 6, "busy, links, ejections");
    }
}

/// One packet with as many turns as there are dimensions, its head built of the manifest's fields: it goes where they say, in hops + 1
/// cycles.
#[test]
fn a_head_of_the_manifests_fields_finds_its_way() {
    for (options, channel) in [
        ("--dims 3x4 --router buffered", 0),
        ("--dims 2x2x4 --router buffered --ports one", 2),
        ("--dims 3x5 --router buffered --ports one --flits 3", 1),
    ] {
        let (dir, manifest) = emitted(options);
        let (ports, d) = (&manifest.interfaces[&manifest.top], manifest.dims.len());
        let head = port(ports, "inject_head_i");
        let value_of = |name: &str| match name.split_once('_') {
            Some((_, "valid")) | None if name != "hops" && name != "channel" => 1,
            Some((run, "port")) => 2 * (run[3..].parse::<usize>().unwrap() - 1),
            Some((_, "channel")) => channel,
            None if name == "channel" => channel,
            _ => 0,
        };
        let elements = head.elements.clone().unwrap();
        let mut inputs = String::from("  wire first = cycle == 0 && start_i;\n");
        inputs +=
            "  assign inject_valid_i = first;\n  assign eject_ready_i = ~0;\n  assign inject_data_i = 5;\n";
        for field in &head.fields {
            let (high, low) = field.range().unwrap();
            inputs += &format!("  assign inject_head_i[{high}:{low}] = {};\n", value_of(&field.name));
        }
        if elements.ports.is_empty() {
            inputs += "  assign inject_port_i = 0;\n";
        }
        // No start in this network: its other inputs take the pulse.
        let seen = run(dir.path(), &manifest, &manifest.top, &inputs, 20);
        // One hop by + in each dimension from node 0.
        let node: u32 = manifest.dims.iter().fold(0, |node, &n| node * n + 1);
        let (first, last) = busy(&seen, "eject_valid_o");
        assert_eq!((first, last), (d as u32 + 1, d as u32 + 1), "{options}");
        let element = seen[first as usize]["eject_valid_o"].iter().position(|&bit| bit).unwrap();
        assert_eq!(element / elements.ports.len().max(1), node as usize, "{options}");
        assert_eq!(busy(&seen, "link_valid_o"), (1, d as u32), "{options}");
        assert!(seen.iter().all(|cycle| !cycle["error_o"][0]), "{options}");
    }
}
