//! Parts of a sweep for several machines, and merging their files.
//!
//! Points are distributed regardless of their network. A point depends only on its own options, so the parts
//! measure what a single run would.

use super::{error::SweepError, finished::Finished, measure::Sweep, verdict};
use crate::{args::SweepArgs, console::print_line, outcome::Outcome, shard::Shard};
use std::path::Path;
use torus_sim::{output::shown, Engine};

/// Measures the points of one part and keeps them in the file of `--resume`.
pub fn measure(
    shard: Shard,
    sweeps: Vec<Sweep>,
    args: &SweepArgs,
    finished: &Finished,
) -> anyhow::Result<Outcome> {
    let all: usize = sweeps.iter().map(Sweep::count).sum();
    let mut points = Vec::new();
    for sweep in of_shard(shard, sweeps, all) {
        points.extend(sweep.measure(args, finished)?.points);
    }
    let file = args.resume.as_deref().map_or_else(String::new, |path: &Path| shown(path).to_string());
    print_line(format_args!("{} of the {all} points of the sweep, kept in {file}", points.len()))?;
    Ok(verdict(points.iter()))
}

/// The networks of which a part has points, with only these points.
fn of_shard(shard: Shard, sweeps: Vec<Sweep>, all: usize) -> Vec<Sweep> {
    let mine = shard.select(&vec![1; all]);
    let mut at = 0..all;
    let mut is_mine = || at.next().is_some_and(|point| mine.binary_search(&point).is_ok());
    let parts = sweeps.into_iter().map(|sweep| sweep.with(&mut is_mine));
    parts.filter(|sweep| sweep.count() > 0).collect()
}

/// Refuses a merge in which points are missing.
pub fn complete(merged: &Finished, sweeps: &[Sweep], engine: Engine) -> Result<(), SweepError> {
    let mut missing =
        sweeps.iter().flat_map(|sweep| sweep.keys(engine)).filter(|key| merged.known(key).is_none());
    let Some(point) = missing.next() else { return Ok(()) };
    let of = sweeps.iter().map(Sweep::count).sum();
    Err(SweepError::Missing { point, count: 1 + missing.count(), of })
}
