//! `NAME_axis` of broadcasts: block after block by the stream of the source, to all other processors, with
//! random pauses of sender and receivers. In Icarus, and partly in Verilator.
//!
//! State space: one dimension to four; radix 2, odd and unequal ones; every algorithm of a broadcast; any
//! source; blocks of one flit, of a power of two and of other lengths; memories deeper than needed. Checked
//! at every processor: source, data, order and end of every block, and that offered data stay until they are
//! taken; the source receives nothing. A packet that is no block is dropped and raises the error; no block
//! is lost. Planted faults are found.

use crate::common::{
    edit,
    icarus::{busy, simulated, Emitted},
    lint, tool,
};
use rayon::prelude::*;

const NETWORKS: [&str; 8] = [
    "2 --algorithm broadcast",
    "5 --algorithm broadcast-lines --source 3 --flits 3 --width 8",
    "2x3 --kind broadcast --source 1,0 --flits 2",
    "3x4 --algorithm broadcast --source 1,2",
    "3x3 --algorithm broadcast-staged --source 2,2 --flits 4 --width 16",
    "2x2x2 --algorithm broadcast-lines --source 0,1,1 --flits 8",
    "3x2x2 --algorithm broadcast-lines --source 2,1,0 --flits 3 --depth 100",
    "2x2x2x2 --algorithm broadcast-lines --source 1,0,1,0",
];

/// The blocks of a run.
const BLOCKS: usize = 4;

fn net(words: &str) -> Emitted {
    Emitted::new(&format!("--interface axis --name n --dims {words}"))
}

/// The clocks of a top with two clocks. Senders and receivers use that of the streams.
const TWO_CLOCKS: &str = ".clk_i(net_clk), .rst_ni(rst_ni), .local_clk_i(clk_i), .local_rst_ni(rst_ni),";

/// The beats of packets. A packet that is a block also has its number.
type Packets = Vec<(usize, Option<usize>)>;

fn flits(net: &Emitted) -> usize {
    net.manifest.memory.as_ref().expect("memories").flits as usize
}

fn blocks(net: &Emitted) -> Packets {
    (0..BLOCKS).map(|number| (flits(net), Some(number))).collect()
}

/// Packets that are too short or too long, before and after the blocks.
fn with_others(net: &Emitted) -> Packets {
    let flits = flits(net);
    let others = [flits + 1, flits - 1, 3 * flits, 1, 2 * flits + 1, flits + 2];
    let others = others.into_iter().filter(|&beats| beats > 0 && beats != flits).map(|beats| (beats, None));
    let mut packets = blocks(net);
    others.enumerate().for_each(|(i, other)| packets.insert((i * 2).min(packets.len()), other));
    packets
}

/// The bench. `rates`: in how many of 16 cycles sender and receivers are ready.
fn bench(net: &Emitted, packets: &Packets, [sends, takes]: [usize; 2]) -> String {
    let (manifest, streams) = (&net.manifest, net.manifest.interface.as_ref().expect("streams"));
    let (node, all) = (streams.broadcast.expect("a broadcast"), &manifest.processors);
    let constants = [
        ("P", all.len()),
        ("SOURCE", all.iter().position(|&at| at == node).expect("a processor")),
        ("NODE", node as usize),
        ("DW", streams.data),
        ("IW", streams.source),
        ("LINKS", 2 * manifest.dims.len() * manifest.nodes),
        ("FLITS", flits(net)),
        ("BLOCKS", BLOCKS),
        ("TOTAL", total(net)),
        ("PACKETS", packets.len()),
        ("LIMIT", 4000),
    ];
    let constants = constants.map(|(name, value)| format!("  localparam {name} = {value};\n")).concat();
    let list: String = packets.iter().enumerate().map(|(i, packet)| line(i, packet)).collect();
    include_str!("broadcast_bench.v")
        .replace("CONSTANTS\n", &constants)
        .replace("LISTS\n", &(list + &line(packets.len(), &(1, None))))
        .replace("RATE_S", &sends.to_string())
        .replace("RATE_M", &takes.to_string())
        .replace("CLOCKS", if streams.local_clock { TWO_CLOCKS } else { ".clk_i(clk_i), .rst_ni(rst_ni)," })
        .replace("NAME", &manifest.name)
}

