//! One network on several ranks, which are threads of this process: all results of one process.

mod batches;
#[path = "../common/mod.rs"]
mod common;
mod faults;
mod networks;
mod packet_tiles;
mod packet_waves;
mod packets;
mod start;
mod tiles;
mod transposes;
mod waves;
#[cfg(not(feature = "mpi"))]
mod without_mpi;

use clap::Parser;
use torus_cli::args::{Cli, Command};
use torus_cli::commands::options;
use torus_gen::experiment::{emitted, exchange, Repetitions, RunOptions};
use torus_gen::{network::AnyNetwork, Description};
use torus_model::Torus;
use torus_sim::ranks::{threads::on_threads, Grid, InBlocks, Ranks};
use torus_sim::{scratch::ScratchFolder, Engine, Report};

/// The emitted network of these options of the command line.
fn folder(words: &str) -> ScratchFolder {
    let line = format!("torusgen emit {words} --out nowhere");
    let Command::Emit(args) = Cli::try_parse_from(line.split(' ')).expect("options").command else {
        panic!("emit is a command")
    };
    let description = Description::new(&options(&args.network).expect("options")).expect("a description");
    emitted(&AnyNetwork::of(description).expect("a network").files().expect("files")).expect("a folder")
}

/// A run of an emitted folder on this rank, or in one process.
fn simulated(dir: &ScratchFolder, ranks: Option<&dyn Ranks>, reported: u32) -> Report {
    let network = AnyNetwork::of_folder(dir.path()).expect("an emitted folder");
    let golden_model = network.task().golden_model().expect("exchanges");
    let run = RunOptions { ranks, ..RunOptions::quiet(Engine::Model) };
    let repetitions = Repetitions { reported, further: 4 };
    exchange(golden_model, network.link_loads(), dir.path(), repetitions, run, |_| ()).expect("a run")
}

/// All ways in which so many ranks can share the torus of these options, whose first word is its radices.
fn grids(words: &str, sizes: impl IntoIterator<Item = usize>) -> Vec<Grid> {
    let torus: Torus = words.split(' ').next().and_then(|dims| dims.parse().ok()).expect("radices");
    sizes.into_iter().flat_map(|size| Grid::all(&torus, size)).collect()
}

/// Runs on as many ranks as a grid has blocks. Returns the results by rank.
fn on_grid<T: Send>(grid: &Grid, run: impl Fn(&dyn Ranks) -> T + Sync) -> Vec<T> {
    on_threads(grid.len(), |ranks| run(&InBlocks::new(ranks, grid.blocks().to_vec())))
}

/// The report of rank 0.
fn on_ranks(dir: &ScratchFolder, grid: &Grid, reported: u32) -> Report {
    on_grid(grid, |ranks| simulated(dir, Some(ranks), reported)).swap_remove(0)
}

/// The report without times.
fn told(report: &Report) -> String {
    let Report { cycles, delivered, expected, link_counts, expected_counts, figures, .. } = report;
    let counts = format!("{cycles} {delivered}/{expected} {link_counts:?} {expected_counts:?} {figures:?}");
    format!("{counts}\n{} {}", report.further.exchanges, report.details())
}
