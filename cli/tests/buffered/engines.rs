//! The model engine of buffered networks against the RTL, in every cycle.
//!
//! There are two references: the compiled tiles with any traffic and with the faults of the bench
//! (`Net::run` runs both engines, so every test of buffered networks also tests the model), and the whole
//! emitted bench in Icarus, with wiring and packet sources. Icarus needs no compiler, so it also runs random
//! networks. State space: every link in every cycle. Corners: radix 2 alone and beside others, odd, even,
//! unequal, one dimension and four, nodes without processor, one local port and all, both rules, unordered
//! routing, several flits, buffers of one flit, a number of channels that is no power of two, buffers that
//! overflow.

use crate::common::buffered::Net;
use crate::common::{json, text, tool};
use proptest::prelude::*;
use rayon::prelude::*;
use torus_gen::network::{Buffered, Network};
use torus_gen::{
    buffered::{exchange, Workload},
    folder,
};
use torus_model::traffic::Order;
use torus_sim::traffic::Fault;
use torus_sim::Engine;

/// Prints the links in use in every cycle from the start on.
const TESTBENCH: &str = "
module testbench;
  reg clk = 0; reg rst_n = 0; reg start = 0; integer cycle;
  wire done, error; wire [LINKS-1:0] link; wire [LANES-1:0] eject; wire [LANES*WIDTH-1:0] data;
  BENCH dut (.clk_i(clk), .rst_ni(rst_n), .start_i(start), .done_o(done), .error_o(error),
    .link_valid_o(link), .eject_valid_o(eject), .eject_data_o(data));
  always #5 clk = ~clk;
  initial begin
    repeat (4) @(negedge clk);
    rst_n = 1;
    repeat (3) @(negedge clk);
    start = 1;
    for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
      $display(\"%b\", link);
      @(negedge clk);
      start = 0;
    end
    $display(\"end %b %b\", done, error);
    $finish;
  end
endmodule
";

/// The links in use in every cycle of the bench's exchange, most significant first.
fn icarus(network: &Network<Buffered>, cycles: usize) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    folder::write_all(dir.path(), &network.files().unwrap()).unwrap();
    let (base, torus) = (&network.base, network.base.torus());
    let local_ports = base.placement.len() * base.ports.local_ports(torus);
    let bench = TESTBENCH
        .replace("BENCH", &format!("{}_bench", base.name))
        .replace("LINKS", &torus.link_slots().to_string())
        .replace("LANES", &local_ports.to_string())
        .replace("WIDTH", &base.width.to_string())
        .replace("CYCLES", &cycles.to_string());
    std::fs::write(dir.path().join("testbench.v"), bench).unwrap();
    let list = format!("{}.f", base.name);
    let args = ["-g2001", "-s", "testbench", "-o", "bench.vvp", "-f", &list, "testbench.v"];
    let (good, said) = tool("iverilog", &args, dir.path());
    assert!(good, "iverilog: {said}");
    let (good, said) = tool("vvp", &["-n", "bench.vvp"], dir.path());
    assert!(good && said.contains("end 1 0"), "vvp: {said}");
    said.lines().filter(|line| line.starts_with(['0', '1'])).map(str::to_string).collect()
}

/// Compares the model's exchange with that of the bench.
fn assert_bench_agrees(words: &str, seed: u64) {
    let net = Net::new(&format!("{words} --seed {seed}"));
    let Workload { mut packets, counts, .. } = exchange(net.packet_network(), Order::Random, seed);
    let (report, trace) = net.on(Engine::Model, &mut *packets, None, counts.as_deref(), &[]);
    assert!(report.matches(), "{words}: {:?}", report.mismatches);
    // Behind the exchange and its done nothing moves.
    let cycles = report.cycles as usize + 4;
    let shown = icarus(&net.network, cycles);
    let links = net.torus().link_slots();
    assert_eq!(shown[0], "0".repeat(links), "{words}: nothing moves before the start");
    for (cycle, line) in shown.iter().enumerate().skip(1) {
        assert_eq!(*line, trace.bits(cycle, links), "{words}, seed {seed}: link_valid in cycle {cycle}");
    }
}

#[test]
fn the_emitted_bench_shows_the_same_in_icarus() {
    let table = [
        "2 --ports one",
        "2x2 --channels 2",
        "2x2x2 --routing udr --ports one --deadlock bubble --flits 2",
        "5 --flits 2",
        "7 --ports one --channels 2 --depth 1",
        "2x3 --ports one",
        "4x4 --placement linear --ports one --ties parity",
        "2x2x2 --placement multilinear:t=2 --deadlock bubble --ports one",
        "3x3 --routing udr --deadlock bubble --channels 6",
        "3x2x4 --ports one",
        "2x2 --channels 2 --pipeline 2",
        "3x5 --deadlock bubble --flits 3 --depth 7 --pipeline 2",
        "4x4 --ports one --deadlock bubble --channels 1 --pipeline 2",
        "3x3x3 --placement linear --routing udr --ports one --deadlock bubble --pipeline 2",
        "2x3 --ports one --link-stages 2,0,wrap=1",
        "5 --flits 2 --link-stages 0,wrap=3 --depth 2",
        "4x4 --placement linear --ports one --link-stages 0,1,wrap=2",
        "3x3 --routing udr --deadlock bubble --link-stages 9",
        "4x3 --ports one --channels 2 --link-stages 2,1,wrap=0 --pipeline 2",
        "3x2x4 --link-stages 0,3,1 --pipeline 2",
    ];
    table.into_par_iter().for_each(|words| assert_bench_agrees(words, 1));
}

/// Options for stages on links along rings, and on wrap links if there are any.
fn registers(dims: &[u32], stages: Option<(u32, u32)>) -> String {
    let closes = dims.iter().any(|&n| n > 2);
    stages.map_or(String::new(), |(along, wrap)| {
        let wrap = if closes { format!(",wrap={wrap}") } else { String::new() };
        format!(" --link-stages {along}{wrap}")
    })
}

/// Options of a small network: at most 24 nodes in one to three dimensions; all else is random.
fn network() -> impl Strategy<Value = String> {
    let dims = prop::collection::vec(2u32..=6, 1..=3)
        .prop_filter("at most 24 nodes", |dims| dims.iter().product::<u32>() <= 24);
    let stages = prop::option::of((0u32..=4, 0u32..=6));
    (dims, any::<[bool; 4]>(), 1usize..=2, 1usize..=3, 0usize..=3, stages).prop_map(
        |(dims, [one, udr, bubble, slow], planes, flits, more, stages)| {
            let d = dims.len();
            let channels = planes * if udr { d } else { 1 } * if bubble { 1 } else { 2 };
            let depth = if bubble { 2 * flits + more } else { 1 + more };
            let text: Vec<String> = dims.iter().map(u32::to_string).collect();
            format!(
                "{} --ports {} --routing {} --deadlock {} --channels {channels} --flits {flits} --depth \
                    {depth} --pipeline {}{}",
                text.join("x"),
                if one { "one" } else { "all" },
                if udr { "udr" } else { "odr" },
                if bubble { "bubble" } else { "dateline" },
                1 + usize::from(slow),
                registers(&dims, stages)
            )
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_networks_show_the_same_in_icarus(words in network(), seed in 0u64..1000) {
        assert_bench_agrees(&words, seed);
    }
}

/// Every kind of fault in the thick of it, on networks that other tests compile too. What follows from a
/// fault has to be the same: heads without a way, credits that nobody spent, buffers that overflow and read
/// on.
#[test]
fn broken_networks_go_on_alike() {
    let table = [
        ("4x4 --ports one", 1),
        ("2x3 --routing udr", 1),
        ("4x4 --channels 2 --depth 1 --ports one", 1),
        ("5x3 --ports one --deadlock bubble --flits 3", 3),
        ("4x4 --placement linear --ports one --flits 4 --depth 2", 4),
        ("4x4 --ports one --pipeline 2", 1),
        ("4x4 --channels 2 --depth 3 --flits 3 --pipeline 2", 3),
        ("4x4 --ports one --link-stages 1,wrap=3", 1),
        ("5x3 --channels 2 --flits 3 --depth 2 --link-stages 0,2 --pipeline 2", 3),
    ];
    table.into_par_iter().for_each(|(words, flits)| break_everything(words, flits));
}

fn break_everything(words: &str, flits: usize) {
    let net = Net::new(words);
    let buffers = &net.network.kind.buffers;
    let channels = buffers.plan.count();
    let width = buffers.head_format().width() as u32;
    let workload = format!("--traffic uniform --rate 0.6 --length {flits} --warmup 0 --measure 120");
    let mut told = 0;
    // Four or five links of different ports; every second bit of the head on each.
    let step = (net.torus().links().count() / 4) | 1;
    let links = net.torus().links().step_by(step).map(|link| link.index() as u32);
    for (first, link) in (0..).zip(links) {
        let bits = (first % 2..width).step_by(2);
        let heads = bits.map(|bit| vec![Fault::FlippedHead { link, bit, cycle: 20 }]);
        let credits = (0..channels as u32).map(|channel| vec![Fault::LostCredit { link, channel, cycle: 9 }]);
        let local_ports =
            [vec![Fault::StuckReady { local_port: link % net.processors().len() as u32, cycle: 5 }]];
        for faults in heads.chain(credits).chain(local_ports).chain([storm(link, width)]) {
            let options = crate::common::buffered::traffic(&workload);
            let sent = Workload::new(net.packet_network(), &options, 7).unwrap();
            told += u32::from(!net.send(Workload { faults, ..sent }).matches());
        }
    }
    assert!(told > 10, "{words}: only {told} faults had an effect");
}

/// A list of faults, one after the other.
fn storm(link: u32, width: u32) -> Vec<Fault> {
    (0..40u32)
        .map(|i| Fault::FlippedHead { link, bit: (i * 5) % width, cycle: 10 + u64::from(i / 2) })
        .collect()
}

/// Whatever the compiler optimises: the same report, and the same waves, of a router whose functions are
/// split.
#[test]
fn every_level_of_optimisation_shows_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let seen = ["0", "1", "2"].map(|level| {
        let vcd = crate::common::path(dir.path(), level);
        let network = ["--router", "buffered", "--dims", "3x3", "--ports", "one", "--routing", "udr"];
        let run = ["--optimize", level, "--vcd", &vcd, "--format", "json"];
        let mut report = json(&[&["sim"], &network[..], &run].concat());
        ["compiled", "stages"].iter().for_each(|key| _ = report.as_object_mut().unwrap().remove(*key));
        (report, std::fs::read(vcd).unwrap())
    });
    assert_eq!(seen[0].0["match"], true);
    assert!(seen.iter().all(|one| *one == seen[0]), "{}", seen[0].0);
}

/// By the commands: the same report on both, and nothing compiled for the model.
#[test]
fn the_engine_is_an_option() {
    let run = |engine: &str, command: &[&str]| {
        let network = ["--router", "buffered", "--dims", "4x4", "--ports", "one", "--format", "json"];
        json(&[command, &network, &["--engine", engine]].concat())
    };
    let (tiles, model) = (run("tiles", &["sim"]), run("model", &["sim"]));
    assert_eq!((&model["engine"], &model["compiled"]), (&"model".into(), &false.into()));
    for key in ["cycles", "delivered", "link_digest", "expected_digest", "match", "latency", "accepted"] {
        assert_eq!(tiles[key], model[key], "{key}");
    }
    let sweep = ["sweep", "--rates", "0.2:0.6:0.2", "--warmup", "100", "--measure", "300"];
    assert_eq!(run("tiles", &sweep), run("model", &sweep));
}

/// No Verilator, no compiler.
#[test]
fn the_model_needs_no_tools() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_torusgen"))
        .args(["sim", "--router", "buffered", "--dims", "3x3", "--engine", "model"])
        .envs([("TORUSGEN_VERILATOR", "/nowhere"), ("CXX", "/nowhere"), ("TORUSGEN_CACHE", "/nowhere")])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}
