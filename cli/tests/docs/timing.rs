//! Timing diagrams, drawn from runs of the emitted Verilog in Icarus.

use crate::{
    common::icarus::{answers, number, Emitted, Seen},
    pages::root,
    Mode,
};
use std::fmt::Write;

/// A row of a diagram.
enum Row {
    Clock,
    /// A name and a bit for each cycle.
    Bit(String, Vec<bool>),
    /// A name and a value for each cycle in which it is valid.
    Bus(String, Vec<Option<String>>),
}

const LEFT: usize = 190;
const CELL: usize = 44;
const ROW: usize = 30;
const HIGH: usize = 18;

/// A bit of a port in every cycle.
fn bit(seen: &Seen, port: &str, index: usize, what: &str) -> Row {
    let name = if what.is_empty() { port.to_string() } else { format!("{port} {what}") };
    Row::Bit(name, seen.iter().map(|cycle| cycle[port][index]).collect())
}

/// Some bits of a port in every cycle in which `when` says that they are valid.
fn bus(
    seen: &Seen,
    port: &str,
    at: std::ops::Range<usize>,
    what: &str,
    when: impl Fn(usize) -> bool,
    show: impl Fn(u64) -> String,
) -> Row {
    let value = |(cycle, ports): (usize, &std::collections::BTreeMap<String, Vec<bool>>)| {
        when(cycle).then(|| show(number(&ports[port][at.clone()])))
    };
    Row::Bus(format!("{port} {what}"), seen.iter().enumerate().map(value).collect())
}

/// A self-test payload of 32 bits.
fn pair(value: u64) -> String {
    format!("{} to {}", value >> 16, value & 0xffff)
}

