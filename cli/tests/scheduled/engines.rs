//! Comparison of the engines, cycle by cycle.
//!
//! State space: every link in every cycle of one exchange. The fabric engine verilates the whole emitted
//! bench and is the reference. The tile engine verilates one node of each kind. Icarus reads the same bench
//! with a separate testbench. The model engine is a second description of the node, in Rust. Corners: radix
//! 2, odd, even, mixed, one dimension, partial placements with one and with several ROM images, a placement
//! without symmetry.

use crate::common::icarus::{counted, Emitted};
use crate::common::{
    emitted, exchange, experiment, generated, in_slots, in_style, link_loads, network, network_of, simulate,
    tool,
};
use std::collections::{BTreeMap, BTreeSet};
use torus_gen::network::{Network, Scheduled};
use torus_model::{LinkId, Placement, PortModel, Torus};
use torus_sim::{manifest::ScheduleInfo, Manifest};

const CONFIGURATIONS: &[(&str, &str)] = &[
    ("2", "full"),
    ("5", "full"),
    ("17", "full"),
    ("4", "multilinear:t=2"),
    ("2x2", "full"),
    ("3x3", "full"),
    ("4x4", "linear"),
    ("2x3", "full"),
    ("3x2", "full"),
    ("3x4", "full"),
    ("4x4", "multilinear:t=2"),
    ("6x3", "linear:c=1"),
    ("2x2x2", "linear"),
    ("2x3x2", "full"),
];

pub fn assert_engines_agree(network: &Network<Scheduled>) {
    let dir = emitted(network);
    let record = |engine| experiment(network, dir.path(), engine, torus_sim::record).expect("a recording");
    let (fabric, tiles) = (record(torus_sim::Engine::Fabric), record(torus_sim::Engine::Tiles));
    assert!(
        record(torus_sim::Engine::Model) == tiles,
        "{}: the model engine shows other links",
        network.base.name
    );
    let name = &network.base.name;
    assert_eq!(fabric.len(), tiles.len(), "{name}: cycles");
    for (cycle, (fabric, tiles)) in fabric.iter().zip(&tiles).enumerate() {
        assert_eq!(fabric, tiles, "{name} {}: link_valid in cycle {cycle}", network.base.placement);
    }
    let used = fabric.iter().flatten().map(|word| word.count_ones() as u64).sum::<u64>();
    assert_eq!(u128::from(used), network.loads.total(), "{name}: every hop was seen");
    for engine in [torus_sim::Engine::Fabric, torus_sim::Engine::Tiles, torus_sim::Engine::Model] {
        let report = simulate(network, dir.path(), engine);
        assert!(report.matches(), "{name} on {engine:?}:\n{}", report.mismatches);
        assert_eq!(report.link_counts, network.link_loads());
    }
}

#[test]
fn fabric_and_tiles_agree_in_every_cycle() {
    for (dims, placement) in CONFIGURATIONS {
        assert_engines_agree(&network(dims, placement));
    }
}

/// One local port in each direction: radix 2, odd, even, mixed, one dimension, several ROM images, every
/// kind of schedule.
const ONE_PORT: &[(&str, &str, &str)] = &[
    ("2", "full", "frame"),
    ("5", "full", "oneshot"),
    ("4", "multilinear:t=2", "frame"),
    ("2x2", "full", "frame"),
    ("3x3", "full", "exchange"),
    ("4x4", "linear", "frame"),
    ("2x3", "full", "oneshot"),
    ("4x4", "multilinear:t=2", "oneshot"),
    ("2x3x2", "full", "frame"),
];

#[test]
fn one_port_networks_agree_in_every_cycle() {
    for (dims, placement, kind) in ONE_PORT {
        assert_engines_agree(&network_of(dims, placement, kind, "one"));
    }
    assert_engines_agree(&network_of("3x4", "full", "exchange", "single"));
}

/// Routers that slots set: radices, kind and ports. Radix 2, odd, even, mixed, one port, a table, and rows
/// of a block RAM.
const SLOTS: &[(&str, &str, &str)] = &[
    ("2", "frame", "all"),
    ("5", "oneshot", "all"),
    ("17", "frame", "all"),
    ("2x2", "frame", "one"),
    ("4x4", "frame", "all"),
    ("2x3", "frame", "one"),
    ("3x4", "frame", "all"),
    ("5x5", "exchange", "one"),
    ("2x3x2", "frame", "all"),
];

