//! `torusgen sim`: a complete exchange in Verilator against the exact loads.

use super::{folder, loads, options, print_json, timings, Outcome};
use crate::{
    args::{Format, SimArgs},
    console::{complain, print},
    progress::{searching, Stage},
    table::{table, text, verdict},
};
use serde::Serialize;
use std::path::Path;
use torus_gen::network::{Buffered, Memory, Network, Scheduled};
use torus_gen::{
    config::{Config, Description, KindOptions},
    error::Refusal,
    experiment::{self, Run},
    stored::{Algorithm, StorageRefusal, BROADCAST},
};
use torus_model::Loads;
use torus_sim::{
    link_digest,
    manifest::{RomInfo, StoredInfo},
    Manifest, Timings,
};

/// What is printed as JSON: a contract.
#[derive(Serialize)]
struct Report {
    dims: Vec<u32>,
    placement: String,
    routing: String,
    engine: String,
    exchanges: u32,
    e_max: String,
    length: u32,
    lower_bound: u32,
    rom: RomInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<StoredInfo>,
    cycles: u64,
    expected_cycles: u64,
    delivered: u64,
    expected: u64,
    link_digest: String,
    expected_digest: String,
    #[serde(rename = "match")]
    matches: bool,
    compiled: bool,
    stages: Stages,
    threads: usize,
    node_cycles_per_second: f64,
    mismatch_count: u64,
    mismatches: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Data>,
}

/// Wall times in seconds; `_processor`: of processors.
#[derive(Serialize)]
pub struct Stages {
    verilate: f64,
    compile: f64,
    load: f64,
    run: f64,
    check: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    send: Option<f64>,
    run_processor: f64,
    check_processor: f64,
}

impl From<&Timings> for Stages {
    fn from(timings: &Timings) -> Self {
        Stages {
            verilate: timings.verilate.as_secs_f64(),
            compile: timings.compile.as_secs_f64(),
            load: timings.load.as_secs_f64(),
            run: timings.run.wall.as_secs_f64(),
            check: timings.check.wall.as_secs_f64(),
            send: (!timings.send.wall.is_zero()).then_some(timings.send.wall.as_secs_f64()),
            run_processor: timings.run.processor.as_secs_f64(),
            check_processor: timings.check.processor.as_secs_f64(),
        }
    }
}

/// Simulates and prints.
pub fn run(args: &SimArgs) -> Result<Outcome, Refusal> {
    folder::check(args.from.as_deref(), args.strict)?;
    match &args.from {
        Some(dir) => of_folder(args, dir),
        None => of_options(args, asked(args)?),
    }
}

