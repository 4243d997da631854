//! The engines against each other and against what memory allows, in one run: the whole bench verilated, one
//! node stamped N times, and the registers in Rust.
//!
//! Rates are node-cycles for each second that a run's clock edges took of a processor, so that other work on
//! the machine matters little; each is the median of [`RUNS`]. Networks are compiled (or taken from the
//! cache) before anything is measured.

use torus_cli::args::{Cli, Command};
use torus_gen::{
    buffered::Workload,
    experiment::{emitted, exchange, send, Repetitions, RunOptions},
    network::AnyNetwork,
    Description, NetworkOptions,
};
use torus_sim::{bandwidth::bandwidth, manifest::Latency, Timings};

/// Runs of which the median counts.
const RUNS: usize = 5;
/// Node-cycles of a run: enough that starting up does not matter.
const NODE_CYCLES: usize = 8_000_000;

/// Scheduled networks: radices, placement, routing. 4x4 has the fabric engine, too.
const SCHEDULED: &[(&str, &str, &str)] = &[
    ("4x4", "full", "odr"),
    ("8x8", "full", "odr"),
    ("16x16", "full", "odr"),
    ("4x4x4", "linear", "odr"),
    ("8x8x8", "linear", "odr"),
    ("16x16x16", "linear", "odr"),
    ("32x32x32", "linear", "balanced"),
];

/// Networks of one shape, the largest 64 times the smallest: a power of N says how little rates fall with it.
/// They are run twice: with the payloads that each needs, and with those of the largest.
const GROWING: &[(&str, &str, &str)] =
    &[("16x16x16", "linear", "odr"), ("32x32x32", "linear", "odr"), ("64x64x64", "linear", "odr")];

/// The payload bits of the largest of them, whose sources and destinations have 18 bits each.
const LARGEST: usize = 36;

/// Buffered ones: radices, port model, rule, channels, rate of uniform traffic. One channel under the bubble
/// rule is the smallest router, two or more under the dateline rule are what `--router buffered` gives.
const BUFFERED: &[(&str, &str, &str, Option<usize>, &str)] = &[
    ("8x8", "one", "bubble", Some(1), "0.3"),
    ("8x8", "one", "dateline", None, "0.1"),
    ("8x8", "one", "dateline", None, "0.4"),
    ("8x8", "all", "dateline", None, "0.3"),
    ("4x4x4", "one", "dateline", None, "0.7"),
    ("16x16x16", "one", "bubble", Some(1), "0.1"),
];

/// The run with the median rate.
fn median(nodes: usize, once: impl Fn() -> Timings) -> Timings {
    once();
    let mut runs: Vec<Timings> = (0..RUNS).map(|_| once()).collect();
    runs.sort_by(|a, b| a.rate(nodes).total_cmp(&b.rate(nodes)));
    runs[RUNS / 2]
}

fn line(name: &str, nodes: usize, tiles: &Timings, others: &[(&str, Timings)]) {
    let rate = tiles.rate(nodes);
    print!("{name:<34} tiles {:6.1} M/s, check {:3.0} %", rate / 1e6, 100.0 * tiles.checking());
    let allowed = tiles.ceiling(nodes, bandwidth(tiles.footprint));
    print!(", memory would allow {:4.1} times that", allowed / rate);
    for (engine, timings) in others {
        let check = 100.0 * timings.checking();
        print!("; {engine} {:5.2} times the tiles, check {check:3.0} %", timings.rate(nodes) / rate);
    }
    println!();
}

