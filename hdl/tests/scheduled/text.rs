//! The emitted Verilog, checked by the tools of users: Verilator and Icarus, and Yosys for the smallest
//! payloads; `netlists/` has the rest. A missing tool is a failure.

use crate::common::text::{compile, has_plain_names, lint};
use crate::common::{
    nodes::{for_shape, judged, synthesise},
    ordered_turns, schedule, spec, torus, SHAPES,
};
use torus_hdl::{modules, NodeSpec};
use torus_model::{PortModel::AllPort, RomImage};

#[test]
fn verilator_finds_nothing() {
    SHAPES.iter().for_each(|dims| for_shape(dims, lint));
}

#[test]
fn icarus_finds_nothing() {
    SHAPES.iter().for_each(|dims| for_shape(dims, compile));
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
    assert_eq!(all.len(), 12);
    let rows: usize = all.iter().map(|module| module.text.matches("    rows[").count()).sum();
    assert_eq!(rows, 1 << 14, "the rows, and idle ones behind them up to a power of two");
}
