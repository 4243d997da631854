//! The manifest's description of the ports of both tops, against the emitted Verilog and against Icarus.
//!
//! State space: all kinds of networks, one local port or one for each port, radix 2, a placement that is not
//! full, further runs, channels, packets of several flits. Text: names, directions and widths of the port
//! list. Layout: fields fill their elements; payloads that are made and read only by the manifest's fields
//! arrive at the right places. Time: the cycles in which ports are in use.

use crate::common::icarus::{answers, busy, number, port, value, Emitted, Seen};
use torus_sim::port_info::{Field, PortInfo};
use torus_sim::Manifest;

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
const BUFFERED: [&str; 6] = [
    "--dims 3x4 --router buffered",
    "--dims 4x4 --router buffered --ports one --width 10",
    "--dims 2x3x2 --router buffered --ports one --flits 3",
    "--dims 3x3 --router buffered --deadlock bubble --flits 2",
    "--dims 3x3 --router buffered --pipeline 2",
    "--dims 4x4 --router buffered --placement linear --routing udr",
];

const STREAMS: [&str; 5] = [
    "--dims 2x3 --interface axis",
    "--dims 4x4 --ports one --switching slots --interface axis",
    "--dims 2x3 --router buffered --interface axis",
    "--dims 2x3 --algorithm broadcast --source 1,0 --flits 2 --interface axis",
    "--dims 3 --router buffered --deadlock bubble --flits 2 --ports one --interface axis",
];

fn all() -> impl Iterator<Item = &'static str> {
    SCHEDULED.into_iter().chain(STORED).chain(BUFFERED).chain(STREAMS)
}

/// Name, direction and bits of a port.
type PortLine = (String, String, usize);

/// Name, direction and width of every port in a module's text, found by a separate reader.
fn port_list(text: &str) -> Vec<PortLine> {
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
        let net = Emitted::new(options);
        let manifest = &net.manifest;
        let tops: Vec<&String> = manifest.interfaces.keys().collect();
        let mut expected = vec![&manifest.top, &manifest.bench];
        expected.extend(manifest.interface.iter().map(|streams| &streams.top));
        expected.sort();
        assert_eq!(tops, expected, "{options}");
        for (top, ports) in &manifest.interfaces {
            let text = std::fs::read_to_string(net.folder().join(format!("rtl/{top}.v"))).unwrap();
            let said: Vec<_> = ports.iter().map(|p| (p.name.clone(), p.direction.clone(), p.width)).collect();
            assert_eq!(said, port_list(&text), "{options}: {top}");
        }
    }
}

/// The tables of ports in the page of a folder: the module, then name, direction and bits of each port.
fn port_tables(page: &str) -> Vec<(String, Vec<PortLine>)> {
    let bare = |cell: &str| cell.trim().trim_matches('`').to_string();
    let port = |line: &str| {
        let cells: Vec<String> = line.split('|').map(bare).collect();
        (cells[1].clone(), cells[2].clone(), cells[3].parse().expect("bits"))
    };
    let table = |section: &str| {
        let lines = section.lines().skip(1).skip_while(|line| !line.starts_with("| `"));
        let ports = lines.take_while(|line| line.starts_with("| `")).map(port).collect();
        (bare(section.lines().next().expect("a module")), ports)
    };
    page.split("\n## Ports of ").skip(1).map(table).collect()
}

/// The page of a folder has a table for every top but the one for boards, also for those with registers.
#[test]
fn the_page_names_the_ports_of_the_text() {
    let table = [
        ("3x3 --axil", "n n_bench n_axil"),
        ("3 --router buffered --interface axis --axil", "n n_axis n_bench n_axil"),
        ("3 --algorithm product-a1 --axil", "n n_bench n_axil n_mapped"),
        ("3x3", "n n_bench"),
    ];
    for (options, tops) in table {
        let net = Emitted::new(&format!("--name n --dims {options}"));
        let page = std::fs::read_to_string(net.folder().join("README.md")).unwrap();
        let tables = port_tables(&page);
        let names: Vec<&str> = tables.iter().map(|(top, _)| top.as_str()).collect();
        assert_eq!(names.join(" "), tops, "{options}");
        for (top, ports) in &tables {
            let folder = if ["n_axil", "n_mapped"].contains(&top.as_str()) { "axil" } else { "rtl" };
            let text = std::fs::read_to_string(net.folder().join(format!("{folder}/{top}.v"))).unwrap();
            assert_eq!(*ports, port_list(&text), "{options}: {top}");
        }
        assert!(!page.contains("|  |  |  |"), "{options}: a port without a meaning");
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
        let net = Emitted::new(options);
        let manifest = &net.manifest;
        fill(&manifest.header.fields, manifest.header.width, options);
        for (top, ports) in &manifest.interfaces {
            for port in ports {
                let what = format!("{options}: {top}.{}", port.name);
                let Some(elements) = &port.elements else {
                    assert!(port.width == 1 && port.fields.is_empty(), "{what}");
                    continue;
                };
                let owners = match elements.of.as_str() {
                    "node" => manifest.nodes,
                    "source" => 1,
                    _ => manifest.processors.len(),
                };
                assert_eq!(elements.count, owners * elements.ports.len().max(1), "{what}");
                assert_eq!(port.width, elements.count * elements.width, "{what}");
                fill(&port.fields, elements.width, &what);
            }
        }
    }
}

