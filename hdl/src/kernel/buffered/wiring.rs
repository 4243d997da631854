//! The connections that routers of one and of two cycles a hop have in common: clocks, links, local ports,
//! and the sticky error. Both routers have these ports, and parts with the same ports.

use crate::signal::{labels, Labelled, Sig};
use rust_hdl_core::prelude::*;

/// The parts of a router's kernel that do not depend on its kind.
macro_rules! shared_parts {
    ($router:ty) => {
        /// Clock and reset.
        impl Part<Clocks> for $router {
            #[hdl_gen]
            fn update(&mut self) {
                self.error.clk.next = self.clk_i.val();
                self.error.rst_n.next = self.rst_ni.val();
                for p in 0..self._p {
                    self.input[p].clk_i.next = self.clk_i.val();
                    self.input[p].rst_ni.next = self.rst_ni.val();
                    self.output[p].clk_i.next = self.clk_i.val();
                    self.output[p].rst_ni.next = self.rst_ni.val();
                }
            }
        }

        /// Clock and reset of the local ports.
        impl Part<LocalClocks> for $router {
            #[hdl_gen]
            fn update(&mut self) {
                for l in 0..self._l {
                    self.inject[l].clk_i.next = self.clk_i.val();
                    self.inject[l].rst_ni.next = self.rst_ni.val();
                    self.eject[l].clk_i.next = self.clk_i.val();
                    self.eject[l].rst_ni.next = self.rst_ni.val();
                }
            }
        }

        /// The links, in both directions.
        impl Part<Links> for $router {
            #[hdl_gen]
            fn update(&mut self) {
                for p in 0..self._p {
                    self.input[p].push_i.next = self.rx_valid_i[p].val();
                    self.input[p].push_head_i.next = self.rx_head_i[p].val();
                    self.input[p].push_data_i.next = self.rx_data_i[p].val();
                    self.rx_credit_o[p].next = self.input[p].credit_o.val();
                    self.output[p].credit_i.next = self.tx_credit_i[p].val();
                    self.tx_valid_o[p].next = self.output[p].valid_o.val();
                    self.tx_head_o[p].next = self.output[p].head_o.val();
                    self.tx_data_o[p].next = self.output[p].data_o.val();
                }
            }
        }

        /// Tells the inputs whether they are at the end of a wrap link.
        impl Part<WrapLinks> for $router {
            #[hdl_gen]
            fn update(&mut self) {
                for t in self._p..(self._p + 1) {
                    for w in 0..self._w {
                        for p in 0..self._p {
                            if self.wraps[w * t + p].val() {
                                self.input[p].wrap_i[0].next = self.wrap_i[w].val();
                            }
                        }
                    }
                }
            }
        }

        /// The local ports, in both directions.
        impl Part<LocalPorts> for $router {
            #[hdl_gen]
            fn update(&mut self) {
                for l in 0..self._l {
                    self.inject[l].push_i.next = self.inject_valid_i[l].val();
                    if self.one_local_port.val() {
                        self.inject[l].push_port_i[0].next = self.inject_port_i[l].val();
                    }
                    self.inject[l].push_head_i.next = self.inject_head_i[l].val();
                    self.inject[l].push_data_i.next = self.inject_data_i[l].val();
                    self.inject_ready_o[l].next = self.inject[l].ready_o.val();
                    self.eject[l].ready_i.next = self.eject_ready_i[l].val();
                    self.eject_valid_o[l].next = self.eject[l].valid_o.val();
                    self.eject_data_o[l].next = self.eject[l].data_o.val();
                    if self.long.val() {
                        self.eject_last_o[l].next = self.eject[l].last_o[0].val();
                    }
                }
            }
        }

        /// Collects the faults: overflow, a credit too many, a misrouted flit.
        impl Part<Fault> for $router {
            #[hdl_gen]
            fn update(&mut self) {
                comment!("Faults: overflow, a credit too many, a head that names no output.");
                self.fault.next = false;
                for p in 0..self._p {
                    self.fault.next =
                        self.fault.val() | self.input[p].fault_o.val() | self.output[p].fault_o.val();
                }
                for l in 0..self._l {
                    if self.may_ask_for_nothing.val() {
                        self.fault.next = self.fault.val() | self.inject[l].fault_o[0].val();
                    }
                }
                self.error.d.next = self.error.q.val() | self.fault.val();
                self.error_o.next = self.error.q.val();
            }
        }
    };
}
pub(super) use shared_parts;

/// Constants for all combinations of numbers below `sizes`.
pub(super) fn table(sizes: [usize; 4], is: impl Fn([usize; 4]) -> bool) -> Labelled<Constant<Bit>> {
    let [_, b, c, d] = sizes;
    let split = |k: usize| [k / (b * c * d), k / (c * d) % b, k / d % c, k % d];
    Labelled::new(&labels(0..sizes.iter().product()), |k| Constant::new(is(split(k))))
}

/// The label of a port that only some networks have: none if this one lacks it.
pub(super) fn only(yes: bool) -> Vec<String> {
    yes.then(String::new).into_iter().collect()
}

/// A value of `bits` bits for each label.
pub(super) fn row<D: Direction>(all: &[String], bits: usize) -> Labelled<Sig<D>> {
    Labelled::new(all, |_| Sig::new(bits)).with_spare(Sig::new(bits))
}

/// A bit for each label.
pub(super) fn bit<D: Direction>(all: &[String]) -> Labelled<Signal<D, Bit>> {
    Labelled::new(all, |_| Signal::default()).with_spare(Signal::default())
}
