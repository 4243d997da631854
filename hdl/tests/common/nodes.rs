//! Checks the Verilog of nodes with a plain schedule.

use super::{ordered_turns, schedule::one_by_one, spec, text, torus, FORMS};
use std::path::Path;
use torus_hdl::{modules, Module, NodeSpec};

/// Calls `judge` with the modules of a shape in both forms, which are written to folders of their own.
pub fn for_shape(dims: &str, judge: impl Fn(&Path, &[Module], &[String])) {
    let torus = torus(dims);
    // The largest shape is here for its widths; a few dozen rows will do.
    let turns = ordered_turns(&torus);
    for ports in FORMS {
        let images = [one_by_one(&torus, ports, 60)];
        judged(&NodeSpec { ports, ..spec(&torus, &images, &turns) }, &judge);
    }
}

/// The same for the modules of a specification.
pub fn judged(spec: &NodeSpec, judge: impl Fn(&Path, &[Module], &[String])) {
    text::judged(&modules(spec), judge);
}

/// Synthesizes node and transit router with Yosys, which must find no problem.
pub fn synthesise(folder: &Path, _all: &[Module], files: &[String]) {
    let tops = ["net_tile", "net_transit"].into_iter().filter(|top| files.contains(&format!("{top}.v")));
    tops.for_each(|top| text::synthesise(folder, top, files));
}
