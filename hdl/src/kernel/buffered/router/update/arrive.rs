//! What arrives on links and from the processor, and what its header says.

// An `if` on a constant stands alone, so that the printer can decide it.
#![allow(clippy::collapsible_if, clippy::collapsible_else_if)]

use super::super::Router;
use super::{Arrivals, Ends, Headers, Injection, NextRun, WrapLinks};
use crate::kernel::parts::Part;
use rust_hdl_core::prelude::*;

/// Flits that arrive on links.
impl Part<Arrivals> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for m in self._v..(self._v + 1) {
            for p in 0..self._p {
                comment!("Arriving by {p}: a flit goes to the buffer of its channel.");
                self.unknown_channel[p].next = false;
                if self.many.val() {
                    self.rx_channel[p].a.next = self.rx_head_i[p].val();
                    self.rx_route[p].a.next = self.rx_head_i[p].val();
                }
                for v in 0..self._v {
                    if self.many.val() {
                        self.push[p * m + v].next =
                            self.rx_valid_i[p].val() & (self.rx_channel[p].y.val() == self.channel[v].val());
                        self.buffer[p * m + v].push_head_i.next = self.rx_route[p].y.val();
                    } else {
                        self.push[p * m + v].next = self.rx_valid_i[p].val();
                        self.buffer[p * m + v].push_head_i.next = self.rx_head_i[p].val();
                    }
                    self.buffer[p * m + v].push_i.next = self.push[p * m + v].val();
                    self.buffer[p * m + v].push_data_i.next = self.rx_data_i[p].val();
                    if self.channels_not_pow2.val() {
                        self.unknown_channel[p].next =
                            self.unknown_channel[p].val() | self.push[p * m + v].val();
                    }
                }
                if self.channels_not_pow2.val() {
                    self.unknown_channel[p].next = self.rx_valid_i[p].val() & !self.unknown_channel[p].val();
                }
            }
        }
    }
}

/// Whether the flits of a port come over the wrap link.
impl Part<WrapLinks> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for p in 0..self._p {
            if self.flat[p].val() {
                self.over_wrap[p].next = false;
            }
        }
        for w in self._p..(self._p + 1) {
            for k in 0..self._wraps {
                for p in 0..self._p {
                    if self.wrapped[k * w + p].val() {
                        self.over_wrap[p].next = self.wrap_i[k].val();
                    }
                }
            }
        }
    }
}

/// Flits of the processor.
impl Part<Injection> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for l in 0..self._l {
            comment!("Injected by {l}: the fields of the oldest flit's head.");
            if self.one_local_port.val() {
                self.tagged[l].high.next = self.inject_port_i[l].val();
                self.tagged[l].low.next = self.inject_head_i[l].val();
                self.inject_buffer[l].push_head_i.next = self.tagged[l].y.val();
                self.injected_port[l].a.next = self.inject_buffer[l].head_o.val();
                self.injected_head[l].a.next = self.inject_buffer[l].head_o.val();
                self.head[l].next = self.injected_head[l].y.val();
            } else {
                self.inject_buffer[l].push_head_i.next = self.inject_head_i[l].val();
                self.head[l].next = self.inject_buffer[l].head_o.val();
            }
            if self.many.val() {
                self.injected_channel[l].a.next = self.head[l].val();
                self.injected_route[l].a.next = self.head[l].val();
            }
            self.inject_buffer[l].push_i.next = self.inject_valid_i[l].val();
            self.inject_buffer[l].push_data_i.next = self.inject_data_i[l].val();
            self.inject_ready_o[l].next = self.inject_buffer[l].ready_o.val();
        }
    }
}

/// What becomes of the oldest flit of a buffer.
impl Part<Headers> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..self._n {
            comment!(
                "From {i}: fields of the header of the oldest flit, what becomes of it, and its next header."
            );
            self.hops[i].a.next = self.buffer[i].head_o.val();
            self.hops_left[i].next = self.hops[i].y.val() != self.no_hops.val();
            self.continues[i].next = self.buffer[i].valid_o.val() & self.hops_left[i].val();
            self.run_ends[i].next = self.buffer[i].valid_o.val() & !self.hops_left[i].val();
            self.hops_after[i].next = self.hops[i].y.val() - self.one_hop.val();
            if self.above.val() {
                self.further[i].a.next = self.buffer[i].head_o.val();
                self.joined[i].high.next = self.further[i].y.val();
                self.joined[i].low.next = self.hops_after[i].val();
                self.head_continued[i].next = self.joined[i].y.val();
            } else {
                self.head_continued[i].next = self.hops_after[i].val();
            }
        }
    }
}

/// The header behind a turn.
impl Part<NextRun> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..self._n {
            comment!("From {i}: the next run, and the header behind a turn.");
            if self.turning.val() {
                self.next_run[i].a.next = self.buffer[i].head_o.val();
                self.next_port[i].a.next = self.buffer[i].head_o.val();
                self.rest[i].a.next = self.buffer[i].head_o.val();
                self.at_dest[i].next =
                    self.run_ends[i].val() & (self.next_run[i].y.val() == self.no_run.val());
                if self.many.val() {
                    self.next_channel[i].a.next = self.buffer[i].head_o.val();
                }
                self.cleared[i].a.next = self.rest[i].y.val();
                if self.long.val() {
                    self.last_flit[i].a.next = self.buffer[i].head_o.val();
                    self.kept_last[i].high.next = self.last_flit[i].y.val();
                    self.kept_last[i].low.next = self.cleared[i].y.val();
                    self.head_turned[i].next = self.kept_last[i].y.val();
                } else {
                    self.head_turned[i].next = self.cleared[i].y.val();
                }
            } else {
                self.at_dest[i].next = self.run_ends[i].val();
            }
        }
    }
}

/// Bits that nothing reads where no way leads on.
impl Part<Ends> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for t in self._n..(self._n + 1) {
            for k in 0..self._ends {
                for i in 0..self._n {
                    if self.ended[k * t + i].val() {
                        comment!("From {i}: every flit is at its destination, whatever these bits say.");
                        self.unused[k].a.next = self.buffer[i].head_o.val();
                    }
                }
            }
        }
    }
}
