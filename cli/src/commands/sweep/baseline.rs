//! Reads latencies that BookSim 2 printed, as a curve for comparison.
//!
//! Source: `TrafficManager::DisplayOverallStats` of booksim/booksim2 (Jiang et al., ISPASS 2013). A file
//! contains the output of one or several runs. The overall statistics of each run give a point for the first
//! traffic class: flits injected, flits accepted, packet latency. A run that did not end (`Simulation
//! unstable`) prints no statistics and gives no point.

use super::error::SweepError;
use crate::curve::Series;
use std::path::Path;
use torus_gen::error::UsageError;
use torus_sim::input;

/// The runs of a file, sorted by rate. Errors: unreadable; no statistics.
pub fn baseline(path: &Path) -> Result<Series, UsageError> {
    let text = input::read(path, input::RESULTS).map_err(|error| UsageError::unreadable(path, &error))?;
    let mut points: Vec<[f64; 3]> =
        text.split("Overall Traffic Statistics").skip(1).filter_map(point).collect();
    if points.is_empty() {
        return Err(SweepError::Baseline { path: path.into() }.into());
    }
    points.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let label = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok(Series { label, points, bound: None })
}

/// The rate offered, the rate accepted and the mean latency.
fn point(statistics: &str) -> Option<[f64; 3]> {
    let number = |name: &str| {
        let line = statistics.lines().find(|line| line.trim_start().starts_with(name))?;
        let value = line.split_once('=')?.1.split_whitespace().next()?;
        value.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0)
    };
    Some([
        number("Injected flit rate average")?,
        number("Accepted flit rate average")?,
        number("Packet latency average")?,
    ])
}

#[cfg(test)]
mod tests {
    use super::point;

    const RUN: &str = " (1 samples)
====== Traffic class 0 ======
Packet latency average = 12.5 (1 samples)
\tminimum = 3 (1 samples)
Flit latency average = 11.5 (1 samples)
Injected packet rate average = 0.2 (1 samples)
Injected flit rate average = 0.2 (1 samples)
\tminimum = 0.1 (1 samples)
Accepted flit rate average = 0.199 (1 samples)
";

    #[test]
    fn statistics_are_a_point() {
        assert_eq!(point(RUN), Some([0.2, 0.199, 12.5]));
        assert_eq!(
            point(&RUN.replace("rate average = 0.199", "rate average= 0.199")),
            Some([0.2, 0.199, 12.5])
        );
        assert_eq!(point(&RUN.replace("12.5", "nan")), None);
        assert_eq!(point("Packet latency average = 3"), None);
    }
}
