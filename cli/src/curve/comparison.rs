//! The picture of several curves: mean latency above, accepted rate below, both over the offered rate.
//!
//! Each curve has a row of the legend with its colour, its dashes (so that no two of 24 look alike) and the
//! highest rate that it accepts. On the diagonal the accepted rate equals the offered rate. Curves of
//! latencies beyond the scale leave the frame at the top. Plain SVG, the same bytes for the same curves.

use super::frame::{below, page, Frame, Scale, LEFT, LETTER, RIGHT};
use super::{latency_scale, Series};
use crate::quote::markup;
use std::fmt::Write;

/// Colours that can be told apart with any colour vision (Okabe and Ito 2008), without yellow, which is too
/// faint.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#7f7f7f"];
/// The dashes for each round of the colours.
const DASHES: [&str; 3] = ["", " stroke-dasharray=\"6 3\"", " stroke-dasharray=\"2 2\""];
/// The most letters of a row of the legend.
const ROW: usize = 96;

/// The curves as SVG.
pub fn comparison(title: &str, all: &[Series]) -> String {
    let legend = 22.0 + below(title);
    let top = legend + 15.0 * all.len() as f64 + 12.0;
    let rate = all.iter().flat_map(|series| &series.points).map(|point| point[0]).fold(0.0, f64::max) * 1.03;
    let means = all.iter().flat_map(|series| &series.points).map(|point| point[2]);
    let (low, high) = latency_scale(means);
    let latency = Frame { top, height: 260.0, rate, scale: Scale::Logarithm { low, high } };
    let accepted = Frame { top: top + 310.0, height: 200.0, rate, scale: Scale::Linear(rate) };
    let mut body = latency.draw("mean latency, cycles") + &accepted.draw("accepted, flits per cycle");
    body += &diagonal(&accepted);
    body += &format!("{}{}", window("latency", &latency), window("accepted", &accepted));
    for (at, series) in all.iter().enumerate() {
        body += &row(legend + 15.0 * at as f64, at, series);
        body += &curve("latency", &latency, at, series.points.iter().map(|point| (point[0], point[2])));
        body += &curve("accepted", &accepted, at, series.points.iter().map(|point| (point[0], point[1])));
    }
    page(title, &body, accepted.bottom() + 40.0)
}

/// The diagonal, on which everything that is offered is accepted.
fn diagonal(frame: &Frame) -> String {
    let (right, top) = (frame.x(frame.rate), frame.y(frame.rate));
    format!("<path d=\"M{LEFT} {}L{right:.1} {top:.1}\" stroke=\"#bbb\"/>\n", frame.bottom())
}

/// A clip path for the inside of a frame.
fn window(name: &str, frame: &Frame) -> String {
    format!(
        "<clipPath id=\"{name}\"><rect x=\"{LEFT}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n",
        frame.top,
        RIGHT - LEFT,
        frame.height
    )
}

/// The style of the lines of a curve.
fn stroke(at: usize) -> String {
    let dashes = DASHES[at / COLOURS.len() % DASHES.len()];
    format!("stroke=\"{}\" stroke-width=\"1.5\"{dashes}", COLOURS[at % COLOURS.len()])
}

fn row(y: f64, at: usize, series: &Series) -> String {
    let name: String = series.label.chars().take(ROW.saturating_sub(series.reached().len() + 2)).collect();
    let words = markup(&format!("{name}: {}", series.reached()));
    let (x, middle) = (LEFT, y - 3.5);
    format!(
        "<path d=\"M{x} {middle}H{}\" {}/>\n<text x=\"{}\" y=\"{y}\">{words}</text>\n",
        x + 4.0 * LETTER,
        stroke(at),
        x + 5.0 * LETTER
    )
}

/// A line through the measured points, with a dot at each.
fn curve(window: &str, frame: &Frame, at: usize, points: impl Iterator<Item = (f64, f64)>) -> String {
    let measured = points.filter(|&(_, value)| value > 0.0);
    let places: Vec<(f64, f64)> = measured.map(|(rate, value)| (frame.x(rate), frame.y(value))).collect();
    let mut path = String::new();
    for (index, (x, y)) in places.iter().enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { "M" } else { "L" });
    }
    let dot = |(x, y): &(f64, f64)| {
        format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\" fill=\"{}\"/>\n", COLOURS[at % COLOURS.len()])
    };
    let dots: String = places.iter().map(dot).collect();
    format!(
        "<g clip-path=\"url(#{window})\">\n<path d=\"{path}\" fill=\"none\" {}/>\n{dots}</g>\n",
        stroke(at)
    )
}