/// Simulates an emitted folder as it stands.
fn of_folder(args: &SimArgs, dir: &Path) -> Result<Outcome, Refusal> {
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
fn of_options(args: &SimArgs, Description { config, kind }: Description) -> Result<Outcome, Refusal> {
    match kind {
        KindOptions::Buffered(buffers) => traffic(args, Network::<Buffered>::new(config, buffers)?),
        KindOptions::Memory(storage) => {
            refuse_traffic(args)?;
            super::stored::sim(args, searching(|| Network::<Memory>::new(config, storage))?)
        }
        KindOptions::Scheduled(kind) => {
            refuse_traffic(args)?;
            check_memories(args)?;
            scheduled(args, searching(|| Network::<Scheduled>::to_emit(config, kind))?)
        }
    }
}

fn traffic(args: &SimArgs, network: Network<Buffered>) -> Result<Outcome, Refusal> {
    check_memories(args)?;
    super::traffic::run(args, &network, args.from.as_deref())
}

/// Refuses what only buffered networks have.
fn refuse_traffic(args: &SimArgs) -> Result<(), Refusal> {
    args.traffic.refuse()?;
    match args.fault.is_empty() {
        true => Ok(()),
        false => Err(Refusal::NeedsBuffered { option: "--fault" }),
    }
}

/// Refuses a check that needs memories, for a network without any.
fn check_memories(args: &SimArgs) -> Result<(), Refusal> {
    match args.check {
        Some(_) => Err(StorageRefusal::NeedsMemory { option: "--check transpose" }.into()),
        None => Ok(()),
    }
}

fn scheduled(args: &SimArgs, design: Network<Scheduled>) -> Result<Outcome, Refusal> {
    let stage = Stage::new();
    let on_progress = |progress| stage.show(progress);
    let links = args.waves.selection()?;
    let run = Run {
        engine: args.engine,
        threads: args.threads,
        exchanges: args.exchanges,
        further: args.further(),
        waves: args.waves.recording(links.as_ref())?,
        on_progress: Some(&on_progress),
    };
    folder::warn(args.from.as_deref())?;
    let found = match &args.from {
        Some(dir) => experiment::simulate_folder(&design, dir, run)?,
        None => experiment::simulate(&design, run)?,
    };
    stage.finish();
    let subject = Subject {
        config: &design.config,
        loads: &design.loads,
        length: design.kind.schedule.length,
        lower_bound: design.kind.schedule.lower_bound,
        rom: design.rom(),
        stored: None,
        intro: format!(
            "{}\n{}\n{}",
            loads::summary(&design.config, &design.loads),
            loads::bounds_table(&design.bounds(None), &design.loads),
            super::schedule::summary(&design)
        ),
    };
    subject.print(&found, args, None)
}

/// What was simulated, whatever it is.
pub struct Subject<'a> {
    /// The network.
    pub config: &'a Config,
    /// Uses of every link in one exchange.
    pub loads: &'a Loads,
    /// Slots or steps.
    pub length: u32,
    /// The bound of the length.
    pub lower_bound: u32,
    /// The ROMs.
    pub rom: RomInfo,
    /// The memories.
    pub stored: Option<StoredInfo>,
    /// What stands before the comparison, for people.
    pub intro: String,
}

impl Subject<'_> {
    /// Prints what a run showed, with what a transpose of random data did.
    pub fn print(
        &self,
        found: &torus_sim::Report,
        args: &SimArgs,
        data: Option<Data>,
    ) -> Result<Outcome, Refusal> {
        let report = report(self, found, data);
        match args.format {
            Format::Json => print_json(&report)?,
            Format::Csv => print(link_lines(self, found))?,
            Format::Text => print(people(self, found, &report))?,
        }
        if args.format == Format::Text && args.timings {
            print(timings::table_of(self.config.torus().len(), &found.timings))?;
        }
        if args.format != Format::Json {
            complain(found.details());
            report.data.iter().for_each(|data| complain(&data.details));
        }
        Ok(if report.matches { Outcome::Equal } else { Outcome::Mismatch })
    }
}

/// What a transpose of random data showed.
#[derive(Clone, Debug, Serialize)]
pub struct Data {
    /// Flits written before the run.
    pub loaded: u64,
    /// Flits read back and compared.
    pub compared: u64,
    /// Cycles from start to rest.
    pub cycles: u64,
    /// What differs, a line for each difference that is kept.
    #[serde(skip)]
    pub mismatches: Vec<String>,
    /// The same for people.
    #[serde(skip)]
    pub details: String,
    /// How many differences there are.
    pub mismatch_count: u64,
}

/// What the options describe. A transpose goes through memories.
fn asked(args: &SimArgs) -> Result<Description, Refusal> {
    let mut options = options(&args.network)?;
    let none = options.algorithm.is_none() && options.router.is_none();
    if args.check.is_some() && none && options.kind.as_deref() != Some(BROADCAST) {
        options.algorithm = Some(Algorithm::Table.to_string());
    }
    Description::new(&options)
}

/// Exact count of every link for the number of exchanges run.
fn expected_counts(subject: &Subject, found: &torus_sim::Report) -> Vec<u64> {
    subject.loads.numerators().iter().map(|load| load * found.exchanges as u64).collect()
}