fn line(i: usize, (beats, number): &(usize, Option<usize>)) -> String {
    let number = number.map_or(-1, |number| number as i64);
    format!("    beats[{i}] = {beats}; number[{i}] = {number};\n")
}

/// The number of beats that all processors receive.
fn total(net: &Emitted) -> usize {
    (net.manifest.processors.len() - 1) * flits(net) * BLOCKS
}

/// Whether the bench reports that all blocks arrived, with this error bit.
fn is_good(said: &str, net: &Emitted, error: bool) -> bool {
    let (total, error) = (total(net), error as u8);
    let good = format!("END arrived {total} of {total}, faults 0, error {error}, ");
    said.lines().any(|line| line.starts_with(&good)) && !said.contains("FAULT")
}

#[test]
fn blocks_arrive_everywhere_in_order() {
    NETWORKS.into_par_iter().enumerate().for_each(|(at, words)| {
        let net = net(words);
        let manifest = std::fs::read_to_string(net.folder().join("manifest.json")).expect("a manifest");
        assert!(!manifest.contains("s_axis_tdest"), "{words}: nothing says where to");
        for rates in [[16, 16], [[15, 2], [2, 15]][at % 2]] {
            let said = simulated(&net.folder(), "n_axis.f", &bench(&net, &blocks(&net), rates));
            assert!(is_good(&said, &net, false), "{words}, {rates:?}: {said}");
        }
    });
}

#[test]
fn what_is_no_block_is_dropped() {
    NETWORKS.into_par_iter().for_each(|words| {
        let net = net(words);
        let said = simulated(&net.folder(), "n_axis.f", &bench(&net, &with_others(&net), [13, 7]));
        assert!(is_good(&said, &net, true), "{words}: {said}");
    });
}

/// Streams in a clock of their own, slower and faster than that of the network.
#[test]
fn blocks_cross_between_two_clocks() {
    for words in ["5 --algorithm broadcast-lines --source 3 --flits 3", "2x3 --kind broadcast --source 1,0"] {
        let net = net(&format!("{words} --local-clock"));
        for half in [1, 4, 5, 7, 20] {
            let clock = format!("  reg net_clk = 0;\n  always #{half} net_clk = ~net_clk;\n  NAME_axis dut");
            let bench = bench(&net, &with_others(&net), [13, 7]);
            let two = bench.replacen("  n_axis dut", &clock.replace("NAME", "n"), 1);
            let said = simulated(&net.folder(), "n_axis.f", &two);
            assert!(is_good(&said, &net, true), "{words}, {half}: {said}");
        }
        lint::streams(words, &net.folder(), &net.manifest);
    }
}

/// A second simulator, compiled.
#[test]
fn verilator_says_the_same() {
    for words in ["5 --algorithm broadcast-lines --source 3", "2x3x2 --algorithm broadcast --flits 3"] {
        let net = net(words);
        std::fs::write(net.folder().join("testbench.v"), bench(&net, &with_others(&net), [13, 7])).unwrap();
        let args = "--binary --timing -Wno-fatal -Wno-lint --top-module testbench -f n_axis.f testbench.v";
        // A run of some cycles: compiling takes longer than running, so nothing is optimised.
        let quick = ["-MAKEFLAGS", "OPT_FAST=-O0 OPT_GLOBAL=-O0"];
        let args: Vec<&str> = args.split(' ').chain(quick).collect();
        let (good, said) = tool("verilator", &args, &net.folder());
        assert!(good, "{words}: {said}");
        let (good, said) = tool("./obj_dir/Vtestbench", &[], &net.folder());
        assert!(good && is_good(&said, &net, true), "{words}: {said}");
    }
}

#[test]
fn streams_of_broadcasts_are_clean() {
    NETWORKS.into_par_iter().for_each(|words| {
        let net = net(words);
        lint::streams(words, &net.folder(), &net.manifest);
    });
}

