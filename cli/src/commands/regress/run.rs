//! Runs one configuration of a regression: emits it, runs it on every engine, and compares the engines in
//! every cycle.

use super::named;
use crate::{
    args::remedies::message,
    commands::sim::packets,
    progress::searching,
    regress::{DivergenceLine, LinkTrace, Row},
};
use std::{path::Path, time::Instant};
use torus_gen::{
    buffered::{exchange as all_to_all, PacketNetwork},
    error::UsageError,
    experiment::{emitted, exchange, send, transpose_data, Repetitions, RunOptions},
    network::{AnyNetwork, Task},
    Description,
};
use torus_model::traffic::Order;
use torus_sim::{
    manifest::ExchangeFacts,
    traffic::{TrafficReport, Watch},
    Engine, GoldenModel, OptLevel, Sample, FURTHER,
};

/// The cycles after which a buffered exchange is given up.
const LIMIT: u64 = 100_000;

/// The nodes of the largest network that runs on more than one engine, as every cycle is stored.
const COMPARED: usize = 512;

/// Emits and runs a configuration; the row has the results of the first engine.
pub fn run_one(name: &str, asked: Description, engines: &[Engine], optimize: Option<OptLevel>) -> Row {
    let start = Instant::now();
    let mut row = Row::new(name, &asked.base);
    if let Err(error) = fill(&mut row, asked, engines, optimize) {
        (row.matches, row.error, row.details) = (false, true, message(&error));
    }
    row.seconds = start.elapsed().as_millis() as f64 / 1000.0;
    row
}

/// Runs one exchange on every engine, and random data through memories.
fn fill(
    row: &mut Row,
    asked: Description,
    engines: &[Engine],
    optimize: Option<OptLevel>,
) -> Result<(), UsageError> {
    let network = searching(|| AnyNetwork::of(asked))?;
    stated(row, &network);
    let with_bench = network.packets().is_none() || engines.contains(&Engine::Fabric);
    let dir = emitted(&packets::files(&network, with_bench)?)?;
    let run = Run { network: &network, dir: dir.path(), engines, optimize };
    run.together(row, |row, engine| match (network.packets(), network.task().golden_model()) {
        (Some(packets), _) => run.packets(row, packets, engine),
        (None, Some(golden_model)) => run.exchange(row, golden_model, engine),
        (None, None) => unreachable!("a network has packets or a golden model"),
    })?;
    run.data(row)
}

/// Fills in the facts of the network that are known before it runs.
fn stated(row: &mut Row, network: &AnyNetwork) {
    row.e_max = network.loads.e_max().to_string();
    let Some(ExchangeFacts { schedule, rom, memory, .. }) = network.facts().of_exchanges() else { return };
    (row.length, row.lower_bound) = (schedule.length, schedule.lower_bound);
    (row.rom, row.memory_bits) = (Some(rom), memory.map(|memory| memory.memory_bits));
}

/// The results of one engine: whether everything matched, what did not, and the links in use in every cycle.
struct Shown {
    matches: bool,
    details: String,
    trace: LinkTrace,
}

impl Shown {
    fn new<F>(found: &torus_sim::Report<F>, trace: LinkTrace) -> Self {
        Shown { matches: found.matches(), details: found.details(), trace }
    }
}

/// An emitted network and the engines that run it.
struct Run<'a> {
    network: &'a AnyNetwork,
    dir: &'a Path,
    engines: &'a [Engine],
    optimize: Option<OptLevel>,
}

impl Run<'_> {
    /// Runs one engine after another and compares them. When the others begin, the row already has the result
    /// of the first.
    fn together(
        &self,
        row: &mut Row,
        mut run: impl FnMut(&mut Row, Engine) -> Result<Shown, UsageError>,
    ) -> Result<(), UsageError> {
        let engines = self.engines;
        let first = run(row, engines[0])?;
        (row.matches, row.details) = (first.matches, first.details);
        let others = if row.nodes > COMPARED { &[] } else { &engines[1..] };
        for &other in others {
            let shown = run(&mut row.clone(), other)?;
            let names = [engines[0], other].map(|name| name.to_string());
            if let Some(divergence) = first.trace.divergence(&shown.trace, self.network.base.torus()) {
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

    fn options(&self, engine: Engine) -> RunOptions<'static> {
        RunOptions { optimize: self.optimize, ..RunOptions::quiet(engine) }
    }

    /// Whether cycles are stored, to be compared with those of another engine.
    fn keeps(&self) -> bool {
        self.engines.len() > 1
    }

    /// One exchange of a bench. Only the first engine also runs further exchanges: they test the registers of
    /// nodes at a start, which all engines that read Verilog take from the same text.
    fn exchange(
        &self,
        row: &mut Row,
        golden_model: GoldenModel,
        engine: Engine,
    ) -> Result<Shown, UsageError> {
        let further = if engine == self.engines[0] { FURTHER } else { 0 };
        let (mut trace, run) = (LinkTrace::default(), self.options(engine));
        let (loads, repetitions) = (self.network.link_loads(), Repetitions { reported: 1, further });
        let found = exchange(golden_model, loads, self.dir, repetitions, run, |sample| {
            if self.keeps() {
                trace.add(sample.links);
            }
        })?;
        row.cycles = found.figures.completion.unwrap_or(found.cycles);
        Ok(Shown::new(&found, trace))
    }

    /// A complete exchange of packets, without a schedule.
    fn packets(&self, row: &mut Row, network: PacketNetwork, engine: Engine) -> Result<Shown, UsageError> {
        let (mut trace, seed) = (LinkTrace::default(), network.base.effort.seed);
        let workload = all_to_all(network, Order::Random, seed).checking(network, engine);
        let mut add = |sample: Sample| trace.add(sample.links);
        let watch = self.keeps().then_some(Watch::Links(&mut add));
        let found = send(network, self.dir, workload, LIMIT, self.options(engine), watch)?;
        measured(row, network, &found);
        Ok(Shown::new(&found, trace))
    }

    /// Random data through the memories, if there are any.
    fn data(&self, row: &mut Row) -> Result<(), UsageError> {
        let Task::Program { program, .. } = self.network.task() else { return Ok(()) };
        let engines = if row.nodes > COMPARED { &self.engines[..1] } else { self.engines };
        for &engine in engines {
            let seed = self.network.base.effort.seed;
            let found = transpose_data(program, seed, self.dir, FURTHER, self.options(engine))?;
            row.matches &= found.matches();
            row.details += &found.details();
        }
        Ok(())
    }
}

/// Fills in the length of an exchange of packets. Its bound is the larger of two: the load of the busiest
/// link, and what the ports of the processors can take.
fn measured(row: &mut Row, network: PacketNetwork, found: &TrafficReport) {
    let ports = network.base.ports.width(network.base.torus()) * row.processors;
    let busiest = found.expected_counts.iter().max().copied().unwrap_or(0);
    row.lower_bound = busiest.max(found.expected.div_ceil(ports as u64)) as u32;
    (row.length, row.cycles) = (found.cycles as u32, found.cycles);
}
