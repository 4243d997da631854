//! Pictures of schedules: the space-time diagram, and for two dimensions a heat map of link loads.
//!
//! The space-time diagram has a row for each link class, a column for each slot of one exchange, and a colour
//! for each message class. What a frame continues into the next frame is drawn at its own time, beyond the
//! end of the frame. The heat map is the torus with its directed links; larger loads are darker and thicker.
//! The SVG has no scripts and no fonts of its own, and the same schedule gives the same bytes.

use std::fmt::{Display, Write};
use torus_model::{quantity, Entry, LinkId, Placement, Port, Schedule, Sign, Torus};

const CELL: usize = 14;
const LEFT: usize = 90;
const TOP: usize = 44;
const NODE: usize = 64;
/// The least width, which leaves room for the titles.
const WIDTH: usize = 620;

/// The picture of a schedule. `loads`: those of one exchange, by link id.
pub fn picture(schedule: &Schedule, loads: &[u64]) -> String {
    let rows = link_classes(schedule).len();
    let slots = schedule.makespan() as usize;
    let mut body = space_time(schedule);
    let (mut width, mut height) = ((LEFT + slots * CELL + 30).max(WIDTH), TOP + rows * CELL + 40);
    if let &[n1, n2] = schedule.torus().dims() {
        body += &format!(
            "<g transform=\"translate(0 {height})\">\n{}</g>\n",
            heat_map(&schedule.placement, loads)
        );
        width = width.max((n2 as usize + 1) * NODE + 40);
        height += (n1 as usize + 1) * NODE;
    }
    sheet(width, height, &body)
}

/// A white sheet of this size, in pixels, with these elements.
pub fn sheet(width: impl Display, height: impl Display, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 \
         {width} {height}\" font-family=\"sans-serif\" font-size=\"10\">\n<rect width=\"100%\" \
         height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

/// The link classes that exist, each with the name of its row.
fn link_classes(schedule: &Schedule) -> Vec<(usize, String)> {
    let torus = schedule.torus();
    let classes = schedule.placement.symmetry().classes(torus);
    let row = |class: usize, port: Port| {
        let name = if classes == 1 { port.to_string() } else { format!("class {class}, {port}") };
        (class * torus.port_slots() + port.index(), name)
    };
    (0..classes).flat_map(|class| torus.ports().map(move |port| row(class, port))).collect()
}

fn space_time(schedule: &Schedule) -> String {
    let rows = link_classes(schedule);
    let mut text = format!(
        "<text x=\"8\" y=\"16\" font-size=\"13\">{} {}: {} of {} (bound {}), one colour for each \
         message class</text>\n",
        schedule.torus(),
        schedule.placement,
        schedule.kind,
        quantity(schedule.length, "slot"),
        schedule.lower_bound
    );
    text += &axes(schedule, &rows);
    let (torus, symmetry, sources) =
        (schedule.torus(), schedule.placement.symmetry(), schedule.placement.sources());
    let row_of = |link: usize| rows.iter().position(|(class, _)| *class == link).unwrap_or(0);
    for (number, entry) in schedule.entries.iter().enumerate() {
        let class = symmetry.class_of(torus, sources[entry.source]);
        let path = symmetry.path(torus, class, entry.route.ports());
        let uses = schedule.hop_cycles.uses(&entry.route).map(|(time, _)| (entry.slot + time) as usize);
        let cells: Vec<_> = uses.zip(path.map(row_of)).collect();
        text += &message(number, entry, &cells);
    }
    text
}

/// The names of rows, the numbers of slots, and the line at the end of the frame.
fn axes(schedule: &Schedule, rows: &[(usize, String)]) -> String {
    let mut text = String::new();
    for (row, (_, name)) in rows.iter().enumerate() {
        let y = TOP + row * CELL;
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>",
            LEFT - 6,
            y + CELL - 4
        );
    }
    for slot in (0..schedule.makespan() as usize).filter(|slot| slot % 5 == 0) {
        let _ = writeln!(text, "<text x=\"{}\" y=\"{}\">{slot}</text>", LEFT + slot * CELL + 1, TOP - 6);
    }
    let (x, bottom) = (LEFT + schedule.length as usize * CELL, TOP + rows.len() * CELL);
    let right = LEFT + schedule.makespan() as usize * CELL;
    let _ = writeln!(
        text,
        "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\" fill=\"#f2f2f2\"/>",
        right - LEFT,
        bottom - TOP
    );
    let _ = writeln!(text, "<path d=\"M{x} {TOP}V{bottom}\" stroke=\"black\" stroke-dasharray=\"3 2\"/>");
    text
}

