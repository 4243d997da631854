//! Networks with message memories: every corner, with each module as the top.

use crate::common::memory::{judged, judged_spec, spec, CORNERS};
use crate::common::{run, text};
use std::path::Path;
use torus_hdl::memory::MemorySpec;
use torus_hdl::Module;

fn synthesise(folder: &Path, all: &[Module], files: &[String]) {
    let tops = ["net_tile", "net_tile_c1"];
    let tops = tops.iter().filter(|top| all.iter().any(|module| module.name == **top));
    tops.for_each(|top| text::synthesise(folder, top, files));
}

#[test]
fn verilator_finds_nothing() {
    CORNERS.iter().for_each(|corner| judged(corner, text::lint));
}

#[test]
fn icarus_finds_nothing() {
    CORNERS.iter().for_each(|corner| judged(corner, text::compile));
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
