//! Two stages of choice: among the flits that ask for a channel, and among the channels of an output.

// An `if` on a constant stands alone, so that the printer can decide it.
#![allow(clippy::collapsible_if, clippy::collapsible_else_if)]

use super::super::Router;
use super::{BothStages, ChannelChoice, PortChoice, Requests};
use crate::kernel::parts::Part;
use rust_hdl_core::prelude::*;

/// First stage: the flits that ask for a channel.
impl Part<Requests> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for t in self._n..(self._n + 1) {
            for x in self._most..(self._most + 1) {
                for o in 0..self._n {
                    comment!("Leaving by {o}: flits that want the channel and have room ask for it.");
                    for i in 0..self._i {
                        if self.wired[i * t + o].val() {
                            if self.turns[i * t + o].val() {
                                self.ask[i * t + o].next =
                                    self.want[i * t + o].val() & self.may_enter[o].val();
                            } else {
                                if self.enters[i * t + o].val() {
                                    self.ask[i * t + o].next =
                                        self.want[i * t + o].val() & self.may_enter[o].val();
                                } else {
                                    self.ask[i * t + o].next =
                                        self.want[i * t + o].val() & self.may_go[o].val();
                                }
                            }
                            if self.has_arbiter[o].val() {
                                for k in 0..self._most {
                                    if self.placed[(i * t + o) * x + k].val() {
                                        self.vc_arbiter[o].req_i[k].next = self.ask[i * t + o].val();
                                        self.first[i * t + o].next = self.vc_arbiter[o].grant_o[k].val();
                                    }
                                }
                            } else {
                                self.first[i * t + o].next = self.ask[i * t + o].val();
                                self.some_asks[o].next = self.ask[i * t + o].val();
                            }
                        }
                    }
                }
            }
        }
    }
}

/// First stage: the locks, and whether a flit is chosen.
impl Part<ChannelChoice> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for o in 0..self._n {
            comment!("Leaving by {o}: whether a flit asks for the channel.");
            if self.has_arbiter[o].val() {
                if self.long.val() {
                    self.vc_arbiter[o].lock_i[0].next = self.lock[o].q.val();
                }
                self.some_asks[o].next = self.vc_arbiter[o].any_o.val();
            }
            if self.has_no_requester[o].val() {
                self.some_asks[o].next = false;
            }
        }
    }
}

/// Second stage: among the channels of an output.
impl Part<PortChoice> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for m in self._v..(self._v + 1) {
            for q in 0..self._p {
                comment!("Leaving by {q}: among its channels one sends.");
                for c in 0..self._v {
                    if self.many.val() {
                        self.port_arbiter[q].req_i[c].next = self.some_asks[q * m + c].val();
                        self.sent[q * m + c].next = self.port_arbiter[q].grant_o[c].val();
                    } else {
                        self.sent[q * m + c].next = self.some_asks[q * m + c].val();
                    }
                }
                if self.many.val() {
                    self.tx_valid[q].d.next = self.port_arbiter[q].any_o.val();
                    self.port_arbiter[q].served_i.next = self.port_arbiter[q].any_o.val();
                } else {
                    self.tx_valid[q].d.next = self.some_asks[q].val();
                }
            }
        }
    }
}

/// The flits that both stages choose.
impl Part<BothStages> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for t in self._n..(self._n + 1) {
            for o in 0..self._n {
                comment!("Leaving by {o}: the flit that is chosen in both stages.");
                self.vc_arbiter[o].served_i.next = self.sent[o].val();
                for i in 0..self._i {
                    if self.wired[i * t + o].val() {
                        if self.many.val() {
                            self.take[i * t + o].next = self.first[i * t + o].val() & self.sent[o].val();
                        } else {
                            self.take[i * t + o].next = self.first[i * t + o].val();
                        }
                    }
                }
            }
        }
    }
}
