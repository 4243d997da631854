//! `torusgen report`: a run as one page of HTML.

use super::Outcome;
use crate::{
    cli::ReportArgs,
    config::shown,
    error::Refusal,
    experiment::{self, Run},
    folder::write_file,
    progress::Stage,
    report::{network::Network, page, recorder::Recorder},
};
use std::path::Path;
use torus_sim::Manifest;

/// Simulates and writes the page, of a run with mismatches too.
pub fn run(args: &ReportArgs) -> Result<Outcome, Refusal> {
    let parent = args.out.parent().filter(|parent| !parent.as_os_str().is_empty());
    std::fs::read_dir(parent.unwrap_or(Path::new(".")))
        .map_err(|error| Refusal::unwritable(&args.out, &error))?;
    let network = Network::new(args)?;
    let (page, found) = match &args.from {
        Some(dir) => simulated(args, &network, dir)?,
        None => simulated(args, &network, experiment::emitted(&network.files()?)?.path())?,
    };
    write_file(&args.out, &page)?;
    let verdict = if found.matches() { "all equal" } else { "DIFFERENT" };
    println!("{}: {} bytes; {verdict}", shown(&args.out), page.len());
    found.mismatches.iter().for_each(|line| eprintln!("{line}"));
    Ok(if found.matches() { Outcome::Equal } else { Outcome::Mismatch })
}

/// The page of a folder's run.
fn simulated(
    args: &ReportArgs,
    network: &Network,
    dir: &Path,
) -> Result<(String, torus_sim::Report), Refusal> {
    let stage = Stage::new();
    let on_progress = |progress| stage.show(progress);
    let (engine, exchanges) = (args.engine, args.exchanges);
    let run = Run {
        engine,
        threads: 1,
        exchanges,
        waves: torus_sim::Recording::default(),
        on_progress: Some(&on_progress),
    };
    let mut recorder = Recorder::new(network.placement(), network.makespan());
    let loads = network.loads().numerators();
    let found =
        experiment::watched(network.prescription(), loads, dir, run, |sight| recorder.observe(&sight))?;
    stage.finish();
    let manifest = Manifest::read(dir)?;
    let start_to_link = manifest.scheduled(dir)?.1.start_to_link;
    Ok((page(network, &found, start_to_link, recorder.finish()), found))
}
