//! The flit that leaves by an output, with its credits and locks.

// An `if` on a constant stands alone, so that the printer can decide it.
#![allow(clippy::collapsible_if, clippy::collapsible_else_if)]

use super::super::Router;
use super::{Credits, Crossbar, Inputs, LocalCrossbar, Outputs};
use crate::kernel::parts::Part;
use rust_hdl_core::prelude::*;

/// The input whose flit goes.
impl Part<Inputs> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for t in self._n..(self._n + 1) {
            for w in self._p..(self._p + 1) {
                for m in self._v..(self._v + 1) {
                    for q in 0..self._p {
                        comment!("Leaving by {q}: the input whose flit goes, and the flit.");
                        self.route[q].next = self.none.val();
                        self.data[q].next = self.nothing.val();
                        for i in 0..self._i {
                            for c in 0..self._v {
                                if self.wired[i * t + q * m + c].val() {
                                    if self.opens[i * t + q * m + c].val() {
                                        self.pick[i * w + q].next = self.take[i * t + q * m + c].val();
                                    } else {
                                        self.pick[i * w + q].next =
                                            self.pick[i * w + q].val() | self.take[i * t + q * m + c].val();
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

/// The flit that goes, as an OR of ANDs.
impl Part<Crossbar> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for w in self._p..(self._p + 1) {
            for q in 0..self._p {
                for i in 0..self._n {
                    if self.from_straight[i * w + q].val() {
                        if self.pick[i * w + q].val() {
                            self.route[q].next = self.route[q].val() | self.head_continued[i].val();
                            self.data[q].next = self.data[q].val() | self.buffer[i].data_o.val();
                        }
                    }
                    if self.from_turn[i * w + q].val() {
                        if self.pick[i * w + q].val() {
                            self.route[q].next = self.route[q].val() | self.head_turned[i].val();
                            self.data[q].next = self.data[q].val() | self.buffer[i].data_o.val();
                        }
                    }
                }
            }
        }
    }
}

/// The flit that goes, if the processor sends it.
impl Part<LocalCrossbar> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for t in self._n..(self._n + 1) {
            for w in self._p..(self._p + 1) {
                for q in 0..self._p {
                    for l in 0..self._l {
                        if self.from_local[(t + l) * w + q].val() {
                            if self.pick[(t + l) * w + q].val() {
                                if self.many.val() {
                                    self.route[q].next = self.route[q].val() | self.injected_route[l].y.val();
                                } else {
                                    self.route[q].next = self.route[q].val() | self.head[l].val();
                                }
                                self.data[q].next = self.data[q].val() | self.inject_buffer[l].data_o.val();
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The registers of an output.
impl Part<Outputs> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for m in self._v..(self._v + 1) {
            for q in 0..self._p {
                comment!("Leaving by {q}: head and payload of the flit.");
                self.ending[q].next = (self.route[q].val() & self.last.val()) != self.none.val();
                if self.many.val() {
                    self.sent_channel[q].next = self.channel[0].val();
                    for c in 0..self._v {
                        if self.sent[q * m + c].val() {
                            self.sent_channel[q].next = self.sent_channel[q].val() | self.channel[c].val();
                        }
                    }
                    self.sent_head[q].route.next = self.route[q].val();
                    self.sent_head[q].channel.next = self.sent_channel[q].val();
                    self.tx_head[q].d.next = self.sent_head[q].y.val();
                } else {
                    self.tx_head[q].d.next = self.route[q].val();
                }
                self.tx_data[q].d.next = self.data[q].val();
                self.tx_valid_o[q].next = self.tx_valid[q].q.val();
                self.tx_head_o[q].next = self.tx_head[q].q.val();
                self.tx_data_o[q].next = self.tx_data[q].q.val();
            }
        }
    }
}

/// Credits and locks behind the flit.
impl Part<Credits> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for m in self._v..(self._v + 1) {
            for q in 0..self._p {
                comment!("Leaving by {q}: credits and locks.");
                for c in 0..self._v {
                    self.back[q * m + c].a.next = self.tx_credit_i[q].val();
                    self.step[q * m + c].next = self.credit_none.val();
                    if self.sent[q * m + c].val() {
                        self.step[q * m + c].next = self.credit_less.val();
                    }
                    if self.back[q * m + c].y.val() {
                        self.step[q * m + c].next = self.step[q * m + c].val() + self.credit_one.val();
                    }
                    self.credits[q * m + c].d.next =
                        self.credits[q * m + c].q.val() + self.step[q * m + c].val();
                    self.extra_credit[q * m + c].next = self.back[q * m + c].y.val()
                        & !self.sent[q * m + c].val()
                        & (self.credits[q * m + c].q.val() == self.credit_full.val());
                    if self.long.val() {
                        self.lock[q * m + c].d.next = self.lock[q * m + c].q.val();
                        if self.sent[q * m + c].val() {
                            self.lock[q * m + c].d.next = !self.ending[q].val();
                        }
                    }
                }
            }
        }
    }
}
