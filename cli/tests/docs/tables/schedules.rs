//! Schedules without memories: loads in RTL, and lengths with their bounds.

use super::{markdown, Cost, Table};
use crate::runs::Runs;

pub const TABLES: &[Table] = &[
    Table {
        name: "headline",
        command: "torusgen sim NETWORK --format json, and csv for the links",
        cost: Cost::Seconds,
        make: headline,
    },
    Table {
        name: "matrix",
        command: "torusgen regress --list",
        cost: Cost::Moment,
        make: |runs| {
            let count = runs.text("regress --list").lines().count();
            format!(
                "`torusgen regress` runs and compares a matrix of {count} configurations, each link in \
                each cycle.\n"
            )
        },
    },
    Table {
        name: "one-port",
        command: "torusgen schedule --dims DIMS --ports one, with --routing balanced or --kind exchange",
        cost: Cost::Minutes,
        make: one_port,
    },
    Table {
        name: "balanced",
        command: "torusgen schedule -d D -k K --placement linear --routing balanced",
        cost: Cost::Minutes,
        make: balanced,
    },
    Table {
        name: "exchange",
        command: "torusgen schedule --dims DIMS --kind exchange",
        cost: Cost::Minutes,
        make: exchange,
    },
    Table { name: "frames", command: "torusgen schedule NETWORK", cost: Cost::Seconds, make: frames },
    Table {
        name: "long_frames",
        command: "torusgen schedule NETWORK --link-stages STAGES",
        cost: Cost::Seconds,
        make: long_frames,
    },
];

/// Frames over links with registers.
fn long_frames(runs: &Runs) -> String {
    const NETWORKS: [(&str, &[&str]); 7] = [
        ("8x8", &["0", "1", "2", "0,3"]),
        ("8x8 --ports one", &["0", "1", "0,3"]),
        ("8x8x8 --placement linear", &["0", "1", "0,1,2"]),
        ("8x8x8", &["0", "1", "3"]),
        ("16x16x16", &["0", "1", "3"]),
        ("9x9", &["0", "1", "3"]),
        ("8x8 --ports one --kind exchange", &["0", "1", "0,3"]),
    ];
    let row = |network: &str, stages: &str| {
        let json = runs.json(&format!("schedule {network} --link-stages {stages}"));
        let number = |key: &str| json[key].to_string();
        let network = format!("`{network}`");
        vec![network, format!("`{stages}`"), number("length"), number("lower_bound"), number("makespan")]
    };
    let rows =
        NETWORKS.into_iter().flat_map(|(network, all)| all.iter().map(move |stages| row(network, stages)));
    markdown(&["network", "`--link-stages`", ">length", ">bound", ">makespan"], rows)
}

/// The networks of the first table: the names for readers and for the program.
const HEADLINE: [(&str, &str); 10] = [
    ("4x4 full", "--dims 4x4"),
    ("8x8 full", "--dims 8x8"),
    ("8x8 multilinear, t = 2", "--dims 8x8 --placement multilinear:t=2"),
    ("3x4x5 full", "--dims 3x4x5"),
    ("4x4x4 linear", "--dims 4x4x4 --placement linear"),
    ("8x8x8 linear", "--dims 8x8x8 --placement linear"),
    ("5x5x5x5 linear", "--dims 5x5x5x5 --placement linear"),
    ("8x8 full, total exchange", "--dims 8x8 --kind exchange"),
    ("8x8x8 full, total exchange", "--dims 8x8x8 --kind exchange"),
    ("8x8 full, one port, total exchange", "--dims 8x8 --ports one --kind exchange"),
];

/// Links and cycles as simulated. Links with equal loads are counted here, from the list of links.
fn headline(runs: &Runs) -> String {
    let row = |(name, network): (&str, &str)| {
        let sim = format!("sim {network} --engine {}", runs.engine());
        let csv = runs.text(&format!("{sim} --format csv"));
        let links: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
        let equal = links.iter().filter(|link| link[3] == link[4]).count();
        let e_max = runs.json(&sim)["e_max"].as_str().expect("a load").to_string();
        let (length, bound) = (runs.number(&sim, "length"), runs.number(&sim, "lower_bound"));
        let processors = runs.number(&format!("loads {network}"), "processors");
        vec![
            name.to_string(),
            processors.to_string(),
            links.len().to_string(),
            e_max,
            format!("{length} ({bound})"),
            runs.number(&sim, "cycles").to_string(),
            format!("{equal} of {} equal", links.len()),
        ]
    };
    markdown(
        &["torus", ">processors", ">links", ">E_max", ">length (bound)", ">cycles", ">loads in RTL"],
        HEADLINE.into_iter().map(row),
    )
}

