//! `torusgen sweep`: latency-throughput curves of a pattern, as a table, CSV, JSON and SVG.
//!
//! One network, or several side by side: those of files, each with all combinations of the values that vary.
//! The points of a curve run on all cores; with `--resume` those that are known are not run again. Parts of a
//! sweep run on several machines (`--shard`), and `--merge` makes one sweep of what they kept.

mod baseline;
mod candidates;
mod error;
mod finished;
mod measure;
mod parts;
mod print;

pub use error::SweepError;

use crate::json::print_json;
use crate::outcome::Outcome;
use crate::{
    args::{refused::OptionError, Format, SweepArgs, TrafficFlags},
    console::complain_line,
    curve::{comparison, picture, Curve, Point, Series},
    shard::Shard,
};
use candidates::{candidates, Candidate};
use finished::Finished;
use measure::{rates, Sweep};
use serde_json::json;
use torus_gen::{
    buffered::{Subject, TrafficOptions},
    error::UsageError,
    folder::write_file,
    network::AnyNetwork,
    Description,
};

/// Measures and prints.
pub fn run(args: &SweepArgs) -> anyhow::Result<Outcome> {
    refuse_rate(&args.traffic)?;
    refuse_baseline(args)?;
    let sweeps = sweeps(args)?;
    let baselines =
        args.baseline.iter().map(|path| baseline::baseline(path)).collect::<Result<Vec<_>, _>>()?;
    let finished = finished(args, &sweeps)?;
    if let Some(shard) = &args.shard {
        return parts::measure(Shard::parse(shard).map_err(UsageError::from)?, sweeps, args, &finished);
    }
    let curves =
        sweeps.iter().map(|sweep| sweep.measure(args, &finished)).collect::<anyhow::Result<Vec<_>>>()?;
    if let Some(path) = &args.svg {
        write_file(path, &drawn(&curves, baselines))?;
    }
    match (args.format, curves.as_slice()) {
        (Format::Json, [curve]) => print_json(curve)?,
        (Format::Json, curves) => print_json(&json!({ "curves": curves }))?,
        (Format::Csv, curves) => print::lines(curves)?,
        (Format::Text, curves) => print::people(curves)?,
    }
    Ok(verdict(curves.iter().flat_map(|curve| &curve.points)))
}

/// What is known before anything runs: the points of a file, or, for a merge, all of them.
fn finished(args: &SweepArgs, sweeps: &[Sweep]) -> Result<Finished, UsageError> {
    if args.merge.is_empty() {
        return Finished::read(args.resume.as_deref());
    }
    let merged = Finished::merged(&args.merge)?;
    parts::complete(&merged, sweeps, args.engine)?;
    Ok(merged)
}

/// Says what was wrong at these points.
fn verdict<'a>(points: impl Iterator<Item = &'a Point> + Clone) -> Outcome {
    points.clone().flat_map(|point| &point.wrong).for_each(complain_line);
    if points.clone().all(|point| point.matches) {
        Outcome::Equal
    } else {
        Outcome::Mismatch
    }
}

/// A sweep has rates of its own.
fn refuse_rate(traffic: &TrafficFlags) -> Result<(), UsageError> {
    let here = "in a sweep, whose rates are those of --rates";
    traffic.rate.as_ref().map_or(Ok(()), |_| Err(OptionError::NoEffect { option: "--rate", here }.into()))
}

/// What other simulators found is drawn, and nothing else.
fn refuse_baseline(args: &SweepArgs) -> Result<(), UsageError> {
    match (args.baseline.is_empty(), &args.svg) {
        (false, None) => Err(OptionError::NoEffect { option: "--baseline", here: "without --svg" }.into()),
        _ => Ok(()),
    }
}

/// All networks and what is sent through them, checked before anything runs.
fn sweeps(args: &SweepArgs) -> Result<Vec<Sweep>, UsageError> {
    let rates = rates(&args.rates)?;
    let subject = args.traffic.traffic.clone().unwrap_or_else(|| "uniform".into());
    let all = candidates(args)?.into_iter().map(|Candidate { label, mut options }| {
        options.router.get_or_insert("buffered".into());
        let asked = Description::new(&options)?;
        if !asked.kind.has_packets() {
            return Err(SweepError::Router.into());
        }
        let Subject::Pattern(_) = Subject::parse(&subject)? else {
            return Err(SweepError::Traffic { text: subject.clone() }.into());
        };
        let traffic = TrafficOptions { traffic: Some(subject.clone()), ..args.traffic.options() };
        Sweep::new(label, AnyNetwork::of(asked)?, traffic, rates.clone())
    });
    all.collect()
}

/// A curve alone with its percentiles; several of them, ours and others', with what they accept.
fn drawn(curves: &[Curve], baselines: Vec<Series>) -> String {
    if let ([curve], true) = (curves, baselines.is_empty()) {
        return picture(curve);
    }
    let named = |curve: &Curve| match curve.label.is_empty() {
        true => Series { label: "torusgen".into(), ..Series::from(curve) },
        false => Series::from(curve),
    };
    comparison(&shared_title(curves), &curves.iter().map(named).chain(baselines).collect::<Vec<_>>())
}

/// What the titles of all curves begin with, up to a comma.
fn shared_title(curves: &[Curve]) -> String {
    let parts = |curve: &Curve| curve.title.split(", ").map(String::from).collect::<Vec<_>>();
    let first = parts(&curves[0]);
    let others: Vec<Vec<String>> = curves[1..].iter().map(parts).collect();
    let same = |at: &usize| others.iter().all(|other| other.get(*at) == first.get(*at));
    let count = (0..first.len()).take_while(same).count();
    if count == 0 {
        format!("{} networks", curves.len())
    } else {
        first[..count].join(", ")
    }
}