fn report(subject: &Subject, found: &torus_sim::Report, data: Option<Data>) -> Report {
    let wrong = data.iter().flat_map(|data| data.mismatches.clone());
    let count = found.differences() + data.as_ref().map_or(0, |data| data.mismatch_count);
    Report {
        dims: subject.config.torus().dims().to_vec(),
        placement: subject.config.placement.to_string(),
        routing: subject.config.paths.to_string(),
        engine: found.engine.to_string(),
        exchanges: found.exchanges,
        e_max: subject.loads.e_max().to_string(),
        length: subject.length,
        lower_bound: subject.lower_bound,
        rom: subject.rom,
        stored: subject.stored.clone(),
        cycles: found.completion.unwrap_or(found.cycles),
        expected_cycles: found.expected_completion,
        delivered: found.delivered,
        expected: found.expected,
        link_digest: found.link_digest.clone(),
        expected_digest: link_digest(subject.config.torus(), &expected_counts(subject, found)),
        matches: count == 0,
        compiled: found.compiled,
        stages: (&found.timings).into(),
        threads: found.timings.threads,
        node_cycles_per_second: found.node_cycles_per_second,
        mismatch_count: count,
        mismatches: found.lines().chain(wrong).collect(),
        data,
    }
}

/// Loads, bounds and the verdict, for people.
fn people(subject: &Subject, found: &torus_sim::Report, report: &Report) -> String {
    let config = subject.config;
    let mut rows = table(&["compared", "expected", "simulated", "verdict"]);
    let expected = expected_counts(subject, found);
    let links = config.torus().links();
    let (mut equal, mut all) = (0, 0);
    for link in links {
        all += 1;
        equal += usize::from(expected[link.index()] == found.link_counts[link.index()]);
    }
    let total = |counts: &[u64]| counts.iter().sum::<u64>().to_string();
    let max = |counts: &[u64]| counts.iter().max().copied().unwrap_or(0).to_string();
    let mut row = |what: &str, expected: String, got: String| {
        let good = verdict(expected == got, "equal", "DIFFERENT");
        rows.add_row(vec![what.into(), expected.into(), got.into(), good]);
    };
    row("links whose count equals E(l)", all.to_string(), equal.to_string());
    row("busiest link", max(&expected), max(&found.link_counts));
    row("link uses", total(&expected), total(&found.link_counts));
    row("messages delivered", found.expected.to_string(), found.delivered.to_string());
    row("cycle of completion", found.expected_completion.to_string(), report.cycles.to_string());
    row("link-load digest", short(&report.expected_digest), short(&report.link_digest));
    row("other differences", "0".into(), found.mismatches.total().to_string());
    let further = &found.further;
    if !further.mismatches.is_empty() {
        let what = format!("differences in {} further exchanges", further.exchanges);
        row(&what, "0".into(), further.mismatches.total().to_string());
    }
    if let Some(data) = &report.data {
        let equal = data.compared - data.mismatch_count.min(data.compared);
        row("flits of random data at their place", data.compared.to_string(), equal.to_string());
    }
    let stages = &report.stages;
    format!(
        "{}\n{}\n{} engine, {} exchange{}: {:.1} M node-cycles/s; {:.2} s verilate, {:.2} s compile{}, \
         {:.2} s run, {:.2} s check\n",
        subject.intro,
        text(&rows),
        report.engine,
        report.exchanges,
        if report.exchanges == 1 { "" } else { "s" },
        report.node_cycles_per_second / 1e6,
        stages.verilate,
        stages.compile,
        if report.compiled { "" } else { " (cached)" },
        stages.run,
        stages.check
    )
}

fn short(digest: &str) -> String {
    digest[..16].to_string()
}

fn link_lines(subject: &Subject, found: &torus_sim::Report) -> String {
    let expected = expected_counts(subject, found);
    let torus = subject.config.torus();
    let line = |link: torus_model::LinkId| {
        let (node, port) = torus.tail(link);
        let at = link.index();
        format!("{at},{},{port},{},{}\n", node.index(), expected[at], found.link_counts[at])
    };
    "link,node,port,expected,simulated\n".to_string() + &torus.links().map(line).collect::<String>()
}
