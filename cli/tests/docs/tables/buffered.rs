//! Buffered networks: saturation, unscheduled exchanges, long links.

use super::{markdown, Cost, Table};
use crate::{pages::root, runs::Runs};

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
        name: "routers_to_choose",
        command: "torusgen sweep, torusgen sim --dims 8x8 --ports one --router buffered --engine model; \
            LUT and MHz of docs/fpga.md",
        cost: Cost::Minutes,
        make: to_choose,
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

/// The same router where half-way offsets are spread: by local ports and depth.
const SPREAD: [&str; 4] = ["--depth 4", "--depth 8", "--ports all --depth 4", "--ports all --depth 8"];

/// The result of a sweep as numbers.
fn swept(runs: &Runs, network: &str) -> (f64, f64) {
    let rates = "--rates 0.5:0.9:0.05 --warmup 500 --measure 2000 --engine model";
    let ports = if network.contains("--ports") { "" } else { "--ports one " };
    let json = runs.json(&format!("sweep {ports}{rates} {network}"));
    let points = json["points"].as_array().expect("points");
    assert!(points.iter().all(|point| point["match"] == true), "{network}");
    let number = |key: &str| json[key].as_f64().expect("a number");
    (number("saturation"), number("bound"))
}

/// Saturation with uniform traffic, in relation to the bound by links.
fn saturation(runs: &Runs) -> String {
    let networks = ROUTERS.iter().map(|options| format!("--dims 8x8 {options}"));
    let spread = SPREAD.iter().map(|options| format!("--dims 8x8 --ties parity {options}"));
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
    markdown(&head, networks.chain(spread).chain(cubes).map(row))
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

/// LUT and MHz of an 8x8 node with one local port, from the page with the results of place and route.
fn placed(options: &str) -> (f64, f64) {
    let page = std::fs::read_to_string(root().join("docs/fpga.md")).expect("the page of FPGAs");
    let network = format!("| `8x8 --ports one --router buffered{options}` |");
    let row = page.lines().find(|line| line.contains(&network)).expect("a row of this router");
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let number = |cell: usize| cells[cell].parse().expect("a number");
    (number(3), number(6))
}

/// Routers of 8x8 with one local port: the throughput per area, with uniform traffic and in an exchange.
fn to_choose(runs: &Runs) -> String {
    let row = |options: String| {
        let (lut, mhz) = placed(&options);
        let (saturation, _) = swept(runs, &format!("--dims 8x8{options}"));
        let sim = format!("sim --dims 8x8 --ports one --router buffered{options} --engine model");
        let cycles = runs.number(&sim, "cycles") as f64;
        let nanoseconds = 1000.0 * cycles / mhz;
        let figures = [
            format!("{saturation:.3}"),
            format!("{:.4}", saturation * mhz / lut),
            cycles.to_string(),
            format!("{nanoseconds:.0}"),
            format!("{:.2}", nanoseconds * lut / 1e6),
        ];
        let named = if options.is_empty() { "default".into() } else { format!("`{}`", options.trim()) };
        [named, lut.to_string(), mhz.to_string()].into_iter().chain(figures).collect()
    };
    let routers = ["", " --channels 2", " --deadlock bubble --channels 1"];
    let all = routers.iter().flat_map(|options| ["", " --pipeline 2"].map(|hop| format!("{options}{hop}")));
    let head = [
        ["router", ">LUT", ">MHz", ">saturation"],
        [">saturation x MHz / LUT", ">exchange, cycles", ">ns", ">ms x LUT"],
    ];
    markdown(&head.concat(), all.map(row))
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
