//! The text of buffered routers, judged by the tools that users have: Verilator, Icarus, Yosys.
//!
//! State space: none, the text alone. Parameters: every corner of the specification, each module as the top,
//! for the children of a router are judged with the ports that it leaves open too.

use crate::common::buffered::{corner, Corner, CORNERS};
use crate::common::{run, torus, write};
use std::path::Path;
use torus_hdl::buffered::RingRule::Bubble;
use torus_hdl::{buffered, Module};
use torus_model::PortModel::OnePort;

/// Calls `judge` with the modules of a corner, written to a folder of their own.
fn judged(corner: &Corner, width: usize, judge: impl Fn(&Path, &[Module], &[String])) {
    let torus = torus(corner.dims);
    let turns = corner.turns(&torus);
    let all = buffered::modules(&corner.spec(&torus, &turns, width));
    let folder = tempfile::tempdir().unwrap();
    let files = write(folder.path(), &all);
    judge(folder.path(), &all, &files);
}

fn lint(folder: &Path, all: &[Module], files: &[String]) {
    for module in all {
        let fixed = ["--lint-only", "-Wall", "--top-module", &module.name];
        let arguments: Vec<&str> = fixed.into_iter().chain(files.iter().map(String::as_str)).collect();
        let (content, report) = run("verilator", &arguments, folder);
        assert!(content && report.is_empty(), "{}:\n{report}", module.name);
    }
}

fn compile(folder: &Path, all: &[Module], files: &[String]) {
    for top in all {
        let fixed = ["-g2001", "-Wall", "-o", "out", "-s", &top.name];
        let arguments: Vec<&str> = fixed.into_iter().chain(files.iter().map(String::as_str)).collect();
        let (content, report) = run("iverilog", &arguments, folder);
        assert!(content && report.is_empty(), "{}:\n{report}", top.name);
    }
}

fn synthesise(folder: &Path, _all: &[Module], files: &[String]) {
    for top in ["net_router", "net_pass"] {
        let script = format!(
            "read_verilog {}; hierarchy -check -top {top}; proc; check -assert; synth -top {top}; check \
             -assert; \
             select -assert-none t:$_DLATCH_*",
            files.join(" ")
        );
        let (content, report) = run("yosys", &["-q", "-p", &script], folder);
        assert!(content && !report.contains("Warning"), "{top}:\n{report}");
    }
}

#[test]
fn verilator_finds_nothing() {
    CORNERS.iter().for_each(|corner| judged(corner, 8, lint));
}

#[test]
fn icarus_finds_nothing() {
    CORNERS.iter().for_each(|corner| judged(corner, 8, compile));
}

#[test]
fn yosys_finds_nothing() {
    // Half of them, narrow: synthesis is slow, and the other half differs in numbers only.
    CORNERS.iter().step_by(2).for_each(|corner| judged(corner, 3, synthesise));
}

#[test]
fn the_same_specification_gives_the_same_text() {
    for corner in [&CORNERS[4], &CORNERS[13]] {
        let torus = torus(corner.dims);
        let turns = corner.turns(&torus);
        let spec = corner.spec(&torus, &turns, 8);
        let all = buffered::modules(&spec);
        assert_eq!(all, buffered::modules(&spec));
        for module in &all {
            assert!(module.text.is_ascii() && !module.text.contains("__"), "{}", module.name);
            let code = module.text.replace("$display(", "");
            assert!(!code.contains('$'), "{} uses $ in a name.", module.name);
        }
    }
}

/// `GOLDEN=write` writes the files anew; read the difference before it is committed.
#[test]
fn the_smallest_ring_is_the_golden_one() {
    let ring = corner("3", OnePort, [1, 2, 1], Bubble, false);
    let torus = torus(ring.dims);
    let turns = ring.turns(&torus);
    let spec = buffered::BufferedSpec { with_pass: false, ..ring.spec(&torus, &turns, 4) };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/buffered_ring3");
    if std::env::var("GOLDEN").is_ok_and(|what| what == "write") {
        std::fs::create_dir_all(&folder).unwrap();
        write(&folder, &buffered::modules(&spec));
    }
    for module in buffered::modules(&spec) {
        let golden = std::fs::read_to_string(folder.join(format!("{}.v", module.name))).unwrap();
        assert_eq!(module.text, golden, "{} differs from its golden file.", module.name);
    }
}

#[test]
fn payloads_of_any_width_are_clean() {
    for width in [1, 2, 128, 512] {
        judged(&CORNERS[0], width, lint);
    }
}
