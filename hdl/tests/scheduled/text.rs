//! The emitted text, judged by the tools that users have: Verilator, Icarus, Yosys. A missing tool is a
//! failure.

use crate::common::text::{self, compile, has_plain_names, lint};
use crate::common::{ordered_turns, schedule, spec, torus, FORMS, SHAPES};
use std::path::Path;
use torus_hdl::{modules, Module, NodeSpec, SlotTable};
use torus_model::PortModel::{AllPort, OnePort};
use torus_model::{Port, RomImage, Torus};

/// Calls `judge` with the modules of a shape in both forms, written to a folder of their own.
fn for_shape(dims: &str, judge: impl Fn(&Path, &[Module], &[String])) {
    let torus = torus(dims);
    // The largest shape is here for its widths; a few dozen rows will do.
    let turns = ordered_turns(&torus);
    for ports in FORMS {
        let images = [schedule::one_by_one(&torus, ports, 60)];
        judged(&NodeSpec { ports, ..spec(&torus, &images, &turns) }, &judge);
    }
}

fn judged(spec: &NodeSpec, judge: impl Fn(&Path, &[Module], &[String])) {
    text::judged(&modules(spec), judge);
}

fn synthesise(folder: &Path, _all: &[Module], files: &[String]) {
    let tops = ["net_tile", "net_transit"].into_iter().filter(|top| files.contains(&format!("{top}.v")));
    tops.for_each(|top| text::synthesise(folder, top, files));
}

#[test]
fn verilator_finds_nothing() {
    SHAPES.iter().for_each(|dims| for_shape(dims, lint));
}

#[test]
fn icarus_finds_nothing() {
    SHAPES.iter().for_each(|dims| for_shape(dims, compile));
}

#[test]
fn yosys_finds_nothing() {
    SHAPES.iter().for_each(|dims| for_shape(dims, synthesise));
}

#[test]
fn corners_of_the_specification_are_clean() {
    let torus = torus("3x4");
    let (images, every) = ([schedule::one_by_one(&torus, AllPort, 3)], all_turns(&torus));
    let one = [schedule::one_by_one(&torus, OnePort, 3)];
    let ordered = ordered_turns(&torus);
    let base = spec(&torus, &images, &ordered);
    let corners = [
        NodeSpec { turns: &[], ..base.clone() },
        NodeSpec { turns: &every, ..base.clone() },
        NodeSpec { width: 8, ..base.clone() },
        NodeSpec { width: 256, ..base.clone() },
        NodeSpec { width: 1024, ..base.clone() },
        NodeSpec { processors: 2, overlap: 3, ..base.clone() },
        NodeSpec { processors: 1, ..base.clone() },
        NodeSpec { ports: OnePort, images: &one, turns: &every, ..base.clone() },
        NodeSpec { ports: OnePort, images: &one, width: 1024, processors: 1, ..base.clone() },
    ];
    for corner in corners {
        judged(&corner, lint);
        judged(&corner, compile);
        judged(&corner, synthesise);
    }
}

#[test]
fn routers_that_slots_set_are_clean() {
    for (dims, ports) in SHAPES.iter().flat_map(|dims| FORMS.map(|ports| (dims, ports))) {
        let (torus, turns) = (torus(dims), ordered_turns(&torus(dims)));
        let images = [schedule::one_by_one(&torus, ports, 60)];
        let table = SlotTable::new(&torus, ports, &images[0]).unwrap();
        let plain = spec(&torus, &images, &turns);
        let spec = NodeSpec { ports, slot_table: Some(&table), with_transit: false, ..plain };
        judged(&spec, lint);
        judged(&spec, compile);
        judged(&spec, synthesise);
    }
}

#[test]
fn mirrors_are_clean() {
    for (dims, flips) in [("4", &[0][..]), ("6x4", &[0, 1]), ("2x3x4", &[2])] {
        let (torus, turns) = (torus(dims), ordered_turns(&torus(dims)));
        for ports in FORMS {
            let images = [schedule::one_by_one(&torus, ports, 9)];
            let spec = NodeSpec { ports, flips, with_transit: false, ..spec(&torus, &images, &turns) };
            judged(&spec, lint);
            judged(&spec, compile);
            judged(&spec, synthesise);
        }
    }
}

#[test]
fn a_payload_of_exactly_two_ids_is_clean() {
    for (dims, width) in [("2", 2), ("4x4", 8), ("8x8", 12), ("2x2x2x2", 8)] {
        let torus = torus(dims);
        let (images, turns) = ([schedule::one_by_one(&torus, AllPort, 9)], ordered_turns(&torus));
        let spec = NodeSpec { width, ..spec(&torus, &images, &turns) };
        judged(&spec, lint);
        judged(&spec, synthesise);
    }
}

/// Every turn that joins two dimensions.
fn all_turns(torus: &Torus) -> Vec<(Port, Port)> {
    let others = |p: Port| torus.ports().filter(move |q| q.dim() != p.dim()).map(move |q| (p, q));
    torus.ports().flat_map(others).collect()
}

#[test]
fn classes_have_modules_of_their_own() {
    let torus = torus("3x4");
    let images: Vec<RomImage> = (1..4).map(|most| schedule::one_by_one(&torus, AllPort, most)).collect();
    let longest = images.iter().map(|image| image.rows.len()).max().unwrap();
    let padded: Vec<RomImage> = images
        .into_iter()
        .map(|mut image| {
            image.rows.resize(longest, vec![None; torus.port_slots()]);
            image
        })
        .collect();
    let turns = ordered_turns(&torus);
    let spec = spec(&torus, &padded, &turns);
    let names: Vec<String> = modules(&spec).into_iter().map(|module| module.name).collect();
    let expected = [
        "net_request_x1",
        "net_request_x2",
        "net_mux_first",
        "net_mux_next",
        "net_transit",
        "net_rom_c0",
        "net_router",
        "net_node_c0",
        "net_agent",
        "net_tile_c0",
        "net_rom_c1",
        "net_node_c1",
        "net_tile_c1",
        "net_rom_c2",
        "net_node_c2",
        "net_tile_c2",
    ];
    assert_eq!(names, expected);
    judged(&spec, lint);
}

#[test]
fn the_same_specification_gives_the_same_text() {
    let torus = torus("2x3x4");
    let (images, turns) = ([schedule::one_by_one(&torus, AllPort, 9)], ordered_turns(&torus));
    let spec = spec(&torus, &images, &turns);
    let all = modules(&spec);
    assert_eq!(all, modules(&spec));
    all.iter().for_each(has_plain_names);
}

#[test]
fn long_schedules_have_all_their_rows() {
    let torus = torus("16x16x16");
    let row = schedule::one_by_one(&torus, AllPort, 1).rows[0].clone();
    let images = [RomImage { rows: vec![row; 10_000] }];
    let turns = ordered_turns(&torus);
    let all = modules(&spec(&torus, &images, &turns));
    assert_eq!(all.len(), 11);
    let rows: usize = all.iter().map(|module| module.text.matches("    rows[").count()).sum();
    assert_eq!(rows, 1 << 14, "the rows, and idle ones behind them up to a power of two");
}
