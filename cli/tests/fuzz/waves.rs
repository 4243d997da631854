//! Waves, VCD and FST: every question gets an answer or an error.

use crate::common::{self, network};
use crate::runner::fuzz;
use std::{fs, io::Cursor};
use torus_gen::network::{Network, Scheduled};
use torus_sim::{
    waves::{diff, follow, read_loads, Dump},
    Engine, Experiment, GoldenModel, Manifest, Recording,
};

/// A run of two exchanges as a file whose name ends so.
fn recorded(network: &Network<Scheduled>, ending: &str) -> Vec<u8> {
    let (dir, outside) = (common::emitted(network), common::outside());
    let manifest = Manifest::read(dir.path()).expect("a manifest");
    let path = dir.path().join(ending);
    let mut waves = Recording::default();
    match ending {
        "a.vcd" => waves.vcd = Some(&path),
        _ => waves.fst = Some(&path),
    }
    let experiment = Experiment {
        setup: common::short_setup(dir.path(), &manifest, Engine::Model, &outside),
        golden_model: GoldenModel::Schedule(&network.kind.schedule),
        loads: network.link_loads(),
        exchanges: 2,
        further: 0,
        waves,
    };
    assert!(torus_sim::run(&experiment).expect("a run").matches());
    fs::read(&path).expect("waves")
}

/// Asks a file all questions, beside a valid one. Returns whether its loads can be read.
fn ask(network: &Network<Scheduled>, whole: &[u8], bytes: &[u8]) -> bool {
    let (torus, nodes) = (network.base.torus(), network.base.placement.processors());
    if let Ok(mut dump) = Dump::open(Cursor::new(bytes)) {
        let lives = follow(&mut dump, torus, nodes[0], nodes[1]);
        lives.iter().flatten().for_each(|life| _ = life.waited(torus, life.hops.len()));
    }
    if let (Ok(whole), Ok(dump)) = (Dump::open(Cursor::new(whole)), Dump::open(Cursor::new(bytes))) {
        let _ = diff(whole, dump);
    }
    read_loads(Cursor::new(bytes)).is_ok()
}

#[test]
fn vcd() {
    let network = network("2x3", "full");
    let whole = recorded(&network, "a.vcd");
    fuzz("vcd", std::slice::from_ref(&whole), |bytes| ask(&network, &whole, bytes));
}

#[test]
fn fst() {
    let network = network("2x3", "full");
    let whole = recorded(&network, "a.fst");
    fuzz("fst", std::slice::from_ref(&whole), |bytes| ask(&network, &whole, bytes));
}