/// Faults for modules: module, text, and the text that replaces it.
const FAULTS: [(&str, &str, &str); 19] = [
    ("axis_send", "up_q & ~full_q", "up_q"),
    ("axis_send", "~bad_q & (beat_q == LAST)", "beat_q == LAST"),
    ("axis_send", "~bad_q & (beat_q == LAST)", "~bad_q"),
    ("axis_send", "error_q | (ends & ~whole)", "error_q"),
    ("axis_send", "(full_q & ~empty_i)", "full_q"),
    ("axis_send", "words[beat_q] <=", "words[beat_q ^ FIRST] <="),
    ("axis_send", "take & ~bad_q", "take & ~bad_q & ~beat_q[1]"),
    ("axis_receive", "~valid_q | m_axis_tready_i", "1'b1"),
    ("axis_receive", "gives & ends", "gives"),
    ("axis_receive", "last_q <= ends", "last_q <= 1'b0"),
    ("axis_receive", "~filled_i & ~sending_q & moves", "1'b1"),
    ("axis_receive", "moves ? sending_q", "moves ? sending_q & ~ends"),
    ("axis_copy", "load_i & valid_i", "load_i & valid_i & ~flit_i[0]"),
    ("axis_copy", "store_i ? address : address_q", "address_q"),
    ("axis_control", "(&free_i)", "1'b1"),
    ("axis_control", "start_q | (running_q & ~ran)", "start_q"),
    ("axis", "NODE = 3'd3", "NODE = 3'd2"),
    ("axis", "SOURCE = 3;", "SOURCE = 2;"),
    ("axis", ".valid_i         (expected_valid[p])", ".valid_i         (1'b0)"),
];

#[test]
fn planted_faults_of_broadcasts_are_found() {
    FAULTS.into_par_iter().for_each(|(module, from, to)| {
        let net = net("2x3 --algorithm broadcast --source 1,0 --flits 3");
        edit(&net.folder(), &format!("n_{module}"), |text: &str| {
            assert!(text.contains(from), "{module} has {from}");
            text.replacen(from, to, 1)
        });
        let found = [[14, 2], [16, 16]].into_iter().any(|rates| {
            !is_good(
                &simulated(&net.folder(), "n_axis.f", &bench(&net, &with_others(&net), rates)),
                &net,
                true,
            )
        });
        assert!(found, "{module}: {to}");
    });
}

/// Two blocks by a stream that never pauses: the second one is taken while the first one runs.
#[test]
fn broadcasts_take_as_long_as_the_manifest_says() {
    for (flits, algorithm) in [(2, "broadcast"), (1, "broadcast-lines"), (5, "broadcast-lines")] {
        let net = net(&format!("5 --algorithm {algorithm} --flits {flits}"));
        let mut inputs = String::from("  assign s_axis_tvalid_i = cycle >= 0;\n");
        inputs += "  assign m_axis_tready_i = 5'd31;\n  integer beat = 0;\n";
        inputs += &format!("  assign s_axis_tlast_i = beat % {flits} == {flits} - 1;\n");
        inputs += "  assign s_axis_tdata_i = beat;\n  always @(posedge clk_i)\n";
        inputs += "    if (s_axis_tvalid_i & s_axis_tready_o) beat <= beat + 1;\n";
        let seen = net.run("n_axis", "1'b0", &inputs, 120);
        let said = |name: &str| {
            let port = net.ports("n_axis").iter().find(|port| port.name == name).expect("the port");
            port.cycle.as_ref().expect("a cycle").cycles
        };
        let (link, arrival) = (busy(&seen, "link_valid_o").0, busy(&seen, "m_axis_tvalid_o").0);
        // The first beat is taken in cycle 0.
        assert_eq!(link, flits - 1 + said("link_valid_o"), "{flits}: slot 0");
        assert_eq!(arrival, flits - 1 + said("m_axis_tvalid_o"), "{flits}: the first beat");
        let taken = seen[..arrival as usize].iter().filter(|ports| ports["s_axis_tready_o"][0]).count();
        assert!(taken >= 2 * flits as usize, "{flits}: {taken} beats before the first result");
    }
}
