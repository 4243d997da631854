//! `torusgen report`: a run as one page of HTML.

use super::{
    folder,
    traffic::{refuse_others, simulate, RunOptions},
};
use crate::outcome::Outcome;
use crate::{
    args::ReportArgs,
    console::{complain_line, print_line},
    progress::{searching, Stage},
    report::{page, recorder::Recorder, traffic, Exchanges},
};
use std::path::Path;
use torus_gen::network::{AnyNetwork, Buffered, Network};
use torus_gen::{
    buffered::Workload,
    error::UsageError,
    experiment::{self, emitted, Run},
    folder::write_file,
    Description, KindOptions,
};
use torus_sim::{Manifest, Recording, Sample, FURTHER};

/// A page, and what differs from what should be, in words.
struct Page {
    text: String,
    differences: Vec<String>,
}

/// Simulates and writes the page, of a run with mismatches too.
pub fn run(args: &ReportArgs) -> Result<Outcome, UsageError> {
    folder::check(args.from.as_deref(), args.strict)?;
    let Page { text, differences } = match &args.from {
        Some(dir) => of_folder(args, dir)?,
        None => of_options(args, super::described(&args.network)?)?,
    };
    write_file(&args.out, &text)?;
    let verdict = if differences.is_empty() { "all equal" } else { "DIFFERENT" };
    print_line(format_args!("{}: {} bytes; {verdict}", args.out.display(), text.len()))?;
    differences.iter().for_each(complain_line);
    Ok(if differences.is_empty() { Outcome::Equal } else { Outcome::Mismatch })
}

fn of_folder(args: &ReportArgs, dir: &Path) -> Result<Page, UsageError> {
    let manifest = Manifest::read(dir)?;
    if manifest.buffered.is_some() {
        let network = Network::<Buffered>::of_folder(dir, &manifest)?;
        folder::warn(Some(dir))?;
        return sent(args, &network, dir);
    }
    args.traffic.refuse()?;
    let network = AnyNetwork::of_folder(dir)?;
    folder::warn(Some(dir))?;
    simulated(args, &network, dir)
}

fn of_options(args: &ReportArgs, asked: Description) -> Result<Page, UsageError> {
    if let KindOptions::Buffered(buffers) = asked.kind {
        let network = Network::<Buffered>::new(asked.base, buffers)?;
        return sent(args, &network, emitted(&network.files_without_bench())?.path());
    }
    args.traffic.refuse()?;
    let network = searching(|| AnyNetwork::of(asked))?;
    simulated(args, &network, emitted(&network.files()?)?.path())
}

/// The page of exchanges in a folder.
fn simulated(args: &ReportArgs, network: &AnyNetwork, dir: &Path) -> Result<Page, UsageError> {
    let exchanges = Exchanges::of(network).expect("buffered networks have pages of their own");
    let stage = Stage::new();
    let on_progress = |progress| stage.show(progress);
    let run = Run {
        engine: args.engine,
        threads: 1,
        exchanges: args.exchanges.unwrap_or(1),
        further: FURTHER,
        waves: Recording::default(),
        on_progress: Some(&on_progress),
    };
    let golden_model = exchanges.golden_model;
    let mut recorder = Recorder::new(golden_model.placement(), exchanges.schedule.makespan);
    let found = experiment::watched(golden_model, network.link_loads(), dir, run, |sample| {
        recorder.observe(&sample)
    })?;
    stage.finish();
    let differences = found.lines().collect();
    Ok(Page { text: page(&exchanges, &found, recorder.finish()), differences })
}

/// The page of traffic through a folder with buffered routers.
fn sent(args: &ReportArgs, network: &Network<Buffered>, dir: &Path) -> Result<Page, UsageError> {
    refuse_others(args.exchanges, None)?;
    args.traffic.refuse_patterns()?;
    let options = &args.traffic.options();
    let workload = Workload::new(network, options, &options.rate, network.base.effort.seed)?;
    let bound = workload.bound.map(|bound| bound.to_string());
    let sent = traffic::Sent {
        subject: workload.subject().to_string(),
        rate: bound.is_some().then(|| options.rate.clone()),
        bound,
        window: workload.window.clone(),
        engine: args.engine.to_string(),
    };
    let stage = Stage::new();
    let on_progress = |progress| stage.show(progress);
    let mut recorder = Recorder::of_traffic(&network.base.placement);
    let mut watch = |sample: Sample, offered| recorder.observe_traffic(&sample, offered);
    let quiet = RunOptions::quiet(args.engine, options.limit);
    let run_options = RunOptions { on_progress: Some(&on_progress), watch: Some(&mut watch), ..quiet };
    let found = simulate(network, dir, workload, run_options)?;
    stage.finish();
    let differences = found.wrong.iter().map(ToString::to_string).collect();
    Ok(Page { text: traffic::page(network, sent, &found, recorder), differences })
}
