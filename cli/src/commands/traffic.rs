//! `torusgen sim --router buffered`: any traffic through buffered routers in Verilator, everything checked.

mod people;

use super::{folder, timings};
use crate::{
    args::{Format, SimArgs},
    console::{complain_line, print},
    json::print_json,
    latency::Latency,
    outcome::Outcome,
    progress::Stage,
    stages::Stages,
};
use people::people;
use serde::Serialize;
use std::path::Path;
use torus_gen::network::{Buffered, EmittedFile, Network};
use torus_gen::{
    buffered::{fault, Workload},
    error::UsageError,
    experiment::emitted,
    options::OptionsError,
};
use torus_sim::{
    link_digest,
    traffic::{run_traffic, BurstReport, Show, Traffic, TrafficReport, Watch},
    Manifest, Progress, Recording, Tools,
};

/// What is printed as JSON: a contract, and what traffic adds.
#[derive(Serialize)]
struct Report {
    dims: Vec<u32>,
    placement: String,
    routing: String,
    traffic: String,
    rate: Option<String>,
    engine: String,
    e_max: String,
    cycles: u64,
    delivered: u64,
    expected: u64,
    link_digest: String,
    expected_digest: String,
    #[serde(rename = "match")]
    matches: bool,
    mismatch_count: u64,
    mismatches: Vec<String>,
    latency: Latency,
    network_latency: Latency,
    accepted: f64,
    bound: Option<String>,
    drained: bool,
    compiled: bool,
    threads: usize,
    stages: Stages,
    #[serde(skip_serializing_if = "Option::is_none")]
    burst: Option<Burst>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bench_cycles: Option<u64>,
}

/// What followed the exchange; its cycles and packets are in no other figure.
#[derive(Serialize)]
pub struct Burst {
    packets: u64,
    flits: u64,
    cycles: u64,
    channels: u64,
    probed: u64,
}

impl From<BurstReport> for Burst {
    fn from(BurstReport { packets, flits, cycles, channels, probed }: BurstReport) -> Self {
        Burst { packets, flits, cycles, channels, probed }
    }
}

/// Simulates and prints. `from`: an emitted folder to run as it stands.
pub fn run(args: &SimArgs, network: &Network<Buffered>, from: Option<&Path>) -> Result<Outcome, UsageError> {
    refuse_others(args.exchanges, args.further)?;
    args.traffic.refuse_patterns()?;
    let seed = network.base.effort.seed;
    let options = args.traffic.options();
    let mut workload = Workload::new(network, &options, &options.rate, seed)?;
    workload.faults = args.fault.iter().map(|text| fault(network, text)).collect::<Result<_, _>>()?;
    if follows(args)? {
        workload = workload.checking(network, args.engine);
    }
    let bound = workload.bound.map(|bound| bound.to_string());
    let links = args.waves.selection()?;
    let waves = args.waves.recording(links.as_ref())?;
    let stage = Stage::new();
    let kept;
    let dir = match from {
        Some(dir) => dir,
        None => {
            kept = emitted(&files(network, args.engine == torus_sim::Engine::Fabric)?)?;
            kept.path()
        }
    };
    folder::warn(from)?;
    let show = |progress| stage.show(progress);
    let quiet = RunOptions::quiet(args.engine, options.limit);
    let run = RunOptions { threads: args.threads(), waves, on_progress: Some(&show), ..quiet };
    let found = simulate(network, dir, workload, run)?;
    stage.finish();
    let report = report(network, args, &found, bound);
    match args.format {
        Format::Json => print_json(&report)?,
        Format::Csv => print(link_lines(network, &found))?,
        Format::Text => print(people(network, &found, &report) + &spent(args, network, &found))?,
    }
    if args.format != Format::Json {
        report.mismatches.iter().for_each(complain_line);
    }
    Ok(if report.matches { Outcome::Equal } else { Outcome::Mismatch })
}

/// The files of a network, those of its bench only where an engine runs it. Error: a bench of too many
/// packets.
pub fn files(network: &Network<Buffered>, with_bench: bool) -> Result<Vec<EmittedFile>, UsageError> {
    match with_bench {
        true => network.files(),
        false => Ok(network.files_without_bench()),
    }
}

/// A burst left out that would not be there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "--no-burst was asked for together with --traffic; the burst that it leaves out follows only the exchange \
     that runs without --traffic: leave one of the two out"
)]
pub struct NoBurst;

crate::passed_on!(NoBurst);

/// Whether a burst follows: only the exchange that runs when nothing else is asked for. Error: `--no-burst`
/// where none would.
fn follows(args: &SimArgs) -> Result<bool, UsageError> {
    match (args.traffic.traffic.is_none(), args.no_burst) {
        (false, true) => Err(NoBurst.into()),
        (usual, left_out) => Ok(usual && !left_out),
    }
}

