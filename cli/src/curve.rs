//! A latency-throughput curve: what was measured at every rate, and where the network saturates.

mod picture;

pub use picture::picture;

use serde::Serialize;

/// One rate of the curve.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// Flits offered per processor and cycle.
    pub rate: f64,
    /// Flits that came out, per processor and cycle.
    pub accepted: f64,
    /// Mean latency in cycles.
    pub mean: f64,
    /// Median.
    pub p50: u64,
    /// 99 of 100 packets.
    pub p99: u64,
    /// The largest.
    pub max: u64,
    /// Mean latency from entering the network on.
    pub network: f64,
    /// Whether all measured packets arrived while sending went on.
    pub drained: bool,
    /// Whether every flit and link was as it had to be.
    #[serde(rename = "match")]
    pub matches: bool,
    /// What was not, in words.
    #[serde(skip)]
    pub wrong: Vec<String>,
}

/// A curve with the bound that it cannot exceed.
#[derive(Clone, Debug, Serialize)]
pub struct Curve {
    /// What was measured, in words.
    pub title: String,
    /// The highest rate that links and ports allow.
    pub bound: f64,
    /// The highest accepted rate.
    pub saturation: f64,
    /// By increasing rate.
    pub points: Vec<Point>,
}

/// Of what is offered, what comes out at least below saturation; windows are finite, so that it is not all.
const TAKEN: f64 = 0.95;

/// How much longer packets take at least beyond saturation than at the lightest load.
const SLOWER: f64 = 2.0;

impl Curve {
    /// Whether a rate is more than the network takes: measured packets that had not arrived when sending
    /// ended, or clearly fewer flits out than in. So that chance in a short window does not count, packets
    /// have to take longer, too.
    pub fn beyond(&self, point: &Point) -> bool {
        let means = self.points.iter().map(|point| point.mean).filter(|&mean| mean > 0.0);
        let least = means.fold(f64::INFINITY, f64::min);
        !point.drained || (point.accepted < TAKEN * point.rate && point.mean > SLOWER * least)
    }

    /// Whether some rate is more than the network takes, so that the highest accepted rate is all that it
    /// takes.
    pub fn saturated(&self) -> bool {
        self.points.iter().any(|point| self.beyond(point))
    }

    /// The highest accepted rate beside the bound, in words.
    pub fn reached(&self) -> String {
        let share = 100.0 * self.saturation / self.bound;
        let of = format!("{share:.1} % of the bound {:.4} flits per processor and cycle", self.bound);
        match self.saturated() {
            true => format!("saturation {:.4}, {of}", self.saturation),
            false => format!("accepted up to {:.4}, {of}; no rate saturates it", self.saturation),
        }
    }
}
