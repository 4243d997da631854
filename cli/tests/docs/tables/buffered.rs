//! Buffered networks: saturation, exchanges that nobody scheduled, long links.

use super::{markdown, Cost, Table};
use crate::runs::Runs;

pub const TABLES: &[Table] = &[
    Table {
        name: "saturation",
        command: "torusgen sweep --dims 8x8 --ports one --rates 0.5:0.9:0.05 --warmup 500 --measure 2000 \
            --engine model",
        cost: Cost::Minutes,
        make: saturation,
    },
    Table {
        name: "unscheduled",
        command: "torusgen sim --dims 8x8 --ports one --router buffered --traffic all-to-all:ORDER --ties \
            TIES --engine model",
        cost: Cost::Seconds,
        make: unscheduled,
    },
    Table {
        name: "long_links",
        command: "torusgen sim --dims 8x8 --ports one --router buffered --link-stages STAGES --engine model",
        cost: Cost::Seconds,
        make: long_links,
    },
];

/// Routers by their options, and the rest of the network.
pub const ROUTERS: [&str; 8] = [
    "--channels 4 --depth 4",
    "--channels 4 --depth 8",
    "--channels 2 --depth 4",
    "--channels 2 --depth 16",
    "--deadlock bubble --channels 2 --depth 4",
    "--deadlock bubble --channels 2 --depth 8",
    "--deadlock bubble --channels 1 --depth 16",
    "--routing udr --channels 4 --depth 4",
];

/// What a sweep finds, as numbers.
fn swept(runs: &Runs, network: &str) -> (f64, f64) {
    let rates = "--rates 0.5:0.9:0.05 --warmup 500 --measure 2000 --engine model";
    let json = runs.json(&format!("sweep --ports one {rates} {network}"));
    let points = json["points"].as_array().expect("points");
    assert!(points.iter().all(|point| point["match"] == true), "{network}");
    let number = |key: &str| json[key].as_f64().expect("a number");
    (number("saturation"), number("bound"))
}

/// Saturation under uniform traffic, of the bound by links.
fn saturation(runs: &Runs) -> String {
    let networks = ROUTERS.iter().map(|options| format!("--dims 8x8 {options}"));
    let cubes = ["--dims 8x8x8", "--dims 8x8x8 --depth 8"].map(String::from);
    let row = |network: String| {
        let (found, bound) = swept(runs, &network);
        vec![
            format!("`{network}`"),
            format!("{found:.4}"),
            format!("{bound:.4}"),
            format!("{:.1} %", 100.0 * found / bound),
        ]
    };
    let head = ["network", ">saturation", ">bound", ">of the bound"];
    markdown(&head, networks.chain(cubes).map(row))
}

/// Cycles of a complete exchange of 8x8 by one local port.
fn unscheduled(runs: &Runs) -> String {
    let cycles = |order: &str, ties: &str| {
        let sim = "sim --dims 8x8 --ports one --router buffered --engine model";
        let json = runs.json(&format!("{sim} --traffic all-to-all:{order} --ties {ties}"));
        assert_eq!(json["match"], true, "{order} {ties}");
        json["cycles"].to_string()
    };
    let row =
        |order: &str| vec![format!("`all-to-all:{order}`"), cycles(order, "plus"), cycles(order, "parity")];
    let scheduled = "schedule --dims 8x8 --ports one --kind exchange";
    let best = format!("{} slots", runs.number(scheduled, "length"));
    let last = vec!["scheduled, `--kind exchange`".to_string(), best, String::new()];
    let rows = ["random", "farthest", "offset", "planned"].map(row).into_iter().chain([last]);
    markdown(&["order of the packets", ">cycles", ">cycles, `--ties parity`"], rows)
}

/// Cycles of a complete exchange of 8x8 by one local port, with registers on links.
fn long_links(runs: &Runs) -> String {
    let cycles = |stages: &str, depth: &str| {
        let sim = "sim --dims 8x8 --ports one --router buffered --engine model --no-burst";
        let json = runs.json(&format!("{sim} --link-stages {stages}{depth}"));
        assert_eq!(json["match"], true, "{stages}{depth}");
        json["cycles"].to_string()
    };
    let row = |stages: &str| vec![format!("`{stages}`"), cycles(stages, ""), cycles(stages, " --depth 4")];
    let rows = ["0", "1", "2", "4", "8", "0,wrap=4", "0,4"].map(row);
    markdown(&["`--link-stages`", ">cycles, usual depth", ">cycles, `--depth 4`"], rows)
}
