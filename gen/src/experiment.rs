//! Simulating a design: files into a folder, the folder into the simulator, the verdict out.

use crate::network::{EmittedFile, Memory, Network, Scheduled, SCHEDULE_FILE};
use crate::schedule_file::schedule_digest;
use crate::stored::plan_digest;
use crate::{
    buffered::Buffers,
    cli::EngineName,
    config::{Config, NetworkOptions},
    error::Refusal,
    folder::write_all,
    schedule_file::read_schedule,
    stored::{read_plan, Storage, PLAN_FILE},
};
use std::path::Path;
use tempfile::TempDir;
use torus_model::{frame::Effort, schedule::Kind, Placement, Torus};
use torus_sim::{
    run_watched,
    stored::{transpose, Transpose, TransposeReport},
    Engine, Experiment, Manifest, Prescription, Progress, Recording, Report, Sight, Tools,
};

/// How to run a design.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Which simulator.
    pub engine: EngineName,
    /// Threads that share the nodes, as far as they are worth it.
    pub threads: u32,
    /// Exchanges, back to back.
    pub exchanges: u32,
    /// What waves to write.
    pub waves: Recording<'a>,
    /// Called as the run goes on.
    pub on_progress: Option<&'a dyn Fn(Progress)>,
}

/// Emits a design to a temporary folder and simulates that.
pub fn simulate(design: &Network<Scheduled>, run: Run) -> Result<Report, Refusal> {
    simulate_folder(design, emitted(&design.files()?)?.path(), run)
}

/// Files in a temporary folder, which lasts as long as the value.
pub fn emitted(files: &[EmittedFile]) -> Result<TempDir, Refusal> {
    let dir = tempfile::Builder::new().prefix("torusgen-").tempdir();
    let unwritable = |error: std::io::Error| Refusal::unwritable(&std::env::temp_dir(), &error);
    let dir = dir.map_err(unwritable)?;
    write_all(dir.path(), files).map_err(unwritable)?;
    Ok(dir)
}

/// Simulates an emitted folder as it stands, against what `design` says.
pub fn simulate_folder(design: &Network<Scheduled>, dir: &Path, run: Run) -> Result<Report, Refusal> {
    watched(Prescription::Schedule(&design.kind.schedule), design.link_loads(), dir, run, |_| ())
}

/// Runs the bench of an emitted folder with memories, against what `design` says.
pub fn simulate_stored(design: &Network<Memory>, dir: &Path, run: Run) -> Result<Report, Refusal> {
    watched(Prescription::Program(&design.kind.program), design.loads.numerators(), dir, run, |_| ())
}

/// Simulates an emitted folder against a prescription and its loads, and shows every cycle.
pub fn watched(
    prescription: Prescription,
    loads: &[u64],
    dir: &Path,
    run: Run,
    watch: impl FnMut(Sight),
) -> Result<Report, Refusal> {
    let manifest = Manifest::read(dir)?;
    let experiment = Experiment {
        dir,
        manifest: &manifest,
        prescription,
        loads,
        exchanges: run.exchanges,
        engine: engine(run.engine),
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
    design: &Network<Memory>,
    dir: &Path,
    name: EngineName,
    on_progress: Option<&dyn Fn(Progress)>,
) -> Result<TransposeReport, Refusal> {
    let (manifest, tools) = (Manifest::read(dir)?, Tools::from_env());
    let (program, seed) = (&design.kind.program, design.config.effort.seed);
    let (manifest, tools, engine) = (&manifest, &tools, engine(name));
    Ok(transpose(&Transpose { dir, manifest, program, seed, engine, cache: None, tools, on_progress })?)
}

/// The design that an emitted folder with memories was made from: its manifest and its plan, verified again.
///
/// Errors: no manifest or plan of ours; a plan that is not valid or not the manifest's.
pub fn stored_design_of_folder(dir: &Path, manifest: &Manifest) -> Result<Network<Memory>, Refusal> {
    let stated = manifest.scheduled(dir)?.0.digest.clone();
    let info = manifest.stored.as_ref().ok_or(torus_sim::SimError::NotStored { dir: dir.into() })?;
    let path = dir.join(PLAN_FILE);
    let plan = read_plan(&path)?;
    let digest = plan_digest(&plan);
    if digest != stated {
        let reason = format!("its manifest names the plan {stated}, the one in it is {digest}");
        return Err(Refusal::Manifest { path: dir.into(), reason });
    }
    let storage = Storage::of_plan(&plan, info.flits, Some(info.depth))?;
    Network::<Memory>::of_plan(config_of(manifest, Kind::Exchange)?, storage, plan, &path)
}

/// The simulator's name for an engine.
pub fn engine(name: EngineName) -> Engine {
    match name {
        EngineName::Tiles => Engine::Tiles,
        EngineName::Fabric => Engine::Fabric,
        EngineName::Model => Engine::Model,
    }
}

/// The design that an emitted folder was made from: its manifest and its schedule, verified again.
///
/// Errors: no manifest or schedule of ours; a schedule that is not valid or not the manifest's.
pub fn design_of_folder(dir: &Path) -> Result<Network<Scheduled>, Refusal> {
    let manifest = Manifest::read(dir)?;
    let stated = manifest.scheduled(dir)?.0.digest.clone();
    let path = dir.join(SCHEDULE_FILE);
    let (schedule, _) = read_schedule(&path)?;
    let digest = schedule_digest(&schedule);
    if digest != stated {
        let reason = format!("its manifest names the schedule {stated}, the one in it is {digest}");
        return Err(Refusal::Manifest { path: dir.into(), reason });
    }
    Network::<Scheduled>::of_schedule(config_of(&manifest, schedule.kind)?, schedule, &path)
}

/// The configuration of a folder, with buffers if its routers have any.
pub fn buffered_config(manifest: &Manifest) -> Result<Config, Refusal> {
    let config = config_of(manifest, Kind::Frame)?;
    let Some(info) = &manifest.buffered else { return Ok(config) };
    let options = NetworkOptions {
        channels: Some(info.channels),
        depth: Some(info.depth),
        flits: Some(info.flits),
        deadlock: Some(info.rule.clone()),
        ties: Some(info.ties.clone()),
        ..NetworkOptions::default()
    };
    let buffers = Some(Buffers::new(&options, config.torus(), config.paths)?);
    Ok(Config { buffers, ..config })
}

fn config_of(manifest: &Manifest, kind: Kind) -> Result<Config, Refusal> {
    let torus = Torus::new(&manifest.dims)?;
    let placement = placement_of(&torus, &manifest.placement, &manifest.processors)?;
    let (paths, ports) = (manifest.routing.parse()?, manifest.ports.parse()?);
    let effort = Effort { seed: manifest.seed, visits: manifest.effort };
    let (width, name) = (manifest.width, manifest.name.clone());
    Ok(Config { placement, paths, kind, ports, buffers: None, storage: None, width, effort, name })
}

/// A placement from its text, or from its processors where the text is just `file`.
pub fn placement_of(torus: &Torus, text: &str, processors: &[u32]) -> Result<Placement, Refusal> {
    if text != "file" {
        return crate::config::placement(torus, text);
    }
    let nodes: Vec<_> = processors.iter().filter_map(|&node| torus.node_at(node as usize)).collect();
    Ok(Placement::listed(torus, &nodes)?)
}