/// The published S4NOC tables, whole exchanges of n x n for n = 3..10.
const S4NOC: [u32; 8] = [9, 18, 26, 41, 57, 86, 112, 156];

/// Tori with no published table.
const UNPUBLISHED: [&str; 8] = ["11x11", "12x12", "13x13", "16x16", "32x32", "64x64", "6x6x6", "8x8x8"];

/// Exchanges of full tori by one local port.
fn one_port(runs: &Runs) -> String {
    let row = |(dims, published): (String, Option<u32>)| {
        let length = |more: &str| {
            let command = format!("schedule --dims {dims} --ports one {more}");
            let (length, bound) = (runs.number(&command, "length"), runs.number(&command, "lower_bound"));
            format!("{length} ({bound})")
        };
        let (frame, alone) = (length("--routing balanced"), length("--kind exchange"));
        vec![dims, frame, alone, published.map_or("-".into(), |slots| slots.to_string())]
    };
    let squares = (3..).zip(S4NOC).map(|(n, published)| (format!("{n}x{n}"), Some(published)));
    let others = UNPUBLISHED.map(|dims| (dims.to_string(), None));
    markdown(&["torus", ">frame (bound)", ">one exchange (bound)", ">S4NOC"], squares.chain(others).map(row))
}

/// Maximum loads and frames of balanced routing.
fn balanced(runs: &Runs) -> String {
    let row = |(d, k): (u32, u32)| {
        let network = format!("-d {d} -k {k} --placement linear --routing balanced");
        let command = format!("schedule {network}");
        let loads = runs.json(&format!("loads {network}"));
        let processors = loads["processors"].as_u64().expect("a number");
        vec![
            d.to_string(),
            k.to_string(),
            loads["e_max"].as_str().expect("a load").to_string(),
            (processors - 1).div_ceil(2 * d as u64).to_string(),
            runs.number(&command, "length").to_string(),
            runs.number(&command, "lower_bound").to_string(),
            runs.json(&format!("loads -d {d} -k {k} --placement linear"))["e_max"].as_str().unwrap().into(),
        ]
    };
    let two = (3..=12).map(|k| (2, k));
    let all = two.chain((3..=12).chain([18, 21, 32, 48, 64]).map(|k| (3, k))).chain((3..=8).map(|k| (4, k)));
    markdown(
        &[">d", ">k", ">E_max", ">ports' bound", ">frame", ">frame's bound", ">E_max of ODR"],
        all.map(row),
    )
}

/// Total exchanges beside their bound.
fn exchange(runs: &Runs) -> String {
    let row = |dims: &str| {
        let command = format!("schedule --dims {dims} --kind exchange");
        let json = runs.json(&command);
        let classes = json["messages"].as_u64().expect("a number").to_string();
        let (length, bound) = (runs.number(&command, "length"), runs.number(&command, "lower_bound"));
        vec![dims.into(), classes, length.to_string(), bound.to_string()]
    };
    let all =
        "8 9 8x8 9x9 3x4 4x6 8x8x8 3x4x5 4x6x8 9x9x3 2x3x4x5 6x6x4x4 8x8x8x8 6x6x6x6x6 10x10x3 4x10x10 \
        8x8x8x3 16x16x4 30x32 25x26 9x10x11 2x4x4x4x4 2x2x3x4x4x4";
    markdown(&["torus", ">message classes", ">slots", ">bound"], all.split(' ').map(row))
}

/// Frames of dimension-ordered routing.
fn frames(runs: &Runs) -> String {
    let row = |network: &str| {
        let command = format!("schedule {network}");
        let (length, bound) = (runs.number(&command, "length"), runs.number(&command, "lower_bound"));
        let gap = 100.0 * (length as f64 / bound as f64 - 1.0);
        vec![format!("`{network}`"), length.to_string(), bound.to_string(), format!("{gap:.0} %")]
    };
    let all = [
        "--dims 8x8",
        "--dims 9x9",
        "--dims 16x16",
        "--dims 8x8x8",
        "--dims 16x16x16",
        "--dims 25x26",
        "--dims 8x10x12",
        "--dims 16x4x16",
        "--dims 4x15x15",
        "--dims 2x7x7x7",
        "--dims 7x2x7x7",
        "--dims 15x2x15",
        "--dims 9x6x9",
        "--dims 11x8x11",
        "--dims 3x2x2x2x2x2x2x2x2",
        "-d 3 -k 10 --placement linear",
        "-d 3 -k 64 --placement linear",
        "-d 4 -k 8 --placement linear",
        "-d 4 -k 10 --placement linear",
        "-d 2 -k 5 --placement multilinear:t=2",
        "-d 2 -k 8 --placement multilinear:t=2",
    ];
    markdown(&["network", ">frame", ">bound", ">above"], all.into_iter().map(row))
}