/// One message class: its cells in one colour, and its word as a tooltip.
fn message(number: usize, entry: &Entry, cells: &[(usize, usize)]) -> String {
    let offset: Vec<String> = entry.offset.iter().map(u32::to_string).collect();
    let mut text = format!(
        "<g fill=\"{}\" stroke=\"white\"><title>slot {} class {} {} to ({})</title>",
        colour(number),
        entry.slot,
        entry.source,
        entry.route,
        offset.join(",")
    );
    for (slot, row) in cells {
        let (x, y) = (LEFT + slot * CELL, TOP + row * CELL);
        let _ = write!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>");
    }
    text + "</g>\n"
}

/// The colour of a message class. Neighbours differ much: hues by the golden angle, lightness in three steps.
fn colour(number: usize) -> String {
    format!("hsl({},62%,{}%)", number * 137 % 360, 42 + number % 3 * 11)
}

/// The torus in two dimensions: x1 downwards, x2 to the right, wrap links as stubs.
fn heat_map(placement: &Placement, loads: &[u64]) -> String {
    let torus = placement.torus();
    let most = loads.iter().copied().max().unwrap_or(1).max(1);
    let mut text = format!(
        "<text x=\"8\" y=\"16\" font-size=\"13\">loads of the directed links, at most {most}; x1 downwards, \
         x2 to the right</text>\n"
    );
    torus.links().for_each(|link| text += &arrow(torus, link, [loads[link.index()], most]));
    for node in torus.nodes() {
        let (x, y) = place(torus.coordinate(node, 0), torus.coordinate(node, 1));
        let fill = if placement.contains(node) { "#404040" } else { "white" };
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"{fill}\" \
                stroke=\"#404040\"><title>{}</title></circle>",
            torus.node_name(node)
        );
    }
    text
}

fn place(x1: u32, x2: u32) -> (usize, usize) {
    ((x2 as usize + 1) * NODE, (x1 as usize + 1) * NODE - 8)
}

/// A directed link on its side of the edge, with its load as a number and its share of the largest load as a
/// colour.
fn arrow(torus: &Torus, link: LinkId, [load, most]: [u64; 2]) -> String {
    let (tail, port) = torus.tail(link);
    let (x, y) = place(torus.coordinate(tail, 0), torus.coordinate(tail, 1));
    let heat = load as f64 / most as f64;
    let (from, to) = (12, NODE / 2 - 2);
    let sign = if port.sign() == Sign::Plus { 1 } else { -1 };
    let (x, y, aside) = (x as i64, y as i64, 4 * sign);
    let (a, b) = (sign * from as i64, sign * to as i64);
    // It takes the half of the edge next to its tail, shifted to its side; the other half is for the opposite
    // link.
    let (x1, y1, x2, y2, tx, ty) = match port.dim() {
        0 => (x + aside, y + a, x + aside, y + b, x + aside + 2 * sign, y + (a + b) / 2 + 3),
        _ => (
            x + a,
            y - aside,
            x + b,
            y - aside,
            x + (a + b) / 2,
            y - aside - 3 * sign + if sign < 0 { 6 } else { 0 },
        ),
    };
    let anchor = match (port.dim(), sign) {
        (0, 1) => "start",
        (0, _) => "end",
        _ => "middle",
    };
    format!(
        "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"hsl(12,85%,{:.0}%)\" stroke-width=\"{:.1}\"><title>{}: \
         {load}</title>\
         </path><text x=\"{tx}\" y=\"{ty}\" font-size=\"7\" text-anchor=\"{anchor}\">{load}</text>\n",
        88.0 - 48.0 * heat,
        1.5 + 3.0 * heat,
        torus.link_name(link)
    )
}
