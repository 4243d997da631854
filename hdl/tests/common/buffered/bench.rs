//! A router in rust-hdl's simulator beside the naive one.

use super::naive::{Inputs, Naive, Outputs};
use super::pipelined::PipelinedNaive;
use super::Corner;
use crate::common::{put, settle, tick, torus};
use rust_hdl_core::prelude::*;
use torus_hdl::buffered::BufferedSpec;
use torus_hdl::kernel::buffered::{pipelined, Router};
use torus_model::{Port, Torus};

/// Bits of the benches' payloads.
pub const WIDTH: usize = 8;

/// A second model of a router's state, to compare with.
pub trait Oracle {
    /// A router after reset.
    fn at_reset(corner: &Corner, torus: &Torus, turns: &[(Port, Port)], local: bool) -> Self;
    /// One clock cycle.
    fn step(&mut self, inputs: &Inputs);
    /// Sizes, wires and outputs.
    fn base(&self) -> &Naive;
}

impl Oracle for Naive {
    fn at_reset(corner: &Corner, torus: &Torus, turns: &[(Port, Port)], local: bool) -> Self {
        Naive::new(corner, torus, turns, local)
    }

    fn step(&mut self, inputs: &Inputs) {
        self.cycle(inputs);
    }

    fn base(&self) -> &Naive {
        self
    }
}

impl Oracle for PipelinedNaive {
    fn at_reset(corner: &Corner, torus: &Torus, turns: &[(Port, Port)], local: bool) -> Self {
        PipelinedNaive::new(corner, torus, turns, local)
    }

    fn step(&mut self, inputs: &Inputs) {
        self.cycle(inputs);
    }

    fn base(&self) -> &Naive {
        &self.base
    }
}

/// A router in rust-hdl's simulator.
pub trait Kernel: Block {
    /// The naive router that it has to equal.
    type Oracle: Oracle;
    /// The router with the local ports of a processor, or without them.
    fn of(spec: &BufferedSpec, local: bool) -> Self;
    /// Makes a clock cycle, in reset or not.
    fn clock(&mut self, reset: bool);
    /// Sets its inputs. `wraps`: the ports with a wrap strap.
    fn drive(&mut self, wraps: &[usize], inputs: &Inputs);
    /// Its outputs.
    fn outputs(&self, naive: &Naive) -> Outputs;
}

/// Implements [`Kernel`] for both routers, which have the same ports.
macro_rules! kernel {
    ($router:ty, $oracle:ty) => {
        impl Kernel for $router {
            type Oracle = $oracle;

            fn of(spec: &BufferedSpec, local: bool) -> Self {
                if local {
                    <$router>::new(spec)
                } else {
                    <$router>::transit(spec)
                }
            }

            fn clock(&mut self, reset: bool) {
                self.rst_ni.next = !reset;
                tick(self, |router| &mut router.clk_i);
                self.rst_ni.next = true;
                settle(self);
            }

            fn drive(&mut self, wraps: &[usize], inputs: &Inputs) {
                let router = self;
                for (k, &p) in wraps.iter().enumerate() {
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

            fn outputs(&self, naive: &Naive) -> Outputs {
                let router = self;
                let flit = |p: usize| (router.tx_head_o[p].val().value(), router.tx_data_o[p].val().value());
                let last = |l: usize| router.eject_last_o.iter().nth(l).is_none_or(|last| last.val());
                let ejected = |l: usize| (last(l), router.eject_data_o[l].val().value());
                let (ports, local_ports) = (naive.ports.len(), naive.local_ports.len());
                Outputs {
                    tx: (0..ports).map(|p| router.tx_valid_o[p].val().then(|| flit(p))).collect(),
                    credit: (0..ports).map(|p| router.rx_credit_o[p].val().value()).collect(),
                    inject_ready: (0..local_ports).map(|l| router.inject_ready_o[l].val()).collect(),
                    eject: (0..local_ports)
                        .map(|l| router.eject_valid_o[l].val().then(|| ejected(l)))
                        .collect(),
                    error: router.error_o.val(),
                }
            }
        }
    };
}

kernel!(Router, Naive);
kernel!(pipelined::Router, PipelinedNaive);

/// The router with one cycle a hop.
pub type Bench = SideBySide<Router>;
/// The router with two cycles a hop.
pub type PipelinedBench = SideBySide<pipelined::Router>;

/// The kernel with the naive router beside it, and the inputs and outputs of both.
pub struct SideBySide<K: Kernel> {
    pub router: K,
    pub naive: K::Oracle,
    corner: Corner,
    local: bool,
    torus: Torus,
}

impl<K: Kernel> SideBySide<K> {
    /// A router after reset.
    pub fn new(corner: &Corner, local: bool) -> Self {
        let torus = torus(corner.dims);
        let turns = corner.turns(&torus);
        let mut router = K::of(&corner.spec(&torus, &turns, WIDTH), local);
        router.connect_all();
        check_all(&router).unwrap();
        let naive = K::Oracle::at_reset(corner, &torus, &turns, local);
        let mut bench = SideBySide { router, naive, corner: corner.clone(), local, torus };
        bench.reset();
        bench
    }

    /// Resets both.
    pub fn reset(&mut self) {
        let turns = self.corner.turns(&self.torus);
        self.naive = K::Oracle::at_reset(&self.corner, &self.torus, &turns, self.local);
        let naive = self.naive.base();
        self.router.drive(&naive.wraps(), &Inputs::idle(naive));
        self.router.clock(true);
    }

    /// Makes one cycle of both and compares them. Returns the outputs after it.
    pub fn cycle(&mut self, inputs: &Inputs) -> Outputs {
        self.router.drive(&self.naive.base().wraps(), inputs);
        self.router.clock(false);
        self.naive.step(inputs);
        let outputs = self.router.outputs(self.naive.base());
        assert_eq!(outputs, *self.naive.base().outputs());
        outputs
    }
}
