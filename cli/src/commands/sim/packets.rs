//! `torusgen sim --router buffered`: sends packets through a buffered network and checks everything.

use super::report::Report;
use super::wave_size::{self, Uses};
use crate::{
    args::SimArgs,
    commands::folder::SharedFolder,
    latency::Latency,
    link_lines::link_lines,
    outcome::Outcome,
    progress::Stage,
    ranks::is_silent,
    table::{short, VerdictTable},
};
use serde::Serialize;
use torus_gen::{
    buffered::{fault, PacketNetwork, Workload},
    error::UsageError,
    experiment::{send, RunOptions},
    network::{AnyNetwork, EmittedFile},
    options::OptionsError,
};
use torus_model::quantity;
use torus_sim::{
    ranks::Ranks,
    traffic::{BurstReport, TrafficReport},
    Engine,
};

/// The fields that only reports of packets have.
#[derive(Serialize)]
struct Packets {
    traffic: String,
    rate: Option<String>,
    latency: Latency,
    network_latency: Latency,
    accepted: f64,
    bound: Option<String>,
    drained: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    burst: Option<Burst>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bench_cycles: Option<u64>,
}

/// The burst after the exchange; no other figure includes its cycles and packets.
#[derive(Serialize)]
struct Burst {
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

/// The error of `--no-burst` in a run that has no burst.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "--no-burst was asked for together with --traffic; the burst that it leaves out follows only the \
     exchange that runs without --traffic: leave one of the two out"
)]
pub struct NoBurst;

crate::passed_on!(NoBurst);

/// Simulates and prints the report.
pub fn run(
    args: &SimArgs,
    (network, packets): (&AnyNetwork, PacketNetwork),
    folder: &SharedFolder,
    ranks: Option<&dyn Ranks>,
) -> Result<Outcome, UsageError> {
    refuse_others(args.exchanges, args.further)?;
    args.traffic.refuse_patterns()?;
    let options = args.traffic.options();
    let mut workload = Workload::new(packets, &options, network.base.effort.seed)?;
    workload.faults = args.fault.iter().map(|text| fault(packets, text)).collect::<Result<_, _>>()?;
    if follows(args)? {
        workload = workload.checking(packets, args.engine);
    }
    let bound = workload.bound.map(|bound| bound.to_string());
    let links = args.waves.selection()?;
    let waves = args.waves.recording(links.as_ref())?;
    let stage = Stage::on(ranks);
    let dir = folder.path(|| files(network, args.engine == Engine::Fabric))?;
    let show = |progress| stage.show(progress);
    let (engine, threads, optimize) = (args.engine, args.threads(), args.optimize);
    let run = RunOptions { engine, threads, optimize, waves, ranks, on_progress: Some(&show) };
    wave_size::warn(&run, network.base.torus(), uses(&workload))?;
    let found = send(packets, &dir, workload, options.limit, run, None)?;
    stage.finish();
    if is_silent(ranks) {
        return Ok(Outcome::Equal);
    }
    let report = Report::new(network, &found, found.cycles, own(args, &found, bound));
    let people = |report: &Report<Packets>| people(packets, &found, report);
    report.print(args, (network, &found), people, || lines(network, &found))
}

/// How often links are in use: by the flits of an exchange or of a list, or at the rate of a pattern, up to
/// the bound of the links.
fn uses<'a>(workload: &'a Workload) -> Uses<'a> {
    let by_link = workload.counts.as_ref().unwrap_or(&workload.loads);
    let busiest = by_link.iter().copied().max().unwrap_or(0);
    let (Some(rate), Some(bound), Some(window)) = (workload.rate, workload.bound, &workload.window) else {
        return Uses { by_link, unit: 1.0, cycles: busiest };
    };
    let [rate, bound] = [rate, bound].map(|rate| *rate.numer() as f64 / *rate.denom() as f64);
    let in_use = (rate / bound).min(1.0) * window.end as f64;
    Uses { by_link, unit: in_use / busiest.max(1) as f64, cycles: window.end }
}

