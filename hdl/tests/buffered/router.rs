//! Both buffered routers in rust-hdl's simulator against the naive ones, every output in every cycle.
//!
//! State space: queues, credits, pointers and locks, by random walks. Parameters: every corner of the
//! specification, with and without a processor, and four loads: quiet, busy, with few credits, blocked at
//! the destination.

use crate::common::buffered::bench::{Kernel, Oracle, SideBySide, WIDTH};
use crate::common::buffered::traffic::{Load, Traffic};
use crate::common::buffered::CORNERS;
use torus_hdl::kernel::buffered::{pipelined, Router};

const LOADS: [Load; 4] = [
    Load { arrive: 20, credit: 50, inject: 10, eject: 90 },
    Load { arrive: 95, credit: 90, inject: 95, eject: 90 },
    Load { arrive: 80, credit: 20, inject: 90, eject: 60 },
    Load { arrive: 90, credit: 60, inject: 60, eject: 10 },
];

/// The flits that left and those that arrived in a random walk.
fn walk<K: Kernel>(mut bench: SideBySide<K>, load: Load, seed: u64, cycles: usize) -> [usize; 2] {
    let mut traffic = Traffic::new(seed, load, bench.naive.base(), WIDTH);
    let mut seen = [0, 0];
    for t in 0..cycles {
        let inputs = traffic.inputs(bench.naive.base());
        let outputs = bench.cycle(&inputs);
        assert!(!outputs.error, "{load:?} seed {seed} cycle {t}");
        seen[0] += outputs.tx.iter().flatten().count();
        seen[1] += outputs.eject.iter().flatten().count();
    }
    seen
}

/// Walks with all corners and loads. Flits have to move in each.
fn walk_all<K: Kernel>(cycles: usize) {
    for (k, corner) in CORNERS.iter().enumerate() {
        for (j, load) in LOADS.into_iter().enumerate() {
            let bench = SideBySide::<K>::new(corner, true);
            let [left, arrived] = walk(bench, load, (1 + k * 10 + j) as u64, cycles);
            assert!(
                left > 20 && arrived > 20,
                "{corner:?} {load:?}: only {left} left and {arrived} arrived."
            );
        }
    }
}

/// The same without a processor.
fn walk_through<K: Kernel>(cycles: usize) {
    for (k, corner) in CORNERS.iter().enumerate() {
        for (j, load) in LOADS.into_iter().enumerate() {
            walk(SideBySide::<K>::new(corner, false), load, (1001 + k * 10 + j) as u64, cycles);
        }
    }
}

#[test]
fn every_output_in_every_cycle() {
    walk_all::<Router>(400);
}

#[test]
fn every_output_without_processor() {
    walk_through::<Router>(200);
}

#[test]
fn every_output_of_two_cycles_a_hop() {
    walk_all::<pipelined::Router>(400);
}

#[test]
fn every_output_of_two_cycles_a_hop_without_processor() {
    walk_through::<pipelined::Router>(200);
}
