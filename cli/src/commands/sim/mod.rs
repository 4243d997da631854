//! `torusgen sim`: runs a network in an engine and compares everything with its golden model.
//!
//! The network decides what is run: exchanges of a schedule or a program (`exchange`), or packets
//! (`packets`).

mod exchange;
pub mod packets;
mod report;
mod wave_size;

use super::{
    folder::{self, SharedFolder},
    network_of, options,
};
use crate::{
    args::{refused::OptionError, traffic::needs_buffered, Format, SimArgs},
    outcome::Outcome,
};
use torus_gen::{
    error::UsageError,
    memory::{Algorithm, StorageError, BROADCAST},
    network::{AnyNetwork, Takes},
    Description,
};
use torus_sim::{
    ranks::{threads::on_threads, InBlocks, Ranks},
    sharing::ranks_as_threads,
    Engine,
};

/// Simulates and prints the report.
pub fn run(args: &SimArgs, ranks: Option<&dyn Ranks>) -> Result<Outcome, UsageError> {
    refuse_idle(args, ranks)?;
    folder::check(args.from.as_deref(), args.strict)?;
    let network = network(args)?;
    let folder = SharedFolder::new(args.from.as_deref(), args.engine);
    match ranks_as_threads(args.engine, network.base.torus(), args.threads() as usize) {
        1 => run_on(args, &network, &folder, ranks),
        size => on_threads(size, |ranks| run_on(args, &network, &folder, Some(ranks))).swap_remove(0),
    }
}

/// Runs the network in one process, or on ranks that share it, in the blocks asked for.
fn run_on(
    args: &SimArgs,
    network: &AnyNetwork,
    folder: &SharedFolder,
    ranks: Option<&dyn Ranks>,
) -> Result<Outcome, UsageError> {
    let in_blocks = ranks.zip(args.blocks.clone()).map(|(ranks, blocks)| InBlocks::new(ranks, blocks.0));
    let ranks = in_blocks.as_ref().map(|ranks| ranks as &dyn Ranks).or(ranks);
    match network.packets() {
        Some(packets) => packets::run(args, (network, packets), folder, ranks),
        None => exchange::run(args, network, folder, ranks),
    }
}

/// The network of the folder or of the options; other options must fit it.
fn network(args: &SimArgs) -> Result<AnyNetwork, UsageError> {
    network_of(args.from.as_deref(), || asked(args), |takes| refuse_unfit(args, takes))
}

/// Refuses options for networks of packets, or for networks with memories, if this network is none.
fn refuse_unfit(args: &SimArgs, takes: Takes) -> Result<(), UsageError> {
    if takes != Takes::Packets {
        args.traffic.refuse(args.from.is_some())?;
        let given = [("--fault", !args.fault.is_empty()), ("--no-burst", args.no_burst)];
        if let Some((option, _)) = given.into_iter().find(|(_, given)| *given) {
            return Err(needs_buffered(option, args.from.is_some()).into());
        }
    }
    match args.check {
        Some(_) if takes != Takes::Blocks => {
            Err(StorageError::NeedsMemory { option: "--check transpose" }.into())
        }
        _ => Ok(()),
    }
}

/// Refuses options that have no effect in this run, for any network.
fn refuse_idle(args: &SimArgs, ranks: Option<&dyn Ranks>) -> Result<(), UsageError> {
    let (threads, compiled) = (args.threads.is_some(), args.engine.is_compiled());
    let given = [
        ("--threads", threads && args.engine == Engine::Fabric, "with --engine fabric"),
        ("--threads", threads && ranks.is_some() && !compiled, "under mpirun, with --engine model"),
        ("--blocks", args.blocks.is_some() && ranks.is_none(), "in one process; mpirun starts several"),
        ("--optimize", args.optimize.is_some() && !compiled, "with --engine model"),
        ("--timings", args.timings && args.format == Format::Json, "with --format json, which has all times"),
        ("--timings", args.timings && args.format == Format::Csv, "with --format csv, which has links alone"),
    ];
    match given.into_iter().find(|(_, idle, _)| *idle) {
        Some((option, _, here)) => Err(OptionError::NoEffect { option, here }.into()),
        None => Ok(()),
    }
}

/// The description from the options. A transpose needs memories, so they are added.
fn asked(args: &SimArgs) -> Result<Description, UsageError> {
    let mut options = options(&args.network)?;
    let none = options.algorithm.is_none() && options.router.is_none();
    if args.check.is_some() && none && options.kind.as_deref() != Some(BROADCAST) {
        options.algorithm = Some(Algorithm::Table.to_string());
    }
    Description::new(&options)
}
