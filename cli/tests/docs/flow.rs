//! The picture of the first page: from a description to a waveform. Every panel is drawn from what the
//! program makes of 4x4.

use crate::{
    common::icarus::{Emitted, Seen},
    runs::Runs,
    timing::settle,
    Mode,
};
use serde_json::Value;
use std::fmt::Write;

const HEIGHT: usize = 250;
const TOP: usize = 46;

/// A panel: its left edge, width, title and contents.
fn panel(left: usize, width: usize, title: &str, body: &str) -> String {
    let middle = left + width / 2;
    format!(
        "<rect x=\"{left}\" y=\"{TOP}\" width=\"{width}\" height=\"{}\" rx=\"6\" fill=\"#fafafa\" \
         stroke=\"#bbbbbb\"/>\n\
         <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" font-size=\"13\" \
         font-weight=\"bold\">{title}</text>\n{body}",
        HEIGHT - TOP - 12,
        TOP - 12
    )
}

/// An arrow between two panels.
fn arrow(left: usize) -> String {
    let y = HEIGHT / 2 + 16;
    format!(
        "<path d=\"M{left} {y}h14m-6 -5l6 5l-6 5\" fill=\"none\" stroke=\"#444444\" stroke-width=\"2\"/>\n"
    )
}

/// Lines of code.
fn code(left: usize, lines: &[String]) -> String {
    let line = |(number, line): (usize, &String)| {
        let y = TOP + 20 + number * 15;
        format!(
            "<text x=\"{}\" y=\"{y}\" font-family=\"monospace\" font-size=\"10\" \
                xml:space=\"preserve\">{line}</text>\n",
            left + 8
        )
    };
    lines.iter().enumerate().map(line).collect()
}

/// The torus with the loads of its links.
fn torus(left: usize, loads: &[u64]) -> String {
    let place = |row: usize, column: usize| (left + 34 + column * 38, TOP + 36 + row * 38);
    let most = *loads.iter().max().expect("links");
    let mut text = String::new();
    for (link, &load) in loads.iter().enumerate() {
        let (node, port) = (link / 4, link % 4);
        let (x, y) = place(node / 4, node % 4);
        let sign = if port % 2 == 0 { 1i64 } else { -1 };
        let (dx, dy) = if port < 2 { (0, 19 * sign) } else { (19 * sign, 0) };
        let (ax, ay) = if port < 2 { (3 * sign, 0) } else { (0, -3 * sign) };
        let heat = load * 60 / most;
        let _ = writeln!(
            text,
            "<path d=\"M{} {}l{dx} {dy}\" stroke=\"hsl(12,85%,{}%)\" stroke-width=\"2\"/>",
            x as i64 + ax,
            y as i64 + ay,
            90 - heat
        );
    }
    for node in 0..16 {
        let (x, y) = place(node / 4, node % 4);
        let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"#404040\"/>");
    }
    text
}

/// The frame: directions down, slots across, a colour for each message class.
fn schedule(left: usize, json: &Value) -> String {
    let length = json["length"].as_u64().expect("a length") as usize;
    let (cell, top) = (13, TOP + 60);
    let mut text = String::new();
    for (number, entry) in json["entries"].as_array().expect("entries").iter().enumerate() {
        let (slot, route) =
            (entry["slot"].as_u64().expect("a slot") as usize, entry["word"].as_str().expect("a route"));
        for (hop, letter) in route.chars().enumerate() {
            let row = "aAbB".find(letter).expect("a direction");
            let (x, y) = (left + 30 + (slot + hop) % length * cell, top + row * 22);
            let hue = number * 137 % 360;
            let _ = writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{cell}\" height=\"18\" fill=\"hsl({hue},62%,55%)\" \
                    stroke=\"white\"/>"
            );
        }
    }
    for (row, name) in ["1+", "1-", "2+", "2-"].iter().enumerate() {
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" font-size=\"10\">{name}</text>",
            left + 10,
            top + 13 + row * 22
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{}\" font-size=\"10\">slots 0 to {}; no two messages meet</text>",
        left + 10,
        top + 106,
        length - 1
    );
    text
}

/// The links that leave node 0, cycle by cycle.
fn waves(left: usize, seen: &Seen) -> String {
    let (step, top) = (11, TOP + 30);
    let mut text = String::new();
    let rows = [
        ("start_i", 0, "start"),
        ("link_valid_o", 0, "1+"),
        ("link_valid_o", 1, "1-"),
        ("link_valid_o", 2, "2+"),
    ];
    let rows = rows.into_iter().chain([("link_valid_o", 3, "2-"), ("done_o", 0, "done")]);
    for (row, (port, bit, name)) in rows.enumerate() {
        let y = top + row * 26;
        let level = |value: bool| if value { y } else { y + 14 };
        let mut path = format!("M{} {}", left + 44, level(seen[0][port][bit]));
        for (cycle, ports) in seen.iter().enumerate() {
            let _ = write!(path, "V{}H{}", level(ports[port][bit]), left + 44 + (cycle + 1) * step);
        }
        let _ = writeln!(text, "<text x=\"{}\" y=\"{}\" font-size=\"10\">{name}</text>", left + 10, y + 12);
        let _ = writeln!(text, "<path d=\"{path}\" fill=\"none\" stroke=\"#1a5fb4\" stroke-width=\"1.5\"/>");
    }
    text
}

/// As many of a module's first lines as fit.
fn lines(net: &Emitted) -> Vec<String> {
    let top = &net.manifest.top;
    let text = std::fs::read_to_string(net.folder().join(format!("rtl/{top}.v"))).expect("a module");
    let from = text.lines().skip_while(|line| !line.starts_with("module")).take(11);
    from.map(|line| line.split("//").next().unwrap_or_default().trim_end().to_string()).collect()
}

#[test]
fn from_a_description_to_a_waveform() {
    let (runs, net) = (Runs::new(Mode::asked()), Emitted::new("--dims 4x4"));
    let loads: Vec<u64> = runs.json("loads --dims 4x4 --links")["links"]
        .as_array()
        .expect("links")
        .iter()
        .map(|load| load.as_str().expect("a load").parse().expect("a whole load"))
        .collect();
    let seen = net.run(&net.manifest.bench, "cycle == 0", "", 20);
    let config = ["dims = \"4x4\"", "placement = \"full\"", "width = 32"].map(String::from);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1180\" height=\"{HEIGHT}\" viewBox=\"0 0 1180 \
         {HEIGHT}\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    text += &panel(10, 160, "description", &code(10, &config));
    text += &panel(190, 190, "exact link loads", &torus(190, &loads));
    text += &panel(400, 205, "schedule, proved", &schedule(400, &runs.json("schedule --dims 4x4")));
    text += &panel(625, 250, "Verilog", &code(625, &lines(&net)));
    text += &panel(895, 275, "simulation, every link compared", &waves(895, &seen));
    [173, 383, 608, 878].into_iter().for_each(|left| text += &arrow(left));
    settle("flow.svg", &(text + "</svg>\n"));
}