/// Checks that the first and last cycles in the manifest, if stated, are those that were seen, and that
/// `after` holds.
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

/// Checks that every ejected payload of a bench comes from a processor and, if `direct`, is for the one at
/// whose element it appears. Returns their number.
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
        let net = Emitted::new(options);
        let manifest = &net.manifest;
        let ports = &manifest.interfaces[&manifest.bench];
        let (schedule, latency) = manifest.scheduled(&net.folder()).unwrap();
        let done = schedule.makespan + latency.makespan_to_done;
        assert_eq!(port(ports, "done_o").cycle.as_ref().unwrap().first, Some(done), "{options}");
        let seen = net.run(&manifest.bench, "cycle == 0", "", done as usize + 20);
        assert_eq!(assert_times(&seen, ports, options), 5, "links, ejections, done");
        // Programs put blocks into memories on their way.
        let direct = manifest.memory.as_ref().is_none_or(|memory| memory.algorithm == "table");
        assert!(assert_payloads(&seen, manifest, ports, direct) >= manifest.processors.len() - 1);
    }
}

#[test]
fn benches_of_buffered_networks_keep_their_times() {
    for options in BUFFERED {
        let net = Emitted::new(options);
        let manifest = &net.manifest;
        let ports = &manifest.interfaces[&manifest.bench];
        let seen = net.run(&manifest.bench, "cycle == 0", "", 400);
        assert_eq!(assert_times(&seen, ports, options), 1, "the first link");
        let cycle = port(ports, "done_o").cycle.clone().unwrap();
        assert_eq!(cycle.after, "eject_valid_o");
        assert_eq!(busy(&seen, "done_o").0, busy(&seen, "eject_valid_o").1 + cycle.cycles, "{options}");
        let cycle = port(ports, "eject_valid_o").cycle.clone().unwrap();
        assert!(cycle.after == "link_valid_o" && cycle.at_least);
        assert!(busy(&seen, "eject_valid_o").0 >= busy(&seen, "link_valid_o").0 + cycle.cycles, "{options}");
        assert!(assert_payloads(&seen, manifest, ports, true) > manifest.processors.len());
    }
}

/// The sender, receiver and place of every payload `{source, destination}`, in order. Each occurs once.
fn received(seen: &Seen, manifest: &Manifest) -> Vec<(u64, u64, u32)> {
    let data = port(&manifest.interfaces[&manifest.top], "eject_data_o");
    let (per, half) = (data.elements.as_ref().unwrap().ports.len().max(1), manifest.width / 2);
    let mut all = Vec::new();
    for cycle in seen {
        for element in (0..cycle["eject_valid_o"].len()).filter(|&e| cycle["eject_valid_o"][e]) {
            let at = |low: usize| number(&cycle["eject_data_o"][low..low + half]);
            let (to, from) = (at(element * manifest.width), at(element * manifest.width + half));
            all.push((from, to, manifest.processors[element / per]));
        }
    }
    all.sort();
    all.dedup();
    all
}

/// A frame of a network whose user drives these inputs.
fn frame(net: &Emitted, inputs: &str) -> Seen {
    let makespan = net.manifest.schedule.as_ref().unwrap().makespan;
    net.run(&net.manifest.top, "cycle == 0", inputs, makespan as usize + 20)
}

