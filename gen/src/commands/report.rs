//! `torusgen report`: a run as one page of HTML.

use super::{
    traffic::{refuse_others, simulate, Sending},
    Outcome,
};
use crate::network::{Buffered, Network};
use crate::{
    buffered::Offer,
    cli::ReportArgs,
    config::{shown, Config},
    console::{complain_line, print_line},
    error::Refusal,
    experiment::{self, emitted, Run},
    folder::write_file,
    progress::Stage,
    report::{network::Reported, page, recorder::Recorder, traffic},
};
use std::path::Path;
use torus_sim::{Manifest, Recording, Sight};

/// A page, and what differs from what should be, in words.
struct Page {
    text: String,
    differences: Vec<String>,
}

/// Simulates and writes the page, of a run with mismatches too.
pub fn run(args: &ReportArgs) -> Result<Outcome, Refusal> {
    let parent = args.out.parent().filter(|parent| !parent.as_os_str().is_empty());
    std::fs::read_dir(parent.unwrap_or(Path::new(".")))
        .map_err(|error| Refusal::unwritable(&args.out, &error))?;
    let Page { text, differences } = match &args.from {
        Some(dir) => of_folder(args, dir)?,
        None => of_config(args, super::config(&args.network)?)?,
    };
    write_file(&args.out, &text)?;
    let verdict = if differences.is_empty() { "all equal" } else { "DIFFERENT" };
    print_line(format_args!("{}: {} bytes; {verdict}", shown(&args.out), text.len()))?;
    differences.iter().for_each(complain_line);
    Ok(if differences.is_empty() { Outcome::Equal } else { Outcome::Mismatch })
}

fn of_folder(args: &ReportArgs, dir: &Path) -> Result<Page, Refusal> {
    let manifest = Manifest::read(dir)?;
    let config = experiment::buffered_config(&manifest)?;
    if let Some(buffers) = config.buffers.clone() {
        return sent(args, &Network::<Buffered>::new(config, buffers)?, dir);
    }
    args.traffic.refuse()?;
    simulated(args, &Reported::of_folder(dir, &manifest)?, dir)
}

fn of_config(args: &ReportArgs, config: Config) -> Result<Page, Refusal> {
    if let Some(buffers) = config.buffers.clone() {
        let design = Network::<Buffered>::new(config, buffers)?;
        return sent(args, &design, emitted(&design.files_without_bench())?.path());
    }
    args.traffic.refuse()?;
    let network = Reported::of_config(config)?;
    simulated(args, &network, emitted(&network.files()?)?.path())
}

/// The page of a folder's run.
fn simulated(args: &ReportArgs, network: &Reported, dir: &Path) -> Result<Page, Refusal> {
    let stage = Stage::new();
    let on_progress = |progress| stage.show(progress);
    let (engine, exchanges) = (args.engine, args.exchanges);
    let run =
        Run { engine, threads: 1, exchanges, waves: Recording::default(), on_progress: Some(&on_progress) };
    let mut recorder = Recorder::new(network.placement(), network.makespan());
    let loads = network.loads().numerators();
    let found =
        experiment::watched(network.prescription(), loads, dir, run, |sight| recorder.observe(&sight))?;
    stage.finish();
    let manifest = Manifest::read(dir)?;
    let start_to_link = manifest.scheduled(dir)?.1.start_to_link;
    let differences = found.mismatches.iter().map(ToString::to_string).collect();
    Ok(Page { text: page(network, &found, start_to_link, recorder.finish()), differences })
}

/// The page of traffic through a folder with buffered routers.
fn sent(args: &ReportArgs, design: &Network<Buffered>, dir: &Path) -> Result<Page, Refusal> {
    refuse_others(args.engine, args.exchanges)?;
    let options = &args.traffic;
    let offer = Offer::new(design, options, &options.rate, design.config.effort.seed)?;
    let bound = offer.bound.map(|bound| bound.to_string());
    let sent = traffic::Sent {
        subject: offer.subject().to_string(),
        rate: bound.is_some().then(|| options.rate.clone()),
        bound,
        window: offer.window.clone(),
        engine: experiment::engine(args.engine).to_string(),
    };
    let stage = Stage::new();
    let on_progress = |progress| stage.show(progress);
    let mut recorder = Recorder::of_traffic(&design.config.placement);
    let mut watch = |sight: Sight, offered| recorder.observe_traffic(&sight, offered);
    let quiet = Sending::quiet(args.engine, options.limit);
    let sending = Sending { on_progress: Some(&on_progress), watch: Some(&mut watch), ..quiet };
    let found = simulate(design, dir, offer, sending)?;
    stage.finish();
    let differences = found.wrong.iter().map(ToString::to_string).collect();
    Ok(Page { text: traffic::page(design, sent, &found, recorder), differences })
}
