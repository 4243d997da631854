//! The text of buffered routers, judged by the tools that users have: Verilator, Icarus, Yosys.
//!
//! State space: none, the text alone. Parameters: every corner of the specification, each module as the top,
//! for the children of a router are judged with the ports that it leaves open too.

mod buffered_common;
mod common;

use buffered_common::{Corner, CORNERS};
use common::{run, torus, write};
use std::path::Path;
use torus_hdl::{buffered, Module};

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
            "read_verilog {}; hierarchy -check -top {top}; proc; check -assert; synth -top {top}; check -assert; \
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
    CORNERS.iter().for_each(|corner| judged(corner, 8, synthesise));
}

#[test]
fn payloads_of_any_width_are_clean() {
    for width in [1, 2, 128, 512] {
        judged(&CORNERS[0], width, lint);
    }
}
