//! `torusgen waves`: recomputes loads from waves and compares them with the exact ones. [`super::ask`]
//! answers other questions about waves.
//!
//! Of waves with only some links, these links are compared. Waves with only some slots are refused.

mod traffic;

use super::ask;
use super::waves_error::{same_torus, NoNumber, WavesRefused};
use crate::json::print_json;
use crate::outcome::Outcome;
use crate::{
    args::{remedies::message, Format, WavesArgs},
    console::{complain_line, print},
    link_lines::link_lines,
    table::{short, VerdictTable},
};
use serde::Serialize;
use std::{fs::File, io::BufReader, path::Path, str::FromStr};
use torus_gen::network::{loads_and_bounds, AnyNetwork};
use torus_gen::{
    error::UsageError,
    memory::{Algorithm, Storage},
    placement_of, Base, Description, KindOptions,
};
use torus_model::{Effort, LinkId, Loads, ScheduleKind, Torus};
use torus_sim::{link_digest, read_loads, Waves, WavesError};

/// The JSON output.
#[derive(Serialize)]
struct Report {
    dims: Vec<u32>,
    cycles: u64,
    links_compared: usize,
    link_digest: String,
    expected_digest: String,
    #[serde(rename = "match")]
    matches: bool,
    mismatches: Vec<String>,
}

/// Reads the waves, compares and prints.
pub fn run(args: &WavesArgs) -> Result<Outcome, UsageError> {
    if let Some(other) = &args.diff {
        return ask::diff(&args.file, other, args.format);
    }
    if let Some(ends) = &args.follow {
        return ask::follow(&args.file, ends, args.format);
    }
    let waves = read(&args.file)?;
    let torus = Torus::new(&waves.dims).map_err(|error| foreign(&args.file, &error.into()))?;
    if let Some(n) = args.busiest {
        return ask::busiest(&waves, &torus, n as usize, args.format);
    }
    if let Some(window) = waves.config_value("window") {
        return Err(WavesRefused::Window { path: args.file.clone(), window: window.to_string() }.into());
    }
    let mut expected = expected_counts(args, &waves, &torus)?;
    // Links that are not in the file are not compared.
    expected.iter_mut().zip(&waves.present).for_each(|(load, &present)| *load *= present as u64);
    let report = report(&waves, &torus, &expected);
    match args.format {
        Format::Json => print_json(&report)?,
        Format::Csv => print(lines(&waves, &torus, &expected))?,
        Format::Text => print(people(&waves, &torus, &expected, &report))?,
    }
    if args.format != Format::Json {
        report.mismatches.iter().for_each(complain_line);
    }
    Ok(if report.matches { Outcome::Equal } else { Outcome::Mismatch })
}

/// The exact count of every link, for the network that the waves or a folder name.
fn expected_counts(args: &WavesArgs, waves: &Waves, torus: &Torus) -> Result<Vec<u64>, UsageError> {
    if traffic::is_traffic(waves) {
        let (from, trace) = (args.from.as_deref(), args.trace.as_deref());
        let given = traffic::Given { file: &args.file, from, trace };
        return traffic::expected(waves, torus, given).map_err(|error| of_waves(&args.file, error));
    }
    match &args.from {
        _ if args.trace.is_some() => Err(WavesRefused::NotOfTrace { path: args.file.clone() }.into()),
        Some(dir) => folder_counts(dir, waves, torus).map_err(|error| of_waves(&args.file, error)),
        None => expected(waves, torus).map_err(|error| foreign(&args.file, &error)),
    }
}

/// The error, with the file of the waves if it is about a number in their comment.
fn of_waves(path: &Path, error: UsageError) -> UsageError {
    match error.is::<NoNumber>() {
        true => foreign(path, &error),
        false => error,
    }
}

fn foreign(path: &Path, error: &UsageError) -> UsageError {
    WavesRefused::read(path, WavesError::Foreign { reason: message(error) }).into()
}

fn read(path: &Path) -> Result<Waves, UsageError> {
    let file = File::open(path).map_err(|error| UsageError::unreadable(path, &error))?;
    Ok(read_loads(BufReader::new(file)).map_err(|error| WavesRefused::read(path, error))?)
}

/// The exact counts for the configuration in the file.
fn expected(waves: &Waves, torus: &Torus) -> Result<Vec<u64>, UsageError> {
    let value = |key: &str| waves.config_value(key).unwrap_or("").to_string();
    let placement = placement_of(torus, &value("placement"), &processors(waves)?)?;
    let kind = kind(waves)?;
    let base = Base {
        placement,
        paths: value("routing").parse()?,
        ports: value("ports").parse()?,
        stages: waves.stages(torus)?,
        width: 0,
        effort: Effort { seed: number(waves, "seed")?, visits: number(waves, "effort")? },
        name: String::new(),
    };
    let (loads, _) = loads_and_bounds(&Description { base, kind }, None)?;
    counts(&loads, waves)
}

/// The schedule or the memories that the comment describes.
fn kind(waves: &Waves) -> Result<KindOptions, UsageError> {
    match waves.config_value("algorithm") {
        None => Ok(KindOptions::Scheduled(schedule_kind(waves)?.into())),
        Some(algorithm) => Ok(KindOptions::Memory(storage(waves, Algorithm::of_plan(algorithm)?)?)),
    }
}