/// The files of a network, with those of its bench only if an engine runs it. Error: a bench of too many
/// packets.
pub fn files(network: &AnyNetwork, with_bench: bool) -> Result<Vec<EmittedFile>, UsageError> {
    match with_bench {
        true => network.files(),
        false => Ok(network.files_without_bench()),
    }
}

/// Whether a burst follows. It follows only the exchange that runs by default. Error: `--no-burst` in another
/// run.
fn follows(args: &SimArgs) -> Result<bool, UsageError> {
    match (args.traffic.traffic.is_none(), args.no_burst) {
        (false, true) => Err(NoBurst.into()),
        (usual, left_out) => Ok(usual && !left_out),
    }
}

/// Refuses options for scheduled exchanges.
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

fn own(args: &SimArgs, found: &TrafficReport, bound: Option<String>) -> Packets {
    let (options, figures) = (args.traffic.options(), &found.figures);
    Packets {
        traffic: options.subject().into(),
        rate: bound.is_some().then_some(options.rate),
        latency: figures.latency.into(),
        network_latency: figures.network_latency.into(),
        accepted: figures.accepted,
        bound,
        drained: figures.drained,
        burst: figures.burst.map(Burst::from),
        bench_cycles: figures.bench,
    }
}

/// The text of the report: what was sent, the latencies, and the comparison.
fn people(network: PacketNetwork, found: &TrafficReport, report: &Report<Packets>) -> String {
    let (base, own) = (network.base, &report.own);
    let Latency { packets, mean, p50, p99, max } = &own.latency;
    let bound = own.bound.as_ref().map_or(String::new(), |bound| format!(", bound {bound}"));
    format!(
        "torus {}, placement {}, routing {}, {}-port, {}\n{} in {}; E_max of an exchange {}\n\
         latency of {}: mean {mean:.2}, p50 {p50}, p99 {p99}, max {max} cycles; accepted \
         {:.4} flits per processor and cycle{bound}{}\n{}\n{}",
        base.torus(),
        base.placement,
        base.paths,
        base.ports,
        network.buffers,
        own.traffic,
        quantity(report.cycles, "cycle"),
        report.e_max,
        quantity(*packets, "packet"),
        own.accepted,
        saturated(own),
        burst_line(own.burst.as_ref()) + &bench_line(own.bench_cycles),
        compared(found, report)
    )
}

fn compared(found: &TrafficReport, report: &Report<Packets>) -> String {
    let mut rows = VerdictTable::new("simulated");
    rows.add("link uses", found.expected_counts.iter().sum::<u64>(), found.link_counts.iter().sum());
    rows.add("packets delivered", found.expected, found.delivered);
    rows.add("link-load digest", short(&report.expected_digest), short(&report.link_digest));
    rows.add("other differences", 0, found.differences());
    rows.text()
}

/// An exchange that is not complete is reported as a mismatch, which says more.
fn saturated(own: &Packets) -> &'static str {
    match own.drained || own.bound.is_none() {
        true => "",
        false => "; SATURATED: packets of the window were still waiting at the limit",
    }
}

/// A line about the burst, if there was one.
fn burst_line(burst: Option<&Burst>) -> String {
    burst.map_or(String::new(), |Burst { packets, flits, cycles, channels, probed }| {
        format!(
            "then a burst of {} ({}) and probes of {probed} of {}, in {}\n",
            quantity(*packets, "packet"),
            quantity(*flits, "flit"),
            quantity(*channels, "channel"),
            quantity(*cycles, "cycle")
        )
    })
}

/// A line about the bench, if it was run.
fn bench_line(cycles: Option<u64>) -> String {
    cycles.map_or(String::new(), |cycles| {
        format!("then two exchanges of the bench by itself, in {cycles} cycles\n")
    })
}

fn lines(network: &AnyNetwork, found: &TrafficReport) -> String {
    let torus = network.base.torus();
    link_lines(torus, torus.links(), "expected,simulated,utilisation", |at| {
        let (expected, simulated) = (found.expected_counts[at], found.link_counts[at]);
        format!("{expected},{simulated},{:.4}", simulated as f64 / found.cycles.max(1) as f64)
    })
}
