//! `torusgen regress`: a matrix of configurations, each emitted, simulated and compared, on all cores; or the
//! results of such runs, merged.

use super::{
    traffic::{self, Sending},
    Outcome,
};
use crate::{
    buffered::{exchange, BufferedDesign, Buffers},
    cli::{EngineName, Format, RegressArgs},
    config::Config,
    design::Design,
    error::Refusal,
    experiment::{emitted, engine, transpose_stored, watched, Run},
    folder::write_file,
    progress::bar,
    regress::{finish, head, junit, line, Between, Plan, Results, Row, Shard, Trail, CSV_HEAD},
};
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::{collections::BTreeMap, path::Path, sync::Mutex, time::Instant};
use torus_model::traffic::Order;
use torus_sim::{traffic::TrafficReport, Prescription, Recording};

/// Cycles after which a buffered exchange is given up.
const LIMIT: u64 = 100_000;

/// Nodes of the largest network that runs on more than one engine: every cycle of it is kept.
const COMPARED: usize = 512;

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
    let nothing = Results::new(&plan, &named(&engines(args)).join(","));
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
        let row = run_one(name, config, &engines(args));
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

/// The engines asked for; the first one's results are those of the row.
fn engines(args: &RegressArgs) -> Vec<EngineName> {
    let asked = if args.engines.is_empty() { &[args.engine][..] } else { &args.engines };
    let new = |(at, engine): &(usize, &EngineName)| !asked[..*at].contains(engine);
    asked.iter().enumerate().filter(new).map(|(_, &engine)| engine).collect()
}

fn named(engines: &[EngineName]) -> Vec<String> {
    engines.iter().map(|&name| engine(name).to_string()).collect()
}

fn run_one(name: &str, config: Config, engines: &[EngineName]) -> Row {
    let (start, mut row) = (Instant::now(), Row::new(name, &config));
    let found = match config.buffers.clone() {
        Some(buffers) => run_buffered(&mut row, config, buffers, engines),
        None if config.storage.is_some() => run_stored(&mut row, config, engines),
        None => run_scheduled(&mut row, config, engines),
    };
    if let Err(refusal) = found {
        (row.matches, row.error, row.details) = (false, true, refusal.to_string());
    }
    row.seconds = start.elapsed().as_millis() as f64 / 1000.0;
    row
}

/// What one engine showed: whether all was as prescribed, what was not, and the links in use in every cycle.
struct Shown {
    matches: bool,
    details: String,
    trail: Trail,
}

/// Runs one engine after the other and holds them together. `engines`: those that have this network. The first one's
/// verdict is in the row already when the others begin.
fn together(
    row: &mut Row,
    config: &Config,
    engines: &[EngineName],
    mut run: impl FnMut(&mut Row, EngineName) -> Result<Shown, Refusal>,
) -> Result<(), Refusal> {
    let first = run(row, engines[0])?;
    (row.matches, row.details) = (first.matches, first.details);
    let others = if row.nodes > COMPARED { &[] } else { &engines[1..] };
    for &other in others {
        let shown = run(&mut row.clone(), other)?;
        let names = [engines[0], other].map(|name| engine(name).to_string());
        if let Some(parting) = first.trail.parting(&shown.trail, config.torus()) {
            row.details += &format!("{}\n", Between(&parting, [&names[0], &names[1]]));
            row.matches = false;
        } else if !shown.matches {
            row.details += &format!("{}: {}", names[1], shown.details);
            row.matches = false;
        }
    }
    row.engines = if others.is_empty() || !row.matches { Vec::new() } else { named(engines) };
    Ok(())
}

/// One exchange of a bench, all its cycles kept where they will be compared.
fn bench(
    prescription: Prescription,
    loads: &[u64],
    dir: &Path,
    engine: EngineName,
    kept: bool,
) -> Result<(torus_sim::Report, Trail), Refusal> {
    let (mut trail, run) =
        (Trail::default(), Run { engine, exchanges: 1, waves: Recording::default(), on_progress: None });
    let report = watched(prescription, loads, dir, run, |sight| {
        if kept {
            trail.add(sight.links);
        }
    })?;
    Ok((report, trail))
}

