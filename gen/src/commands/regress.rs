//! `torusgen regress`: a matrix of configurations, each emitted, simulated and compared, on all cores; or the
//! results of such runs, merged.

use super::{traffic, Outcome};
use crate::{
    buffered::{exchange, BufferedDesign, Buffers},
    cli::{EngineName, Format, RegressArgs},
    config::Config,
    design::Design,
    error::Refusal,
    experiment::{emitted, engine, simulate, simulate_stored, transpose_stored, Run},
    folder::write_file,
    progress::bar,
    regress::{finish, head, junit, line, Plan, Results, Row, Shard, CSV_HEAD},
};
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::{collections::BTreeMap, path::Path, sync::Mutex, time::Instant};
use torus_model::traffic::Order;
use torus_sim::Recording;

/// Cycles after which a buffered exchange is given up.
const LIMIT: u64 = 100_000;

/// Runs the matrix, or merges. Errors: bad input, or a configuration that could not be run at all.
pub fn run(args: &RegressArgs) -> anyhow::Result<Outcome> {
    if !args.merge.is_empty() {
        return merge(args);
    }
    let shard = args.shard.as_deref().map_or(Ok(Shard::ALL), Shard::parse).map_err(Refusal::from)?;
    // Every configuration is checked before the first one runs.
    let plan = Plan::new(args.matrix.as_deref(), &args.filter)?;
    let mine = shard.select(&plan.weights());
    if args.list {
        mine.iter().for_each(|&one| println!("{}", plan.names[one]));
        return Ok(Outcome::Equal);
    }
    let nothing = Results::new(&plan, &engine(args.engine).to_string());
    let known = args.resume.as_deref().map_or(Ok(nothing.clone()), |path| nothing.resumed(path))?;
    // A file that cannot be written is refused before anything runs.
    args.resume.as_deref().map_or(Ok(()), |path| known.write(path))?;
    let todo: Vec<usize> = mine.iter().copied().filter(|&one| !is_equal(&known, &plan.names[one])).collect();
    let known = run_all(&plan, &todo, known, args)?;
    let chosen = mine.iter().filter_map(|&one| known.row(&plan.names[one]).cloned()).collect();
    report(Results { results: chosen, ..known }, args)
}

/// Prints all rows of the files, since no run did.
fn merge(args: &RegressArgs) -> anyhow::Result<Outcome> {
    let merged = Results::merged(&args.merge)?;
    let lines = Lines::new(merged.results.len(), args.format);
    merged.results.iter().enumerate().for_each(|(index, row)| lines.done(index, row));
    lines.bar.finish_and_clear();
    report(merged, args)
}

fn report(results: Results, args: &RegressArgs) -> anyhow::Result<Outcome> {
    if let Some(path) = &args.junit {
        write_file(path, &junit(&results.results)?)?;
    }
    if let Some(path) = &args.json {
        results.write(path)?;
    }
    finish(&results.results, args.format)
}

fn is_equal(known: &Results, name: &str) -> bool {
    known.row(name).is_some_and(|row| row.matches)
}

/// Runs the configurations with these indices; what is known grows with every one, and so does its file.
fn run_all(plan: &Plan, todo: &[usize], known: Results, args: &RegressArgs) -> anyhow::Result<Results> {
    let (lines, known) = (Lines::new(todo.len(), args.format), Mutex::new(known));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0)).build()?;
    let one = |(index, &configuration): (usize, &usize)| {
        let (name, config) = (&plan.names[configuration], plan.configs[configuration].clone());
        let row = run_one(name, config, args.engine);
        lines.done(index, &row);
        keep(&known, row, args.resume.as_deref())
    };
    let kept = pool.install(|| todo.par_iter().enumerate().map(one).collect());
    lines.bar.finish_and_clear();
    let kept: Result<(), Refusal> = kept;
    kept?;
    Ok(known.into_inner().expect("no thread panics while it keeps a row"))
}

fn keep(known: &Mutex<Results>, row: Row, file: Option<&Path>) -> Result<(), Refusal> {
    let mut known = known.lock().expect("no thread panics while it keeps a row");
    known.put(row);
    file.map_or(Ok(()), |path| known.write(path))
}