/// How a workload is sent.
pub struct RunOptions<'a> {
    /// Which simulator.
    pub engine: torus_sim::Engine,
    /// Threads that share the nodes, as far as they are worth it.
    pub threads: u32,
    /// Nothing is sent from this cycle on.
    pub limit: u64,
    /// What waves to write.
    pub waves: Recording<'a>,
    /// Called as the run goes on.
    pub on_progress: Option<&'a dyn Fn(Progress)>,
    /// Sees every cycle.
    pub watch: Option<&'a mut Watch<'a>>,
}

impl RunOptions<'_> {
    /// Nothing is shown.
    pub fn quiet(engine: torus_sim::Engine, limit: u64) -> Self {
        RunOptions { engine, threads: 1, limit, waves: Recording::default(), on_progress: None, watch: None }
    }
}

/// Sends a workload through an emitted folder.
pub fn simulate(
    network: &Network<Buffered>,
    dir: &Path,
    workload: Workload,
    run_options: RunOptions,
) -> Result<TrafficReport, UsageError> {
    let Workload { mut packets, window, loads, label, counts, burst, lists, faults, .. } = workload;
    let RunOptions { limit, waves, on_progress, .. } = run_options;
    // The callback outlives this run, and may be taken for less only by itself.
    let watch = run_options.watch.map(|watch| watch as &mut Watch);
    Ok(run_traffic(Traffic {
        dir,
        manifest: &Manifest::read(dir)?,
        placement: &network.base.placement,
        packets: &mut *packets,
        window,
        limit,
        counts: counts.as_deref(),
        burst,
        lists,
        faults: &faults,
        show: Show { waves, label: &label, loads: &loads, watch },
        engine: run_options.engine,
        threads: run_options.threads as usize,
        cache: None,
        tools: &Tools::from_env(),
        on_progress,
    })?)
}

/// Refuses what scheduled exchanges are run with.
pub fn refuse_others(exchanges: Option<u32>, further: Option<u32>) -> Result<(), UsageError> {
    let given = [
        ("--exchanges", exchanges.is_some(), "frames of a schedule, back to back"),
        ("--further", further.is_some(), "exchanges of a schedule behind those reported"),
    ];
    match given.into_iter().find(|(_, given, _)| *given) {
        Some((option, _, what)) => Err(OptionsError::BufferedOption { option, what }.into()),
        None => Ok(()),
    }
}

fn report(
    network: &Network<Buffered>,
    args: &SimArgs,
    found: &TrafficReport,
    bound: Option<String>,
) -> Report {
    let torus = network.base.torus();
    Report {
        dims: torus.dims().to_vec(),
        placement: network.base.placement.to_string(),
        routing: network.base.paths.to_string(),
        traffic: args.traffic.options().subject().into(),
        rate: bound.is_some().then(|| args.traffic.options().rate),
        engine: args.engine.to_string(),
        e_max: network.loads.e_max().to_string(),
        cycles: found.cycles,
        delivered: found.delivered,
        expected: found.sent,
        link_digest: link_digest(torus, &found.link_counts),
        expected_digest: link_digest(torus, &found.expected_counts),
        matches: found.matches(),
        mismatch_count: found.wrongs,
        mismatches: found.wrong.iter().map(ToString::to_string).collect(),
        latency: found.latency.into(),
        network_latency: found.network_latency.into(),
        accepted: found.accepted,
        bound,
        drained: found.drained,
        compiled: found.compiled,
        threads: found.timings.threads,
        stages: (&found.timings).into(),
        burst: found.burst.map(Burst::from),
        bench_cycles: found.bench,
    }
}

fn spent(args: &SimArgs, network: &Network<Buffered>, found: &TrafficReport) -> String {
    match args.timings {
        true => timings::table_of(network.base.torus().len(), &found.timings),
        false => String::new(),
    }
}

fn link_lines(network: &Network<Buffered>, found: &TrafficReport) -> String {
    let torus = network.base.torus();
    let line = |link: torus_model::LinkId| {
        let ((node, port), at) = (torus.tail(link), link.index());
        let utilisation = found.link_counts[at] as f64 / found.cycles.max(1) as f64;
        let counts = (found.expected_counts[at], found.link_counts[at]);
        format!("{at},{},{port},{},{},{utilisation:.4}\n", node.index(), counts.0, counts.1)
    };
    "link,node,port,expected,simulated,utilisation\n".to_string()
        + &torus.links().map(line).collect::<String>()
}
