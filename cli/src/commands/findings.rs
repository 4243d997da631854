//! What a run of a schedule or a program showed, as `sim` prints it: JSON, a line for each link, or a table.

use super::timings;
use crate::{
    args::{Format, SimArgs},
    console::{complain, print},
    json::print_json,
    outcome::Outcome,
    stages::Stages,
    table::{table, text, verdict},
};
use serde::Serialize;
use torus_gen::{error::UsageError, Base};
use torus_model::Loads;
use torus_sim::{
    link_digest,
    manifest::{RomInfo, StoredInfo},
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

/// What was simulated, whatever it is.
pub struct Subject<'a> {
    /// The network.
    pub base: &'a Base,
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
    ) -> Result<Outcome, UsageError> {
        let report = report(self, found, data);
        match args.format {
            Format::Json => print_json(&report)?,
            Format::Csv => print(link_lines(self, found))?,
            Format::Text => print(people(self, found, &report))?,
        }
        if args.format == Format::Text && args.timings {
            print(timings::table_of(self.base.torus().len(), &found.timings))?;
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

/// Exact count of every link for the number of exchanges run.
fn expected_counts(subject: &Subject, found: &torus_sim::Report) -> Vec<u64> {
    subject.loads.numerators().iter().map(|load| load * found.exchanges as u64).collect()
}

fn report(subject: &Subject, found: &torus_sim::Report, data: Option<Data>) -> Report {
    let wrong = data.iter().flat_map(|data| data.mismatches.clone());
    let count = found.differences() + data.as_ref().map_or(0, |data| data.mismatch_count);
    Report {
        dims: subject.base.torus().dims().to_vec(),
        placement: subject.base.placement.to_string(),
        routing: subject.base.paths.to_string(),
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
        expected_digest: link_digest(subject.base.torus(), &expected_counts(subject, found)),
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
    let base = subject.base;
    let mut rows = table(&["compared", "expected", "simulated", "verdict"]);
    let expected = expected_counts(subject, found);
    let links = base.torus().links();
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
    let torus = subject.base.torus();
    let line = |link: torus_model::LinkId| {
        let (node, port) = torus.tail(link);
        let at = link.index();
        format!("{at},{},{port},{},{}\n", node.index(), expected[at], found.link_counts[at])
    };
    "link,node,port,expected,simulated\n".to_string() + &torus.links().map(line).collect::<String>()
}