/// Prints a scheduled network with payloads of `width` bits, or of as many as it needs. Returns its nodes and
/// the rates of tiles and model.
fn scheduled((dims, placement, routing): (&str, &str, &str), width: Option<usize>) -> (f64, [f64; 2]) {
    let text = |text: &str| Some(text.to_string());
    let options = NetworkOptions {
        dims: text(dims),
        placement: text(placement),
        routing: text(routing),
        width,
        ..NetworkOptions::default()
    };
    let network = AnyNetwork::of(Description::new(&options).expect("a network")).expect("a schedule");
    let golden_model = network.task().golden_model().expect("the task of a scheduled network");
    let nodes = network.base.torus().len();
    let length = golden_model.timetable(1, Latency { start_to_link: 0, makespan_to_done: 0 }).length;
    let reported = (NODE_CYCLES / nodes / length as usize).max(1) as u32;
    let dir = emitted(&network.files().expect("emittable")).expect("a temporary folder");
    let once = |engine| {
        let (run, repetitions) = (RunOptions::quiet(engine), Repetitions { reported, further: 0 });
        let report = exchange(golden_model, network.link_loads(), dir.path(), repetitions, run, |_| ())
            .expect("verilator and a compiler, from make setup");
        assert!(report.matches(), "{}", report.mismatches);
        report.timings
    };
    let of = |engine| median(nodes, || once(engine));
    let mut others = vec![("model", of(torus_sim::Engine::Model))];
    others.extend((nodes <= 16).then(|| ("fabric", of(torus_sim::Engine::Fabric))));
    let tiles = of(torus_sim::Engine::Tiles);
    let bits = width.map_or(String::new(), |width| format!(" {width} bits"));
    line(&format!("{dims} {placement} {routing}{bits}"), nodes, &tiles, &others);
    (nodes as f64, [tiles.rate(nodes), others[0].1.rate(nodes)])
}

/// Prints by which power of N node-cycles a second change from the first network to the last.
fn growth(networks: &[(&str, &str, &str)], width: Option<usize>) {
    let rates: Vec<_> = networks.iter().map(|&network| scheduled(network, width)).collect();
    let ((least, small), (most, large)) = (rates[0], rates[rates.len() - 1]);
    let power = |engine: usize| (large[engine] / small[engine]).ln() / (most / least).ln();
    let (first, last) = (networks[0].0, networks[networks.len() - 1].0);
    let payloads =
        width.map_or("payloads as each needs".to_string(), |width| format!("payloads of {width} bits"));
    println!(
        "node-cycles a second from {first} to {last}, {payloads}, grow with N to the power of: tiles {:+.3}, \
         model {:+.3}",
        power(0),
        power(1)
    );
}

fn options(rate: &str, cycles: usize) -> torus_gen::buffered::TrafficOptions {
    use clap::Parser;
    let cycles = cycles.to_string();
    let args = ["torusgen", "sim", "--traffic", "uniform", "--rate", rate, "--measure", &cycles];
    match Cli::parse_from(args).command {
        Command::Sim(args) => args.traffic.options(),
        _ => unreachable!("sim was asked for"),
    }
}

fn buffered((dims, ports, rule, channels, rate): (&str, &str, &str, Option<usize>, &str)) {
    let text = |text: &str| Some(text.to_string());
    let options_of = NetworkOptions {
        dims: text(dims),
        router: text("buffered"),
        ports: text(ports),
        deadlock: text(rule),
        channels,
        ..NetworkOptions::default()
    };
    let network = AnyNetwork::of(Description::new(&options_of).expect("a network")).expect("no deadlock");
    let packets = network.packets().expect("a buffered network");
    let (dir, nodes) =
        (emitted(&network.files_without_bench()).expect("a temporary folder"), network.base.torus().len());
    let options = options(rate, (NODE_CYCLES / 8 / nodes).max(200));
    let once = |engine| {
        let workload = Workload::new(packets, &options, 1).expect("uniform traffic");
        let report = send(packets, dir.path(), workload, options.limit, RunOptions::quiet(engine), None)
            .expect("verilator and a compiler, from make setup");
        assert!(report.matches(), "{:?}", report.mismatches);
        report.timings
    };
    let [tiles, model] =
        [torus_sim::Engine::Tiles, torus_sim::Engine::Model].map(|engine| median(nodes, || once(engine)));
    let channels = packets.buffers.plan.count();
    line(&format!("{dims} {rule} {channels} ch. {ports}-port at {rate}"), nodes, &tiles, &[("model", model)]);
}

fn main() {
    SCHEDULED.iter().for_each(|&network| _ = scheduled(network, None));
    [None, Some(LARGEST)].into_iter().for_each(|width| growth(GROWING, width));
    BUFFERED.iter().for_each(|&network| buffered(network));
}
