//! The page of a run of a buffered network: it shows the traffic and its latencies instead of a schedule.
//!
//! The histogram has up to [`BINS`] bars, with the same width for both latencies. Percentiles are the exact
//! ones of the run.

use super::{recorder::Recorder, waiting::Waiting, ByNode, Curve, Data, SpaceTime};
use crate::latency::Latency;
use serde::Serialize;
use std::ops::Range;
use torus_gen::{buffered::PacketNetwork, network::GENERATOR};
use torus_sim::traffic::{Latencies, TrafficReport};

/// The most bars of the histogram.
pub const BINS: u64 = 200;

/// The traffic that was sent, in the words of the options.
pub struct Sent {
    /// The traffic.
    pub subject: String,
    /// Flits offered per processor and cycle, for a pattern.
    pub rate: Option<String>,
    /// The highest rate that links and ports allow, for a pattern.
    pub bound: Option<String>,
    /// The measured cycles, for a pattern.
    pub window: Option<Range<u64>>,
    /// The engine.
    pub engine: String,
}

/// Further data for the scripts.
#[derive(Serialize)]
pub(super) struct Traffic {
    subject: String,
    rate: Option<String>,
    bound: Option<String>,
    window: Option<[u64; 2]>,
    router: String,
    accepted: f64,
    drained: bool,
    latency: Latency,
    network_latency: Latency,
    histogram: Histogram,
    /// The packets that wait at their sources; processors are in the order of their ids.
    pub waiting: Waiting,
}

/// Numbers of packets by latency, from 0 on.
#[derive(Serialize)]
struct Histogram {
    /// The cycles of a bar.
    width: u64,
    total: Vec<u64>,
    network: Vec<u64>,
}

impl Histogram {
    fn new(total: &Latencies, network: &Latencies) -> Self {
        let longest = total.summary().max.max(network.summary().max);
        let width = (longest + 1).div_ceil(BINS);
        Histogram { width, total: total.binned(width), network: network.binned(width) }
    }
}

/// The data of a run of a buffered network.
pub fn run(network: PacketNetwork, sent: Sent, found: &TrafficReport, mut recorder: Recorder) -> Data {
    // A run without mismatches ends when the last flit is ejected; the cycles checked after that are idle.
    if found.matches() {
        recorder.end(found.cycles);
    }
    let waiting = recorder.waited();
    data(network, sent, found, recorder.finish(), waiting)
}

fn data(
    network: PacketNetwork,
    sent: Sent,
    found: &TrafficReport,
    seen: (SpaceTime, Curve),
    waiting: Waiting,
) -> Data {
    let (base, torus, placement) = (network.base, network.base.torus(), &network.base.placement);
    let full = placement.is_full();
    let processors = || placement.processors().iter().map(|node| node.index()).collect();
    let by_node = |numbers: &[u64]| ByNode::new(numbers, torus.port_slots());
    Data {
        generator: GENERATOR,
        dims: torus.dims().to_vec(),
        placement: placement.to_string(),
        routing: base.paths.to_string(),
        ports: base.ports.to_string(),
        kind: format!("{}, buffered", sent.subject),
        stored: false,
        engine: sent.engine.clone(),
        exchanges: 1,
        e_max: network.loads.e_max().to_string(),
        length: 0,
        lower_bound: 0,
        makespan: 0,
        start_to_link: 0,
        period: 0,
        cycles: found.cycles.max(seen.0.cycles as u64),
        completion: (found.delivered == found.expected && found.matches())
            .then(|| found.cycles.saturating_sub(1)),
        expected_completion: 0,
        delivered: found.delivered,
        expected_messages: found.expected,
        digest: found.link_digest(torus),
        expected_digest: found.expected_digest(torus),
        schedule_digest: String::new(),
        mismatch_count: found.differences(),
        mismatches: found.lines().collect(),
        processors: (!full).then(processors),
        // No two nodes need to be alike.
        class_count: torus.len(),
        classes: None,
        sources: Vec::new(),
        expected: by_node(&found.expected_counts),
        simulated: by_node(&found.link_counts),
        line_count: 0,
        lines: Vec::new(),
        space_time: seen.0,
        curve: seen.1,
        traffic: Some(traffic(network, sent, found, waiting)),
    }
}

fn traffic(network: PacketNetwork, sent: Sent, found: &TrafficReport, waiting: Waiting) -> Traffic {
    let [total, inside] = &found.figures.latencies;
    Traffic {
        subject: sent.subject,
        rate: sent.rate,
        bound: sent.bound,
        window: sent.window.map(|window| [window.start, window.end]),
        router: network.buffers.to_string(),
        accepted: found.figures.accepted,
        drained: found.figures.drained,
        latency: found.figures.latency.into(),
        network_latency: found.figures.network_latency.into(),
        histogram: Histogram::new(total, inside),
        waiting,
    }
}
