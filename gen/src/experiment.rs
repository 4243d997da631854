//! Simulating a network: files into a folder, the folder into the simulator, the verdict out.

use crate::{
    files::FileError,
    folder::write_all,
    network::{EmittedFile, Memory, Network, Scheduled},
    UsageError,
};
use std::path::Path;
use torus_sim::{
    run_watched,
    scratch::ScratchFolder,
    transpose::{transpose, Transpose, TransposeReport},
    Engine, Experiment, GoldenModel, Manifest, Progress, Recording, Report, Sample, Tools,
};

/// How to run a network.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Which simulator.
    pub engine: Engine,
    /// Threads that share the nodes, as far as they are worth it.
    pub threads: u32,
    /// Exchanges, back to back.
    pub exchanges: u32,
    /// Exchanges behind them, checked but not reported.
    pub further: u32,
    /// What waves to write.
    pub waves: Recording<'a>,
    /// Called as the run goes on.
    pub on_progress: Option<&'a dyn Fn(Progress)>,
}

/// Emits a network to a temporary folder and simulates that.
pub fn simulate(network: &Network<Scheduled>, run: Run) -> Result<Report, UsageError> {
    simulate_folder(network, emitted(&network.files()?)?.path(), run)
}

/// Files in a temporary folder, which lasts as long as the value.
pub fn emitted(files: &[EmittedFile]) -> Result<ScratchFolder, UsageError> {
    let dir = ScratchFolder::new("torusgen");
    let unwritable = |error: std::io::Error| FileError::unwritable(&std::env::temp_dir(), &error);
    let dir = dir.map_err(unwritable)?;
    write_all(dir.path(), files).map_err(unwritable)?;
    Ok(dir)
}

/// Simulates an emitted folder as it stands, against what `network` says.
pub fn simulate_folder(network: &Network<Scheduled>, dir: &Path, run: Run) -> Result<Report, UsageError> {
    watched(GoldenModel::Schedule(&network.kind.schedule), network.link_loads(), dir, run, |_| ())
}

/// Runs the bench of an emitted folder with memories, against what `network` says.
pub fn simulate_stored(network: &Network<Memory>, dir: &Path, run: Run) -> Result<Report, UsageError> {
    watched(GoldenModel::Program(&network.kind.program), network.loads.numerators(), dir, run, |_| ())
}

/// Simulates an emitted folder against a golden model and its loads, and shows every cycle.
pub fn watched(
    golden_model: GoldenModel,
    loads: &[u64],
    dir: &Path,
    run: Run,
    watch: impl FnMut(Sample),
) -> Result<Report, UsageError> {
    let manifest = Manifest::read(dir)?;
    let experiment = Experiment {
        dir,
        manifest: &manifest,
        golden_model,
        loads,
        exchanges: run.exchanges,
        further: run.further,
        engine: run.engine,
        threads: run.threads as usize,
        waves: run.waves,
        cache: None,
        tools: &Tools::from_env(),
        on_progress: run.on_progress,
    };
    Ok(run_watched(&experiment, watch)?)
}

/// Moves random data through the memories of an emitted folder.
pub fn transpose_stored(
    network: &Network<Memory>,
    dir: &Path,
    engine: Engine,
    further: u32,
    on_progress: Option<&dyn Fn(Progress)>,
) -> Result<TransposeReport, UsageError> {
    let (manifest, tools) = (Manifest::read(dir)?, Tools::from_env());
    let (program, seed) = (&network.kind.program, network.base.effort.seed);
    let (manifest, tools) = (&manifest, &tools);
    let job = Transpose { dir, manifest, program, seed, further, engine, cache: None, tools, on_progress };
    Ok(transpose(&job)?)
}
