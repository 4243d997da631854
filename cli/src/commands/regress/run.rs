//! One configuration of a regression: emitted, run on every engine asked for, the engines held together in
//! every cycle.

use super::named;
use crate::{
    commands::traffic::{self, RunOptions},
    progress::searching,
    regress::{DivergenceLine, LinkTrace, Row},
};
use std::{path::Path, time::Instant};
use torus_gen::network::{Buffered, Memory, Network, Scheduled};
use torus_gen::{
    buffered::{exchange, Buffers},
    error::UsageError,
    experiment::{emitted, transpose_stored, watched, Run},
    memory::Storage,
    Base, Description, KindOptions,
};
use torus_model::{traffic::Order, ScheduleKind};
use torus_sim::{
    traffic::{TrafficReport, Watch},
    Engine, GoldenModel, Recording, Sample, FURTHER,
};

/// Cycles after which a buffered exchange is given up.
const LIMIT: u64 = 100_000;

/// Nodes of the largest network that runs on more than one engine: every cycle of it is kept.
const COMPARED: usize = 512;

/// Emits a configuration and runs it; the first engine's results are those of the row.
pub fn run_one(name: &str, asked: Description, engines: &[Engine]) -> Row {
    let (start, base) = (Instant::now(), asked.base);
    let mut row = Row::new(name, &base);
    let found = match asked.kind {
        KindOptions::Scheduled(kind) => run_scheduled(&mut row, base, kind, engines),
        KindOptions::Memory(storage) => run_stored(&mut row, base, storage, engines),
        KindOptions::Buffered(buffers) => run_buffered(&mut row, base, buffers, engines),
    };
    if let Err(error) = found {
        (row.matches, row.error, row.details) = (false, true, error.to_string());
    }
    row.seconds = start.elapsed().as_millis() as f64 / 1000.0;
    row
}

/// What one engine showed: whether all was as prescribed, what was not, and the links in use in every cycle.
struct Shown {
    matches: bool,
    details: String,
    trace: LinkTrace,
}

/// Runs one engine after the other and holds them together. `engines`: those that have this network. The
/// first one's verdict is in the row already when the others begin.
fn together(
    row: &mut Row,
    base: &Base,
    engines: &[Engine],
    mut run: impl FnMut(&mut Row, Engine) -> Result<Shown, UsageError>,
) -> Result<(), UsageError> {
    let first = run(row, engines[0])?;
    (row.matches, row.details) = (first.matches, first.details);
    let others = if row.nodes > COMPARED { &[] } else { &engines[1..] };
    for &other in others {
        let shown = run(&mut row.clone(), other)?;
        let names = [engines[0], other].map(|name| name.to_string());
        if let Some(divergence) = first.trace.divergence(&shown.trace, base.torus()) {
            row.details += &format!("{}\n", DivergenceLine(&divergence, [&names[0], &names[1]]));
            row.matches = false;
        } else if !shown.matches {
            row.details += &format!("{}: {}", names[1], shown.details);
            row.matches = false;
        }
    }
    row.engines = if others.is_empty() || !row.matches { Vec::new() } else { named(engines) };
    Ok(())
}

/// One exchange of a bench, all its cycles kept where they will be compared. The first of the engines runs
/// on: what a start finds is in a node's registers, which all engines that read the Verilog have from the
/// same text.
fn bench(
    golden_model: GoldenModel,
    loads: &[u64],
    dir: &Path,
    engine: Engine,
    engines: &[Engine],
) -> Result<(torus_sim::Report, LinkTrace), UsageError> {
    let further = if engine == engines[0] { FURTHER } else { 0 };
    let (waves, kept, mut trace) = (Recording::default(), engines.len() > 1, LinkTrace::default());
    let run = Run { engine, threads: 1, exchanges: 1, further, waves, on_progress: None };
    let report = watched(golden_model, loads, dir, run, |sample| {
        if kept {
            trace.add(sample.links);
        }
    })?;
    Ok((report, trace))
}

fn run_scheduled(
    row: &mut Row,
    base: Base,
    kind: ScheduleKind,
    engines: &[Engine],
) -> Result<(), UsageError> {
    let network = Network::<Scheduled>::to_emit(base, kind)?;
    row.e_max = network.loads.e_max().to_string();
    (row.length, row.lower_bound) = (network.kind.schedule.length, network.kind.schedule.lower_bound);
    row.rom = Some(network.rom());
    let dir = emitted(&network.files()?)?;
    together(row, &network.base, engines, |row, engine| {
        let golden_model = GoldenModel::Schedule(&network.kind.schedule);
        let (report, trace) = bench(golden_model, network.link_loads(), dir.path(), engine, engines)?;
        row.cycles = report.completion.unwrap_or(report.cycles);
        Ok(Shown { matches: report.matches(), details: report.details(), trace })
    })
}

/// A program on message memories: its bench, and a transpose of random data.
fn run_stored(row: &mut Row, base: Base, storage: Storage, engines: &[Engine]) -> Result<(), UsageError> {
    let network = searching(|| Network::<Memory>::new(base, storage))?;
    row.e_max = network.loads.e_max().to_string();
    (row.length, row.lower_bound) = (network.kind.plan.steps(), network.kind.plan.lower_bound);
    row.rom = Some(network.rom());
    row.memory_bits = Some(network.memory_bits());
    let dir = emitted(&network.files()?)?;
    together(row, &network.base, engines, |row, engine| {
        let golden_model = GoldenModel::Program(&network.kind.program);
        let (report, trace) = bench(golden_model, network.loads.numerators(), dir.path(), engine, engines)?;
        row.cycles = report.completion.unwrap_or(report.cycles);
        Ok(Shown { matches: report.matches(), details: report.details(), trace })
    })?;
    for &engine in if row.nodes > COMPARED { &engines[..1] } else { engines } {
        let data = transpose_stored(&network, dir.path(), engine, FURTHER, None)?;
        row.matches &= data.matches();
        row.details += &data.details();
    }
    Ok(())
}

/// A complete exchange that nobody scheduled; its bound is the busiest link's, or what a processor's ports
/// send.
fn run_buffered(row: &mut Row, base: Base, buffers: Buffers, engines: &[Engine]) -> Result<(), UsageError> {
    let network = Network::<Buffered>::new(base, buffers)?;
    row.e_max = network.loads.e_max().to_string();
    let fabric = engines.contains(&Engine::Fabric);
    let (dir, kept) = (emitted(&traffic::files(&network, fabric)?)?, engines.len() > 1);
    together(row, &network.base, engines, |row, engine| {
        let (mut trace, workload) =
            (LinkTrace::default(), exchange(&network, Order::Random, network.base.effort.seed));
        let workload = workload.checking(&network, engine);
        let mut add = |sample: Sample, _| trace.add(sample.links);
        let watch = kept.then_some(&mut add as &mut Watch);
        let run_options = RunOptions { watch, ..RunOptions::quiet(engine, LIMIT) };
        let report = traffic::simulate(&network, dir.path(), workload, run_options)?;
        measured(row, &network, &report);
        let details = report.wrong.iter().map(|wrong| format!("{wrong}\n")).collect();
        Ok(Shown { matches: report.matches(), details, trace })
    })
}

fn measured(row: &mut Row, network: &Network<Buffered>, report: &TrafficReport) {
    let ports = network.base.ports.width(network.base.torus()) * row.processors;
    let busiest = report.expected_counts.iter().max().copied().unwrap_or(0);
    row.lower_bound = busiest.max(report.sent.div_ceil(ports as u64)) as u32;
    (row.length, row.cycles) = (report.cycles as u32, report.cycles);
}
