//! Nodes of scheduled networks: every shape, every corner of the specification, mirrors, and routers that
//! slots set.

use crate::common::nodes::{for_shape, judged, synthesise};
use crate::common::schedule;
use crate::common::text::{compile, lint};
use crate::common::{ordered_turns, spec, torus, FORMS, SHAPES};
use torus_hdl::{NodeSpec, SlotTable};
use torus_model::PortModel::{AllPort, OnePort};
use torus_model::{HopCycles, Port, RomStyle, Torus};

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
        NodeSpec { rom_style: RomStyle::Block, ..base.clone() },
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
        let table = SlotTable::new(&torus, ports, &HopCycles::one(&torus), &images[0]).unwrap();
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

/// Every turn between two dimensions.
fn all_turns(torus: &Torus) -> Vec<(Port, Port)> {
    let others = |p: Port| torus.ports().filter(move |q| q.dim() != p.dim()).map(move |q| (p, q));
    torus.ports().flat_map(others).collect()
}
