//! Buffered routers: every corner of the specification, with one and two cycles a hop. Each module is a top,
//! so the parts of a router are also checked with the ports that it leaves open.

use crate::common::buffered::{judged, CORNERS};
use crate::common::text;
use std::path::Path;
use torus_hdl::Module;

fn synthesise(folder: &Path, _all: &[Module], files: &[String]) {
    ["net_router", "net_transit"].iter().for_each(|top| text::synthesise(folder, top, files));
}

#[test]
fn verilator_finds_nothing() {
    CORNERS.iter().for_each(|corner| judged(corner, 8, text::lint));
}

#[test]
fn icarus_finds_nothing() {
    CORNERS.iter().for_each(|corner| judged(corner, 8, text::compile));
}

#[test]
fn yosys_finds_nothing() {
    // Half of them, narrow: synthesis is slow, and the other half differs in numbers only.
    CORNERS.iter().step_by(2).for_each(|corner| judged(corner, 3, synthesise));
}
