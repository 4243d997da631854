//! The picture of a comparison: time upwards and block size to the right, both logarithmic.
//!
//! Each algorithm has a curve: dotted for the paper's counts where they differ, dashed where there are no
//! others. The legend lists the curves in their order at the right edge, the slowest on top. A numbered
//! circle marks where the fastest algorithm changes, filled for all ports and open for fewer. Block sizes go
//! from a fifth of the first change (at least 1) to five times the last. Plain SVG, the same bytes for the
//! same comparison. Source: ours, after [`crate::curve`].

use super::{ports_name, shown_size, Comparison, Line, Piece, Row};
use crate::axis::round_numbers;
use std::fmt::Write;
use torus_gen::svg::sheet;
use torus_model::PortModel;

/// The least width; the legend may need more.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 600.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 470.0;
const LEGEND: f64 = 616.0;

/// The number of points of a curve.
const POINTS: u32 = 48;

/// Colours that differ much between neighbours, and are dark enough on white.
const COLOURS: [&str; 12] = [
    "#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#e377c2", "#17becf", "#7f7f7f",
    "#bcbd22", "#003f5c", "#665191",
];

/// The comparison as SVG.
pub fn picture(comparison: &Comparison) -> String {
    let (curves, crossings) = (Curve::all(comparison), crossings(comparison));
    let axes = Axes::of(comparison, &curves, &crossings);
    let width = width(&curves, &crossings);
    let mut body = format!("<text x=\"8\" y=\"18\" font-size=\"13\">{}</text>\n", title(comparison));
    body += &axes.draw(comparison.prices.block as f64);
    curves.iter().for_each(|curve| body += &curve.draw(&axes));
    body += &legend(&axes, &curves);
    for (number, crossing) in crossings.iter().enumerate() {
        body += &crossing.draw(&axes, number + 1);
        body += &crossing.describe(number + 1, TOP + 20.0 + 15.0 * (curves.len() + number) as f64);
    }
    sheet(width, HEIGHT, &body)
}

/// The width that the longest line beside the curves needs.
fn width(curves: &[Curve], crossings: &[Crossing]) -> f64 {
    let names = curves.iter().map(|curve| curve.name.len() + 5);
    let texts = crossings.iter().map(|crossing| crossing.text().len() + 3);
    WIDTH.max(LEGEND + (names.chain(texts).max().unwrap_or(0) * 6) as f64)
}

fn title(comparison: &Comparison) -> String {
    let price = super::shown_time;
    let prices = &comparison.prices;
    format!(
        "complete exchange on {}: time by block size B, a start-up {}, a unit sent {}, rearranged {}, a hop \
            {}",
        comparison.torus,
        price(prices.startup),
        price(prices.transmit),
        price(prices.rearrange),
        price(prices.hop)
    )
}

/// A line to be drawn; equal lines are one curve.
struct Curve {
    name: String,
    line: Line,
    colour: &'static str,
    dashes: &'static str,
}

impl Curve {
    fn all(comparison: &Comparison) -> Vec<Curve> {
        let mut curves: Vec<Curve> = Vec::new();
        for (number, row) in comparison.rows.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            let dashes = if row.is_published() { "6 4" } else { "" };
            add(&mut curves, name(row), row.line(&comparison.prices), colour, dashes);
            if row.differing().is_some() {
                let name = format!("{} by the paper", row.label());
                add(&mut curves, name, row.paper_line(&comparison.prices), colour, "1 3");
            }
        }
        curves
    }

    fn draw(&self, axes: &Axes) -> String {
        let at = |step: u32| {
            let size = axes.least * (axes.most / axes.least).powf(f64::from(step) / f64::from(POINTS));
            format!("{:.1},{:.1}", axes.x(size), axes.y(time(&self.line, size)))
        };
        let points: Vec<String> = (0..=POINTS).map(at).collect();
        format!("<polyline points=\"{}\" fill=\"none\" {}/>\n", points.join(" "), self.stroke())
    }

    fn stroke(&self) -> String {
        let dashes = if self.dashes.is_empty() {
            String::new()
        } else {
            format!(" stroke-dasharray=\"{}\"", self.dashes)
        };
        format!("stroke=\"{}\" stroke-width=\"1.5\"{dashes}", self.colour)
    }
}

/// Adds a curve, or adds its name to an equal curve.
fn add(curves: &mut Vec<Curve>, name: String, line: Line, colour: &'static str, dashes: &'static str) {
    match curves.iter_mut().find(|curve| curve.line == line) {
        Some(same) => same.name += &format!(" = {name}"),
        None => curves.push(Curve { name, line, colour, dashes }),
    }
}

fn name(row: &Row) -> String {
    match row.algorithm.as_str() {
        name if row.is_published() => format!("{name} (published)"),
        "table" => row.label(),
        _ => format!("{} ({})", row.algorithm, ports_name(row.ports)),
    }
}

/// The time in the user's units, for drawing only.
fn time(line: &Line, size: f64) -> f64 {
    (line.fixed as f64 + line.slope as f64 * size) / 1e9
}

/// A block size at which the fastest algorithm changes.
struct Crossing {
    ports: PortModel,
    before: String,
    piece: Piece,
}

