//! What the scheduled router does in a cycle, part by part.

use super::Router;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(Router:
    Clocks,
    Arrivals,
    Turns,
    Injection,
    Requests,
    Sources,
    Multiplexers,
    Ejection,
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
            self.tx_head[q].clk.next = self.clk_i.val();
            self.tx_data[q].clk.next = self.clk_i.val();
        }
        for q in 0..self._local_ports {
            self.eject_valid[q].clk.next = self.clk_i.val();
            self.eject_valid[q].rst_n.next = self.rst_ni.val();
            self.eject_data[q].clk.next = self.clk_i.val();
        }
    }
}

/// What a message on a link is, from its header.
impl Part<Arrivals> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for p in 0..self._n {
            comment!(
                "Arriving by {p}: fields of the header, what becomes of the message, and its next header."
            );
            self.hops[p].a.next = self.rx_head_i[p].val();
            self.hops_left[p].next = self.hops[p].y.val() != self.no_hops.val();
            self.continues[p].next = self.rx_valid_i[p].val() & self.hops_left[p].val();
            self.run_ends[p].next = self.rx_valid_i[p].val() & !self.hops_left[p].val();
            self.hops_after[p].next = self.hops[p].y.val() - self.one_hop.val();
            if self.turning.val() {
                self.further[p].a.next = self.rx_head_i[p].val();
                self.next_run[p].a.next = self.rx_head_i[p].val();
                self.next_turn[p].a.next = self.rx_head_i[p].val();
                self.rest[p].a.next = self.rx_head_i[p].val();
                self.at_dest[p].next =
                    self.run_ends[p].val() & (self.next_run[p].y.val() == self.no_run.val());
                self.head_continued[p].high.next = self.further[p].y.val();
                self.head_continued[p].low.next = self.hops_after[p].val();
                self.next_head[p].next = self.head_continued[p].y.val();
                self.head_turned[p].a.next = self.rest[p].y.val();
            } else {
                self.at_dest[p].next = self.run_ends[p].val();
                self.next_head[p].next = self.hops_after[p].val();
            }
        }
    }
}

/// The output that an arriving message turns to.
impl Part<Turns> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for n in self._n..(self._n + 1) {
            for p in 0..self._n {
                comment!("Turns from {p} to the port of the next run; a message without a way is misrouted.");
                for _l in 0..self._local {
                    self.misrouted[p].next = self.run_ends[p].val() & !self.at_dest[p].val();
                }
                for _l in 0..self._transit {
                    self.misrouted[p].next = self.run_ends[p].val();
                }
                for q in 0..self._n {
                    if self.wired[p * n + q].val() {
                        self.turn[p * n + q].next =
                            self.run_ends[p].val() & (self.next_turn[p].y.val() == self.turn_to[q].val());
                        self.misrouted[p].next = self.misrouted[p].val() & !self.turn[p * n + q].val();
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
    }
}

/// Whether an output is taken, and whether by two.
impl Part<Requests> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for n in self._n..(self._n + 1) {
            for q in 0..self._n {
                comment!("Leaving by {q}: whether the output is taken, and whether two messages want it.");
                for _l in 0..self._local {
                    self.taken[q].next = self.injects[q].val() | self.continues[q].val();
                    self.conflict[q].next = self.injects[q].val() & self.continues[q].val();
                }
                for _l in 0..self._transit {
                    self.taken[q].next = self.continues[q].val();
                    self.conflict[q].next = false;
                }
                for p in 0..self._n {
                    if self.wired[p * n + q].val() {
                        self.conflict[q].next =
                            self.conflict[q].val() | (self.taken[q].val() & self.turn[p * n + q].val());
                        self.taken[q].next = self.taken[q].val() | self.turn[p * n + q].val();
                    }
                }
                self.tx_valid[q].d.next = self.taken[q].val();
            }
        }
    }
}

