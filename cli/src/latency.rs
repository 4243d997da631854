//! Latencies in the form for reports.

use serde::Serialize;
use torus_sim::traffic::Summary;

/// Latencies in cycles.
#[derive(Serialize)]
pub struct Latency {
    /// Packets measured.
    pub packets: u64,
    /// Their mean latency.
    pub mean: f64,
    /// The median: half of the packets took no longer.
    pub p50: u64,
    /// The 99th percentile: 99 of 100 packets took no longer.
    pub p99: u64,
    /// The largest latency.
    pub max: u64,
}

impl From<Summary> for Latency {
    fn from(Summary { packets, mean, p50, p99, max }: Summary) -> Self {
        Latency { packets, mean, p50, p99, max }
    }
}