/// The changes for all ports first; those for fewer ports only if they differ.
fn crossings(comparison: &Comparison) -> Vec<Crossing> {
    let mut found: Vec<Crossing> = Vec::new();
    for winner in comparison.winners().into_iter().rev() {
        for pair in winner.pieces.windows(2) {
            let before = pair[0].names.join(" = ");
            let known = found.iter().any(|known| known.piece == pair[1] && known.before == before);
            if !known {
                found.push(Crossing { ports: winner.ports, before, piece: pair[1].clone() });
            }
        }
    }
    found
}

impl Crossing {
    fn size(&self) -> f64 {
        *self.piece.from.numer() as f64 / *self.piece.from.denom() as f64
    }

    fn inside(&self, axes: &Axes) -> bool {
        self.size() >= axes.least
    }

    fn draw(&self, axes: &Axes, number: usize) -> String {
        if !self.inside(axes) {
            return String::new();
        }
        let (x, y) = (axes.x(self.size()), axes.y(time(&self.piece.line, self.size())));
        let fill = if self.ports == PortModel::AllPort { "black" } else { "white" };
        format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{fill}\" stroke=\"black\"/>\n\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-weight=\"bold\">{number}</text>\n",
            y + 15.0
        )
    }

    fn describe(&self, number: usize, y: f64) -> String {
        let text = self.text();
        format!(
            "<text x=\"{LEGEND}\" y=\"{y:.1}\"><tspan font-weight=\"bold\">{number}</tspan> {text}</text>\n"
        )
    }

    fn text(&self) -> String {
        let (size, ports) = (shown_size(self.piece.from), ports_name(self.ports));
        format!("B = {size}, {ports}: {}, then {}", self.before, self.piece.names.join(" = "))
    }
}

/// The legend: the slowest at the right edge is on top.
fn legend(axes: &Axes, curves: &[Curve]) -> String {
    let mut order: Vec<&Curve> = curves.iter().collect();
    order.sort_by(|a, b| time(&b.line, axes.most).total_cmp(&time(&a.line, axes.most)));
    let mut text = String::new();
    for (place, curve) in order.into_iter().enumerate() {
        let y = TOP + 8.0 + 15.0 * place as f64;
        let _ = writeln!(
            text,
            "<path d=\"M{LEGEND} {:.1} H{:.1}\" {}/>\n<text x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
            y - 3.0,
            LEGEND + 22.0,
            curve.stroke(),
            LEGEND + 28.0,
            curve.name
        );
    }
    text
}

/// The axes, both logarithmic.
struct Axes {
    least: f64,
    most: f64,
    low: f64,
    high: f64,
}

impl Axes {
    fn of(comparison: &Comparison, curves: &[Curve], crossings: &[Crossing]) -> Self {
        let sizes = crossings.iter().map(Crossing::size).chain([comparison.prices.block as f64]);
        let (first, last) = sizes.fold((f64::INFINITY, 0.0), |(a, b), size| (size.min(a), size.max(b)));
        let (least, most) = ((first / 5.0).max(1.0), (last * 5.0).max(10.0));
        let times = |size: f64| curves.iter().map(move |curve| time(&curve.line, size));
        let low = times(least).fold(f64::INFINITY, f64::min) / 1.5;
        let high = times(most).fold(0.0, f64::max) * 1.2;
        Axes { least, most, low, high }
    }

    fn x(&self, size: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * (size / self.least).log10() / (self.most / self.least).log10()
    }

    fn y(&self, time: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * (time / self.low).log10() / (self.high / self.low).log10()
    }

    fn draw(&self, block: f64) -> String {
        let mut text = String::new();
        for size in round_numbers(self.least, self.most) {
            let (x, below) = (self.x(size), BOTTOM + 14.0);
            let _ = writeln!(
                text,
                "<path d=\"M{x:.1} {TOP} V{BOTTOM}\" stroke=\"#ddd\"/>\n\
                 <text x=\"{x:.1}\" y=\"{below}\" text-anchor=\"middle\">{size}</text>"
            );
        }
        for time in round_numbers(self.low, self.high) {
            let y = self.y(time);
            let _ = writeln!(
                text,
                "<path d=\"M{LEFT} {y:.1} H{RIGHT}\" stroke=\"#ddd\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{time}</text>",
                LEFT - 5.0,
                y + 3.0
            );
        }
        text + &self.names() + &self.asked(block)
    }

    fn names(&self) -> String {
        let middle = (LEFT + RIGHT) / 2.0;
        format!(
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">block size B</text>\n\
             <text x=\"12\" y=\"{TOP}\" transform=\"rotate(-90 12 {TOP})\" text-anchor=\"end\">time</text>\n",
            BOTTOM + 34.0
        )
    }

    /// The line at the given block size.
    fn asked(&self, block: f64) -> String {
        let x = self.x(block);
        format!(
            "<path d=\"M{x:.1} {TOP} V{BOTTOM}\" stroke=\"#555\" stroke-dasharray=\"4 3\"/>\n\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">B = {block}</text>\n",
            TOP - 6.0
        )
    }
}
