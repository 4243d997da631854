//! The picture of a latency-throughput curve: offered rate to the right, latency up, the bound as a line.
//!
//! Mean and 99th percentile of the latency of measured packets; latencies beyond ten times the least are cut off, so
//! that the knee can be read. Plain SVG, the same bytes for the same curve.

use crate::commands::sweep::{Curve, Point};
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 380.0;

/// The curve as SVG.
pub fn picture(curve: &Curve) -> String {
    let axes = Axes::of(curve);
    let mut body = format!("<text x=\"8\" y=\"16\" font-size=\"12\">{}</text>\n", curve.title);
    let _ = writeln!(
        body,
        "<text x=\"8\" y=\"34\">saturation {:.4}, {:.1} % of the bound {:.4} flits per processor and cycle</text>",
        curve.saturation,
        100.0 * curve.saturation / curve.bound,
        curve.bound
    );
    body += &axes.draw();
    body += &axes.bound(curve.bound);
    body += &axes.line(curve, "#1f77b4", "mean", 0, |point| point.mean);
    body += &axes.line(curve, "#d62728", "99th percentile", 1, |point| point.p99 as f64);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"10\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

struct Axes {
    rate: f64,
    latency: f64,
}

impl Axes {
    fn of(curve: &Curve) -> Self {
        let rate = curve.points.iter().map(|point| point.rate).fold(curve.bound, f64::max);
        let least = curve.points.iter().map(|point| point.mean).fold(f64::INFINITY, f64::min);
        Axes { rate: rate * 1.05, latency: (least * 10.0).max(10.0) }
    }

    fn x(&self, rate: f64) -> f64 {
        LEFT + (WIDTH - LEFT - 20.0) * rate / self.rate
    }

    fn y(&self, latency: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * (latency / self.latency).min(1.0)
    }

    fn draw(&self) -> String {
        let mut text = String::new();
        for tenth in 0..=10 {
            let (rate, latency) = (self.rate * tenth as f64 / 10.0, self.latency * tenth as f64 / 10.0);
            let (x, y) = (self.x(rate), self.y(latency));
            let _ = writeln!(
                text,
                "<path d=\"M{x:.1} {TOP} V{BOTTOM} M{LEFT} {y:.1} H{:.1}\" stroke=\"#ddd\" fill=\"none\"/>\n\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{rate:.3}</text>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{latency:.0}</text>",
                WIDTH - 20.0,
                BOTTOM + 14.0,
                LEFT - 5.0,
                y + 3.0
            );
        }
        let middle = WIDTH / 2.0;
        text + &format!(
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">offered, flits per processor and cycle</text>\n\
             <text x=\"14\" y=\"{TOP}\" transform=\"rotate(-90 14 {TOP})\" text-anchor=\"end\">latency, cycles</text>\n",
            BOTTOM + 32.0
        )
    }

    fn bound(&self, bound: f64) -> String {
        let x = self.x(bound);
        format!(
            "<path d=\"M{x:.1} {TOP} V{BOTTOM}\" stroke=\"#555\" stroke-dasharray=\"4 3\"/>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">bound</text>\n",
            x - 4.0,
            TOP + 10.0
        )
    }

    fn line(
        &self,
        curve: &Curve,
        colour: &str,
        name: &str,
        row: usize,
        of: impl Fn(&Point) -> f64,
    ) -> String {
        let mut text = String::new();
        let at = |point: &Point| format!("{:.1},{:.1}", self.x(point.rate), self.y(of(point)));
        let points: Vec<String> = curve.points.iter().map(at).collect();
        let _ =
            writeln!(text, "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"/>", points.join(" "));
        for point in &points {
            let (x, y) = point.split_once(',').unwrap_or_default();
            let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\" fill=\"{colour}\"/>");
        }
        let y = TOP + 14.0 + 14.0 * row as f64;
        text + &format!("<text x=\"{}\" y=\"{y}\" fill=\"{colour}\">{name}</text>\n", LEFT + 8.0)
    }
}
