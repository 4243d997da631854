//! The Verilog text of networks with message memories. `netlists/memory.rs` checks every corner with the
//! tools of users.
//!
//! State space: none, only the text.

use crate::common::memory::{judged_spec, spec, CORNERS};
use crate::common::text::{compile, has_plain_names, is_golden, lint};
use torus_hdl::memory::{modules, MemorySpec};
use torus_model::collective::{assemble, broadcast};

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
