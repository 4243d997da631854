//! The engines against each other on one network, in one run: the whole bench verilated, one node stamped N times, and the
//! registers in Rust. Prints node-cycles per second and ratios to the tiles; the networks are compiled (or taken
//! from the cache) before anything is measured.

use torus_gen::{
    cli::EngineName,
    config::{Config, NetworkOptions},
    design::Design,
    experiment::{simulate, Run},
};

/// Exchanges per measurement: enough cycles that starting up does not matter.
const EXCHANGES: u32 = 2000;

fn speed(design: &Design, engine: EngineName) -> f64 {
    let run = Run {
        engine,
        threads: 1,
        exchanges: EXCHANGES,
        waves: torus_sim::Recording::default(),
        on_progress: None,
    };
    let once = || simulate(design, run).expect("verilator and a compiler, from make setup");
    once();
    let mut speeds: Vec<f64> = (0..5)
        .map(|_| {
            let report = once();
            assert!(report.matches(), "{}", report.mismatches);
            report.node_cycles_per_second
        })
        .collect();
    speeds.sort_by(f64::total_cmp);
    speeds[2]
}

fn main() {
    for (dims, placement) in [("4x4", "full"), ("4x4x4", "linear")] {
        let options = NetworkOptions {
            dims: Some(dims.into()),
            placement: Some(placement.into()),
            ..NetworkOptions::default()
        };
        let design = Design::to_emit(Config::new(&options).expect("a network")).expect("a schedule");
        let [fabric, tiles, model] =
            [EngineName::Fabric, EngineName::Tiles, EngineName::Model].map(|engine| speed(&design, engine));
        println!(
            "{dims} {placement}: fabric {:.1}, tiles {:.1}, model {:.1} M node-cycles/s; tiles are {:.2} times the fabric, the \
             model {:.2} times the tiles",
            fabric / 1e6,
            tiles / 1e6,
            model / 1e6,
            tiles / fabric,
            model / tiles
        );
    }
}
