//! The Verilog text of buffered routers. `netlists/buffered.rs` checks every corner with the tools of users.
//!
//! State space: none, only the text.

use crate::common::buffered::{corner, judged, CORNERS};
use crate::common::text::{has_plain_names, is_golden, lint};
use crate::common::torus;
use torus_hdl::buffered;
use torus_hdl::buffered::{BufferedSpec, Pipeline, RingRule::Bubble};
use torus_model::PortModel::OnePort;

#[test]
fn the_same_specification_gives_the_same_text() {
    for corner in [&CORNERS[4], &CORNERS[13]] {
        let torus = torus(corner.dims);
        let turns = corner.turns(&torus);
        for pipeline in Pipeline::ALL {
            let spec = BufferedSpec { pipeline, ..corner.spec(&torus, &turns, 8) };
            let all = buffered::modules(&spec);
            assert_eq!(all, buffered::modules(&spec));
            all.iter().for_each(has_plain_names);
        }
    }
}

/// Compares the modules of a ring of three nodes with the golden files.
fn is_golden_ring(golden: &str, pipeline: Pipeline, [channels, depth, flits]: [usize; 3]) {
    let ring = corner("3", OnePort, [channels, depth, flits], Bubble, false);
    let torus = torus(ring.dims);
    let turns = ring.turns(&torus);
    let spec = BufferedSpec { with_transit: false, pipeline, ..ring.spec(&torus, &turns, 4) };
    is_golden(golden, &buffered::modules(&spec));
}

#[test]
fn the_smallest_ring_is_the_golden_one() {
    is_golden_ring("buffered_ring3", Pipeline::OneCycle, [1, 2, 1]);
}

/// Two channels, packets of two flits: every part of a text that depends on them is there.
#[test]
fn a_ring_of_two_cycles_a_hop_is_the_golden_one() {
    is_golden_ring("buffered_ring3_pipelined", Pipeline::TwoCycles, [2, 4, 2]);
}

#[test]
fn payloads_of_any_width_are_clean() {
    for width in [1, 2, 128, 512] {
        judged(&CORNERS[0], width, lint);
    }
}
