//! The buffered router in rust-hdl's simulator against the naive one, every output in every cycle.
//!
//! State space: queues, credits, pointers, locks; random walks through it. Parameters: every corner of the
//! specification, with and without processor, and four loads: quiet, busy, starved of credits, blocked at home.

mod buffered_common;
mod common;

use buffered_common::naive::{Inputs, Naive, Outputs};
use buffered_common::traffic::{Load, Traffic};
use buffered_common::{Corner, CORNERS};
use common::{put, settle, tick, torus};
use rust_hdl_core::prelude::*;
use torus_hdl::kernel::buffered::Router;

const WIDTH: usize = 8;

const LOADS: [Load; 4] = [
    Load { arrive: 20, credit: 50, inject: 10, eject: 90 },
    Load { arrive: 95, credit: 90, inject: 95, eject: 90 },
    Load { arrive: 80, credit: 20, inject: 90, eject: 60 },
    Load { arrive: 90, credit: 60, inject: 60, eject: 10 },
];

/// The kernel, and its inputs and outputs as the naive router has them.
struct Bench {
    router: Router,
    naive: Naive,
    torus: torus_model::Torus,
    wraps: Vec<usize>,
}

impl Bench {
    fn new(corner: &Corner, local: bool) -> Self {
        let torus = torus(corner.dims);
        let turns = corner.turns(&torus);
        let spec = corner.spec(&torus, &turns, WIDTH);
        let mut router = if local { Router::new(&spec) } else { Router::pass(&spec) };
        router.connect_all();
        check_all(&router).unwrap();
        let naive = Naive::new(corner, &torus, &turns, local);
        let wraps = naive.wraps();
        let mut bench = Bench { router, naive, torus, wraps };
        bench.reset();
        bench
    }

    fn reset(&mut self) {
        self.drive(&Inputs::idle(&self.naive));
        self.router.rst_ni.next = false;
        tick(&mut self.router, |r| &mut r.clk_i);
        self.router.rst_ni.next = true;
        settle(&mut self.router);
        self.naive.reset(&self.torus);
    }

    fn drive(&mut self, inputs: &Inputs) {
        let router = &mut self.router;
        for (k, &p) in self.wraps.iter().enumerate() {
            router.wrap_i[k].next = inputs.wrap[p];
        }
        for (p, flit) in inputs.rx.iter().enumerate() {
            router.rx_valid_i[p].next = flit.is_some();
            put(&mut router.rx_head_i[p], flit.map_or(0, |flit| flit.0));
            put(&mut router.rx_data_i[p], flit.map_or(0, |flit| flit.1));
            put(&mut router.tx_credit_i[p], inputs.credit[p]);
        }
        for (l, flit) in inputs.inject.iter().enumerate() {
            router.inject_valid_i[l].next = flit.is_some();
            if router.inject_port_i.iter().count() > 0 {
                put(&mut router.inject_port_i[l], flit.map_or(0, |flit| flit.0 as u128));
            }
            put(&mut router.inject_head_i[l], flit.map_or(0, |flit| flit.1));
            put(&mut router.inject_data_i[l], flit.map_or(0, |flit| flit.2));
            router.eject_ready_i[l].next = inputs.eject_ready[l];
        }
    }

    fn outputs(&self) -> Outputs {
        let router = &self.router;
        let flit = |p: usize| (router.tx_head_o[p].val().value(), router.tx_data_o[p].val().value());
        let last = |l: usize| router.eject_last_o.iter().nth(l).is_none_or(|last| last.val());
        let home = |l: usize| (last(l), router.eject_data_o[l].val().value());
        let (ports, lanes) = (self.naive.ports.len(), self.naive.lanes.len());
        Outputs {
            tx: (0..ports).map(|p| router.tx_valid_o[p].val().then(|| flit(p))).collect(),
            credit: (0..ports).map(|p| router.rx_credit_o[p].val().value()).collect(),
            inject_ready: (0..lanes).map(|l| router.inject_ready_o[l].val()).collect(),
            eject: (0..lanes).map(|l| router.eject_valid_o[l].val().then(|| home(l))).collect(),
            error: router.error_o.val(),
        }
    }

    /// One cycle of both; the kernel's outputs before and after.
    fn cycle(&mut self, inputs: &Inputs) -> Outputs {
        self.drive(inputs);
        tick(&mut self.router, |r| &mut r.clk_i);
        self.naive.cycle(inputs);
        self.outputs()
    }
}

/// Flits that left and that came home in a random walk.
fn walk(corner: &Corner, local: bool, load: Load, seed: u64, cycles: usize) -> [usize; 2] {
    let mut bench = Bench::new(corner, local);
    let mut traffic = Traffic::new(seed, load, &bench.naive, WIDTH);
    let mut seen = [0, 0];
    for t in 0..cycles {
        let inputs = traffic.inputs(&bench.naive);
        let outputs = bench.cycle(&inputs);
        assert_eq!(outputs, *bench.naive.outputs(), "{corner:?} {local} {load:?} seed {seed} cycle {t}");
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
            let [left, home] = walk(corner, true, load, (1 + k * 10 + j) as u64, 400);
            assert!(left > 20 && home > 20, "{corner:?} {load:?}: only {left} left and {home} came home.");
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