fn run_one(name: &str, config: Config, engine: EngineName) -> Row {
    let (start, mut row) = (Instant::now(), Row::new(name, &config));
    let found = match config.buffers.clone() {
        Some(buffers) => run_buffered(&mut row, config, buffers),
        None if config.storage.is_some() => run_stored(&mut row, config, engine),
        None => run_scheduled(&mut row, config, engine),
    };
    if let Err(refusal) = found {
        (row.error, row.details) = (true, refusal.to_string());
    }
    row.seconds = start.elapsed().as_millis() as f64 / 1000.0;
    row
}

fn run_scheduled(row: &mut Row, config: Config, engine: EngineName) -> Result<(), Refusal> {
    let design = Design::to_emit(config)?;
    row.e_max = design.loads.e_max().to_string();
    (row.length, row.lower_bound) = (design.schedule.length, design.schedule.lower_bound);
    row.rom = Some(design.rom());
    let report =
        simulate(&design, Run { engine, exchanges: 1, waves: Recording::default(), on_progress: None })?;
    row.cycles = report.completion.unwrap_or(report.cycles);
    (row.matches, row.details) = (report.matches(), report.mismatches.to_string());
    Ok(())
}

/// A program on message memories: its bench, and a transpose of random data.
fn run_stored(row: &mut Row, config: Config, engine: EngineName) -> Result<(), Refusal> {
    let design = super::stored::design(config)?;
    row.e_max = design.loads.e_max().to_string();
    (row.length, row.lower_bound) = (design.plan.steps(), design.plan.lower_bound);
    row.rom = Some(design.rom());
    row.memory_bits = Some(design.memory_bits());
    let dir = emitted(&design.files())?;
    let run = Run { engine, exchanges: 1, waves: Recording::default(), on_progress: None };
    let report = simulate_stored(&design, dir.path(), run)?;
    let data = transpose_stored(&design, dir.path(), None)?;
    row.cycles = report.completion.unwrap_or(report.cycles);
    row.matches = report.matches() && data.matches();
    row.details = format!("{}{}", report.mismatches, data.mismatches);
    Ok(())
}

/// A complete exchange that nobody scheduled; its bound is the busiest link's, or what a processor's ports send.
fn run_buffered(row: &mut Row, config: Config, buffers: Buffers) -> Result<(), Refusal> {
    let design = BufferedDesign::new(config, buffers)?;
    row.e_max = design.loads.e_max().to_string();
    let offer = exchange(&design, Order::Random, design.config.effort.seed);
    let dir = emitted(&design.files())?;
    let report = traffic::simulate(
        &design,
        dir.path(),
        offer,
        traffic::Run { limit: LIMIT, ..traffic::Run::default() },
    )?;
    let ports = design.config.ports.width(design.config.torus()) * row.processors;
    let busiest = report.expected_counts.iter().max().copied().unwrap_or(0);
    row.lower_bound = busiest.max(report.sent.div_ceil(ports as u64)) as u32;
    (row.length, row.cycles) = (report.cycles as u32, report.cycles);
    row.matches = report.matches();
    row.details = report.wrong.iter().map(|wrong| format!("{wrong}\n")).collect();
    Ok(())
}

/// Prints finished rows in the matrix's order, as soon as all before them are finished.
struct Lines {
    bar: ProgressBar,
    format: Format,
    waiting: Mutex<(usize, BTreeMap<usize, String>)>,
}

impl Lines {
    fn new(count: usize, format: Format) -> Self {
        match format {
            Format::Text => println!("{}", head()),
            Format::Csv => {
                println!("{CSV_HEAD}")
            }
            Format::Json => {}
        }
        Lines { bar: bar(count), format, waiting: Mutex::default() }
    }

    fn done(&self, index: usize, row: &Row) {
        let mut waiting = self.waiting.lock().expect("no thread panics while it prints");
        waiting.1.insert(index, line(row, self.format));
        loop {
            let next = waiting.0;
            let Some(line) = waiting.1.remove(&next) else { break };
            if self.format != Format::Json {
                self.bar.suspend(|| print!("{line}"));
            }
            waiting.0 += 1;
        }
        self.bar.inc(1);
    }
}
