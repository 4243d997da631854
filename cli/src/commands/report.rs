//! `torusgen report`: a run, or two runs, as one page of HTML.

use super::{
    described,
    folder::{self, Folder},
    network_of,
    sim::packets::refuse_others,
};
use crate::outcome::Outcome;
use crate::{
    args::ReportArgs,
    console::{complain_line, print_line},
    progress::Stage,
    report::{data, diff, recorder::Recorder, traffic, Data, Exchanges},
};
use std::path::{Path, PathBuf};
use torus_gen::{
    buffered::{PacketNetwork, Workload},
    error::UsageError,
    experiment::{exchange, send, Repetitions, RunOptions},
    folder::write_file,
    network::{AnyNetwork, Takes},
};
use torus_model::Torus;
use torus_sim::{
    traffic::{PacketSample, Watch},
    Sample,
};

/// The error of two runs on different tori, whose links cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "--diff was asked for of networks on {} and {}, whose links are not the same: give two folders of one \
     torus",
    .0[0],
    .0[1]
)]
pub struct DifferentTori([Torus; 2]);

crate::passed_on!(DifferentTori);

/// The data of a run that a page shows, and the mismatches as texts.
struct Ran {
    data: Data,
    differences: Vec<String>,
}

/// Simulates and writes the page, also for a run with mismatches.
pub fn run(args: &ReportArgs) -> Result<Outcome, UsageError> {
    match args.diff.as_deref() {
        Some([a, b]) => both(args, [a, b]),
        _ => one(args),
    }
}

fn one(args: &ReportArgs) -> Result<Outcome, UsageError> {
    let from = args.from.as_deref();
    folder::check(from, args.strict)?;
    let Ran { data, differences } = ran(args, &network(args, from)?, from)?;
    written(args, &data.page(), "", &differences)
}

/// Runs two folders, which must be of one torus.
fn both(args: &ReportArgs, folders: [&PathBuf; 2]) -> Result<Outcome, UsageError> {
    let [a, b] = folders.map(|dir| {
        folder::check(Some(dir), args.strict)?;
        network(args, Some(dir))
    });
    let networks = [a?, b?];
    if networks[0].base.torus() != networks[1].base.torus() {
        return Err(DifferentTori(networks.map(|network| network.base.torus().clone())).into());
    }
    let ran = |at: usize| ran(args, &networks[at], Some(folders[at]));
    let [a, b] = [ran(0)?, ran(1)?];
    let (differing, links) = diff::differing(networks[0].base.torus(), [&a.data, &b.data]);
    let named =
        |letter, all: &[String]| all.iter().map(|line| format!("{letter}: {line}")).collect::<Vec<_>>();
    let differences = [named("A", &a.differences), named("B", &b.differences)].concat();
    let [first, second] = networks.map(|network| network.base.name);
    let page = diff::page([(first, a.data), (second, b.data)]);
    written(
        args,
        &page,
        &format!(
            "{differing} of {links} links {} in load; ",
            if differing == 1 { "differs" } else { "differ" }
        ),
        &differences,
    )
}

/// Writes the page and prints what was written.
fn written(
    args: &ReportArgs,
    text: &str,
    compared: &str,
    differences: &[String],
) -> Result<Outcome, UsageError> {
    write_file(&args.out, text)?;
    let verdict = if differences.is_empty() { "all equal" } else { "DIFFERENT" };
    print_line(format_args!("{}: {} bytes; {compared}{verdict}", args.out.display(), text.len()))?;
    differences.iter().for_each(complain_line);
    Ok(if differences.is_empty() { Outcome::Equal } else { Outcome::Mismatch })
}

/// Runs a network, in its folder or in one made for it.
fn ran(args: &ReportArgs, network: &AnyNetwork, from: Option<&Path>) -> Result<Ran, UsageError> {
    match network.packets() {
        Some(packets) => {
            let folder = Folder::of(from, args.engine, || Ok(network.files_without_bench()))?;
            sent(args, packets, folder.path())
        }
        None => simulated(args, network, Folder::of(from, args.engine, || network.files())?.path()),
    }
}

/// The network of the folder, or of the options.
fn network(args: &ReportArgs, from: Option<&Path>) -> Result<AnyNetwork, UsageError> {
    let fits = |takes| if takes == Takes::Packets { Ok(()) } else { args.traffic.refuse(from.is_some()) };
    network_of(from, || described(&args.network), fits)
}

/// Runs exchanges in a folder.
fn simulated(args: &ReportArgs, network: &AnyNetwork, dir: &Path) -> Result<Ran, UsageError> {
    let exchanges = Exchanges::of(network).expect("buffered networks have pages of their own");
    let stage = Stage::new();
    let on_progress = |progress| stage.show(progress);
    let run = RunOptions { on_progress: Some(&on_progress), ..RunOptions::quiet(args.engine) };
    let repetitions = Repetitions { reported: args.exchanges.unwrap_or(1), ..Repetitions::default() };
    let golden_model = exchanges.golden_model;
    let mut recorder = Recorder::new(golden_model.placement(), exchanges.schedule.makespan);
    let found = exchange(golden_model, network.link_loads(), dir, repetitions, run, |sample| {
        recorder.observe(&sample)
    })?;
    stage.finish();
    let differences = found.lines().collect();
    Ok(Ran { data: data(&exchanges, &found, recorder.finish()), differences })
}

/// Sends traffic through a folder with buffered routers.
fn sent(args: &ReportArgs, network: PacketNetwork, dir: &Path) -> Result<Ran, UsageError> {
    refuse_others(args.exchanges, None)?;
    args.traffic.refuse_patterns()?;
    let options = &args.traffic.options();
    let workload = Workload::new(network, options, network.base.effort.seed)?;
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
    let mut recorder = Recorder::of_traffic(&network.base.placement, network.buffers.plan.count());
    let mut watch = |sample: Sample, packets: &PacketSample| recorder.observe_traffic(&sample, packets);
    let run = RunOptions { on_progress: Some(&on_progress), ..RunOptions::quiet(args.engine) };
    let found = send(network, dir, workload, options.limit, run, Some(Watch::Packets(&mut watch)))?;
    stage.finish();
    let differences = found.lines().collect();
    Ok(Ran { data: traffic::run(network, sent, &found, recorder), differences })
}
