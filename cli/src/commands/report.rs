//! `torusgen report`: a run as one page of HTML.

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
    report::{page, recorder::Recorder, traffic, Exchanges},
};
use std::path::Path;
use torus_gen::{
    buffered::{PacketNetwork, Workload},
    error::UsageError,
    experiment::{exchange, send, Repetitions, RunOptions},
    folder::write_file,
    network::AnyNetwork,
};
use torus_sim::Sample;

/// A page, and what differs from what should be, in words.
struct Page {
    text: String,
    differences: Vec<String>,
}

/// Simulates and writes the page, of a run with mismatches too.
pub fn run(args: &ReportArgs) -> Result<Outcome, UsageError> {
    folder::check(args.from.as_deref(), args.strict)?;
    let Page { text, differences } = page_of(args)?;
    write_file(&args.out, &text)?;
    let verdict = if differences.is_empty() { "all equal" } else { "DIFFERENT" };
    print_line(format_args!("{}: {} bytes; {verdict}", args.out.display(), text.len()))?;
    differences.iter().for_each(complain_line);
    Ok(if differences.is_empty() { Outcome::Equal } else { Outcome::Mismatch })
}

fn page_of(args: &ReportArgs) -> Result<Page, UsageError> {
    let network = network(args)?;
    let from = args.from.as_deref();
    match network.packets() {
        Some(packets) => sent(args, packets, Folder::of(from, || Ok(network.files_without_bench()))?.path()),
        None => simulated(args, &network, Folder::of(from, || network.files())?.path()),
    }
}

/// The network of the folder or of the options.
fn network(args: &ReportArgs) -> Result<AnyNetwork, UsageError> {
    let fits = |packets: bool, _| if packets { Ok(()) } else { args.traffic.refuse() };
    network_of(args.from.as_deref(), || described(&args.network), fits)
}

/// The page of exchanges in a folder.
fn simulated(args: &ReportArgs, network: &AnyNetwork, dir: &Path) -> Result<Page, UsageError> {
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
    Ok(Page { text: page(&exchanges, &found, recorder.finish()), differences })
}

/// The page of traffic through a folder with buffered routers.
fn sent(args: &ReportArgs, network: PacketNetwork, dir: &Path) -> Result<Page, UsageError> {
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
    let run = RunOptions { on_progress: Some(&on_progress), ..RunOptions::quiet(args.engine) };
    let found = send(network, dir, workload, options.limit, run, Some(&mut watch))?;
    stage.finish();
    let differences = found.lines().collect();
    Ok(Page { text: traffic::page(network, sent, &found, recorder), differences })
}