/// The diagram as SVG: cycles across, rows down.
fn drawn(rows: &[Row], cycles: usize) -> String {
    let (width, height) = (LEFT + cycles * CELL + 20, 34 + rows.len() * ROW);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 \
         {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" \
         height=\"100%\" fill=\"white\"/>\n"
    );
    for cycle in 0..cycles {
        let x = LEFT + cycle * CELL;
        let _ = writeln!(text, "<path d=\"M{x} 20V{}\" stroke=\"#dddddd\"/>", height - 8);
        let middle = x + CELL / 2;
        let _ = writeln!(
            text,
            "<text x=\"{middle}\" y=\"14\" text-anchor=\"middle\" fill=\"#777777\">{cycle}</text>"
        );
    }
    for (number, row) in rows.iter().enumerate() {
        let y = 26 + number * ROW;
        let name = match row {
            Row::Clock => "clk_i",
            Row::Bit(name, _) | Row::Bus(name, _) => name,
        };
        let _ =
            writeln!(text, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>", LEFT - 10, y + 14);
        text += &match row {
            Row::Clock => clock(y, cycles),
            Row::Bit(_, bits) => wave(y, bits),
            Row::Bus(_, values) => values_of(y, values),
        };
    }
    text + "</svg>\n"
}

/// A clock whose edges rise at the beginning of each cycle.
fn clock(y: usize, cycles: usize) -> String {
    let mut path = format!("M{LEFT} {}", y + HIGH);
    for cycle in 0..cycles {
        let x = LEFT + cycle * CELL;
        let _ = write!(path, "V{y}H{}V{}H{}", x + CELL / 2, y + HIGH, x + CELL);
    }
    format!("<path d=\"{path}\" fill=\"none\" stroke=\"#777777\"/>\n")
}

fn wave(y: usize, bits: &[bool]) -> String {
    let level = |bit: bool| if bit { y } else { y + HIGH };
    let mut path = format!("M{LEFT} {}", level(bits[0]));
    for (cycle, &bit) in bits.iter().enumerate() {
        let _ = write!(path, "V{}H{}", level(bit), LEFT + (cycle + 1) * CELL);
    }
    format!("<path d=\"{path}\" fill=\"none\" stroke=\"black\" stroke-width=\"1.5\"/>\n")
}

/// Values in boxes. Equal values in consecutive cycles have separate boxes; a line marks cycles without a
/// value.
fn values_of(y: usize, values: &[Option<String>]) -> String {
    let mut text = String::new();
    for (cycle, value) in values.iter().enumerate() {
        let (x, right, middle) = (LEFT + cycle * CELL, LEFT + (cycle + 1) * CELL, y + HIGH / 2);
        let Some(value) = value else {
            let _ = writeln!(text, "<path d=\"M{x} {middle}H{right}\" stroke=\"#aaaaaa\"/>");
            continue;
        };
        let _ = writeln!(
            text,
            "<path d=\"M{x} {middle}L{} {y}H{}L{right} {middle}L{} {}H{}Z\" fill=\"#e8f0fb\" \
             stroke=\"black\"/>\n\
             <text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"11\">{value}</text>",
            x + 4,
            right - 4,
            right - 4,
            y + HIGH,
            x + 4,
            x + CELL / 2,
            y + HIGH - 5
        );
    }
    text
}

/// Compares a drawing with its file, or writes it.
pub fn settle(name: &str, drawing: &str) {
    let path = root().join("docs").join(name);
    if Mode::asked().writes() {
        std::fs::write(&path, drawing).expect("a writable picture");
    } else {
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(there == drawing, "docs/{name} is not what a run shows; see make tables");
    }
}

/// The rows of a bench that all diagrams of benches have: node 0 of a ring.
fn bench_rows(seen: &Seen) -> Vec<Row> {
    let ejects = |port: usize| move |cycle: usize| seen[cycle]["eject_valid_o"][port];
    vec![
        Row::Clock,
        bit(seen, "start_i", 0, ""),
        bit(seen, "link_valid_o", 0, "[0]: node 0, +"),
        bit(seen, "link_valid_o", 1, "[1]: node 0, -"),
        bit(seen, "eject_valid_o", 0, "[0]: node 0, +"),
        bus(seen, "eject_data_o", 0..32, "[31:0]", ejects(0), pair),
        bit(seen, "eject_valid_o", 1, "[1]: node 0, -"),
        bus(seen, "eject_data_o", 32..64, "[63:32]", ejects(1), pair),
        bit(seen, "done_o", 0, ""),
    ]
}

#[test]
fn benches() {
    let net = Emitted::new("--dims 4");
    let (cycles, length) = (13, net.manifest.schedule.as_ref().unwrap().length);
    let seen = net.run(&net.manifest.bench, "cycle == 0", "", cycles);
    settle("timing_bench.svg", &drawn(&bench_rows(&seen), cycles));
    let starts = format!("cycle % {length} == 0 && cycle < {}", 3 * length);
    let seen = net.run(&net.manifest.bench, &starts, "", cycles + 2 * length as usize);
    settle("timing_frames.svg", &drawn(&bench_rows(&seen), cycles + 2 * length as usize));
}

#[test]
fn local_ports_of_a_schedule() {
    let net = Emitted::new("--dims 4");
    let cycles = 10;
    let seen = net.run(&net.manifest.top, "cycle == 0", &answers(&net.manifest), cycles);
    let counts = |port: &'static str| {
        let seen = &seen;
        move |cycle: usize| seen[cycle][port][0]
    };
    let offset = net.ports(&net.manifest.top).iter().find(|port| port.name == "inject_offset_o").unwrap();
    let bits = offset.elements.as_ref().unwrap().width;
    let rows = [
        Row::Clock,
        bit(&seen, "start_i", 0, ""),
        bit(&seen, "inject_valid_o", 0, "[0]"),
        bus(&seen, "inject_offset_o", 0..bits, "[0]", counts("inject_valid_o"), |value| value.to_string()),
        bus(&seen, "inject_data_i", 0..32, "[0]", counts("inject_valid_o"), pair),
        bit(&seen, "link_valid_o", 0, "[0]"),
        bit(&seen, "eject_valid_o", 0, "[0]"),
        bus(&seen, "eject_data_o", 0..32, "[0]", counts("eject_valid_o"), pair),
    ];
    settle("timing_scheduled.svg", &drawn(&rows, cycles));
}

/// The lines of `memory.csv` for node 0 and one kind of block: partner and address.
fn places(net: &Emitted, what: &str) -> Vec<(u64, u64)> {
    let text = std::fs::read_to_string(net.folder().join("memory.csv")).unwrap();
    let line = |line: &str| {
        let words: Vec<&str> = line.split(',').collect();
        (words[0] == "0" && words[1] == what).then(|| (words[2].parse().unwrap(), words[3].parse().unwrap()))
    };
    text.lines().filter_map(line).collect()
}

