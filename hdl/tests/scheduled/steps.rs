//! Steps against the slot table of their frame: the row that a generator computes from the step alone equals
//! the row of the table, which is made by walking messages.
//!
//! State space: every exit and every slot of the frames. Corners: radix 2, one dimension, letters of a
//! prime, of a power of a prime and of an Eulerian circuit, four dimensions.

use crate::common::torus;
use torus_hdl::spec::{Source, Target};
use torus_hdl::SlotTable;
use torus_model::schedule::{
    frame::generated_frame,
    steps::{Step, Steps},
};
use torus_model::{HopCycles, Placement, Port, PortModel, Torus};

const DIMS: [&str; 17] = [
    "2", "2x2", "2x2x2", "2x2x2x2", "3", "5", "7", "15", "3x3", "5x5", "7x7", "9x9", "15x15", "3x3x3",
    "5x5x5", "7x7x7", "3x3x3x3",
];

fn table(torus: &Torus) -> SlotTable {
    let frame = generated_frame(&Placement::full(torus)).unwrap().0;
    SlotTable::new(torus, PortModel::AllPort, &HopCycles::one(torus), &frame.rom_images()[0]).unwrap()
}

/// The source that a target takes in a slot of a step.
fn taken(step: &Step, first: bool, target: Target, dims: usize) -> Option<Source> {
    match target {
        Target::Link(port) if !first => Some(Source::Arrival(port)),
        Target::Link(port) if port.dim() <= step.zeros => Some(Source::Injection(port.index())),
        Target::Link(port) => {
            let from = Port::new(port.dim() - step.zeros - 1, port.sign());
            Some(Source::Arrival(if step.crosses { Port::from_index(from.index() ^ 1) } else { from }))
        }
        Target::Ejection(local) => {
            let port = Port::from_index(local);
            (first && port.dim() + step.zeros + 1 >= dims).then_some(Source::Arrival(port))
        }
    }
}

#[test]
fn a_step_says_what_all_routers_do() {
    for dims in DIMS {
        let torus = torus(dims);
        let (table, steps) = (table(&torus), Steps::of(&torus).unwrap().steps());
        let slots: Vec<(&Step, bool)> =
            steps.iter().flat_map(|step| (0..step.hops).map(move |slot| (step, slot == 0))).collect();
        assert_eq!(slots.len(), table.rows.len(), "{dims}");
        for (slot, (row, (step, first))) in table.rows.iter().zip(slots).enumerate() {
            assert!(
                row.expected.iter().all(|expected| *expected),
                "{dims}: every link is used in slot {slot}"
            );
            for (exit, place) in table.exits.iter().zip(&row.taken) {
                let says = taken(step, first, exit.target, torus.d());
                assert_eq!(place.map(|place| exit.sources[place]), says, "{dims}, slot {slot}: {exit:?}");
            }
        }
    }
}
