//! The text of networks that store on the way, judged by the tools that users have: Verilator, Icarus, Yosys.
//!
//! State space: none, the text alone. Parameters: every corner, each module as the top.

mod common;
mod stored_common;

use common::{run, write};
use std::path::Path;
use stored_common::{spec, Corner, CORNERS};
use torus_hdl::stored::{modules, StoredSpec};
use torus_hdl::Module;

/// Calls `judge` with the modules of a corner, written to a folder of their own.
fn judged(corner: &Corner, judge: impl Fn(&Path, &[Module], &[String])) {
    let (torus, program) = (corner.torus(), corner.program());
    judged_spec(&spec(&torus, &program), judge);
}

fn judged_spec(spec: &StoredSpec, judge: impl Fn(&Path, &[Module], &[String])) {
    let folder = tempfile::tempdir().unwrap();
    let all = modules(spec);
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

fn synthesise(folder: &Path, all: &[Module], files: &[String]) {
    for top in all.iter().filter(|module| ["net_tile", "net_tile_c1"].contains(&module.name.as_str())) {
        let script = format!(
            "read_verilog {}; hierarchy -check -top {top}; proc; check -assert; synth -top {top}; check -assert; \
             select -assert-none t:$_DLATCH_*",
            files.join(" "),
            top = top.name
        );
        let (content, report) = run("yosys", &["-q", "-p", &script], folder);
        assert!(content && !report.contains("Warning"), "{}:\n{report}", top.name);
    }
}

#[test]
fn verilator_finds_nothing() {
    CORNERS.iter().for_each(|corner| judged(corner, lint));
}

#[test]
fn icarus_finds_nothing() {
    CORNERS.iter().for_each(|corner| judged(corner, compile));
}

#[test]
fn yosys_finds_nothing() {
    // Synthesis is slow; the others differ in numbers only.
    [0, 2, 3, 4, 10].into_iter().for_each(|k| judged(&CORNERS[k], synthesise));
}