#[test]
fn schedules_ask_for_messages_as_the_manifest_says() {
    for options in SCHEDULED {
        let net = Emitted::new(options);
        let seen = frame(&net, &answers(&net.manifest));
        let ports = net.ports(&net.manifest.top);
        assert_eq!(assert_times(&seen, ports, options), 6, "injections, links, ejections");
        let all = received(&seen, &net.manifest);
        assert!(all.iter().all(|(_, to, at)| *to == u64::from(*at)), "{options}");
        let p = net.manifest.processors.len();
        assert_eq!(all.len(), p * (p - 1), "{options}: every pair once");
    }
}

/// The text about this in the header and at the port of every scheduled network.
const SAME_CYCLE: &str = "Slot s injects in cycle 2 + s after start_i. inject_data_i must stand in the same \
                          cycle as inject_valid_o and inject_offset_o. A block RAM addressed by \
                          inject_offset_o answers one cycle late and must not be connected directly.";

/// Slot 0 is asked for in cycle 2. A memory that is addressed by the offset and answers in the next cycle
/// spoils the exchange, and no port tells.
#[test]
fn a_payload_that_comes_one_cycle_late_is_the_wrong_one() {
    for options in SCHEDULED {
        let net = Emitted::new(options);
        let (top, ports) = (&net.manifest.top, net.ports(&net.manifest.top));
        let data = port(ports, "inject_data_i");
        let late = format!(
            "  wire [{0}:0] answer;\n{1}  reg [{0}:0] row;\n  always @(posedge clk_i) row <= answer;\n  \
             assign inject_data_i = row;\n",
            data.width - 1,
            answers(&net.manifest).replace("assign inject_data_i[", "assign answer[")
        );
        let seen = frame(&net, &late);
        assert_eq!(busy(&seen, "inject_valid_o").0, 2, "{options}");
        let all = received(&seen, &net.manifest);
        assert!(all.iter().any(|(_, to, at)| *to != u64::from(*at)), "{options}");
        assert!(seen.iter().all(|cycle| !cycle["error_o"][0]), "{options}: no port tells");
        let text = std::fs::read_to_string(net.folder().join(format!("rtl/{top}.v"))).unwrap();
        let header: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("// ")).collect();
        assert!(header.join(" ").contains(SAME_CYCLE), "{options}");
        assert_eq!(data.meaning, "its payload, in the same cycle, not one later");
    }
}

/// `busy_o` of a network with memories, which is left alone.
#[test]
fn programs_are_busy_as_the_manifest_says() {
    for options in STORED {
        let net = Emitted::new(options);
        let manifest = &net.manifest;
        let ports = &manifest.interfaces[&manifest.top];
        let inputs = "  assign mem_write_i = 0;\n  assign mem_addr_i = 0;\n  assign mem_data_i = 0;\n";
        let slots = manifest.memory.as_ref().unwrap().slots;
        let seen = net.run(&manifest.top, "cycle == 0", inputs, slots as usize + 20);
        assert_eq!(assert_times(&seen, ports, options), 6, "busy, links, ejections");
    }
}

/// One packet with as many turns as there are dimensions, its head built of the manifest's fields: it goes
/// where they say, in hops + 1 cycles.
#[test]
fn a_head_of_the_manifests_fields_finds_its_way() {
    for (options, channel) in [
        ("--dims 3x4 --router buffered", 0),
        ("--dims 2x2x4 --router buffered --ports one", 2),
        ("--dims 3x5 --router buffered --ports one --flits 3", 1),
    ] {
        let net = Emitted::new(options);
        let manifest = &net.manifest;
        let (ports, d) = (net.ports(&manifest.top), manifest.dims.len());
        let head = port(ports, "inject_head_i");
        let value_of = |name: &str| match name.split_once('_') {
            Some((_, "valid")) | None if name != "hops" && name != "channel" => 1,
            Some((run, "port")) => 2 * (run[3..].parse::<usize>().unwrap() - 1),
            Some((_, "channel")) => channel,
            None if name == "channel" => channel,
            _ => 0,
        };
        let elements = head.elements.clone().unwrap();
        let mut inputs = String::from("  wire first = cycle == 0;\n");
        inputs +=
            "  assign inject_valid_i = first;\n  assign eject_ready_i = ~0;\n  assign inject_data_i = 5;\n";
        for field in &head.fields {
            let (high, low) = field.range().unwrap();
            inputs += &format!("  assign inject_head_i[{high}:{low}] = {};\n", value_of(&field.name));
        }
        if elements.ports.is_empty() {
            inputs += "  assign inject_port_i = 0;\n";
        }
        let seen = net.run(&manifest.top, "cycle == 0", &inputs, 20);
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