fn run_scheduled(row: &mut Row, config: Config, engines: &[EngineName]) -> Result<(), Refusal> {
    let design = Design::to_emit(config)?;
    row.e_max = design.loads.e_max().to_string();
    (row.length, row.lower_bound) = (design.schedule.length, design.schedule.lower_bound);
    row.rom = Some(design.rom());
    let (dir, kept) = (emitted(&design.files()?)?, engines.len() > 1);
    together(row, &design.config, engines, |row, engine| {
        let prescription = Prescription::Schedule(&design.schedule);
        let (report, trail) = bench(prescription, design.link_loads(), dir.path(), engine, kept)?;
        row.cycles = report.completion.unwrap_or(report.cycles);
        Ok(Shown { matches: report.matches(), details: report.mismatches.to_string(), trail })
    })
}

/// A program on message memories: its bench, and a transpose of random data.
fn run_stored(row: &mut Row, config: Config, engines: &[EngineName]) -> Result<(), Refusal> {
    let design = super::stored::design(config)?;
    row.e_max = design.loads.e_max().to_string();
    (row.length, row.lower_bound) = (design.plan.steps(), design.plan.lower_bound);
    row.rom = Some(design.rom());
    row.memory_bits = Some(design.memory_bits());
    let (dir, having) = (emitted(&design.files())?, having(engines, EngineName::Model));
    together(row, &design.config, &having, |row, engine| {
        let prescription = Prescription::Program(&design.program);
        let (report, trail) =
            bench(prescription, design.loads.numerators(), dir.path(), engine, having.len() > 1)?;
        row.cycles = report.completion.unwrap_or(report.cycles);
        Ok(Shown { matches: report.matches(), details: report.mismatches.to_string(), trail })
    })?;
    let data = transpose_stored(&design, dir.path(), None)?;
    row.matches &= data.matches();
    row.details += &data.mismatches.to_string();
    Ok(())
}

/// The engines but for one that does not have such networks, unless it alone was asked for.
fn having(engines: &[EngineName], without: EngineName) -> Vec<EngineName> {
    match engines {
        [_] => engines.to_vec(),
        _ => engines.iter().copied().filter(|&engine| engine != without).collect(),
    }
}

/// A complete exchange that nobody scheduled; its bound is the busiest link's, or what a processor's ports send. The
/// fabric engine has none: tiles run in its place.
fn run_buffered(
    row: &mut Row,
    config: Config,
    buffers: Buffers,
    engines: &[EngineName],
) -> Result<(), Refusal> {
    let design = BufferedDesign::new(config, buffers)?;
    row.e_max = design.loads.e_max().to_string();
    let engines = match engines {
        [EngineName::Fabric] => vec![EngineName::Tiles],
        _ => having(engines, EngineName::Fabric),
    };
    let (dir, kept) = (emitted(&design.files())?, engines.len() > 1);
    together(row, &design.config, &engines, |row, engine| {
        let (mut trail, offer) =
            (Trail::default(), exchange(&design, Order::Random, design.config.effort.seed));
        let mut watch = |_, links: &[u64]| {
            if kept {
                trail.add(links);
            }
        };
        let sending = Sending { engine, limit: LIMIT, on_progress: None, watch: &mut watch };
        let report = traffic::simulate(&design, dir.path(), offer, sending)?;
        measured(row, &design, &report);
        let details = report.wrong.iter().map(|wrong| format!("{wrong}\n")).collect();
        Ok(Shown { matches: report.matches(), details, trail })
    })
}

fn measured(row: &mut Row, design: &BufferedDesign, report: &TrafficReport) {
    let ports = design.config.ports.width(design.config.torus()) * row.processors;
    let busiest = report.expected_counts.iter().max().copied().unwrap_or(0);
    row.lower_bound = busiest.max(report.sent.div_ceil(ports as u64)) as u32;
    (row.length, row.cycles) = (report.cycles as u32, report.cycles);
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