/// The sources of an output by number.
impl Part<Sources> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for n in self._n..(self._n + 1) {
            for m in self._places..(self._places + 1) {
                for s in self._levels..(self._levels + 1) {
                    for q in 0..self._n {
                        comment!("Leaving by {q}: its sources by number: injected, straight on, turns.");
                        for l in self._all..(self._all + self._local) {
                            self.mux_head[q * (s + 1) * m].next = self.inject_head_i[q * l].val();
                            self.mux_data[q * (s + 1) * m].next = self.inject_data_i[q * l].val();
                            self.mux_head[q * (s + 1) * m + 1].next = self.next_head[q].val();
                            self.mux_data[q * (s + 1) * m + 1].next = self.rx_data_i[q].val();
                            self.select[q * s].next = self.continues[q].val();
                        }
                        for _l in 0..self._transit {
                            self.mux_head[q * (s + 1) * m].next = self.next_head[q].val();
                            self.mux_data[q * (s + 1) * m].next = self.rx_data_i[q].val();
                        }
                        for b in self._local..self._levels {
                            self.select[q * s + b].next = false;
                        }
                        for p in 0..self._n {
                            for b in 0..self._levels {
                                if self.numbered[(p * n + q) * s + b].val() {
                                    self.select[q * s + b].next =
                                        self.select[q * s + b].val() | self.turn[p * n + q].val();
                                }
                            }
                            for j in 0..self._places {
                                if self.sourced[(p * n + q) * m + j].val() {
                                    self.mux_head[q * (s + 1) * m + j].next = self.head_turned[p].y.val();
                                    self.mux_data[q * (s + 1) * m + j].next = self.rx_data_i[p].val();
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The tree that picks the source of an output.
impl Part<Multiplexers> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for m in self._places..(self._places + 1) {
            for s in self._levels..(self._levels + 1) {
                for q in 0..self._n {
                    comment!("Leaving by {q}: the multiplexer.");
                    for b in 0..self._levels {
                        for j in 0..self._places {
                            if self.forwards[(q * (s + 1) + b + 1) * m + j].val() {
                                self.mux_head[(q * (s + 1) + b + 1) * m + j].next =
                                    self.mux_head[(q * (s + 1) + b) * m + 2 * j].val();
                                self.mux_data[(q * (s + 1) + b + 1) * m + j].next =
                                    self.mux_data[(q * (s + 1) + b) * m + 2 * j].val();
                            }
                            if self.chooses[(q * (s + 1) + b + 1) * m + j].val() {
                                if self.select[q * s + b].val() {
                                    self.mux_head[(q * (s + 1) + b + 1) * m + j].next =
                                        self.mux_head[(q * (s + 1) + b) * m + 2 * j + 1].val();
                                    self.mux_data[(q * (s + 1) + b + 1) * m + j].next =
                                        self.mux_data[(q * (s + 1) + b) * m + 2 * j + 1].val();
                                } else {
                                    self.mux_head[(q * (s + 1) + b + 1) * m + j].next =
                                        self.mux_head[(q * (s + 1) + b) * m + 2 * j].val();
                                    self.mux_data[(q * (s + 1) + b + 1) * m + j].next =
                                        self.mux_data[(q * (s + 1) + b) * m + 2 * j].val();
                                }
                            }
                        }
                    }
                    self.tx_head[q].d.next = self.mux_head[(q * (s + 1) + s) * m].val();
                    self.tx_data[q].d.next = self.mux_data[(q * (s + 1) + s) * m].val();
                }
            }
        }
    }
}

/// The messages at their destination.
impl Part<Ejection> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for l in 0..self._one {
            comment!("Arrivals at their destination are ORed; two in one cycle conflict.");
            self.eject_conflict[l].next = false;
            self.arrives[l].next = false;
            self.arrived[l].next = self.no_data.val();
            for p in 0..self._n {
                self.eject_conflict[l].next =
                    self.eject_conflict[l].val() | (self.arrives[l].val() & self.at_dest[p].val());
                self.arrives[l].next = self.arrives[l].val() | self.at_dest[p].val();
                if self.at_dest[p].val() {
                    self.arrived[l].next = self.arrived[l].val() | self.rx_data_i[p].val();
                }
            }
            self.eject_valid[l].d.next = self.arrives[l].val();
            self.eject_data[l].d.next = self.arrived[l].val();
        }
        for q in 0..(self._local_ports * self._all) {
            self.eject_valid[q].d.next = self.at_dest[q].val();
            self.eject_data[q].d.next = self.rx_data_i[q].val();
        }
        for q in 0..self._local_ports {
            self.eject_valid_o[q].next = self.eject_valid[q].q.val();
            self.eject_data_o[q].next = self.eject_data[q].q.val();
        }
    }
}

/// Conflicts and misrouted messages.
impl Part<Fault> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Conflicts and misrouted messages: a proven schedule has none.");
        self.fault.next = false;
        for l in 0..self._one {
            self.fault.next =
                self.fault.val() | self.inject_misrouted[l].val() | self.eject_conflict[l].val();
        }
        for q in 0..self._n {
            self.fault.next = self.fault.val() | self.conflict[q].val() | self.misrouted[q].val();
            self.tx_valid_o[q].next = self.tx_valid[q].q.val();
            self.tx_head_o[q].next = self.tx_head[q].q.val();
            self.tx_data_o[q].next = self.tx_data[q].q.val();
        }
        self.error.d.next = self.error.q.val() | self.fault.val();
        self.error_o.next = self.error.q.val();
    }
}