/// Tori with generated rows: letters that do not use all values of their bits, runs by minus of one hop at
/// most, several pairs of patterns, a rule that takes two lines; steps without any state, of one slot, after
/// two letters 0, of a circuit.
const GENERATED: &[&str] = &["10", "32", "4x4", "4x4x4", "3", "2x2", "2x2x2", "5x5", "3x3x3", "15"];

#[test]
fn generated_rows_agree_in_every_cycle() {
    GENERATED.iter().for_each(|dims| assert_engines_agree(&generated(dims)));
}

/// A frame begins anew at rest, in the last slot of the frame before it, and in the last slot of that one's
/// messages; all messages of both arrive. Between them it is an error: tried at both ends.
#[test]
fn generated_frames_begin_where_the_slots_allow() {
    for dims in ["6", "4x4", "2x2", "3x3", "2x2x2"] {
        let network = Emitted::new(&format!("{dims} --switching generator"));
        let schedule = network.manifest.schedule.clone().unwrap();
        let (length, drained) = (schedule.length, schedule.makespan + 1);
        let loads: Vec<u64> = link_loads(&[dims]).iter().map(|load| 2 * load).collect();
        for second in BTreeSet::from([length, length + 1, drained - 1, drained]) {
            let top = format!("{}_bench", network.manifest.name);
            let starts = format!("cycle == 0 || cycle == {second}");
            let seen = network.run(&top, &starts, "", (second + drained + 8) as usize);
            let allowed = second == length || second >= drained;
            let ports = seen.last().unwrap();
            assert_eq!(!ports["error_o"][0], allowed, "{dims}: the second start in cycle {second}");
            assert_eq!(counted(&seen, "link_valid_o") == loads, allowed, "{dims}: cycle {second}");
        }
    }
}

#[test]
fn routers_that_slots_set_agree_in_every_cycle() {
    for (dims, kind, ports) in SLOTS {
        assert_engines_agree(&in_slots(dims, kind, ports));
    }
}

/// ROMs of both styles: radices, ports and switching. A single row, radix 2, odd, mixed, one port, and more
/// rows than are in logic by default.
const STYLES: &[(&str, &str, &str)] = &[
    ("2", "all", "headers"),
    ("3x3", "all", "headers"),
    ("2x3", "one", "slots"),
    ("3x4", "one", "headers"),
    ("17", "all", "slots"),
    ("2x3x4", "one", "headers"),
];

#[test]
fn roms_of_both_styles_agree_in_every_cycle() {
    for (dims, ports, switching) in STYLES {
        for style in ["logic", "block"] {
            assert_engines_agree(&in_style(dims, ports, switching, style));
        }
    }
}

/// In Icarus: a block RAM shows slot 0 two cycles later, and exact loads, frame behind frame. Left to itself,
/// a ROM is logic up to 16 rows.
#[test]
fn a_style_says_when_slot_0_is_on_links() {
    for (options, first) in [
        ("2 --rom block", 5),
        ("3x4 --ports one --rom block", 5),
        ("4x4 --ports one", 3),
        ("3x6 --ports one", 5),
        ("3x6 --ports one --rom logic", 3),
        ("17 --switching slots --rom logic --width 10", 3),
    ] {
        let network = Emitted::new(options);
        let (top, latency) = (format!("{}_bench", network.manifest.name), network.manifest.latency.unwrap());
        assert_eq!(latency.start_to_link, first, "{options}");
        let ScheduleInfo { length, makespan, .. } = network.manifest.schedule.clone().unwrap();
        let starts = format!("cycle == 0 || cycle == {length}");
        let cycles = length + makespan + first + latency.makespan_to_done + 2;
        let seen = network.run(&top, &starts, "", cycles as usize);
        let busy = |ports: &BTreeMap<String, Vec<bool>>| ports["link_valid_o"].contains(&true);
        assert_eq!(seen.iter().position(busy), Some(first as usize), "{options}");
        let dims = options.split(' ').next().unwrap();
        let loads: Vec<u64> = link_loads(&[dims]).iter().map(|load| 2 * load).collect();
        assert_eq!(counted(&seen, "link_valid_o"), loads, "{options}");
        let last = seen.last().unwrap();
        assert_eq!((last["error_o"][0], last["done_o"][0]), (false, true), "{options}");
    }
}

