//! `examples/uart`: the text that a terminal shows of a board, read from the pin of its UART in Icarus;
//! linters.

use crate::common::{design, design_folder, link_loads, lint};
use std::path::Path;

/// The output of a target of the example's Makefile, with `out` as its output folder.
fn made(target: &str, out: &Path) -> String {
    let (good, said) = design(&design_folder("uart"), target, out);
    assert!(good, "make {target}: {said}");
    said
}

/// The expected text: a line for each node with the loads of its links, counted without hardware.
fn expected() -> String {
    let line = |node: &[u64]| {
        let counts: Vec<_> = node.iter().map(|load| format!("{load:04x}")).collect();
        counts.join(" ") + "\n"
    };
    link_loads(&["4x4"]).chunks(4).map(line).collect()
}

#[test]
fn a_terminal_shows_the_loads() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let said = made("sim", out.path());
    let (_, reports) = said.split_once("\ncycles ").expect("a report");
    let manifest = torus_sim::Manifest::read(&out.path().join("noc")).expect("a folder");
    let latency = manifest.latency.expect("a schedule").makespan_to_done;
    let cycles = manifest.schedule.expect("a schedule").makespan + latency;
    let report = format!("{cycles:08x} error 0\n{}\n", expected());
    assert_eq!(reports, format!("{report}cycles {report}"));
}

#[test]
fn verilator_finds_nothing_in_the_example() {
    let out = tempfile::tempdir().expect("a temporary folder");
    made("sim", out.path());
    let own =
        ["uart_report.v", "ulx3s_uart.v"].map(|file| design_folder("uart").join(file).display().to_string());
    let args = ["-F", "noc_axil.f", &own[0], &own[1], "--top-module", "ulx3s_uart"];
    lint::verilator("examples/uart", &out.path().join("noc"), &args);
}
