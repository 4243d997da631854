//! A latency-throughput curve: what was measured at every rate, and where the network saturates.

mod comparison;
mod frame;
mod picture;

pub use comparison::comparison;
pub use picture::picture;

use crate::axis::{round_above, round_below};
use serde::{Deserialize, Serialize};

/// A point of the curve, for one rate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Flits offered, per processor and cycle.
    pub rate: f64,
    /// Flits ejected, per processor and cycle.
    pub accepted: f64,
    /// Mean latency in cycles.
    pub mean: f64,
    /// Median latency.
    pub p50: u64,
    /// 99th percentile of the latency.
    pub p99: u64,
    /// The largest latency.
    pub max: u64,
    /// Mean latency from entering the network on.
    pub network: f64,
    /// Whether all measured packets arrived while sending continued.
    pub drained: bool,
    /// Whether there were no mismatches.
    #[serde(rename = "match")]
    pub matches: bool,
    /// The mismatches, as texts.
    #[serde(skip)]
    pub wrong: Vec<String>,
}

/// A curve, and the bound that it cannot exceed.
#[derive(Clone, Debug, Serialize)]
pub struct Curve {
    /// The traffic and the network, in words.
    pub title: String,
    /// What distinguishes it from other curves of the same sweep; empty for a single curve.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The seed of the packets.
    pub seed: u64,
    /// The highest rate that links and ports allow.
    pub bound: f64,
    /// The highest accepted rate.
    pub saturation: f64,
    /// Whether some rate is beyond saturation; otherwise the network may take more than `saturation`.
    pub saturated: bool,
    /// The points, by increasing rate.
    pub points: Vec<Point>,
}

/// A curve in a comparison of several.
#[derive(Clone, Debug)]
pub struct Series {
    /// What distinguishes it from the others.
    pub label: String,
    /// Rate offered, rate accepted and mean latency of each point, by increasing rate.
    pub points: Vec<[f64; 3]>,
    /// The highest rate that links and ports allow, if it is known.
    pub bound: Option<f64>,
}

impl Series {
    /// The highest accepted rate and its share of the bound, as text.
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

/// The highest latency drawn, as a multiple of the lowest.
const SPAN: f64 = 10_000.0;

/// The scale for latencies, between round numbers. Latencies of 0 were not measured.
fn latency_scale(latencies: impl Iterator<Item = f64>) -> (f64, f64) {
    let measured = latencies.filter(|&latency| latency > 0.0);
    let (least, most) =
        measured.fold((f64::INFINITY, 0.0), |(a, b), latency| (latency.min(a), latency.max(b)));
    let low = if least.is_finite() { round_below(least) } else { 1.0 };
    // There is some room above the highest one, and at least one round number.
    (low, round_above((most * 1.02).max(low * 1.5)).min(low * SPAN))
}

/// The least share of the offered flits that is ejected below saturation; windows are finite, so it is below
/// 1.
const TAKEN: f64 = 0.95;

/// By what factor, at least, packets take longer beyond saturation than at the lightest load.
const SLOWER: f64 = 2.0;

impl Curve {
    /// A curve without a label.
    pub fn new(title: String, seed: u64, bound: f64, points: Vec<Point>) -> Self {
        let saturation = points.iter().map(|point| point.accepted).fold(0.0, f64::max);
        let curve = Curve { title, label: String::new(), seed, bound, saturation, saturated: false, points };
        Curve { saturated: curve.points.iter().any(|point| curve.beyond(point)), ..curve }
    }

    /// Whether a rate is beyond saturation: measured packets had not arrived when sending ended, or clearly
    /// fewer flits left than entered. In the second case packets must also take longer, so that chance in a
    /// short window does not count.
    pub fn beyond(&self, point: &Point) -> bool {
        let means = self.points.iter().map(|point| point.mean).filter(|&mean| mean > 0.0);
        let least = means.fold(f64::INFINITY, f64::min);
        !point.drained || (point.accepted < TAKEN * point.rate && point.mean > SLOWER * least)
    }

    /// The highest accepted rate and its share of the bound, as text.
    pub fn reached(&self) -> String {
        let share = 100.0 * self.saturation / self.bound;
        let of = format!("{share:.1} % of the bound {:.4} flits per processor and cycle", self.bound);
        match self.saturated {
            true => format!("saturation {:.4}, {of}", self.saturation),
            false => format!("accepted up to {:.4}, {of}; no rate saturates it", self.saturation),
        }
    }
}
