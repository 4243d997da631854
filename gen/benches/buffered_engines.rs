//! The model engine against the tiles on buffered networks under uniform traffic: one router verilated and stamped N times,
//! and the registers in Rust. Prints node-cycles per second of whole runs, checks included, and their ratio; networks are
//! compiled (or taken from the cache) before anything is measured.

use torus_gen::{
    buffered::{BufferedDesign, Offer},
    cli::{Cli, Command, EngineName, TrafficOptions},
    commands::traffic::{simulate, Sending},
    config::{Config, NetworkOptions},
    experiment::emitted,
};

/// Cycles that are measured: enough that starting up does not matter.
const CYCLES: u32 = 5000;

fn options(rate: &str) -> TrafficOptions {
    use clap::Parser;
    let cycles = CYCLES.to_string();
    let args = ["torusgen", "sim", "--traffic", "uniform", "--rate", rate, "--measure", &cycles];
    match Cli::parse_from(args).command {
        Command::Sim(args) => args.traffic,
        _ => unreachable!("sim was asked for"),
    }
}

/// Node-cycles per second: the median of three runs.
fn speed(design: &BufferedDesign, dir: &std::path::Path, rate: &str, engine: EngineName) -> f64 {
    let options = options(rate);
    let once = || {
        let offer = Offer::new(design, &options, rate, 1).expect("uniform traffic");
        let sending = Sending::quiet(engine, options.limit);
        let report =
            simulate(design, dir, offer, sending).expect("verilator and a compiler, from make setup");
        assert!(report.matches(), "{:?}", report.wrong);
        report.cycles as f64 * design.config.torus().len() as f64 / report.timings.run.as_secs_f64()
    };
    once();
    let mut speeds = [once(), once(), once()];
    speeds.sort_by(f64::total_cmp);
    speeds[1]
}

fn main() {
    for (dims, rates) in [("8x8", ["0.1", "0.4"]), ("4x4x4", ["0.1", "0.7"])] {
        let options = NetworkOptions {
            dims: Some(dims.into()),
            router: Some("buffered".into()),
            ports: Some("one".into()),
            ..NetworkOptions::default()
        };
        let config = Config::new(&options).expect("a network");
        let buffers = config.buffers.clone().expect("buffered routers");
        let design = BufferedDesign::new(config, buffers).expect("no deadlock");
        let dir = emitted(&design.files()).expect("a temporary folder");
        for rate in rates {
            let [tiles, model] = [EngineName::Tiles, EngineName::Model]
                .map(|engine| speed(&design, dir.path(), rate, engine) / 1e6);
            println!(
                "{dims} buffered, uniform traffic at {rate}: tiles {tiles:.1}, model {model:.1} M node-cycles/s; the model is {:.2} \
                 times the tiles",
                model / tiles
            );
        }
    }
}
