//! Cells of routers as mapped by Yosys. The mapper affects the result, so a table names its version, and is
//! left unchanged if another version is installed.

use super::{buffered::ROUTERS, markdown, Cost, Table};
use crate::runs::{printed, words, Runs};
use rayon::prelude::*;
use std::process::Command;

pub const TABLES: &[Table] = &[
    Table {
        name: "area-buffered",
        command: "torusgen emit --dims 8x8 --ports one --router buffered, yosys synth_ecp5 -nowidelut of \
            NAME_router",
        cost: Cost::Minutes,
        make: buffered,
    },
    Table {
        name: "area-routers",
        command: "torusgen emit --dims 8x8, yosys synth_ecp5 of NAME_router",
        cost: Cost::Minutes,
        make: routers,
    },
];

/// Cells of a router: LUT4, 16 x 4 memories, flip-flops.
struct Cells {
    lut: u64,
    memory: u64,
    register: u64,
}

/// The router of an 8x8 network on ECP5.
fn router(options: &str, synth: &str) -> Cells {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = dir.path().join("net");
    let out = out.to_str().expect("UTF-8");
    printed(&words(&format!("emit --dims 8x8 {options} --out {out}")));
    let script = format!(
        "read_verilog {out}/rtl/*.v; hierarchy -check -top torus_8x8_router; {synth} -top torus_8x8_router; \
            stat"
    );
    let output = Command::new("yosys").args(["-p", &script]).output().expect("yosys: run make setup");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "yosys of {options}: {text}");
    let count = |cell: &str| {
        let lines = text.lines().rev().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let mut lines = lines.filter(|words| words.len() == 2 && words[0] == cell);
        lines.next().map_or(0, |words| words[1].parse().expect("a number"))
    };
    Cells { lut: count("LUT4"), memory: count("TRELLIS_DPR16X4"), register: count("TRELLIS_FF") }
}

/// The version of Yosys as it prints it, without the build's number.
fn version() -> String {
    let output = Command::new("yosys").arg("-V").output().expect("yosys: run make setup");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.split(" (").next().expect("a version").trim().to_string()
}

/// The routers in the table of saturations.
fn buffered(_runs: &Runs) -> String {
    let rows: Vec<Vec<String>> = ROUTERS
        .par_iter()
        .map(|options| {
            let cells = router(&format!("--ports one --router buffered {options}"), "synth_ecp5 -nowidelut");
            let numbers = [cells.lut, cells.memory, cells.register].map(|number| number.to_string());
            [vec![format!("`{options}`")], numbers.to_vec()].concat()
        })
        .collect();
    let caption = format!("{}, `synth_ecp5 -nowidelut`, W = 32, one local port, 8x8:\n\n", version());
    caption + &markdown(&["router", ">LUT4", ">DPR16X4", ">FF"], rows)
}

/// Small buffered routers beside the scheduled one, with and without wide LUTs.
fn routers(_runs: &Runs) -> String {
    let all = [
        ("dateline, V = 2, D = 4", "--ports one --router buffered --channels 2 --depth 4"),
        ("bubble, V = 1, D = 4", "--ports one --router buffered --deadlock bubble --channels 1 --depth 4"),
        ("bubble, V = 1, D = 2", "--ports one --router buffered --deadlock bubble --channels 1 --depth 2"),
        ("scheduled, a local port for each link, no buffers", ""),
    ];
    let row = |(name, options): &(&str, &str)| {
        let (small, wide) = (router(options, "synth_ecp5 -nowidelut"), router(options, "synth_ecp5"));
        let lut = format!("{} ({})", small.lut, wide.lut);
        vec![name.to_string(), lut, small.memory.to_string(), small.register.to_string()]
    };
    let rows: Vec<Vec<String>> = all.par_iter().map(row).collect();
    let caption = format!("{}, `synth_ecp5 -nowidelut` (with wide LUTs in brackets), W = 32:\n\n", version());
    caption + &markdown(&["router", ">LUT4", ">DPR16X4", ">FF"], rows)
}