/// A number in the comment. Error: it is missing, or none.
fn number<T: FromStr>(waves: &Waves, key: &str) -> Result<T, NoNumber> {
    waves.config_value(key).and_then(|text| text.parse().ok()).ok_or_else(|| NoNumber::of(key))
}

/// The same; what is usual where the comment does not say.
fn number_or<T: FromStr>(waves: &Waves, key: &str, usual: T) -> Result<T, NoNumber> {
    waves.config_value(key).map_or(Ok(usual), |_| number(waves, key))
}

fn schedule_kind(waves: &Waves) -> Result<ScheduleKind, UsageError> {
    Ok(waves.config_value("kind").unwrap_or("").parse()?)
}

/// The node ids of the processors in the comment. Error: something else among them.
fn processors(waves: &Waves) -> Result<Vec<u32>, NoNumber> {
    let ids = waves
        .config_value("processors")
        .map_or(Ok(Vec::new()), |ids| ids.split(',').map(str::parse).collect());
    ids.map_err(|_| NoNumber::of("processors"))
}

/// The memories that the comment describes: `algorithm=.. flits=.. source=..`.
fn storage(waves: &Waves, algorithm: Algorithm) -> Result<Storage, UsageError> {
    let torus = Torus::new(&waves.dims)?;
    let source = torus.node_at(number::<u32>(waves, "source")? as usize);
    let source = source.ok_or_else(|| NoNumber::of("source"))?;
    // Memories can run kinds that schedules do not have; the algorithm determines what they run.
    let schedule = if algorithm == Algorithm::Table { schedule_kind(waves)? } else { ScheduleKind::Exchange };
    Ok(Storage { algorithm, schedule, flits: number(waves, "flits")?, depth: None, source, streams: None })
}

/// The exact counts by the schedule of an emitted folder. Errors: a folder of another torus.
fn folder_counts(dir: &Path, waves: &Waves, torus: &Torus) -> Result<Vec<u64>, UsageError> {
    let network = AnyNetwork::of_folder(dir)?;
    same_torus(dir, network.base.torus(), torus)?;
    counts(&network.loads, waves)
}

/// The counts of all exchanges of the run; one if the waves do not say.
fn counts(loads: &Loads, waves: &Waves) -> Result<Vec<u64>, UsageError> {
    let exchanges: u64 = number_or(waves, "exchanges", 1)?;
    Ok(loads.numerators().iter().map(|load| load.saturating_mul(exchanges)).collect())
}

fn report(waves: &Waves, torus: &Torus, expected: &[u64]) -> Report {
    let unit = if traffic::is_traffic(waves) { "flits" } else { "messages" };
    let differs = |link: &LinkId| waves.counts[link.index()] != expected[link.index()];
    let line = |link: LinkId| {
        let at = link.index();
        format!("link {}: expected {} {unit}, got {}", torus.link_name(link), expected[at], waves.counts[at])
    };
    let mut mismatches: Vec<String> = torus.links().filter(differs).map(line).collect();
    let name = |id: usize| torus.link_at(id).map(|link| torus.link_name(link));
    mismatches.extend(waves.inconsistent.iter().map(|wrong| {
        let shown = wrong.shown.map_or("no number".to_string(), |shown| shown.to_string());
        let link = name(wrong.link).unwrap_or_default();
        format!(
            "link {link}: its load wire shows {shown} in cycle {}, expected {}",
            wrong.cycle, wrong.counted
        )
    }));
    Report {
        dims: waves.dims.clone(),
        cycles: waves.cycles,
        links_compared: links(waves, torus).count(),
        link_digest: link_digest(torus, &waves.counts),
        expected_digest: link_digest(torus, expected),
        matches: mismatches.is_empty(),
        mismatches,
    }
}

fn people(waves: &Waves, torus: &Torus, expected: &[u64], report: &Report) -> String {
    let mut rows = VerdictTable::new("in the waves");
    let equal =
        links(waves, torus).filter(|link| waves.counts[link.index()] == expected[link.index()]).count();
    let whose = if traffic::is_traffic(waves) {
        "links whose count is what was sent"
    } else {
        "links whose count equals E(l)"
    };
    rows.add(whose, report.links_compared, equal);
    let max = |counts: &[u64]| counts.iter().max().copied().unwrap_or(0);
    rows.add("busiest link", max(expected), max(&waves.counts));
    rows.add("link-load digest", short(&report.expected_digest), short(&report.link_digest));
    rows.add("load wires that disagree", 0, waves.inconsistent.len());
    let part = match torus.links().count() {
        all if all == report.links_compared => String::new(),
        all => format!(", {} of {all} links (only these are compared)", report.links_compared),
    };
    format!("torus {torus}, {} cycles{part}\n{}", waves.cycles, rows.text())
}

/// The links in the file.
fn links<'a>(waves: &'a Waves, torus: &'a Torus) -> impl Iterator<Item = LinkId> + 'a {
    torus.links().filter(|link| waves.present[link.index()])
}

fn lines(waves: &Waves, torus: &Torus, expected: &[u64]) -> String {
    link_lines(torus, links(waves, torus), "expected,in_waves", |at| {
        format!("{},{}", expected[at], waves.counts[at])
    })
}
