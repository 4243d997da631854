//! Simulates a network: writes its files into a folder, loads the folder into an engine and returns the
//! verdict.

use crate::{
    buffered::{PacketNetwork, Workload},
    file_error::FileError,
    folder::write_all,
    network::EmittedFile,
    UsageError,
};
use std::path::Path;
use torus_model::collective::Program;
use torus_sim::{
    ranks::Ranks,
    run_watched,
    scratch::ScratchFolder,
    traffic::{run_traffic, Show, Traffic, TrafficReport, Watch},
    transpose::{transpose, Transpose, TransposeReport},
    Engine, Experiment, GoldenModel, Manifest, OptLevel, Progress, Recording, Report, Sample, Setup, Tools,
    FURTHER,
};

/// How a network is simulated, whatever the traffic.
#[derive(Clone, Copy)]
pub struct RunOptions<'a> {
    /// The engine that simulates.
    pub engine: Engine,
    /// The largest number of threads that share the nodes; small networks use fewer.
    pub threads: u32,
    /// How much the C++ compiler optimises. `None`: what TORUSGEN_OPTIMIZE says, else as much as it can.
    pub optimize: Option<OptLevel>,
    /// Which waves are written.
    pub waves: Recording<'a>,
    /// The ranks that share the network; `None`: this process runs all of it.
    pub ranks: Option<&'a dyn Ranks>,
    /// Called with the progress of the run.
    pub on_progress: Option<&'a dyn Fn(Progress)>,
}

impl<'a> RunOptions<'a> {
    /// Options for one thread without waves and without reports of progress.
    pub fn quiet(engine: Engine) -> Self {
        RunOptions {
            engine,
            threads: 1,
            optimize: None,
            waves: Recording::default(),
            ranks: None,
            on_progress: None,
        }
    }

    fn setup(self, dir: &'a Path, manifest: &'a Manifest, tools: &'a Tools) -> Setup<'a> {
        let RunOptions { engine, threads, optimize, ranks, on_progress, .. } = self;
        let threads = threads as usize;
        Setup { threads, optimize, ranks, on_progress, ..Setup::new(dir, manifest, engine, tools) }
    }
}

/// How many exchanges are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetitions {
    /// Exchanges that are reported, at least 1. They follow each other without a pause.
    pub reported: u32,
    /// Exchanges after them, which are checked but not reported.
    pub further: u32,
}

impl Default for Repetitions {
    /// One reported exchange, and as many further ones as all checks use.
    fn default() -> Self {
        Repetitions { reported: 1, further: FURTHER }
    }
}

/// Writes the files into a temporary folder, which exists as long as the returned value.
pub fn emitted(files: &[EmittedFile]) -> Result<ScratchFolder, UsageError> {
    let dir = ScratchFolder::new("torusgen");
    let unwritable = |error: std::io::Error| FileError::unwritable(&std::env::temp_dir(), &error);
    let dir = dir.map_err(unwritable)?;
    write_all(dir.path(), files).map_err(unwritable)?;
    Ok(dir)
}

/// Runs exchanges in an emitted folder. Every cycle is compared with the golden model, and the counts of the
/// links with the loads of one exchange, which are given by link id.
pub fn exchange(
    golden_model: GoldenModel,
    loads: &[u64],
    dir: &Path,
    repetitions: Repetitions,
    run: RunOptions,
    watch: impl FnMut(Sample),
) -> Result<Report, UsageError> {
    let (manifest, tools) = (Manifest::read(dir)?, Tools::from_env());
    let setup = run.setup(dir, &manifest, &tools);
    let Repetitions { reported: exchanges, further } = repetitions;
    let experiment = Experiment { setup, golden_model, loads, exchanges, further, waves: run.waves };
    Ok(run_watched(&experiment, watch)?)
}

/// Moves random data, drawn from `seed`, through the memories of an emitted folder.
pub fn transpose_data(
    program: &Program,
    seed: u64,
    dir: &Path,
    further: u32,
    run: RunOptions,
) -> Result<TransposeReport, UsageError> {
    let (manifest, tools) = (Manifest::read(dir)?, Tools::from_env());
    let setup = run.setup(dir, &manifest, &tools);
    Ok(transpose(&Transpose { setup, program, seed, further })?)
}

/// Sends packets through an emitted network; none is sent from cycle `limit` on.
pub fn send(
    network: PacketNetwork,
    dir: &Path,
    workload: Workload,
    limit: u64,
    run: RunOptions,
    mut watch: Option<Watch>,
) -> Result<TrafficReport, UsageError> {
    let Workload { mut packets, again, window, loads, label, counts, burst, lists, faults, .. } = workload;
    let (manifest, tools) = (Manifest::read(dir)?, Tools::from_env());
    let watch = watch.as_mut().map(Watch::reborrow);
    Ok(run_traffic(Traffic {
        setup: run.setup(dir, &manifest, &tools),
        placement: &network.base.placement,
        packets: &mut *packets,
        again: again.as_deref(),
        window,
        limit,
        counts: counts.as_deref(),
        burst,
        lists,
        faults: &faults,
        show: Show { waves: run.waves, label: &label, loads: &loads, watch },
    })?)
}
