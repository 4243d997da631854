//! Runs the program and external tools, for all tests of this crate.
#![allow(dead_code)]

pub mod buffered;
pub mod hops;
pub mod icarus;
pub mod lint;
pub mod memory;
pub mod page;
pub mod streams;
#[path = "../../../hdl/tests/common/verilator.rs"]
pub mod verilator;
#[path = "../../../model/tests/common/ways.rs"]
pub mod ways;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use torus_gen::network::{Network, Scheduled};
use torus_gen::{folder, Base, Description, KindOptions, NetworkOptions};
use torus_model::ScheduleKind;
use torus_sim::{Experiment, GoldenModel, Manifest, OptLevel, Report, Setup, Tools};

/// A cache of compiled simulations that lives as long as the build folder.
pub fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache")
}

/// Whether a folder has this name. Such folders hold the parts of a cache that networks share.
fn is_runtime(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("runtime-"))
}

/// A cache without networks, with only the parts that all of them share.
pub fn cold_cache() -> tempfile::TempDir {
    // Whoever comes first makes what is shared.
    let smallest = network("2", "full");
    simulate(&smallest, emitted(&smallest).path(), torus_sim::Engine::Tiles);
    let own = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a writable folder");
    let folders = std::fs::read_dir(cache()).into_iter().flatten().flatten().map(|entry| entry.path());
    for folder in folders.filter(|path| is_runtime(path)) {
        let copy = own.path().join(folder.file_name().expect("a name"));
        std::fs::create_dir(&copy).expect("a writable folder");
        for file in std::fs::read_dir(folder).expect("a folder of the cache").flatten() {
            // Another process may be at work there.
            let _ = std::fs::copy(file.path(), copy.join(file.file_name()));
        }
    }
    own
}

/// The environment of the program in tests: a shared cache, and low optimisation, because the networks run
/// for less time than they are compiled. Every level gives the same results (`scheduled/builds.rs`,
/// `buffered/engines.rs`).
pub fn short_runs() -> [(&'static str, PathBuf); 2] {
    [("TORUSGEN_CACHE", cache()), ("TORUSGEN_OPTIMIZE", "0".into())]
}

/// The same settings within this process.
pub fn short_setup<'a>(
    dir: &'a Path,
    manifest: &'a Manifest,
    engine: torus_sim::Engine,
    (cache, tools): &'a (PathBuf, Tools),
) -> Setup<'a> {
    let optimize = Some(OptLevel::O0);
    Setup { cache: Some(cache), optimize, ..Setup::new(dir, manifest, engine, tools) }
}

/// The cache and the tools of [`short_setup`].
pub fn outside() -> (PathBuf, Tools) {
    (cache(), Tools::from_env())
}

/// `torusgen ARGS`.
pub fn torusgen(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_torusgen"));
    command.args(args).envs(short_runs());
    command.output().expect("the program that cargo built")
}

/// Standard output of a run that has to succeed.
pub fn stdout(args: &[&str]) -> String {
    let output = torusgen(args);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "torusgen {}\n{out}{err}", args.join(" "));
    out
}

/// The message of a run that has to be refused: exit code 2, no standard output.
pub fn refused(args: &[&str]) -> String {
    let output = torusgen(args);
    assert_eq!(output.status.code(), Some(2), "torusgen {}: {}", args.join(" "), text(&output.stderr));
    assert_eq!(text(&output.stdout), "", "torusgen {}", args.join(" "));
    text(&output.stderr)
}

/// The same with arguments joined by blanks.
pub fn refused_line(line: &str) -> String {
    refused(&line.split(' ').collect::<Vec<_>>())
}

/// A path as an argument.
pub fn path(dir: &Path, name: &str) -> String {
    dir.join(name).to_str().expect("UTF-8").to_string()
}

/// Changes the emitted file `rtl/MODULE.v`. The text has to become different.
pub fn edit(dir: &Path, module: &str, change: impl FnOnce(&str) -> String) {
    let path = dir.join(format!("rtl/{module}.v"));
    let before = std::fs::read_to_string(&path).expect("an emitted module");
    let after = change(&before);
    assert_ne!(before, after, "the mutation of {module} changed nothing");
    std::fs::write(path, after).expect("a writable folder");
}

/// The JSON that a run prints.
pub fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&stdout(args)).expect("JSON on standard output")
}

/// The loads of a network by link id, as `torusgen loads` counts them without hardware.
pub fn link_loads(options: &[&str]) -> Vec<u64> {
    let counted = json(&[&["loads", "--links", "--format", "json", "--dims"][..], options].concat());
    let links = counted["links"].as_array().expect("all links");
    links.iter().map(|load| load.as_str().expect("a load").parse().expect("a whole number")).collect()
}

/// The networks in `examples/`, by name.
pub fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join("examples");
    let entries = std::fs::read_dir(folder).expect("a folder of examples");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut all: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    all.sort();
    assert!(all.len() >= 12, "{} examples", all.len());
    all
}

/// A design in `examples/` that has a Makefile.
pub fn design_folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join("examples").join(name)
}

