//! A latency-throughput curve: what was measured at every rate, and where the network saturates.

mod comparison;
mod frame;
mod picture;

pub use comparison::comparison;
pub use picture::picture;

use crate::axis::{round_above, round_below};
use serde::{Deserialize, Serialize};

/// One rate of the curve.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    /// What tells it from other curves of the same sweep; nothing where it is alone.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Seed of the packets.
    pub seed: u64,
    /// The highest rate that links and ports allow.
    pub bound: f64,
    /// The highest accepted rate.
    pub saturation: f64,
    /// By increasing rate.
    pub points: Vec<Point>,
}

/// A curve among others: what a comparison draws of it.
#[derive(Clone, Debug)]
pub struct Series {
    /// What tells it from the others.
    pub label: String,
    /// Rate offered, rate accepted, mean latency; by increasing rate.
    pub points: Vec<[f64; 3]>,
    /// The highest rate that links and ports allow, where it is known.
    pub bound: Option<f64>,
}

impl Series {
    /// The highest accepted rate, beside the bound, in words.
    pub fn reached(&self) -> String {
        let most = self.points.iter().map(|point| point[1]).fold(0.0, f64::max);
        match self.bound {
            Some(bound) => format!("accepts {most:.4}, {:.1} % of {bound:.4}", 100.0 * most / bound),
            None => format!("accepts {most:.4}"),
        }
    }
}

impl From<&Curve> for Series {
    fn from(curve: &Curve) -> Self {
        let points = curve.points.iter().map(|point| [point.rate, point.accepted, point.mean]).collect();
        Series { label: curve.label.clone(), points, bound: Some(curve.bound) }
    }
}

/// The highest latency drawn, times the lowest.
const SPAN: f64 = 10_000.0;

/// Round numbers about latencies, of which those that are 0 were not measured.
fn latency_scale(latencies: impl Iterator<Item = f64>) -> (f64, f64) {
    let measured = latencies.filter(|&latency| latency > 0.0);
    let (least, most) =
        measured.fold((f64::INFINITY, 0.0), |(a, b), latency| (latency.min(a), latency.max(b)));
    let low = if least.is_finite() { round_below(least) } else { 1.0 };
    // Some room above the highest, and one round number at least.
    (low, round_above((most * 1.02).max(low * 1.5)).min(low * SPAN))
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
