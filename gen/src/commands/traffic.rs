//! `torusgen sim --router buffered`: any traffic through buffered routers in Verilator, everything checked.

use super::{print_json, Outcome};
use crate::{
    buffered::{BufferedDesign, Routes},
    cli::{Format, SimArgs},
    error::Refusal,
    folder::write_all,
    progress::Stage,
    table::{table, text, verdict},
};
use serde::Serialize;
use torus_model::{pack::Random, routing::distance, NodeId, Placement};
use torus_sim::{
    link_digest,
    traffic::{run_traffic, Packet, Traffic, TrafficReport},
    Manifest, Tools,
};

/// What is printed as JSON: a contract (design.md, section 6), and what traffic adds.
#[derive(Serialize)]
struct Report {
    dims: Vec<u32>,
    placement: String,
    routing: String,
    traffic: String,
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
    latency_mean: f64,
    latency_p50: u64,
    latency_p99: u64,
    latency_max: u64,
    accepted: f64,
    drained: bool,
    compiled: bool,
}

/// Simulates and prints.
pub fn run(args: &SimArgs, design: &BufferedDesign) -> Result<Outcome, Refusal> {
    let found = simulate(design, args)?;
    let report = report(design, args, &found);
    match args.format {
        Format::Json => print_json(&report),
        _ => print!("{}", people(design, &found, &report)),
    }
    if args.format != Format::Json {
        report.mismatches.iter().for_each(|line| eprintln!("{line}"));
    }
    Ok(if report.matches { Outcome::Equal } else { Outcome::Mismatch })
}

fn simulate(design: &BufferedDesign, _args: &SimArgs) -> Result<TrafficReport, Refusal> {
    let dir = tempfile::Builder::new().prefix("torusgen-").tempdir();
    let unwritable = |error: std::io::Error| Refusal::unwritable(&std::env::temp_dir(), &error);
    let dir = dir.map_err(unwritable)?;
    write_all(dir.path(), &design.files()).map_err(unwritable)?;
    let stage = Stage::new();
    let on_progress = |progress| stage.show(progress);
    let routes = Routes::new(design, 1);
    let order = std::env::var("ORDER").unwrap_or_default();
    let mut packets = all_to_all(&design.config.placement, &order)
        .into_iter()
        .flat_map(|(source, destination)| routes.copies(source, destination));
    let found = run_traffic(Traffic {
        dir: dir.path(),
        manifest: &Manifest::read(dir.path())?,
        placement: &design.config.placement,
        packets: &mut packets as &mut dyn Iterator<Item = Packet>,
        window: None,
        limit: 1_000_000,
        faults: &[],
        cache: None,
        tools: &Tools::from_env(),
        on_progress: Some(&on_progress),
    })?;
    stage.finish();
    Ok(found)
}

fn all_to_all(placement: &Placement, order: &str) -> Vec<(NodeId, NodeId)> {
    let torus = placement.torus();
    let mut random = Random::new(1);
    let mut all = Vec::new();
    for &source in placement.processors() {
        let mut offsets: Vec<Vec<u32>> = placement.offsets(source).collect();
        match order {
            "farthest" => offsets.sort_by_key(|offset| std::cmp::Reverse(distance(torus, offset))),
            "random" => (1..offsets.len()).for_each(|at| offsets.swap(at, random.below(at + 1))),
            _ => offsets.sort(),
        }
        all.extend(offsets.iter().map(|offset| (source, torus.translate(source, offset))));
    }
    all
}

fn report(design: &BufferedDesign, _args: &SimArgs, found: &TrafficReport) -> Report {
    let torus = design.config.torus();
    Report {
        dims: torus.dims().to_vec(),
        placement: design.config.placement.to_string(),
        routing: design.config.paths.to_string(),
        traffic: "all-to-all".into(),
        e_max: design.loads.e_max().to_string(),
        cycles: found.cycles,
        delivered: found.delivered,
        expected: found.sent,
        link_digest: link_digest(torus, &found.link_counts),
        expected_digest: link_digest(torus, &found.expected_counts),
        matches: found.matches(),
        mismatch_count: found.wrongs,
        mismatches: found.wrong.iter().map(ToString::to_string).collect(),
        latency_mean: found.latency.mean,
        latency_p50: found.latency.p50,
        latency_p99: found.latency.p99,
        latency_max: found.latency.max,
        accepted: found.accepted,
        drained: found.drained,
        compiled: found.compiled,
    }
}

fn people(design: &BufferedDesign, found: &TrafficReport, report: &Report) -> String {
    let mut rows = table(&["compared", "expected", "simulated", "verdict"]);
    let mut row = |what: &str, expected: String, got: String| {
        let good = verdict(expected == got, "equal", "DIFFERENT");
        rows.add_row(vec![what.into(), expected.into(), got.into(), good]);
    };
    let total = |counts: &[u64]| counts.iter().sum::<u64>().to_string();
    row("link uses", total(&found.expected_counts), total(&found.link_counts));
    row("messages delivered", found.sent.to_string(), found.delivered.to_string());
    row("link-load digest", report.expected_digest[..16].into(), report.link_digest[..16].into());
    row("other differences", "0".into(), found.wrongs.to_string());
    format!(
        "E_max {}, {} cycles; latency mean {:.1}, p50 {}, p99 {}, max {}; accepted {:.4} flits per processor and cycle\n{}",
        design.loads.e_max(),
        found.cycles,
        found.latency.mean,
        found.latency.p50,
        found.latency.p99,
        found.latency.max,
        found.accepted,
        text(&rows)
    )
}