#[test]
fn a_network_with_memories() {
    let net = Emitted::new("--dims 3 --algorithm one-row");
    let (slots, bits) = {
        let memory = net.manifest.memory.as_ref().unwrap();
        (memory.slots as usize, memory.address)
    };
    // Two writes, the start, the run, two reads.
    let (start, read) = (3, 3 + slots + 3);
    let mut address = String::from("0");
    let mut data = String::from("0");
    for (cycle, (partner, place)) in places(&net, "load").into_iter().enumerate() {
        address = format!("cycle == {cycle} ? {place} : {address}");
        data = format!("cycle == {cycle} ? {partner} : {data}");
    }
    for (number, (_, place)) in places(&net, "result").into_iter().enumerate() {
        address = format!("cycle == {} ? {place} : {address}", read + number);
    }
    let mut inputs = String::from("  assign mem_write_i = (cycle == 0 || cycle == 1) ? 3'b111 : 3'b000;\n");
    for node in 0..3 {
        // Blocks go to the node that is as far on as partner 1 or 2 is from node 0.
        inputs += &format!("  wire [31:0] to_{node} = ((({data}) + {node}) % 3) + 65536 * {node};\n");
        inputs += &format!("  assign mem_data_i[{} +: 32] = to_{node};\n", 32 * node);
        inputs += &format!("  assign mem_addr_i[{} +: {bits}] = {address};\n", bits * node);
    }
    let cycles = read + 4;
    let seen = net.run(&net.manifest.top, &format!("cycle == {start}"), &inputs, cycles);
    let writes = |cycle: usize| cycle < 2;
    let reads = |cycle: usize| cycle == read || cycle == read + 1;
    let rows = [
        Row::Clock,
        bit(&seen, "mem_write_i", 0, "[0]"),
        bus(
            &seen,
            "mem_addr_i",
            0..bits,
            "[0]",
            |cycle| writes(cycle) || reads(cycle),
            |value| value.to_string(),
        ),
        bus(&seen, "mem_data_i", 0..32, "[0]", writes, pair),
        bit(&seen, "start_i", 0, ""),
        bit(&seen, "busy_o", 0, ""),
        bit(&seen, "link_valid_o", 0, "[0]"),
        bit(&seen, "eject_valid_o", 0, "[0]"),
        bus(&seen, "mem_data_o", 0..32, "[0]", |cycle| cycle > 0 && reads(cycle - 1), pair),
    ];
    settle("timing_memory.svg", &drawn(&rows, cycles));
}

#[test]
fn a_handshake() {
    let net = Emitted::new("--dims 4 --router buffered --ports one");
    let head = net.ports(&net.manifest.top).iter().find(|port| port.name == "inject_head_i").unwrap();
    let mut inputs =
        String::from("  assign inject_valid_i = (cycle == 1 || cycle == 2) ? 4'b0001 : 4'b0000;\n");
    inputs += "  assign inject_port_i = 0;\n  assign inject_data_i = cycle == 1 ? 10 : 11;\n";
    // Two hops: one is left behind the first link.
    for field in &head.fields {
        let (high, low) = field.range().unwrap();
        let value = u32::from(field.name == "hops");
        inputs += &format!("  assign inject_head_i[{high}:{low}] = {value};\n");
    }
    inputs += "  assign eject_ready_i = (cycle == 5 || cycle == 6) ? 4'b1011 : 4'b1111;\n";
    let cycles = 10;
    let seen = net.run(&net.manifest.top, "0", &inputs, cycles);
    let takes = |cycle: usize| seen[cycle]["inject_valid_i"][0];
    let gives = |cycle: usize| seen[cycle]["eject_valid_o"][2];
    let flit = |value: u64| format!("flit {}", value - 9);
    let rows = [
        Row::Clock,
        bit(&seen, "inject_valid_i", 0, "[0]"),
        bit(&seen, "inject_ready_o", 0, "[0]"),
        bus(&seen, "inject_data_i", 0..32, "[0]", takes, flit),
        bit(&seen, "link_valid_o", 0, "[0]: node 0, +"),
        bit(&seen, "link_valid_o", 2, "[2]: node 1, +"),
        bit(&seen, "eject_valid_o", 2, "[2]"),
        bit(&seen, "eject_ready_i", 2, "[2]"),
        bus(&seen, "eject_data_o", 64..96, "[2]", gives, flit),
    ];
    settle("timing_buffered.svg", &drawn(&rows, cycles));
}
