//! A router in rust-hdl's simulator and the naive one, side by side.

use super::naive::{Inputs, Naive, Outputs};
use super::Corner;
use crate::common::{put, settle, tick, torus};
use rust_hdl_core::prelude::*;
use torus_hdl::kernel::buffered::Router;
use torus_model::Torus;

/// Bits of the benches' payloads.
pub const WIDTH: usize = 8;

/// The kernel, and its inputs and outputs as the naive router has them.
pub struct Bench {
    pub router: Router,
    pub naive: Naive,
    torus: Torus,
    wraps: Vec<usize>,
}

impl Bench {
    /// A router out of reset.
    pub fn new(corner: &Corner, local: bool) -> Self {
        let torus = torus(corner.dims);
        let turns = corner.turns(&torus);
        let spec = corner.spec(&torus, &turns, WIDTH);
        let mut router = if local { Router::new(&spec) } else { Router::transit(&spec) };
        router.connect_all();
        check_all(&router).unwrap();
        let naive = Naive::new(corner, &torus, &turns, local);
        let wraps = naive.wraps();
        let mut bench = Bench { router, naive, torus, wraps };
        bench.reset();
        bench
    }

    /// Reset of both.
    pub fn reset(&mut self) {
        self.drive(&Inputs::idle(&self.naive));
        self.router.rst_ni.next = false;
        tick(&mut self.router, |r| &mut r.clk_i);
        self.router.rst_ni.next = true;
        settle(&mut self.router);
        self.naive.reset(&self.torus);
    }

    /// Gives the kernel its inputs.
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

    /// The kernel's outputs.
    fn outputs(&self) -> Outputs {
        let router = &self.router;
        let flit = |p: usize| (router.tx_head_o[p].val().value(), router.tx_data_o[p].val().value());
        let last = |l: usize| router.eject_last_o.iter().nth(l).is_none_or(|last| last.val());
        let ejected = |l: usize| (last(l), router.eject_data_o[l].val().value());
        let (ports, local_ports) = (self.naive.ports.len(), self.naive.local_ports.len());
        Outputs {
            tx: (0..ports).map(|p| router.tx_valid_o[p].val().then(|| flit(p))).collect(),
            credit: (0..ports).map(|p| router.rx_credit_o[p].val().value()).collect(),
            inject_ready: (0..local_ports).map(|l| router.inject_ready_o[l].val()).collect(),
            eject: (0..local_ports).map(|l| router.eject_valid_o[l].val().then(|| ejected(l))).collect(),
            error: router.error_o.val(),
        }
    }

    /// One cycle of both; the kernel's outputs after it, which are those of the naive router.
    pub fn cycle(&mut self, inputs: &Inputs) -> Outputs {
        self.drive(inputs);
        tick(&mut self.router, |r| &mut r.clk_i);
        self.naive.cycle(inputs);
        let outputs = self.outputs();
        assert_eq!(outputs, *self.naive.outputs());
        outputs
    }
}
