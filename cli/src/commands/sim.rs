//! `torusgen sim`: a complete exchange in Verilator against the exact loads.

use super::{findings::Subject, folder, loads, options, summary::of_schedule};
use crate::{
    args::{refused::OptionError, Format, SimArgs},
    outcome::Outcome,
    progress::{searching, Stage},
};
use std::path::Path;
use torus_gen::network::{Buffered, Memory, Network, Scheduled};
use torus_gen::{
    error::UsageError,
    experiment::{self, Run},
    memory::{Algorithm, StorageError, BROADCAST},
    options::OptionsError,
    Description, KindOptions,
};
use torus_sim::{Engine, Manifest};

/// Simulates and prints.
pub fn run(args: &SimArgs) -> Result<Outcome, UsageError> {
    refuse_idle(args)?;
    folder::check(args.from.as_deref(), args.strict)?;
    match &args.from {
        Some(dir) => of_folder(args, dir),
        None => of_options(args, asked(args)?),
    }
}

/// Simulates an emitted folder as it stands.
fn of_folder(args: &SimArgs, dir: &Path) -> Result<Outcome, UsageError> {
    let manifest = &Manifest::read(dir)?;
    if manifest.buffered.is_some() {
        return traffic(args, Network::<Buffered>::of_folder(dir, manifest)?);
    }
    refuse_traffic(args)?;
    if manifest.stored.is_some() {
        return super::stored::sim(args, Network::<Memory>::of_folder(dir, manifest)?);
    }
    check_memories(args)?;
    scheduled(args, Network::<Scheduled>::of_folder(dir, manifest)?)
}

/// Emits what the options describe and simulates it.
fn of_options(args: &SimArgs, Description { base, kind }: Description) -> Result<Outcome, UsageError> {
    match kind {
        KindOptions::Buffered(buffers) => traffic(args, Network::<Buffered>::new(base, buffers)?),
        KindOptions::Memory(storage) => {
            refuse_traffic(args)?;
            super::stored::sim(args, searching(|| Network::<Memory>::new(base, storage))?)
        }
        KindOptions::Scheduled(kind) => {
            refuse_traffic(args)?;
            check_memories(args)?;
            scheduled(args, searching(|| Network::<Scheduled>::to_emit(base, kind))?)
        }
    }
}

fn traffic(args: &SimArgs, network: Network<Buffered>) -> Result<Outcome, UsageError> {
    check_memories(args)?;
    super::traffic::run(args, &network, args.from.as_deref())
}

/// Refuses what only buffered networks have.
fn refuse_traffic(args: &SimArgs) -> Result<(), UsageError> {
    args.traffic.refuse()?;
    let given = [("--fault", !args.fault.is_empty()), ("--no-burst", args.no_burst)];
    match given.into_iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(OptionsError::NeedsBuffered { option }.into()),
        None => Ok(()),
    }
}

/// Refuses a check that needs memories, for a network without any.
fn check_memories(args: &SimArgs) -> Result<(), UsageError> {
    match args.check {
        Some(_) => Err(StorageError::NeedsMemory { option: "--check transpose" }.into()),
        None => Ok(()),
    }
}

fn scheduled(args: &SimArgs, network: Network<Scheduled>) -> Result<Outcome, UsageError> {
    let stage = Stage::new();
    let on_progress = |progress| stage.show(progress);
    let links = args.waves.selection()?;
    let run = Run {
        engine: args.engine,
        threads: args.threads(),
        exchanges: args.exchanges(),
        further: args.further(),
        waves: args.waves.recording(links.as_ref())?,
        on_progress: Some(&on_progress),
    };
    folder::warn(args.from.as_deref())?;
    let found = match &args.from {
        Some(dir) => experiment::simulate_folder(&network, dir, run)?,
        None => experiment::simulate(&network, run)?,
    };
    stage.finish();
    let subject = Subject {
        base: &network.base,
        loads: &network.loads,
        length: network.kind.schedule.length,
        lower_bound: network.kind.schedule.lower_bound,
        rom: network.rom(),
        stored: None,
        intro: format!(
            "{}\n{}\n{}",
            loads::summary(&network.base, &network.loads),
            loads::bounds_table(&network.bounds(None), &network.loads),
            of_schedule(&network)
        ),
    };
    subject.print(&found, args, None)
}

/// Refuses options that this run has no use for, whatever its network.
fn refuse_idle(args: &SimArgs) -> Result<(), UsageError> {
    let given = [
        ("--threads", args.threads.is_some() && args.engine != Engine::Tiles, "without --engine tiles"),
        ("--timings", args.timings && args.format == Format::Json, "with --format json, which has all times"),
        ("--timings", args.timings && args.format == Format::Csv, "with --format csv, which has links alone"),
    ];
    match given.into_iter().find(|(_, idle, _)| *idle) {
        Some((option, _, here)) => Err(OptionError::NoEffect { option, here }.into()),
        None => Ok(()),
    }
}

/// What the options describe. A transpose goes through memories.
fn asked(args: &SimArgs) -> Result<Description, UsageError> {
    let mut options = options(&args.network)?;
    let none = options.algorithm.is_none() && options.router.is_none();
    if args.check.is_some() && none && options.kind.as_deref() != Some(BROADCAST) {
        options.algorithm = Some(Algorithm::Table.to_string());
    }
    Description::new(&options)
}
