//! The picture of a latency-throughput curve: offered rate to the right, latency upwards, logarithmic.
//!
//! It shows mean and 99th percentile of the latency of measured packets. Beyond saturation latencies are
//! hundreds of times those of an idle network, and grow with the length of the run. The logarithm keeps the
//! knee and the rest visible, and points beyond saturation are hollow. The scale ends at [`SPAN`] times its
//! low end; a point beyond it is an arrow at the edge, without a line to it. Saturation and bound are
//! vertical lines. All words are outside the frame. Plain SVG, the same bytes for the same curve.

use super::frame::{below, page, Frame, Scale, LEFT, LETTER};
use super::{latency_scale, Curve, Point};
use std::fmt::Write;

const MEAN: &str = "#1f77b4";
const TAIL: &str = "#d62728";
const SATURATION: &str = "#2a7a2a";
const BOUND: &str = "#444";

/// The curve as SVG.
pub fn picture(curve: &Curve) -> String {
    let axes = Axes::of(curve, 34.0 + below(&curve.title) + 36.0);
    let mut body = String::new();
    let _ = writeln!(body, "<text x=\"8\" y=\"{:.0}\">{}</text>", axes.0.top - 52.0, curve.reached());
    body += &axes.0.draw("latency, cycles");
    body += &axes.marks(curve);
    body += &axes.curve(curve, MEAN, |point| point.mean);
    body += &axes.curve(curve, TAIL, |point| point.p99 as f64);
    body += &axes.legend(curve);
    page(&curve.title, &body, axes.0.bottom() + 40.0)
}

/// The latencies of a point that are drawn.
fn latencies(point: &Point) -> [f64; 2] {
    [point.mean, point.p99 as f64]
}

/// The frame of a curve.
struct Axes(Frame);

impl Axes {
    /// The axes of a curve. A rate at which no packet was measured has no latency.
    fn of(curve: &Curve, top: f64) -> Self {
        let rate = curve.points.iter().map(|point| point.rate).fold(curve.bound, f64::max);
        let (low, high) = latency_scale(curve.points.iter().flat_map(latencies));
        Axes(Frame { top, height: 300.0, rate: rate * 1.03, scale: Scale::Logarithm { low, high } })
    }

    /// The marks of saturation (if there is any) and bound. Their names are above the frame and do not
    /// overlap.
    fn marks(&self, curve: &Curve) -> String {
        let bound = self.mark(self.0.x(curve.bound), "bound", "start", BOUND, "2 3");
        if !curve.saturated {
            return bound;
        }
        // A measured window may slightly exceed the bound, which is an average.
        let x = self.0.x(curve.saturation.min(curve.bound));
        self.mark(x, "saturation", "end", SATURATION, "6 3") + &bound
    }

    fn mark(&self, x: f64, name: &str, anchor: &str, colour: &str, dashes: &str) -> String {
        let (top, bottom, high) = (self.0.top, self.0.bottom(), self.0.top - 7.0);
        // A name that ends at the left edge of the frame still begins inside the picture.
        let aside = if anchor == "end" { f64::max(x - 1.0, LEFT + 2.0) } else { x + 1.0 };
        format!(
            "<path d=\"M{x:.1} {top} V{bottom}\" stroke=\"{colour}\" stroke-dasharray=\"{dashes}\"/>\n\
             <text x=\"{aside:.1}\" y=\"{high}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{name}</text>\n"
        )
    }

    /// Lines within the frame and a marker for every point.
    fn curve(&self, curve: &Curve, colour: &str, of: impl Fn(&Point) -> f64) -> String {
        let points: Vec<&Point> = curve.points.iter().filter(|point| of(point) > 0.0).collect();
        let at = |point: &Point| (self.0.x(point.rate), self.0.y(of(point)));
        let parts = points.windows(2).filter_map(|pair| self.within(at(pair[0]), at(pair[1])));
        let path: String =
            parts.map(|[(x1, y1), (x2, y2)]| format!("M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}")).collect();
        let markers: String =
            points.iter().map(|point| self.marker(at(point), curve.beyond(point), colour)).collect();
        format!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\n{markers}")
    }

    /// The part of a line, given from left to right, that is below the upper side of the frame.
    fn within(&self, from: (f64, f64), to: (f64, f64)) -> Option<[(f64, f64); 2]> {
        let cut = |inside: (f64, f64), beyond: (f64, f64)| {
            let share = (inside.1 - self.0.top) / (inside.1 - beyond.1);
            (inside.0 + share * (beyond.0 - inside.0), self.0.top)
        };
        match (from.1 >= self.0.top, to.1 >= self.0.top) {
            (true, true) => Some([from, to]),
            (true, false) => Some([from, cut(from, to)]),
            (false, true) => Some([cut(to, from), to]),
            (false, false) => None,
        }
    }

    /// A dot, hollow beyond saturation; an arrow for a point beyond the scale.
    fn marker(&self, (x, y): (f64, f64), beyond: bool, colour: &str) -> String {
        let fill = if beyond { "white" } else { colour };
        if y < self.0.top {
            return arrow(x, self.0.top, colour, fill);
        }
        format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.8\" fill=\"{fill}\" stroke=\"{colour}\"/>\n")
    }

    /// The legend, in a row above the frame: the signs that occur.
    fn legend(&self, curve: &Curve) -> String {
        let y = self.0.top - 30.0;
        let dot = |colour: &'static str, fill: &'static str| {
            move |x: f64| {
                format!(
                    "<circle cx=\"{x}\" cy=\"{}\" r=\"2.8\" fill=\"{fill}\" stroke=\"{colour}\"/>\n",
                    y - 3.5
                )
            }
        };
        let cut = curve.points.iter().flat_map(latencies).any(|latency| self.0.y(latency) < self.0.top);
        let mut row = Row { x: LEFT + 4.0, y, text: String::new() };
        row.add(dot(MEAN, MEAN), "mean");
        row.add(dot(TAIL, TAIL), "99th percentile");
        if curve.saturated {
            row.add(dot("#666", "white"), "saturated: grows with the length of the run");
        }
        if cut {
            row.add(|x| arrow(x, y - 7.0, "#666", "white"), "beyond the scale");
        }
        row.text
    }
}

/// A triangle that points up, its tip on a line.
fn arrow(x: f64, top: f64, colour: &str, fill: &str) -> String {
    let (left, right, low) = (x - 4.0, x + 4.0, top + 7.0);
    format!(
        "<path d=\"M{x:.1} {top:.1}L{right:.1} {low:.1}H{left:.1}Z\" fill=\"{fill}\" stroke=\"{colour}\"/>\n"
    )
}

/// A row of signs, each followed by words.
struct Row {
    x: f64,
    y: f64,
    text: String,
}

impl Row {
    fn add(&mut self, sign: impl Fn(f64) -> String, words: &str) {
        self.text += &sign(self.x);
        let _ = writeln!(self.text, "<text x=\"{}\" y=\"{}\">{words}</text>", self.x + 8.0, self.y);
        self.x += 24.0 + LETTER * words.len() as f64;
    }
}
