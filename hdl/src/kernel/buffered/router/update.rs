//! What connects the parts.

// An `if` on a constant stands alone, so that the printer can decide it.
#![allow(clippy::collapsible_if, clippy::collapsible_else_if)]

use super::Router;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(Router:
    Clocks,
    LocalClocks,
    Links,
    WrapLinks,
    LocalPorts,
    Requests,
    Channels,
    LocalRequests,
    Leaving,
    Fault,
);

/// Clock and reset.
impl Part<Clocks> for Router {
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
impl Part<LocalClocks> for Router {
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

/// The links, both ways.
impl Part<Links> for Router {
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

/// Which inputs stand behind a wrap link.
impl Part<WrapLinks> for Router {
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

/// The local ports, both ways.
impl Part<LocalPorts> for Router {
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

/// What inputs ask for at outputs.
impl Part<Requests> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("By port: the flits that leave their buffer.");
        for p in 0..self._p {
            self.pop[p].next = self.none.val();
        }
        for t in self._p..(self._p + 1) {
            for x in self._k..(self._k + 1) {
                for y in self._r..(self._r + 1) {
                    for i in 0..self._p {
                        for k in 0..self._k {
                            for o in 0..self._p {
                                for r in 0..self._r {
                                    if self.link[((i * x + k) * t + o) * y + r].val() {
                                        self.output[o].req_i[r].next = self.input[i].req_o[k].val();
                                        self.output[o].data_i[r].next = self.input[i].data_o.val();
                                        self.pop[i].next =
                                            self.pop[i].val() | self.output[o].grant_o[r].val();
                                        if self.straight[i * t + o].val() {
                                            self.output[o].head_i[r].next =
                                                self.input[i].head_straight_o[0].val();
                                        } else {
                                            self.output[o].head_i[r].next =
                                                self.input[i].head_turn_o[0].val();
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The channels that flits of inputs ask for.
impl Part<Channels> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for t in self._p..(self._p + 1) {
            for x in self._k..(self._k + 1) {
                for y in self._r..(self._r + 1) {
                    for i in 0..self._p {
                        for k in 0..self._k {
                            for o in 0..self._p {
                                for r in 0..self._r {
                                    if self.link[((i * x + k) * t + o) * y + r].val() {
                                        if self.many.val() {
                                            if self.straight[i * t + o].val() {
                                                self.output[o].channel_i[r].next =
                                                    self.input[i].channel_straight_o[0].val();
                                            } else {
                                                self.output[o].channel_i[r].next =
                                                    self.input[i].channel_turn_o[0].val();
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What injection ports ask for at outputs.
impl Part<LocalRequests> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for l in 0..self._l {
            self.inject_pop[l].next = self.stays.val();
        }
        for t in self._p..(self._p + 1) {
            for x in self._k..(self._k + 1) {
                for y in self._r..(self._r + 1) {
                    for l in 0..self._l {
                        for k in 0..self._k {
                            for o in 0..self._p {
                                for r in 0..self._r {
                                    if self.local[((l * x + k) * t + o) * y + r].val() {
                                        self.output[o].req_i[r].next = self.inject[l].req_o[k].val();
                                        if self.many.val() {
                                            self.output[o].channel_i[r].next =
                                                self.inject[l].channel_o[0].val();
                                        }
                                        self.output[o].head_i[r].next = self.inject[l].head_o.val();
                                        self.output[o].data_i[r].next = self.inject[l].data_o.val();
                                        self.inject_pop[l].next =
                                            self.inject_pop[l].val() | self.output[o].grant_o[r].val();
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        for l in 0..self._l {
            self.inject[l].pop_i.next = self.inject_pop[l].val();
        }
    }
}

/// Flits at their destination, and flits that leave their buffer.
impl Part<Leaving> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for x in self._k..(self._k + 1) {
            for y in self._l..(self._l + 1) {
                for z in self._e..(self._e + 1) {
                    for i in 0..self._p {
                        for k in 0..self._k {
                            for l in 0..self._l {
                                for e in 0..self._e {
                                    if self.ejects[((i * x + k) * y + l) * z + e].val() {
                                        self.eject[l].req_i[e].next = self.input[i].req_o[k].val();
                                        self.eject[l].data_i[e].next = self.input[i].data_o.val();
                                        self.pop[i].next = self.pop[i].val() | self.eject[l].grant_o[e].val();
                                        if self.long.val() {
                                            self.eject[l].last_i[e].next = self.input[i].last_o[0].val();
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        for p in 0..self._p {
            self.input[p].pop_i.next = self.pop[p].val();
        }
    }
}

/// Overflow, a credit too many, a misrouted flit.
impl Part<Fault> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Faults: overflow, a credit too many, a head that names no output.");
        self.fault.next = false;
        for p in 0..self._p {
            self.fault.next = self.fault.val() | self.input[p].fault_o.val() | self.output[p].fault_o.val();
        }
        for l in 0..self._l {
            self.fault.next = self.fault.val() | self.inject[l].fault_o.val();
        }
        self.error.d.next = self.error.q.val() | self.fault.val();
        self.error_o.next = self.error.q.val();
    }
}
