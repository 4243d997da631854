//! Emitted folders with one changed file: the manifest, the schedule or plan, or a module.
//!
//! Such a folder's description of its network is read as by `sim --from`. The model engine, which reads the
//! modules itself, runs what is accepted. Every run ends, with any verdict.

use crate::common::outside;
use crate::runner::{fuzz_part, Kept};
use std::path::Path;
use torus_gen::{
    buffered::{exchange, Workload},
    folder,
    network::{AnyNetwork, Task},
    Description, NetworkOptions,
};
use torus_model::traffic::Order;
use torus_sim::{
    run,
    traffic::{run_traffic, Show, Traffic},
    Engine, Experiment, GoldenModel, Manifest, Recording, Setup, SimError,
};

/// The largest number of flits of all memories of a case. A folder may state more than a case may allocate;
/// it is then read but not run.
const MOST_FLITS: usize = 1 << 22;
/// After this number of cycles no packets are sent.
const LIMIT: u64 = 2000;

/// Whether a folder's exchange runs on the model engine.
fn runs(network: &AnyNetwork, dir: &Path) -> bool {
    let outside = outside();
    let found = Manifest::read(dir).and_then(|manifest| {
        if manifest.memory.as_ref().is_some_and(|memory| memory.banks * memory.depth > MOST_FLITS) {
            return Ok(());
        }
        let setup =
            Setup { cache: Some(&outside.0), ..Setup::new(dir, &manifest, Engine::Model, &outside.1) };
        match network.task() {
            Task::Schedule(schedule) => exchanged(network, setup, GoldenModel::Schedule(schedule)),
            Task::Program { program, .. } => exchanged(network, setup, GoldenModel::Program(program)),
            Task::Packets(_) => sent(network, setup),
        }
    });
    found.is_ok()
}

fn exchanged(network: &AnyNetwork, setup: Setup, golden_model: GoldenModel) -> Result<(), SimError> {
    let (loads, waves) = (network.loads.numerators(), Recording::default());
    run(&Experiment { setup, golden_model, loads, exchanges: 1, further: 1, waves }).map(|_| ())
}

fn sent(network: &AnyNetwork, setup: Setup) -> Result<(), SimError> {
    let packets = network.packets().expect("a buffered network");
    let Workload { mut packets, counts, .. } = exchange(packets, Order::Random, 1);
    let traffic = Traffic {
        setup,
        placement: &network.base.placement,
        packets: &mut *packets,
        window: None,
        limit: LIMIT,
        counts: counts.as_deref(),
        burst: None,
        again: None,
        lists: None,
        faults: &[],
        show: Show::default(),
    };
    run_traffic(traffic).map(|_| ())
}

/// Changes the files of a network whose path has one of these endings, one at a time. They share the
/// requested cases.
fn fuzz_files(name: &str, options: NetworkOptions, endings: &[&str]) {
    let network = AnyNetwork::of(Description::new(&options).expect("a description")).expect("a network");
    let (dir, files) = (tempfile::tempdir().expect("a folder"), network.files().expect("emittable"));
    folder::write_all(dir.path(), &files).expect("a writable folder");
    for ending in endings {
        let (path, whole) = files.iter().find(|(path, _)| path.ends_with(ending)).expect("the file");
        let changed = Kept::create(&dir.path().join(path));
        let (reader, parts) = (format!("{name}-{}", ending.trim_start_matches('_')), endings.len() as u32);
        fuzz_part(&reader, parts, &[whole.clone().into_bytes()], |bytes| {
            changed.write(bytes);
            AnyNetwork::of_folder(dir.path()).is_ok_and(|network| runs(&network, dir.path()))
        });
        changed.write(whole.as_bytes());
    }
}

fn of(dims: &str) -> NetworkOptions {
    NetworkOptions { dims: Some(dims.into()), ..NetworkOptions::default() }
}

fn some(text: &str) -> Option<String> {
    Some(text.into())
}

#[test]
fn scheduled() {
    fuzz_files("scheduled", of("2x3"), &["manifest.json", "schedule.json", "_rom.v", "_router.v"]);
}

#[test]
fn without_headers() {
    let slots = NetworkOptions { switching: some("slots"), ..of("3x3") };
    fuzz_files("slots", slots, &["_rom.v", "_router.v"]);
    let generator = NetworkOptions { switching: some("generator"), ..of("4x4") };
    fuzz_files("generator", generator, &["_generator.v"]);
    let steps = NetworkOptions { switching: some("generator"), ..of("5x5") };
    fuzz_files("steps", steps, &["_generator.v"]);
}

#[test]
fn with_memories() {
    let options = NetworkOptions { algorithm: some("product-a2"), ..of("2x2") };
    let files = ["manifest.json", "plan.json", "_program.v", "_expected_rom.v", "_self_test.v"];
    fuzz_files("memory", options, &files);
}

#[test]
fn buffered() {
    let options = NetworkOptions { router: some("buffered"), ..of("2x3") };
    fuzz_files("buffered", options, &["manifest.json", "_router.v"]);
}
