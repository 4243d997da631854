//! Which output channel a flit wants, and whether it may have it.

// An `if` on a constant stands alone, so that the printer can decide it.
#![allow(clippy::collapsible_if, clippy::collapsible_else_if)]

use super::super::Router;
use super::{Entering, Room, StraightOn, Turning};
use crate::kernel::parts::Part;
use rust_hdl_core::prelude::*;

/// Flits that continue in their direction.
impl Part<StraightOn> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for t in self._n..(self._n + 1) {
            for m in self._v..(self._v + 1) {
                comment!("Which output channel a flit wants that goes straight on.");
                for p in 0..self._p {
                    for v in 0..self._v {
                        for q in 0..self._p {
                            for c in 0..self._v {
                                if self.stays[(p * m + v) * t + q * m + c].val() {
                                    self.want[(p * m + v) * t + q * m + c].next =
                                        self.continues[p * m + v].val();
                                }
                                if self.before[(p * m + v) * t + q * m + c].val() {
                                    self.want[(p * m + v) * t + q * m + c].next =
                                        self.continues[p * m + v].val() & !self.over_wrap[p].val();
                                }
                                if self.behind[(p * m + v) * t + q * m + c].val() {
                                    self.want[(p * m + v) * t + q * m + c].next =
                                        self.continues[p * m + v].val() & self.over_wrap[p].val();
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Flits that turn.
impl Part<Turning> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for t in self._n..(self._n + 1) {
            for m in self._v..(self._v + 1) {
                comment!("Which output channel a flit wants that turns.");
                for p in 0..self._p {
                    for v in 0..self._v {
                        for q in 0..self._p {
                            for c in 0..self._v {
                                if self.turns[(p * m + v) * t + q * m + c].val() {
                                    self.want[(p * m + v) * t + q * m + c].next = self.run_ends[p * m + v]
                                        .val()
                                        & (self.next_run[p * m + v].y.val() != self.no_run.val())
                                        & (self.next_port[p * m + v].y.val() == self.port[q].val());
                                    if self.many.val() {
                                        self.want[(p * m + v) * t + q * m + c].next = self.want
                                            [(p * m + v) * t + q * m + c]
                                            .val()
                                            & (self.next_channel[p * m + v].y.val() == self.channel[c].val());
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

/// Flits that the processor sends.
impl Part<Entering> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for t in self._n..(self._n + 1) {
            for m in self._v..(self._v + 1) {
                for l in 0..self._l {
                    comment!("Which output channel a flit of the processor wants.");
                    for q in 0..self._p {
                        for c in 0..self._v {
                            if self.enters[(t + l) * t + q * m + c].val() {
                                if self.one_local_port.val() {
                                    if self.many.val() {
                                        self.want[(t + l) * t + q * m + c].next =
                                            self.inject_buffer[l].valid_o.val()
                                                & (self.injected_port[l].y.val() == self.port[q].val())
                                                & (self.injected_channel[l].y.val() == self.channel[c].val());
                                    } else {
                                        self.want[(t + l) * t + q * m + c].next =
                                            self.inject_buffer[l].valid_o.val()
                                                & (self.injected_port[l].y.val() == self.port[q].val());
                                    }
                                } else {
                                    if self.many.val() {
                                        self.want[(t + l) * t + q * m + c].next =
                                            self.inject_buffer[l].valid_o.val()
                                                & (self.injected_channel[l].y.val() == self.channel[c].val());
                                    } else {
                                        self.want[(t + l) * t + q * m + c].next =
                                            self.inject_buffer[l].valid_o.val();
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

/// What credits and locks allow.
impl Part<Room> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for o in 0..self._n {
            comment!("Leaving by {o}: whether there is room at the other end.");
            self.has_credit[o].next = self.credits[o].q.val() != self.credit_none.val();
            if self.bubble.val() {
                self.may_go[o].next = self.credits[o].q.val() >= self.credit_go.val();
                self.may_enter[o].next = self.credits[o].q.val() >= self.credit_enter.val();
                if self.long.val() {
                    if self.lock[o].q.val() {
                        self.may_go[o].next = self.has_credit[o].val();
                        self.may_enter[o].next = self.has_credit[o].val();
                    }
                }
            } else {
                self.may_go[o].next = self.has_credit[o].val();
                self.may_enter[o].next = self.has_credit[o].val();
            }
        }
    }
}
