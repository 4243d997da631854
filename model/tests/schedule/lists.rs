//! Schedules of placements that list all nodes, which are full but have a class for each processor.
//!
//! State space: all ports, one and a single one; frames and one-shots, ODR and chosen routes; sizes for which
//! a full placement has a route table, circuits, or one row.

use crate::ports::assert_valid;
use torus_model::bound::frame_bound;
use torus_model::schedule::balanced::{balanced_frame, balanced_oneshot};
use torus_model::schedule::{frame::odr_frame, oneshot::odr_oneshot, verify::verify};
use torus_model::{Effort, Placement, PortModel, Schedule, Torus};

/// A list of all nodes has a message of its own for each pair, so what is known of full placements does not
/// serve it: the schedules are packed.
#[test]
fn lists_of_all_nodes_have_schedules() {
    const LEAST: Effort = Effort { seed: 1, visits: 1_000 };
    type Make = fn(&Placement, PortModel, Effort) -> Schedule;
    let table: [(&[u32], PortModel, Make); 6] = [
        (&[4], PortModel::AllPort, balanced_frame),
        (&[2, 3], PortModel::AllPort, balanced_oneshot),
        (&[10, 10], PortModel::OnePort, balanced_oneshot),
        (&[11, 11], PortModel::OnePort, odr_frame),
        (&[2, 4], PortModel::SinglePort, odr_oneshot),
        (&[5, 5], PortModel::SinglePort, odr_frame),
    ];
    for (dims, ports, make) in table {
        let torus = Torus::new(dims).unwrap();
        let placement = Placement::listed(&torus, &torus.nodes().collect::<Vec<_>>()).unwrap();
        let schedule = make(&placement, ports, LEAST);
        match ports {
            PortModel::AllPort => assert!(verify(&schedule).is_ok(), "{torus}"),
            _ => assert_valid(&schedule),
        }
        let bound = frame_bound(&placement, ports);
        assert!(schedule.length <= 2 * bound, "{torus}: {} slots, bound {bound}", schedule.length);
    }
}
