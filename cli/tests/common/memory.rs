//! Networks with message memories for all their tests.

use super::{compared, outside, short_setup};
use std::path::Path;
use torus_gen::network::{Memory, Network};
use torus_gen::{experiment, Description, KindOptions, NetworkOptions};
use torus_sim::{
    scratch::ScratchFolder, transpose::transpose, transpose::Transpose, transpose::TransposeReport,
};
use torus_sim::{Experiment, GoldenModel, Manifest, Report};

/// Options by name, as on the command line.
pub fn options(dims: &str, algorithm: &str, flits: usize) -> NetworkOptions {
    let (dims, algorithm) = (Some(dims.into()), Some(algorithm.into()));
    NetworkOptions { dims, algorithm, flits: Some(flits), ..NetworkOptions::default() }
}

pub fn network_of(options: &NetworkOptions) -> Network<Memory> {
    let Description { base, kind } = Description::new(options).expect("a valid configuration");
    let KindOptions::Memory(storage) = kind else { panic!("options of a network with memories") };
    Network::<Memory>::new(base, storage).expect("a plan")
}

pub fn network(dims: &str, algorithm: &str, flits: usize) -> Network<Memory> {
    network_of(&options(dims, algorithm, flits))
}

/// A broadcast by lines.
pub fn broadcast(dims: &str, source: &str, flits: usize) -> Network<Memory> {
    let source = Some(source.into());
    network_of(&NetworkOptions { source, ..options(dims, "broadcast-lines", flits) })
}

/// A table of a partial placement with one port: some nodes only forward.
pub fn partial() -> Network<Memory> {
    let (placement, ports) = (Some("multilinear:t=2".into()), Some("one".into()));
    network_of(&NetworkOptions { placement, ports, ..options("4x4", "table", 2) })
}

/// An emitted folder that is deleted with the value.
pub fn emitted(network: &Network<Memory>) -> ScratchFolder {
    experiment::emitted(&network.files().expect("emittable")).expect("a writable folder")
}

/// Calls `with` with the experiment of a folder against a network.
pub fn experiment<T>(
    network: &Network<Memory>,
    dir: &Path,
    engine: torus_sim::Engine,
    with: impl FnOnce(&Experiment) -> T,
) -> T {
    let golden_model = GoldenModel::Program(&network.kind.program);
    compared(dir, golden_model, network.loads.numerators(), engine, with)
}

/// Simulates a folder against a network.
pub fn simulate(network: &Network<Memory>, dir: &Path, engine: torus_sim::Engine) -> Report {
    experiment(network, dir, engine, torus_sim::run).expect("a simulation")
}

/// Moves random data through the memories of a folder.
pub fn transposed(network: &Network<Memory>, dir: &Path) -> TransposeReport {
    transposed_on(network, dir, torus_sim::Engine::Tiles)
}

/// The same on one of the engines.
pub fn transposed_on(network: &Network<Memory>, dir: &Path, engine: torus_sim::Engine) -> TransposeReport {
    let (manifest, outside) = (Manifest::read(dir).expect("a manifest"), outside());
    let setup = short_setup(dir, &manifest, engine, &outside);
    let job = Transpose { setup, program: &network.kind.program, seed: 7, further: 2 };
    transpose(&job).expect("a simulation")
}

/// The ROM's text with bits of one row inverted.
pub fn flip(text: &str, row: usize, mask: u128) -> String {
    let line = text
        .lines()
        .find(|line| line.trim_start().starts_with("rows[") && line.contains(&format!("'d{row}] = ")));
    let line = line.expect("the row is in the ROM");
    let (head, rest) = line.split_once("'h").unwrap();
    let (digits, comment) = rest.split_once(';').unwrap();
    let value = u128::from_str_radix(digits, 16).unwrap() ^ mask;
    text.replacen(line, &format!("{head}'h{value:x};{comment}"), 1)
}
