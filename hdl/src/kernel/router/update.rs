//! The logic of the scheduled router, part by part. This file has the messages that arrive and their
//! requests; `leave` has the sources of an output, and `eject` the messages at their destination.

mod eject;
mod leave;

use super::Router;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(Router:
    Clocks,
    Arrivals,
    Turns,
    Injection,
    Takers,
    Requests,
    Headers,
    HeaderTree,
    Choices,
    Payloads,
    Direct,
    Stages,
    Pairs,
    Links,
    Ejection,
    EjectionPort,
    Fault,
);

/// Clock and reset of the registers.
impl Part<Clocks> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        self.error.clk.next = self.clk_i.val();
        self.error.rst_n.next = self.rst_ni.val();
        for q in 0..self._n {
            self.tx_valid[q].clk.next = self.clk_i.val();
            self.tx_valid[q].rst_n.next = self.rst_ni.val();
            self.tx_request[q].clk.next = self.clk_i.val();
            self.tx_request[q].rst_n.next = self.rst_ni.val();
            self.tx_head[q].clk.next = self.clk_i.val();
            self.tx_data[q].clk.next = self.clk_i.val();
            self.port_fault[q].clk.next = self.clk_i.val();
            self.port_fault[q].rst_n.next = self.rst_ni.val();
        }
        for l in 0..self._one {
            self.local_fault[l].clk.next = self.clk_i.val();
            self.local_fault[l].rst_n.next = self.rst_ni.val();
        }
        for q in 0..self._local_ports {
            self.eject_valid[q].clk.next = self.clk_i.val();
            self.eject_valid[q].rst_n.next = self.rst_ni.val();
            self.eject_data[q].clk.next = self.clk_i.val();
        }
    }
}

/// The request of a message on a link, and its header if it goes straight on.
impl Part<Arrivals> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for p in 0..self._n {
            comment!("Arriving by {p}: what the message wants, and its header if it goes straight on.");
            self.request[p].a.next = self.rx_head_i[p].val();
            self.at_dest[p].a.next = self.rx_head_i[p].val();
            self.continues[p].a.next = self.rx_head_i[p].val();
            for _l in 0..self._local {
                self.misrouted[p].next =
                    self.rx_valid_i[p].val() & (self.request[p].y.val() == self.no_request[p].val());
            }
            for _l in 0..self._transit {
                self.misrouted[p].next = (self.rx_valid_i[p].val()
                    & (self.request[p].y.val() == self.no_request[p].val()))
                    | self.at_dest[p].y.val();
            }
            self.hops[p].a.next = self.rx_head_i[p].val();
            self.hops_after[p].next = self.hops[p].y.val() - self.one_hop.val();
            if self.deeper[p].val() {
                self.further[p].a.next = self.rx_head_i[p].val();
                self.head_continued[p].high.next = self.further[p].y.val();
                self.head_continued[p].low.next = self.hops_after[p].val();
                self.next_head[p].next = self.head_continued[p].y.val();
            } else {
                self.next_head[p].next = self.hops_after[p].val();
            }
        }
    }
}

/// The header of a message that turns.
impl Part<Turns> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for n in self._n..(self._n + 1) {
            for p in 0..self._n {
                comment!("Turns from {p}: the header moves down by a run.");
                for q in 0..self._n {
                    if self.wired[p * n + q].val() {
                        self.turn[p * n + q].a.next = self.rx_head_i[p].val();
                        self.rest[p * n + q].a.next = self.rx_head_i[p].val();
                        self.head_turned[p * n + q].a.next = self.rest[p * n + q].y.val();
                        self.turned[p * n + q].a.next = self.head_turned[p * n + q].y.val();
                        self.turned_decoder[p * n + q].head_i.next = self.turned[p * n + q].y.val();
                    }
                }
            }
        }
    }
}

/// The output that a message of the processor takes.
impl Part<Injection> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for _l in 0..(self._all * self._local) {
            for q in 0..self._n {
                self.injects[q].next = self.inject_valid_i[q].val();
            }
        }
        for l in 0..self._one {
            comment!("The processor's message, by the port it leaves by.");
            self.inject_misrouted[l].next = self.inject_valid_i[l].val();
            for q in 0..self._n {
                self.injects[q].next =
                    self.inject_valid_i[l].val() & (self.inject_port_i[l].val() == self.port[q].val());
                self.inject_misrouted[l].next = self.inject_misrouted[l].val() & !self.injects[q].val();
            }
        }
        for l in self._all..(self._all + self._local) {
            comment!("Of injected headers: the runs that a link carries.");
            for q in 0..self._n {
                self.head_injected[q].a.next = self.inject_head_i[q * l].val();
                self.injected[q].a.next = self.head_injected[q].y.val();
                self.injected_decoder[q].head_i.next = self.injected[q].y.val();
            }
        }
        for n in self._n..(self._n + 1) {
            for l in self._all..(self._all + 1) {
                comment!("Of injected headers: the runs that a link does not carry.");
                for k in 0..self._unused {
                    for q in 0..self._n {
                        if self.unused_of[k * n + q].val() {
                            self.unused[k].a.next = self.inject_head_i[q * l].val();
                        }
                    }
                }
            }
        }
    }
}

/// Whether a message takes an output, and whether two want it.
impl Part<Takers> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for n in self._n..(self._n + 1) {
            for q in 0..self._n {
                comment!("Leaving by {q}: whether the output is taken, and whether two messages want it.");
                for _l in 0..self._local {
                    self.taken[q].next = self.injects[q].val() | self.continues[q].y.val();
                    self.conflict[q].next = self.injects[q].val() & self.continues[q].y.val();
                }
                for _l in 0..self._transit {
                    self.taken[q].next = self.continues[q].y.val();
                    self.conflict[q].next = false;
                }
                for p in 0..self._n {
                    if self.wired[p * n + q].val() {
                        self.conflict[q].next =
                            self.conflict[q].val() | (self.taken[q].val() & self.turn[p * n + q].y.val());
                        self.taken[q].next = self.taken[q].val() | self.turn[p * n + q].y.val();
                    }
                }
                self.tx_valid[q].d.next = self.taken[q].val();
            }
        }
    }
}

/// The request on the next link.
impl Part<Requests> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for n in self._n..(self._n + 1) {
            for q in 0..self._n {
                comment!(
                    "Leaving by {q}: what the message wants of the next router; nothing without a message."
                );
                self.continued[q].a.next = self.next_head[q].val();
                self.continued_decoder[q].head_i.next = self.continued[q].y.val();
                self.next_request[q].next = self.no_request[q].val();
                for _l in 0..self._local {
                    if self.injects[q].val() {
                        self.next_request[q].next =
                            self.next_request[q].val() | self.injected_decoder[q].request_o.val();
                    }
                }
                if self.continues[q].y.val() {
                    self.next_request[q].next = self.continued_decoder[q].request_o.val();
                }
                for p in 0..self._n {
                    if self.wired[p * n + q].val() {
                        if self.turn[p * n + q].y.val() {
                            self.next_request[q].next =
                                self.next_request[q].val() | self.turned_decoder[p * n + q].request_o.val();
                        }
                    }
                }
                self.tx_request[q].d.next = self.next_request[q].val();
            }
        }
    }
}
