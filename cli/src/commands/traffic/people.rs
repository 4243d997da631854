//! What a run of traffic showed, for people.

use super::Report;
use crate::latency::Latency;
use crate::table::{table, text, verdict};
use torus_gen::network::{Buffered, Network};
use torus_sim::traffic::{BurstReport, TrafficReport};

/// A line on what followed, if anything did.
fn burst_line(burst: Option<BurstReport>) -> String {
    burst.map_or(String::new(), |BurstReport { packets, flits, cycles, channels, probed }| {
        format!(
            "then a burst of {packets} packets ({flits} flits) and probes of {probed} of {channels} \
             channels, in {cycles} cycles\n"
        )
    })
}

/// A line on the bench, if it was run.
fn bench_line(cycles: Option<u64>) -> String {
    cycles.map_or(String::new(), |cycles| {
        format!("then two exchanges of the bench by itself, in {cycles} cycles\n")
    })
}

/// An exchange that is not whole is a mismatch, which says more.
fn saturated(report: &Report) -> &'static str {
    match report.drained || report.bound.is_none() {
        true => "",
        false => "; SATURATED: packets of the window were still waiting at the limit",
    }
}

/// What was sent, how long it took, and the comparison.
pub(super) fn people(network: &Network<Buffered>, found: &TrafficReport, report: &Report) -> String {
    let mut rows = table(&["compared", "expected", "simulated", "verdict"]);
    let mut row = |what: &str, expected: String, got: String| {
        let good = verdict(expected == got, "equal", "DIFFERENT");
        rows.add_row(vec![what.into(), expected.into(), got.into(), good]);
    };
    let total = |counts: &[u64]| counts.iter().sum::<u64>().to_string();
    row("link uses", total(&found.expected_counts), total(&found.link_counts));
    row("packets delivered", found.sent.to_string(), found.delivered.to_string());
    row("link-load digest", report.expected_digest[..16].into(), report.link_digest[..16].into());
    row("other differences", "0".into(), found.wrongs.to_string());
    let Latency { packets, mean, p50, p99, max } = &report.latency;
    let bound = report.bound.as_ref().map_or(String::new(), |bound| format!(", bound {bound}"));
    format!(
        "torus {}, placement {}, routing {}, {}-port, {}\n{} in {} cycles; E_max of an exchange {}\n\
         latency of {packets} packets: mean {mean:.2}, p50 {p50}, p99 {p99}, max {max} cycles; accepted \
         {:.4} flits per processor and cycle{bound}{}\n{}\n{}",
        network.base.torus(),
        network.base.placement,
        network.base.paths,
        network.base.ports,
        network.kind.buffers,
        report.traffic,
        report.cycles,
        report.e_max,
        report.accepted,
        saturated(report),
        burst_line(found.burst) + &bench_line(found.bench),
        text(&rows)
    )
}
