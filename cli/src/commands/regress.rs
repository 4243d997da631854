//! `torusgen regress`: runs a matrix of configurations on all cores, each emitted, simulated and compared; or
//! merges the results of such runs.

mod run;

use super::twice;
use crate::outcome::Outcome;
use crate::{
    args::{refused::OptionError, Format, RegressArgs},
    console::{print, print_line},
    progress::Count,
    regress::{finish, head, junit, line, Plan, RegressError, Results, Row, CSV_HEAD},
    shard::Shard,
};
use rayon::prelude::*;
use run::run_one;
use std::{collections::BTreeMap, path::Path, sync::Mutex, time::Duration};
use torus_gen::{error::UsageError, folder::write_file};
use torus_sim::Engine;

/// Runs the matrix, or merges results. Errors: bad input; a configuration that could not be run at all.
pub fn run(args: &RegressArgs) -> anyhow::Result<Outcome> {
    if !args.merge.is_empty() {
        return merge(args);
    }
    let shard = args.shard.as_deref().map_or(Ok(Shard::ALL), Shard::parse).map_err(UsageError::from)?;
    refuse_idle(args)?;
    refuse_twice(&args.engines)?;
    // Every configuration is checked before the first one runs.
    let plan = Plan::new(args.matrix.as_deref(), &args.filter)?;
    let mine = shard.select(&plan.weights());
    if args.list {
        mine.iter().try_for_each(|&one| print_line(&plan.names[one]))?;
        return Ok(Outcome::Equal);
    }
    let nothing = Results::new(&plan, &named(&engines(args)).join(","));
    let known = args.resume.as_deref().map_or(Ok(nothing.clone()), |path| nothing.resumed(path))?;
    // A file that cannot be written must be refused before anything runs.
    args.resume.as_deref().map_or(Ok(()), |path| known.write(path))?;
    let todo: Vec<usize> = mine.iter().copied().filter(|&one| !is_equal(&known, &plan.names[one])).collect();
    let known = run_all(&plan, &todo, known, args)?;
    let chosen = mine.iter().filter_map(|&one| known.row(&plan.names[one]).cloned()).collect();
    report(Results { results: chosen, ..known }, args)
}

/// Merges the files and prints all rows, as no run has printed them.
fn merge(args: &RegressArgs) -> anyhow::Result<Outcome> {
    let merged = Results::merged(&args.merge)?;
    let lines = Lines::new(merged.results.len(), args.format)?;
    merged.results.iter().enumerate().try_for_each(|(index, row)| lines.done(index, row))?;
    lines.bar.finish();
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

/// Runs the configurations with these indices. Each result is added to `known` and to its file at once.
fn run_all(plan: &Plan, todo: &[usize], known: Results, args: &RegressArgs) -> anyhow::Result<Results> {
    let (lines, known) = (Lines::new(todo.len(), args.format)?, Mutex::new(known));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0) as usize).build()?;
    let one = |(index, &configuration): (usize, &usize)| {
        let (name, asked) = (&plan.names[configuration], plan.asked[configuration].clone());
        let row = run_one(name, asked, &engines(args), args.optimize);
        keep(&known, row.clone(), args.resume.as_deref())?;
        lines.done(index, &row)
    };
    let kept = pool.install(|| todo.par_iter().enumerate().map(one).collect());
    lines.bar.finish();
    let kept: Result<(), UsageError> = kept;
    kept?;
    Ok(known.into_inner().expect("no thread panics while it keeps a row"))
}

fn keep(known: &Mutex<Results>, row: Row, file: Option<&Path>) -> Result<(), UsageError> {
    let mut known = known.lock().expect("no thread panics while it keeps a row");
    known.put(row);
    file.map_or(Ok(()), |path| known.write(path))
}

/// Refuses a level of optimisation if nothing is compiled.
fn refuse_idle(args: &RegressArgs) -> Result<(), UsageError> {
    let compiled = engines(args).into_iter().any(Engine::is_compiled);
    match args.optimize.is_some() && !compiled {
        true => Err(OptionError::NoEffect { option: "--optimize", here: "with --engine model" }.into()),
        false => Ok(()),
    }
}

/// Refuses to compare an engine with itself.
fn refuse_twice(engines: &[Engine]) -> Result<(), UsageError> {
    twice(engines).map_or(Ok(()), |engine| Err(RegressError::EngineTwice { engine }.into()))
}

/// The engines to run; the row has the results of the first one.
fn engines(args: &RegressArgs) -> Vec<Engine> {
    if args.engines.is_empty() {
        vec![args.engine]
    } else {
        args.engines.clone()
    }
}

fn named(engines: &[Engine]) -> Vec<String> {
    engines.iter().map(|&name| name.to_string()).collect()
}

/// Prints finished rows in the order of the matrix, as soon as all rows before them are finished.
struct Lines {
    bar: Count,
    format: Format,
    waiting: Mutex<(usize, BTreeMap<usize, String>)>,
}

impl Lines {
    fn new(count: usize, format: Format) -> Result<Self, UsageError> {
        match format {
            Format::Text => print_line(head())?,
            Format::Csv => print_line(CSV_HEAD)?,
            Format::Json => {}
        }
        let bar = Count::new(count, "configurations", 0, Duration::ZERO);
        Ok(Lines { bar, format, waiting: Mutex::default() })
    }

    fn done(&self, index: usize, row: &Row) -> Result<(), UsageError> {
        let mut waiting = self.waiting.lock().expect("no thread panics while it prints");
        waiting.1.insert(index, line(row, self.format));
        loop {
            let next = waiting.0;
            let Some(line) = waiting.1.remove(&next) else { break };
            if self.format != Format::Json {
                self.bar.aside(|| print(line))?;
            }
            waiting.0 += 1;
        }
        self.bar.done();
        Ok(())
    }
}
