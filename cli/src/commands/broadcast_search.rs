//! `torusgen broadcast-search`: a broadcast with a given number of steps is searched, verified, and printed
//! or written.

use crate::{
    args::{BroadcastSearchArgs, Format},
    compare::CompareError,
    console::print,
    progress::searching,
};
use torus_gen::memory::plan_digest;
use torus_gen::{
    check_emittable,
    error::UsageError,
    folder::write_file,
    memory::{plan_json, Storage, BROADCAST},
    Description, KindOptions, NetworkOptions,
};
use torus_model::{
    collective::{broadcast, verify::verify, Plan},
    quantity, Effort, NodeId, Torus,
};

/// Runs the search and prints the result.
pub fn run(args: &BroadcastSearchArgs) -> Result<(), UsageError> {
    let options = NetworkOptions {
        dims: args.dims.clone(),
        kind: Some(BROADCAST.into()),
        source: args.source.clone(),
        ..NetworkOptions::default()
    };
    let asked = Description::new(&options.with_radices(args.radices.as_deref())?)?;
    let KindOptions::Memory(Storage { source, .. }) = asked.kind else {
        unreachable!("a broadcast is stored")
    };
    let torus = asked.base.torus();
    check_emittable(torus)?;
    check_steps(torus, args.steps)?;
    let effort = Effort { seed: args.seed, visits: args.effort };
    let plan = searching(|| broadcast::search(torus, source, args.steps, effort))?;
    verify(&plan).expect("only valid plans are found; a violation here is a defect of torusgen");
    if let Some(path) = &args.out {
        write_file(path, &plan_json(&plan))?;
    }
    match args.format {
        Format::Json => print(plan_json(&plan))?,
        Format::Csv => print(super::schedule::send_lines(&plan))?,
        Format::Text => print(summary(&plan, source, effort))?,
    }
    Ok(())
}

/// Refuses more steps than known broadcasts take: those need no search, and would take too much memory.
fn check_steps(torus: &Torus, asked: u32) -> Result<(), UsageError> {
    let staged = torus.radix().map_or(u32::MAX, |n| broadcast::staged_steps(torus.d(), n));
    let most = staged.min(broadcast::lines_steps(torus.dims()));
    match asked > most {
        true => Err(CompareError::Steps { asked, most, dims: torus.to_string() }.into()),
        false => Ok(()),
    }
}

/// The number of steps with its bounds, then the worms of every step.
fn summary(plan: &Plan, source: NodeId, effort: Effort) -> String {
    let torus = plan.torus();
    format!(
        "torus {torus}, broadcast from {} in {}; bounds {} (ports) and {} (ordered routes)\n\
         found with seed {} and an effort of {}; {}\ndigest {}\n\
         worms sender:route, a step a line, senders as node ids seen from the source:\n{}",
        torus.node_name(source),
        quantity(plan.steps(), "step"),
        broadcast::lower_bound(torus),
        broadcast::ordered_bound(torus),
        effort.seed,
        effort.visits,
        quantity(plan.phases.iter().map(|phase| phase.sends.len()).sum::<usize>(), "worm"),
        plan_digest(plan),
        broadcast::text(plan)
    )
}
