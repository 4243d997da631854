//! The buffered router in rust-hdl's simulator against the naive one, every output in every cycle.
//!
//! State space: queues, credits, pointers, locks; random walks through it. Parameters: every corner of the
//! specification, with and without processor, and four loads: quiet, busy, starved of credits, blocked at the
//! destination.

use crate::common::buffered::bench::{Bench, WIDTH};
use crate::common::buffered::traffic::{Load, Traffic};
use crate::common::buffered::{Corner, CORNERS};

const LOADS: [Load; 4] = [
    Load { arrive: 20, credit: 50, inject: 10, eject: 90 },
    Load { arrive: 95, credit: 90, inject: 95, eject: 90 },
    Load { arrive: 80, credit: 20, inject: 90, eject: 60 },
    Load { arrive: 90, credit: 60, inject: 60, eject: 10 },
];

/// Flits that left and that arrived in a random walk.
fn walk(corner: &Corner, local: bool, load: Load, seed: u64, cycles: usize) -> [usize; 2] {
    let mut bench = Bench::new(corner, local);
    let mut traffic = Traffic::new(seed, load, &bench.naive, WIDTH);
    let mut seen = [0, 0];
    for t in 0..cycles {
        let inputs = traffic.inputs(&bench.naive);
        let outputs = bench.cycle(&inputs);
        assert!(!outputs.error, "{corner:?} {local} {load:?} seed {seed} cycle {t}");
        seen[0] += outputs.tx.iter().flatten().count();
        seen[1] += outputs.eject.iter().flatten().count();
    }
    seen
}

#[test]
fn every_output_in_every_cycle() {
    for (k, corner) in CORNERS.iter().enumerate() {
        for (j, load) in LOADS.into_iter().enumerate() {
            let [left, arrived] = walk(corner, true, load, (1 + k * 10 + j) as u64, 400);
            assert!(
                left > 20 && arrived > 20,
                "{corner:?} {load:?}: only {left} left and {arrived} arrived."
            );
        }
    }
}

#[test]
fn every_output_without_processor() {
    for (k, corner) in CORNERS.iter().enumerate() {
        for (j, load) in LOADS.into_iter().enumerate() {
            walk(corner, false, load, (1001 + k * 10 + j) as u64, 200);
        }
    }
}
