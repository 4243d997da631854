//! The commands: each takes its arguments and returns whether everything was equal.

pub mod ask;
pub mod broadcast_search;
pub mod compare;
pub mod doctor;
pub mod emit;
pub mod folder;
pub mod loads;
pub mod man;
pub mod new;
pub mod regress;
pub mod report;
pub mod schedule;
pub mod sim;
pub mod summary;
pub mod sweep;
pub mod timings;
pub mod verify;
pub mod waves;
pub mod waves_error;

use crate::{
    args::{Cli, Command, NetworkArgs},
    console::print,
    outcome::Outcome,
    outputs,
    progress::searching,
    ranks::RanksError,
};
use clap::CommandFactory;
use std::path::Path;
use torus_gen::{
    error::UsageError,
    network::{AnyNetwork, Takes},
    Description, NetworkOptions,
};
use torus_sim::{ranks::Ranks, Manifest};

/// Runs a command. Errors: bad input; a tool that is missing or fails (exit code 2).
pub fn run(cli: Cli) -> anyhow::Result<Outcome> {
    run_on(cli, None)
}

/// Runs a command on the ranks that share it. Errors: those of [`run`]; a command that only one process can
/// run.
pub fn run_on(cli: Cli, ranks: Option<&dyn Ranks>) -> anyhow::Result<Outcome> {
    outputs::check(&cli.command)?;
    let shared = ranks.filter(|_| !matches!(cli.command, Command::Sim(_)));
    if let Some(size) = shared.map(|ranks| ranks.size()) {
        return Err(UsageError::from(RanksError::OneProcess { size }).into());
    }
    match cli.command {
        Command::Loads(args) => loads::run(&args)?,
        Command::Schedule(args) => schedule::run(&args)?,
        Command::Verify(args) => return Ok(verify::run(&args)?),
        Command::Emit(args) => emit::run(&args)?,
        Command::Sim(args) => return Ok(sim::run(&args, ranks)?),
        Command::Compare(args) => compare::run(&args)?,
        Command::BroadcastSearch(args) => broadcast_search::run(&args)?,
        Command::Report(args) => return Ok(report::run(&args)?),
        Command::Sweep(args) => return sweep::run(&args),
        Command::Waves(args) => return Ok(waves::run(&args)?),
        Command::Regress(args) => return regress::run(&args),
        Command::New { name } => new::run(&name)?,
        Command::Doctor { format } => doctor::run(format)?,
        Command::Man { dir } => man::run(&dir)?,
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "torusgen", &mut text);
            print(String::from_utf8_lossy(&text))?;
        }
    }
    Ok(Outcome::Equal)
}

/// The first value that is given a second time.
fn twice<T: Copy + PartialEq>(values: &[T]) -> Option<T> {
    (1..values.len()).find(|&at| values[..at].contains(&values[at])).map(|at| values[at])
}

/// The network of an emitted folder, or else of the options. Before a schedule is searched, `fits`
/// refuses options for networks that take something else.
fn network_of(
    from: Option<&Path>,
    asked: impl FnOnce() -> Result<Description, UsageError>,
    fits: impl FnOnce(Takes) -> Result<(), UsageError>,
) -> Result<AnyNetwork, UsageError> {
    if let Some(dir) = from {
        let manifest = Manifest::read(dir)?;
        fits(Takes::of(&manifest))?;
        return AnyNetwork::of_folder(dir);
    }
    let asked = asked()?;
    fits(asked.kind.takes())?;
    searching(|| AnyNetwork::of(asked))
}

/// The checked description from options and file.
pub fn described(args: &NetworkArgs) -> Result<Description, UsageError> {
    Description::new(&options(args)?)
}

/// The options given, completed by those of the file.
pub fn options(args: &NetworkArgs) -> Result<NetworkOptions, UsageError> {
    let file = args.config.as_deref().map(NetworkOptions::from_file).transpose()?.unwrap_or_default();
    Ok(args.described()?.over(file))
}
