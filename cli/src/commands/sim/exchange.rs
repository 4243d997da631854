//! `torusgen sim` for exchanges: those of a schedule or of the programs of message memories; for memories,
//! also a transpose of random data if it is asked for.

use super::report::Report;
use super::wave_size::{self, Uses};
use crate::{
    args::SimArgs,
    commands::{folder::SharedFolder, summary},
    link_lines::link_lines,
    outcome::Outcome,
    progress::Stage,
    ranks::is_silent,
    table::{short, VerdictTable},
};
use serde::Serialize;
use std::path::Path;
use torus_gen::{
    error::UsageError,
    experiment::{exchange, transpose_data, Repetitions, RunOptions},
    network::{AnyNetwork, Task},
};
use torus_model::quantity;
use torus_sim::{
    manifest::{ExchangeFacts, MemoryInfo, RomInfo},
    ranks::Ranks,
    transpose::TransposeReport,
};

/// The fields that only reports of exchanges have.
#[derive(Serialize)]
struct Exchanges {
    exchanges: u32,
    length: u32,
    lower_bound: u32,
    rom: RomInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<MemoryInfo>,
    expected_cycles: u64,
    node_cycles_per_second: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Data>,
}

/// The results of a transpose of random data.
#[derive(Serialize)]
struct Data {
    /// Flits written before the run.
    loaded: u64,
    /// Flits read back and compared.
    compared: u64,
    /// Cycles from the start until the network is at rest.
    cycles: u64,
    /// The number of mismatches.
    mismatch_count: u64,
}

impl From<&TransposeReport> for Data {
    fn from(found: &TransposeReport) -> Self {
        Data {
            loaded: found.figures.loaded,
            compared: found.expected,
            cycles: found.cycles,
            mismatch_count: found.differences(),
        }
    }
}

/// Simulates and prints the report.
pub fn run(
    args: &SimArgs,
    network: &AnyNetwork,
    folder: &SharedFolder,
    ranks: Option<&dyn Ranks>,
) -> Result<Outcome, UsageError> {
    let stage = Stage::on(ranks);
    let on_progress = |progress| stage.show(progress);
    let links = args.waves.selection()?;
    let run = RunOptions {
        engine: args.engine,
        threads: args.threads(),
        optimize: args.optimize,
        waves: args.waves.recording(links.as_ref())?,
        ranks,
        on_progress: Some(&on_progress),
    };
    let dir = folder.path(|| network.files())?;
    let golden_model = network.task().golden_model().expect("packets have a run of their own");
    let repetitions = Repetitions { reported: args.exchanges(), further: args.further() };
    warn(network, args.exchanges(), &run)?;
    let found = exchange(golden_model, network.link_loads(), &dir, repetitions, run, |_| ())?;
    let data = args.check.map(|_| transposed(network, &dir, args.further(), run)).transpose()?;
    stage.finish();
    if is_silent(ranks) {
        return Ok(Outcome::Equal);
    }
    let mut report = report(network, &found, data.as_ref());
    data.iter().for_each(|data| report.add(data));
    let people = |report: &Report<Exchanges>| people(network, &found, report);
    report.print(args, (network, &found), people, || lines(network, &found))
}

/// Warns before waves that take gigabytes.
fn warn(network: &AnyNetwork, exchanges: u32, run: &RunOptions) -> Result<(), UsageError> {
    let facts = network.facts().of_exchanges().expect("packets have a run of their own");
    let cycles = u64::from(facts.schedule.length) * u64::from(exchanges);
    let uses = Uses { by_link: network.link_loads(), unit: exchanges.into(), cycles };
    wave_size::warn(run, network.base.torus(), uses)
}

/// Moves random data through the memories. Error: a network without memories.
fn transposed(
    network: &AnyNetwork,
    dir: &Path,
    further: u32,
    run: RunOptions,
) -> Result<TransposeReport, UsageError> {
    match network.task() {
        Task::Program { program, .. } => transpose_data(program, network.base.effort.seed, dir, further, run),
        Task::Schedule(_) | Task::Packets(_) => unreachable!("--check was refused without memories"),
    }
}

fn report(
    network: &AnyNetwork,
    found: &torus_sim::Report,
    data: Option<&TransposeReport>,
) -> Report<Exchanges> {
    let facts = network.facts().of_exchanges().expect("packets have a report of their own");
    let ExchangeFacts { schedule, rom, memory: stored, .. } = facts;
    let own = Exchanges {
        exchanges: found.figures.exchanges,
        length: schedule.length,
        lower_bound: schedule.lower_bound,
        rom,
        stored,
        expected_cycles: found.figures.expected_completion,
        node_cycles_per_second: found.timings.node_cycles_per_second(network.base.torus().len()),
        data: data.map(Data::from),
    };
    Report::new(network, found, found.figures.completion.unwrap_or(found.cycles), own)
}

/// The text of the report: the network, the comparison and the speed.
fn people(network: &AnyNetwork, found: &torus_sim::Report, report: &Report<Exchanges>) -> String {
    let (stages, own) = (&report.stages, &report.own);
    format!(
        "{}\n{}\n{} engine, {}: {:.1} M node-cycles/s; {}{:.2} s run, {:.2} s check\n",
        summary::of(network),
        compared(network, found, report),
        report.engine,
        quantity(own.exchanges, "exchange"),
        own.node_cycles_per_second / 1e6,
        built(report, found.engine.is_compiled()),
        stages.run,
        stages.check
    )
}

/// The times of the stages that the model engine does not have.
fn built(report: &Report<Exchanges>, engine_is_compiled: bool) -> String {
    let (stages, cached) = (&report.stages, if report.compiled { "" } else { " (cached)" });
    match engine_is_compiled {
        true => format!("{:.2} s verilate, {:.2} s compile{cached}, ", stages.verilate, stages.compile),
        false => String::new(),
    }
}

fn compared(network: &AnyNetwork, found: &torus_sim::Report, report: &Report<Exchanges>) -> String {
    let (expected, counts) = (&found.expected_counts, &found.link_counts);
    let links = || network.base.torus().links();
    let equal = links().filter(|link| expected[link.index()] == counts[link.index()]).count();
    let max = |counts: &[u64]| counts.iter().max().copied().unwrap_or(0);
    let mut rows = VerdictTable::new("simulated");
    rows.add("links whose count equals E(l)", links().count(), equal);
    rows.add("busiest link", max(expected), max(counts));
    rows.add("link uses", expected.iter().sum::<u64>(), counts.iter().sum());
    rows.add("messages delivered", found.expected, found.delivered);
    rows.add("cycle of completion", found.figures.expected_completion, report.cycles);
    rows.add("link-load digest", short(&report.expected_digest), short(&report.link_digest));
    rows.add("other differences", 0, found.mismatches.total());
    let further = &found.further;
    if !further.mismatches.is_empty() {
        let what = format!("differences in {} further exchanges", further.exchanges);
        rows.add(&what, 0, further.mismatches.total());
    }
    if let Some(data) = &report.own.data {
        let equal = data.compared - data.mismatch_count.min(data.compared);
        rows.add("flits of random data at their place", data.compared, equal);
    }
    rows.text()
}

fn lines(network: &AnyNetwork, found: &torus_sim::Report) -> String {
    let torus = network.base.torus();
    link_lines(torus, torus.links(), "expected,simulated", |at| {
        format!("{},{}", found.expected_counts[at], found.link_counts[at])
    })
}
