//! What the buffered router does in a cycle.
//!
//! A head wants one output channel, or is at its destination. It asks where credits and lock allow; the first
//! stage chooses among those who ask for a channel, the second among the channels of an output, and who is
//! chosen twice goes to the output register. Muxes are an OR of ANDs, one-hot by the choice. Credits are
//! counted where they are spent. The dead halves of the loops below are dropped by the printer, so an absent
//! way, a lock without packets, or a count that nobody compares costs nothing.

// An `if` on a constant stands alone, so that the printer can decide it.
#![allow(clippy::collapsible_if, clippy::collapsible_else_if)]
mod arrive;
mod choose;
mod eject;
mod request;
mod send;

use super::Router;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(Router:
    Clocks,
    LocalClocks,
    Arrivals,
    WrapLinks,
    Injection,
    Headers,
    NextRun,
    Ends,
    StraightOn,
    Turning,
    Entering,
    Room,
    Requests,
    ChannelChoice,
    PortChoice,
    BothStages,
    Inputs,
    Crossbar,
    LocalCrossbar,
    Outputs,
    Credits,
    AtDestination,
    Ejection,
    Departures,
    Returned,
    Fault,
);

/// Clock and reset of channels and outputs.
impl Part<Clocks> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        self.error.clk.next = self.clk_i.val();
        self.error.rst_n.next = self.rst_ni.val();
        for p in 0..self._p {
            self.tx_valid[p].clk.next = self.clk_i.val();
            self.tx_valid[p].rst_n.next = self.rst_ni.val();
            self.tx_head[p].clk.next = self.clk_i.val();
            self.tx_data[p].clk.next = self.clk_i.val();
            if self.many.val() {
                self.port_arbiter[p].clk_i.next = self.clk_i.val();
                self.port_arbiter[p].rst_ni.next = self.rst_ni.val();
            }
        }
        for o in 0..self._n {
            self.buffer[o].clk_i.next = self.clk_i.val();
            self.buffer[o].rst_ni.next = self.rst_ni.val();
            self.credits[o].clk.next = self.clk_i.val();
            self.credits[o].rst_n.next = self.rst_ni.val();
            self.vc_arbiter[o].clk_i.next = self.clk_i.val();
            self.vc_arbiter[o].rst_ni.next = self.rst_ni.val();
            self.freed[o].clk.next = self.clk_i.val();
            self.freed[o].rst_n.next = self.rst_ni.val();
            if self.long.val() {
                self.lock[o].clk.next = self.clk_i.val();
                self.lock[o].rst_n.next = self.rst_ni.val();
            }
        }
    }
}

/// Clock and reset of the local ports.
impl Part<LocalClocks> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for l in 0..self._l {
            self.inject_buffer[l].clk_i.next = self.clk_i.val();
            self.inject_buffer[l].rst_ni.next = self.rst_ni.val();
            self.eject_arbiter[l].clk_i.next = self.clk_i.val();
            self.eject_arbiter[l].rst_ni.next = self.rst_ni.val();
            self.eject_valid[l].clk.next = self.clk_i.val();
            self.eject_valid[l].rst_n.next = self.rst_ni.val();
            self.eject_data[l].clk.next = self.clk_i.val();
            if self.long.val() {
                self.eject_lock[l].clk.next = self.clk_i.val();
                self.eject_lock[l].rst_n.next = self.rst_ni.val();
                self.eject_last[l].clk.next = self.clk_i.val();
                self.eject_last[l].rst_n.next = self.rst_ni.val();
            }
        }
    }
}

/// Flits that leave their buffer.
impl Part<Departures> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Flits that leave their buffer, and flits that are misrouted.");
        for t in self._n..(self._n + 1) {
            for i in 0..self._i {
                self.pop[i].next = false;
                self.has_way[i].next = false;
                for o in 0..self._n {
                    if self.wired[i * t + o].val() {
                        self.pop[i].next = self.pop[i].val() | self.take[i * t + o].val();
                        self.has_way[i].next = self.has_way[i].val() | self.want[i * t + o].val();
                    }
                }
            }
            for i in 0..self._n {
                if self.local.val() {
                    self.pop[i].next = self.pop[i].val() | self.leave[i].val();
                    self.has_way[i].next = self.has_way[i].val() | self.at_dest[i].val();
                }
                self.misrouted[i].next = self.buffer[i].valid_o.val() & !self.has_way[i].val();
                self.buffer[i].pop_i.next = self.pop[i].val();
                self.freed[i].d.next = self.pop[i].val();
            }
            for l in 0..self._l {
                self.inject_buffer[l].pop_i.next = self.pop[t + l].val();
                self.misrouted[t + l].next = self.inject_buffer[l].valid_o.val() & !self.has_way[t + l].val();
            }
        }
    }
}

/// Credits for the sender.
impl Part<Returned> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for m in self._v..(self._v + 1) {
            for p in 0..self._p {
                for v in 0..self._v {
                    self.rx_credit[p].a[v].next = self.freed[p * m + v].q.val();
                }
                self.rx_credit_o[p].next = self.rx_credit[p].y.val();
            }
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
            self.fault.next = self.fault.val() | self.unknown_channel[p].val();
        }
        for i in 0..self._n {
            self.fault.next = self.fault.val() | self.buffer[i].overflow_o.val() | self.extra_credit[i].val();
        }
        for i in 0..self._i {
            self.fault.next = self.fault.val() | self.misrouted[i].val();
        }
        self.error.d.next = self.error.q.val() | self.fault.val();
        self.error_o.next = self.error.q.val();
    }
}