/// One ROM for nodes of every parity: one and two mirrored dimensions, radices 4 and 6, beside an odd one.
#[test]
fn dihedral_tables_agree_in_every_cycle() {
    for (dims, group) in [("6", None), ("4x3", None), ("4x4", Some("dihedral"))] {
        let network = exchange(dims, group);
        assert_engines_agree(&network);
        let manifest = Manifest::read(emitted(&network).path()).unwrap();
        assert_eq!(manifest.kinds.len(), 1, "{dims}: one kind of node, one ROM");
        assert!(network.kind.schedule.placement.sources().len() > 1, "{dims} has several parities");
    }
}

/// The fewest processors there can be, in both forms.
#[test]
fn two_processors_run_in_both_forms() {
    let torus = Torus::new(&[2, 3]).unwrap();
    for ports in ["all", "one"] {
        let mut base = crate::common::base("2x3", "full");
        base.ports = ports.parse().unwrap();
        let nodes = [1, 4].map(|node| torus.node_at(node).unwrap());
        base.placement = Placement::listed(&torus, &nodes).unwrap();
        assert_engines_agree(&crate::common::frame(base));
    }
}

#[test]
fn a_placement_without_symmetry_runs_on_both() {
    let torus = Torus::new(&[3, 4]).unwrap();
    let nodes: Vec<_> = [0, 1, 6, 11].iter().map(|&node| torus.node_at(node).unwrap()).collect();
    let mut base = crate::common::base("3x4", "full");
    base.placement = Placement::listed(&torus, &nodes).unwrap();
    assert_engines_agree(&crate::common::frame(base.clone()));
    base.ports = PortModel::OnePort;
    assert_engines_agree(&crate::common::frame(base));
}

