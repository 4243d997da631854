//! `torusgen sweep`: latency-throughput curves of a pattern, as text, CSV, JSON and SVG.
//!
//! A sweep measures one network or several: those of the given files, each with all combinations of the
//! varied values. The points of a curve run on all cores; with `--resume`, known points are not run again.
//! Several machines can run parts of a sweep (`--shard`), whose files `--merge` joins into one sweep.

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
    network::{AnyNetwork, Takes},
    Description,
};

/// Measures and prints the curves.
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

/// The points known before anything runs: the points of a file, or for a merge all points.
fn finished(args: &SweepArgs, sweeps: &[Sweep]) -> Result<Finished, UsageError> {
    if args.merge.is_empty() {
        return Finished::read(args.resume.as_deref());
    }
    let merged = Finished::merged(&args.merge)?;
    parts::complete(&merged, sweeps, args.engine)?;
    Ok(merged)
}

/// Prints what was wrong at these points, and returns the outcome.
fn verdict<'a>(points: impl Iterator<Item = &'a Point> + Clone) -> Outcome {
    points.clone().flat_map(|point| &point.wrong).for_each(complain_line);
    if points.clone().all(|point| point.matches) {
        Outcome::Equal
    } else {
        Outcome::Mismatch
    }
}

/// Refuses `--rate`, as a sweep has its own rates.
fn refuse_rate(traffic: &TrafficFlags) -> Result<(), UsageError> {
    let here = "in a sweep, whose rates are those of --rates";
    traffic.rate.as_ref().map_or(Ok(()), |_| Err(OptionError::NoEffect { option: "--rate", here }.into()))
}

/// Refuses results of other simulators if nothing is drawn.
fn refuse_baseline(args: &SweepArgs) -> Result<(), UsageError> {
    match (args.baseline.is_empty(), &args.svg) {
        (false, None) => Err(OptionError::NoEffect { option: "--baseline", here: "without --svg" }.into()),
        _ => Ok(()),
    }
}

/// All networks with their traffic, checked before anything runs.
fn sweeps(args: &SweepArgs) -> Result<Vec<Sweep>, UsageError> {
    let rates = rates(&args.rates)?;
    let subject = args.traffic.traffic.clone().unwrap_or_else(|| "uniform".into());
    let all = candidates(args)?.into_iter().map(|Candidate { label, mut options }| {
        options.router.get_or_insert("buffered".into());
        let asked = Description::new(&options)?;
        if asked.kind.takes() != Takes::Packets {
            return Err(SweepError::Router.into());
        }
        let Subject::Pattern(pattern) = Subject::parse(&subject)? else {
            return Err(SweepError::Traffic { text: subject.clone() }.into());
        };
        let traffic = TrafficOptions { traffic: Some(subject.clone()), ..args.traffic.options_of_sweep() };
        Sweep::new(label, AnyNetwork::of(asked)?, traffic, pattern, rates.clone())
    });
    all.collect()
}

/// The picture: a single curve with its percentiles; several curves (with those of other simulators) with
/// their accepted rates.
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

/// The beginning that the titles of all curves share, up to a comma.
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
