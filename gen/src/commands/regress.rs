//! `torusgen regress`: a matrix of configurations, each emitted, simulated and compared, on all cores.

use super::{json, traffic, Outcome};
use crate::{
    buffered::{exchange, BufferedDesign, Buffers},
    cli::{EngineName, Format, RegressArgs},
    config::Config,
    design::Design,
    error::Refusal,
    experiment::{emitted, simulate, simulate_stored, transpose_stored, Run},
    folder::write_file,
    matrix::{self, Configuration},
    progress::bar,
};
use indicatif::ProgressBar;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use rayon::prelude::*;
use serde::Serialize;
use std::{collections::BTreeMap, sync::Mutex, time::Instant};
use torus_model::traffic::Order;
use torus_sim::{manifest::RomInfo, Recording};

/// Cycles after which a buffered exchange is given up.
const LIMIT: u64 = 100_000;

/// The result of one configuration.
#[derive(Clone, Debug, Serialize)]
struct Row {
    name: String,
    nodes: usize,
    processors: usize,
    links: usize,
    e_max: String,
    length: u32,
    lower_bound: u32,
    rom: Option<RomInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_bits: Option<usize>,
    cycles: u64,
    #[serde(rename = "match")]
    matches: bool,
    /// Mismatches line by line, or why the configuration could not be run.
    details: String,
    error: bool,
    seconds: f64,
}

/// Runs the matrix. Errors: bad input, or a configuration that could not be run at all.
pub fn run(args: &RegressArgs) -> anyhow::Result<Outcome> {
    let all = args.matrix.as_deref().map_or_else(|| Ok(matrix::built_in()), matrix::from_file)?;
    let count = all.len();
    let chosen: Vec<_> = all.into_iter().filter(|one| one.name.contains(&args.filter)).collect();
    if chosen.is_empty() {
        return Err(Refusal::NothingSelected { filter: args.filter.clone(), configurations: count }.into());
    }
    if args.list {
        chosen.iter().for_each(|one| println!("{}", one.name));
        return Ok(Outcome::Equal);
    }
    // Every configuration is checked before the first one runs.
    let configs: Vec<Config> =
        chosen.iter().map(|one| Config::new(&one.options)).collect::<Result<_, _>>()?;
    let rows = run_all(&chosen, configs, args)?;
    if let Some(path) = &args.junit {
        write_file(path, &junit(&rows)?)?;
    }
    finish(&rows, args.format)
}

fn run_all(chosen: &[Configuration], configs: Vec<Config>, args: &RegressArgs) -> anyhow::Result<Vec<Row>> {
    let lines = Lines::new(chosen.len(), args.format);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0)).build()?;
    let one = |(index, (configuration, config)): (usize, (&Configuration, Config))| {
        let row = run_one(&configuration.name, config, args.engine);
        lines.done(index, &row);
        row
    };
    let rows = pool.install(|| chosen.par_iter().zip(configs).enumerate().map(one).collect());
    lines.bar.finish_and_clear();
    Ok(rows)
}

fn run_one(name: &str, config: Config, engine: EngineName) -> Row {
    let start = Instant::now();
    let mut row = Row {
        name: name.to_string(),
        nodes: config.torus().len(),
        processors: config.placement.len(),
        links: config.torus().links().count(),
        e_max: String::new(),
        length: 0,
        lower_bound: 0,
        rom: None,
        memory_bits: None,
        cycles: 0,
        matches: false,
        details: String::new(),
        error: false,
        seconds: 0.0,
    };
    let found = match config.buffers.clone() {
        Some(buffers) => run_buffered(&mut row, config, buffers),
        None if config.storage.is_some() => run_stored(&mut row, config, engine),
        None => run_scheduled(&mut row, config, engine),
    };
    if let Err(refusal) = found {
        (row.error, row.details) = (true, refusal.to_string());
    }
    row.seconds = start.elapsed().as_secs_f64();
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
    let report = traffic::simulate(&design, dir.path(), offer, LIMIT, None)?;
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
                println!("name,nodes,processors,links,e_max,length,lower_bound,cycles,match,seconds")
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

fn head() -> String {
    format!(
        "{:<36} {:>6} {:>6} {:>6} {:>7} {:>6} {:>6} {:>7}  {:<9} {:>7}",
        "configuration", "nodes", "procs", "links", "E_max", "length", "bound", "cycles", "loads", "seconds"
    )
}

fn line(row: &Row, format: Format) -> String {
    if format == Format::Csv {
        let Row {
            name, nodes, processors, links, e_max, length, lower_bound, cycles, matches, seconds, ..
        } = row;
        return format!(
            "\"{name}\",{nodes},{processors},{links},{e_max},{length},{lower_bound},{cycles},{matches},{seconds:.2}\n"
        );
    }
    let verdict = if row.error {
        "NOT RUN"
    } else if row.matches {
        "equal"
    } else {
        "DIFFERENT"
    };
    let details: String = row.details.lines().map(|line| format!("    {line}\n")).collect();
    format!(
        "{:<36} {:>6} {:>6} {:>6} {:>7} {:>6} {:>6} {:>7}  {verdict:<9} {:>7.2}\n{details}",
        row.name,
        row.nodes,
        row.processors,
        row.links,
        row.e_max,
        row.length,
        row.lower_bound,
        row.cycles,
        row.seconds
    )
}

fn finish(rows: &[Row], format: Format) -> anyhow::Result<Outcome> {
    let equal = rows.iter().filter(|row| row.matches).count();
    let errors = rows.iter().filter(|row| row.error).count();
    match format {
        Format::Json => print!("{}", json(&rows)),
        Format::Csv => {}
        Format::Text => {
            let slowest =
                rows.iter().max_by(|a, b| a.seconds.total_cmp(&b.seconds)).map_or("", |row| &row.name);
            println!(
                "{} configurations: {equal} equal, {} different, {errors} not run; slowest {slowest}",
                rows.len(),
                rows.len() - equal - errors
            );
        }
    }
    if let Some(row) = rows.iter().find(|row| row.error) {
        anyhow::bail!(
            "{errors} of {} configurations could not be run; the first, {}: {}",
            rows.len(),
            row.name,
            row.details
        );
    }
    Ok(if equal == rows.len() { Outcome::Equal } else { Outcome::Mismatch })
}

/// The results as continuous-integration servers read them.
fn junit(rows: &[Row]) -> anyhow::Result<String> {
    let mut suite = TestSuite::new("torusgen regress");
    for row in rows {
        let mut status = match (row.matches, row.error) {
            (true, _) => TestCaseStatus::success(),
            (false, true) => TestCaseStatus::non_success(NonSuccessKind::Error),
            (false, false) => TestCaseStatus::non_success(NonSuccessKind::Failure),
        };
        if !row.matches {
            status.set_message(row.details.lines().next().unwrap_or("").to_string());
            status.set_description(row.details.clone());
        }
        let mut case = TestCase::new(row.name.clone(), status);
        case.set_classname("torusgen").set_time(std::time::Duration::from_secs_f64(row.seconds));
        suite.add_test_case(case);
    }
    let mut report = quick_junit::Report::new("torusgen");
    report.add_test_suite(suite);
    Ok(report.to_string()?)
}