/// A testbench that shares no code with ours. It prints `link_valid_o` in every cycle from the start pulse
/// on.
const TESTBENCH: &str = "
module testbench;
  reg clk = 0; reg rst_n = 0; reg start = 0; integer cycle = 0;
  wire done, error; wire [LINKS-1:0] link_valid; wire [LANES-1:0] eject_valid; wire [LANES*WIDTH-1:0] \
  eject_data;
  BENCH dut (.clk_i(clk), .rst_ni(rst_n), .start_i(start), .done_o(done), .error_o(error),
    .link_valid_o(link_valid), .eject_valid_o(eject_valid), .eject_data_o(eject_data));
  always #5 clk = ~clk;
  initial begin
    repeat (4) @(negedge clk);
    rst_n = 1;
    @(negedge clk);
    start = 1;
    for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
      $display(\"%b %b %b\", link_valid, done, error);
      @(negedge clk);
      start = 0;
    end
    $finish;
  end
endmodule
";

#[test]
fn icarus_agrees_with_verilator_bit_by_bit() {
    for (dims, placement, ports) in
        [("3x4", "full", "all"), ("4x4", "linear", "all"), ("2x3x2", "full", "all"), ("3x4", "full", "one")]
    {
        let network = network_of(dims, placement, "frame", ports);
        let dir = emitted(&network);
        let recorded =
            experiment(&network, dir.path(), torus_sim::Engine::Fabric, torus_sim::record).unwrap();
        let torus = network.base.torus();
        let local_ports = network.base.placement.len() * network.kind.schedule.ports.local_ports(torus);
        let bench = TESTBENCH
            .replace("BENCH", &format!("{}_bench", network.base.name))
            .replace("LINKS", &torus.link_slots().to_string())
            .replace("LANES", &local_ports.to_string())
            .replace("WIDTH", &network.base.width.to_string())
            .replace("CYCLES", &recorded.len().to_string());
        std::fs::write(dir.path().join("testbench.v"), bench).unwrap();
        let list = format!("{}.f", network.base.name);
        let args = ["-g2001", "-s", "testbench", "-o", "bench.vvp", "-f", &list, "testbench.v"];
        let (good, said) = tool("iverilog", &args, dir.path());
        assert!(good, "iverilog: {said}");
        let (good, said) = tool("vvp", &["-n", "bench.vvp"], dir.path());
        assert!(good, "vvp: {said}");
        let lines: Vec<&str> = said.lines().filter(|line| line.starts_with(['0', '1'])).collect();
        assert_eq!(lines.len(), recorded.len());
        for (cycle, (line, words)) in lines.iter().zip(&recorded).enumerate() {
            let bits: String = (0..torus.link_slots()).rev().map(|l| bit(words, l)).collect();
            assert_eq!(line.split(' ').next(), Some(bits.as_str()), "{dims} {placement}: cycle {cycle}");
        }
        let done = (network.kind.schedule.makespan() + 5) as usize;
        assert!(
            lines[done].ends_with(" 1 0") && lines[done - 1].ends_with(" 0 0"),
            "done_o rises in cycle {done}"
        );
    }
}

fn bit(words: &[u64], link: usize) -> char {
    if words[link / 64] >> (link % 64) & 1 == 1 {
        '1'
    } else {
        '0'
    }
}

/// Frames back to back: the exchange is periodic, counts are multiples.
#[test]
fn frames_run_back_to_back() {
    // The last has more rows than logic has.
    for (dims, placement, behind) in
        [("4x4", "full", 5), ("5x5", "linear", 5), ("4x4x4", "multilinear:t=2", 7)]
    {
        let out = crate::common::json(&[
            "sim",
            "--dims",
            dims,
            "--placement",
            placement,
            "--exchanges",
            "5",
            "--format",
            "json",
        ]);
        assert_eq!(out["match"], true, "{out}");
        let network = network(dims, placement);
        let p = network.base.placement.len() as u64;
        assert_eq!(out["delivered"], 5 * p * (p - 1));
        let last = 4 * network.kind.schedule.length + network.kind.schedule.makespan() + behind;
        assert_eq!(out["cycles"], last);
    }
}

/// State space: two threads of equally many nodes, and three that do not divide the nodes; traced and not.
/// Shared out or not, a network shows the same links in every cycle, the same messages and the same waves.
#[test]
fn threads_change_nothing() {
    for (dims, threads) in [("8x8x8", 2), ("29x29", 3)] {
        let network = network(dims, "linear");
        let (dir, out) = (emitted(&network), tempfile::tempdir().unwrap());
        let seen = |threads: usize| {
            let vcd = out.path().join(format!("{threads}.vcd"));
            let with = |experiment: &torus_sim::Experiment| {
                let setup = torus_sim::Setup { threads, ..experiment.setup };
                let run = torus_sim::Experiment { setup, ..*experiment };
                let record = torus_sim::record(&run).unwrap();
                let waves = torus_sim::Recording { vcd: Some(&vcd), ..torus_sim::Recording::default() };
                (record, torus_sim::run(&torus_sim::Experiment { waves, ..run }).unwrap())
            };
            let (record, report) = experiment(&network, dir.path(), torus_sim::Engine::Tiles, with);
            assert!(report.matches(), "{dims}: {}", report.mismatches);
            assert_eq!(report.timings.threads, threads, "{dims}");
            (record, report.link_counts, std::fs::read(vcd).unwrap())
        };
        assert!(seen(threads) == seen(1), "{dims} on {threads} threads");
    }
}

/// Counts are those of the naive oracle, not only those of the class computation.
#[test]
fn simulated_counts_equal_the_naive_walk() {
    let network = network("3x4", "full");
    let report = simulate(&network, emitted(&network).path(), torus_sim::Engine::Tiles);
    let torus = network.base.torus();
    let mut walked = vec![0; torus.link_slots()];
    for (from, to) in torus.nodes().flat_map(|from| torus.nodes().map(move |to| (from, to))) {
        walk(torus, &torus.coordinates(from), &torus.coordinates(to))
            .for_each(|link| walked[link.index()] += 1);
    }
    assert_eq!(report.link_counts, walked);
}

/// The links of a walk dimension by dimension, one hop at a time. A tie goes `+`.
fn walk<'a>(torus: &'a Torus, from: &[u32], to: &[u32]) -> impl Iterator<Item = LinkId> + use<'a> {
    let (mut at, mut links) = (from.to_vec(), Vec::new());
    for i in 0..at.len() {
        let n = torus.dims()[i];
        let up = (to[i] + n - at[i]) % n;
        let (hop, port) = if 2 * up <= n { (1, 2 * i) } else { (n - 1, 2 * i + 1) };
        while at[i] != to[i] {
            links.push(torus.link(torus.node(&at), torus_model::Port::from_index(port)));
            at[i] = (at[i] + hop) % n;
        }
    }
    links.into_iter()
}