/// Runs `make TARGET` of a design with `out` as its output folder. Returns whether it succeeded, and its
/// output.
pub fn design(folder: &Path, target: &str, out: &Path) -> (bool, String) {
    let torusgen = format!("TORUSGEN={}", env!("CARGO_BIN_EXE_torusgen"));
    let python = format!("PYTHON={}", design_folder("../target/riscv/bin/python").display());
    tool("make", &["-s", target, &torusgen, &python, &format!("OUT={}", out.display())], folder)
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Runs a tool that `make setup` installs. Returns whether it succeeded, and its standard output and error.
pub fn tool(name: &str, args: &[&str], dir: &Path) -> (bool, String) {
    let output = Command::new(verilator::directly(name)).args(args).current_dir(dir).output();
    let output = output.unwrap_or_else(|why| panic!("{name} was not found ({why}): run make setup"));
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

/// The files of a list in an emitted folder, for a command of Yosys.
pub fn files_of_list(dir: &Path, list: &str) -> String {
    let text = std::fs::read_to_string(dir.join(list)).expect("a file list");
    text.lines().filter(|line| !line.starts_with("//")).collect::<Vec<_>>().join(" ")
}

/// A network with these radices and placement.
pub fn network(dims: &str, placement: &str) -> Network<Scheduled> {
    frame(base(dims, placement))
}

/// The same with a kind of schedule and a port model.
pub fn network_of(dims: &str, placement: &str, kind: &str, ports: &str) -> Network<Scheduled> {
    let options = NetworkOptions {
        dims: Some(dims.into()),
        placement: Some(placement.into()),
        kind: Some(kind.into()),
        ports: Some(ports.into()),
        ..NetworkOptions::default()
    };
    scheduled(&options)
}

/// A network whose routers are set by slots.
pub fn in_slots(dims: &str, kind: &str, ports: &str) -> Network<Scheduled> {
    switched(dims, Some(kind), Some(ports), "slots")
}

/// A full torus whose rows are generated.
pub fn generated(dims: &str) -> Network<Scheduled> {
    switched(dims, None, None, "generator")
}

fn switched(dims: &str, kind: Option<&str>, ports: Option<&str>, switching: &str) -> Network<Scheduled> {
    let options = NetworkOptions {
        dims: Some(dims.into()),
        kind: kind.map(str::to_string),
        ports: ports.map(str::to_string),
        switching: Some(switching.into()),
        ..NetworkOptions::default()
    };
    scheduled(&options)
}

/// A full torus with schedule ROMs of this style.
pub fn in_style(dims: &str, ports: &str, switching: &str, style: &str) -> Network<Scheduled> {
    let options = NetworkOptions {
        dims: Some(dims.into()),
        ports: Some(ports.into()),
        switching: Some(switching.into()),
        rom: Some(style.into()),
        ..NetworkOptions::default()
    };
    scheduled(&options)
}

/// The total exchange of a full torus by route tables of a group.
pub fn exchange(dims: &str, group: Option<&str>) -> Network<Scheduled> {
    let options = NetworkOptions {
        dims: Some(dims.into()),
        kind: Some("exchange".into()),
        group: group.map(str::to_string),
        ..NetworkOptions::default()
    };
    scheduled(&options)
}

/// The scheduled network that options describe.
pub fn scheduled(options: &NetworkOptions) -> Network<Scheduled> {
    let Description { base, kind } = Description::new(options).expect("a valid configuration");
    let KindOptions::Scheduled(kind) = kind else { panic!("options of a scheduled network") };
    Network::<Scheduled>::new(base, kind).expect("a schedule")
}

/// The network whose schedule is a frame.
pub fn frame(base: Base) -> Network<Scheduled> {
    Network::<Scheduled>::new(base, ScheduleKind::Frame).expect("a schedule")
}

pub fn base(dims: &str, placement: &str) -> Base {
    let options = NetworkOptions {
        dims: Some(dims.into()),
        placement: Some(placement.into()),
        ..NetworkOptions::default()
    };
    Description::new(&options).expect("a valid configuration").base
}

/// An emitted folder that is deleted with the value.
pub fn emitted(network: &Network<Scheduled>) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    folder::write_all(dir.path(), &network.files().expect("emittable")).expect("a writable folder");
    dir
}

/// Calls `with` with the experiment of a folder against a network.
pub fn experiment<T>(
    network: &Network<Scheduled>,
    dir: &Path,
    engine: torus_sim::Engine,
    with: impl FnOnce(&Experiment) -> T,
) -> T {
    let golden_model = GoldenModel::Schedule(&network.kind.schedule);
    compared(dir, golden_model, network.link_loads(), engine, with)
}

/// Calls `with` with the experiment of a folder against a golden model and loads.
pub fn compared<T>(
    dir: &Path,
    golden_model: GoldenModel,
    loads: &[u64],
    engine: torus_sim::Engine,
    with: impl FnOnce(&Experiment) -> T,
) -> T {
    let (manifest, outside) = (Manifest::read(dir).expect("a manifest"), outside());
    with(&Experiment {
        setup: short_setup(dir, &manifest, engine, &outside),
        golden_model,
        loads,
        exchanges: 1,
        further: 2,
        waves: torus_sim::Recording::default(),
    })
}

/// Simulates a folder against a network.
pub fn simulate(network: &Network<Scheduled>, dir: &Path, engine: torus_sim::Engine) -> Report {
    experiment(network, dir, engine, torus_sim::run).expect("a simulation")
}
