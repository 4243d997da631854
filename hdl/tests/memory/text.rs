//! The text of networks that store on the way, judged by the tools that users have: Verilator, Icarus, Yosys.
//!
//! State space: none, the text alone. Parameters: every corner, each module as the top.

use crate::common::memory::{spec, Corner, CORNERS};
use crate::common::run;
use crate::common::text::{self, compile, has_plain_names, is_golden, lint};
use std::path::Path;
use torus_hdl::memory::{modules, MemorySpec};
use torus_hdl::Module;
use torus_model::collective::{assemble, broadcast};

/// Calls `judge` with the modules of a corner, written to a folder of their own.
fn judged(corner: &Corner, judge: impl Fn(&Path, &[Module], &[String])) {
    let (torus, program) = (corner.torus(), corner.program());
    judged_spec(&spec(&torus, &program), judge);
}

fn judged_spec(spec: &MemorySpec, judge: impl Fn(&Path, &[Module], &[String])) {
    text::judged(&modules(spec), judge);
}

fn synthesise(folder: &Path, all: &[Module], files: &[String]) {
    let tops = ["net_tile", "net_tile_c1"];
    let tops = tops.iter().filter(|top| all.iter().any(|module| module.name == **top));
    tops.for_each(|top| text::synthesise(folder, top, files));
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

#[test]
fn deep_banks_are_block_rams() {
    let (torus, mut program) = (CORNERS[5].torus(), CORNERS[5].program());
    program.depth = 600;
    judged_spec(&MemorySpec { width: 32, ..spec(&torus, &program) }, |folder, _, files| {
        let script = format!(
            "read_verilog {}; synth_ecp5 -top net_core; select -assert-count 8 t:DP16KD; \
             select -assert-none t:TRELLIS_DPR16X4",
            files.join(" ")
        );
        let (content, report) = run("yosys", &["-q", "-p", &script], folder);
        assert!(content, "{report}");
    });
}

#[test]
fn wide_payloads_are_clean() {
    let narrow = CORNERS[1];
    for width in [4, 128, 512] {
        let (torus, program) = (narrow.torus(), narrow.program());
        let spec = MemorySpec { width, with_transit: false, ..spec(&torus, &program) };
        judged_spec(&spec, lint);
        judged_spec(&spec, compile);
    }
}

#[test]
fn classes_differ_in_names_and_rows_alone() {
    let (torus, program) = (CORNERS[1].torus(), CORNERS[1].program());
    let all = modules(&spec(&torus, &program));
    let text = |name: &str| &all.iter().find(|module| module.name == name).unwrap().text;
    for kind in ["program", "node", "expected_rom", "tile"] {
        for class in 1..3 {
            let own = text(&format!("net_{kind}_c{class}")).replace(&format!("_c{class}"), "_c0");
            let first = text(&format!("net_{kind}_c0"));
            let differing = own.lines().zip(first.lines()).filter(|(a, b)| a != b);
            assert_eq!(own.lines().count(), first.lines().count(), "{kind} {class}");
            differing.for_each(|(line, _)| assert!(line.trim().starts_with("rows["), "{kind}: {line}"));
        }
    }
}

#[test]
fn the_same_specification_gives_the_same_text() {
    for corner in [&CORNERS[7], &CORNERS[10]] {
        let (torus, program) = (corner.torus(), corner.program());
        let all = modules(&spec(&torus, &program));
        assert_eq!(all, modules(&spec(&torus, &program)));
        all.iter().for_each(has_plain_names);
    }
}

#[test]
fn every_class_has_its_modules() {
    let torus = crate::common::torus("16x16");
    let program = assemble(&broadcast::lines(&torus, torus.node_at(0).unwrap()).unwrap(), 4);
    assert_eq!(program.classes.len(), 256);
    let spec = MemorySpec { width: 16, ..spec(&torus, &program) };
    assert_eq!(modules(&spec).len(), 4 * 256 + 9);
}

#[test]
fn the_smallest_ring_is_the_golden_one() {
    let (torus, program) = (CORNERS[2].torus(), CORNERS[2].program());
    let spec = MemorySpec { with_transit: false, ..spec(&torus, &program) };
    is_golden("memory_ring3", &modules(&spec));
}
