//! A network from its description to a simulation: loads, schedule, files, and a run of the cycle model that
//! compares every link.
//!
//! Run it with `cargo run -p torusgen-gen --example network`.

use std::error::Error;
use torus_gen::network::{AnyNetwork, Kind};
use torus_gen::{folder, Description, NetworkOptions};
use torus_sim::{Engine, Experiment, Manifest, Recording, Setup, Tools, FURTHER};

/// Prints what is known before, what is emitted, and what a simulation of the emitted folder finds.
pub fn main() -> Result<(), Box<dyn Error>> {
    let options = NetworkOptions {
        dims: Some("4x4x4".into()),
        placement: Some("linear".into()),
        ..NetworkOptions::default()
    };
    let network = AnyNetwork::of(Description::new(&options)?)?;
    println!("E_max {}; {}", network.loads.e_max(), network.in_words());

    let files = network.files()?;
    let dir = tempfile::tempdir()?;
    folder::write_all(dir.path(), &files)?;
    println!("{} files, one of them {}", files.len(), files[0].0);

    let (manifest, tools) = (Manifest::read(dir.path())?, Tools::from_env());
    let task = network.kind.task();
    let report = torus_sim::run(&Experiment {
        setup: Setup::new(dir.path(), &manifest, Engine::Model, &tools),
        golden_model: task.golden_model().expect("the task of a scheduled network"),
        loads: network.link_loads(),
        exchanges: 1,
        further: FURTHER,
        waves: Recording::default(),
    })?;
    println!("{} messages delivered, {} differences", report.delivered, report.mismatches.total());
    assert!(report.matches());
    Ok(())
}
