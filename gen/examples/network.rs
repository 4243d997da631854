//! A network from its description to a simulation: loads, schedule, files, and a run of the cycle model that
//! compares every link.
//!
//! Run it with `cargo run -p torusgen-gen --example network`.

use std::error::Error;
use torus_gen::folder;
use torus_gen::network::{AnyNetwork, Kind};
use torus_gen::{Description, NetworkOptions};
use torus_sim::{Engine, Experiment, Manifest, Recording, Tools, FURTHER};

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
    let report = torus_sim::run(&Experiment {
        dir: dir.path(),
        manifest: &manifest,
        golden_model: network.kind.task().golden_model().expect("the task of a scheduled network"),
        loads: network.link_loads(),
        exchanges: 1,
        further: FURTHER,
        engine: Engine::Model,
        threads: 1,
        waves: Recording::default(),
        cache: None,
        tools: &tools,
        on_progress: None,
    })?;
    println!("{} messages delivered, {} differences", report.delivered, report.mismatches.total());
    assert!(report.matches());
    Ok(())
}
