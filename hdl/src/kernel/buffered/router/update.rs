//! What the buffered router does in a cycle.
//!
//! A head wants one output channel, or is at its destination. It asks where credits and lock allow; the first
//! stage chooses among those who ask for a channel, the second among the channels of an output, and who is
//! chosen twice goes to the output register. Muxes are an OR of ANDs, one-hot by the choice. Credits are
//! counted where they are spent. The dead halves of the loops below are dropped by the printer, so an absent
//! way, a lock without packets, or a count that nobody compares costs nothing.
//!
//! `update` is long because rust-hdl's macro reads one function for each block.

// An `if` on a constant stands alone, so that the printer can decide it.
#![allow(clippy::collapsible_if, clippy::collapsible_else_if)]

use super::Router;
use rust_hdl_core::prelude::*;

impl Logic for Router {
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
        // What arrives goes to the buffer of its channel.
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
        // What it wants.
        for t in self._n..(self._n + 1) {
            for m in self._v..(self._v + 1) {
                comment!("Which output channel a flit wants: its own direction's, or that of a turn.");
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
                                if self.turns[(p * m + v) * t + q * m + c].val() {
                                    if self.many.val() {
                                        self.want[(p * m + v) * t + q * m + c].next = self.run_ends
                                            [p * m + v]
                                            .val()
                                            & (self.next_run[p * m + v].y.val() != self.no_run.val())
                                            & (self.next_port[p * m + v].y.val() == self.port[q].val())
                                            & (self.next_channel[p * m + v].y.val() == self.channel[c].val());
                                    } else {
                                        self.want[(p * m + v) * t + q * m + c].next =
                                            self.run_ends[p * m + v].val()
                                                & (self.next_run[p * m + v].y.val() != self.no_run.val())
                                                & (self.next_port[p * m + v].y.val() == self.port[q].val());
                                    }
                                }
                            }
                        }
                    }
                }
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
            // What credits and locks allow.
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
            // First stage: among those who ask for a channel.
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
            // Second stage: among the channels of an output.
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
            // The flit that goes.
            for w in self._p..(self._p + 1) {
                for m in self._v..(self._v + 1) {
                    for q in 0..self._p {
                        comment!("Leaving by {q}: the flit, credits and locks behind it.");
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
                        for l in 0..self._l {
                            if self.from_local[(t + l) * w + q].val() {
                                if self.pick[(t + l) * w + q].val() {
                                    if self.many.val() {
                                        self.route[q].next =
                                            self.route[q].val() | self.injected_route[l].y.val();
                                    } else {
                                        self.route[q].next = self.route[q].val() | self.head[l].val();
                                    }
                                    self.data[q].next =
                                        self.data[q].val() | self.inject_buffer[l].data_o.val();
                                }
                            }
                        }
                        self.ending[q].next = (self.route[q].val() & self.last.val()) != self.none.val();
                        if self.many.val() {
                            self.number[q].next = self.channel[0].val();
                            for c in 0..self._v {
                                if self.sent[q * m + c].val() {
                                    self.number[q].next = self.number[q].val() | self.channel[c].val();
                                }
                            }
                            self.dress[q].route.next = self.route[q].val();
                            self.dress[q].channel.next = self.number[q].val();
                            self.tx_head[q].d.next = self.dress[q].y.val();
                        } else {
                            self.tx_head[q].d.next = self.route[q].val();
                        }
                        self.tx_data[q].d.next = self.data[q].val();
                        self.tx_valid_o[q].next = self.tx_valid[q].q.val();
                        self.tx_head_o[q].next = self.tx_head[q].q.val();
                        self.tx_data_o[q].next = self.tx_data[q].q.val();
                        // Credits and locks behind it.
                        for c in 0..self._v {
                            self.back[q * m + c].a.next = self.tx_credit_i[q].val();
                            self.step[q * m + c].next = self.credit_none.val();
                            if self.sent[q * m + c].val() {
                                self.step[q * m + c].next = self.credit_less.val();
                            }
                            if self.back[q * m + c].y.val() {
                                self.step[q * m + c].next =
                                    self.step[q * m + c].val() + self.credit_one.val();
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
        for s in self._sharing..(self._sharing + 1) {
            for l in 0..self._l {
                comment!(
                    "Ejected by {l}: a flit at its destination leaves when the output register is free."
                );
                self.eject_free[l].next = !self.eject_valid[l].q.val() | self.eject_ready_i[l].val();
                self.out_last[l].next = false;
                self.out_data[l].next = self.nothing.val();
                for k in 0..self._sharing {
                    if self.shares_output.val() {
                        self.eject_arbiter[l].req_i[k].next = self.at_dest[l * s + k].val();
                        self.leave[l * s + k].next =
                            self.eject_arbiter[l].grant_o[k].val() & self.eject_free[l].val();
                        if self.eject_arbiter[l].grant_o[k].val() {
                            self.out_data[l].next =
                                self.out_data[l].val() | self.buffer[l * s + k].data_o.val();
                        }
                        if self.long.val() {
                            self.out_last[l].next = self.out_last[l].val()
                                | (self.eject_arbiter[l].grant_o[k].val()
                                    & ((self.buffer[l * s + k].head_o.val() & self.last.val())
                                        != self.none.val()));
                        }
                    } else {
                        self.arrives[l].next = self.at_dest[l * s + k].val();
                        self.leave[l * s + k].next = self.at_dest[l * s + k].val() & self.eject_free[l].val();
                        self.out_data[l].next = self.buffer[l * s + k].data_o.val();
                        if self.long.val() {
                            self.out_last[l].next =
                                (self.buffer[l * s + k].head_o.val() & self.last.val()) != self.none.val();
                        }
                    }
                }
                if self.shares_output.val() {
                    self.arrives[l].next = self.eject_arbiter[l].any_o.val();
                }
                self.eject_arbiter[l].served_i.next = self.arrives[l].val() & self.eject_free[l].val();
                self.eject_valid[l].d.next = self.arrives[l].val() | !self.eject_free[l].val();
                self.eject_data[l].d.next = self.eject_data[l].q.val();
                if self.eject_free[l].val() {
                    self.eject_data[l].d.next = self.out_data[l].val();
                }
                self.eject_valid_o[l].next = self.eject_valid[l].q.val();
                self.eject_data_o[l].next = self.eject_data[l].q.val();
                if self.long.val() {
                    self.eject_last[l].d.next = self.eject_last[l].q.val();
                    if self.eject_free[l].val() {
                        self.eject_last[l].d.next = self.out_last[l].val();
                    }
                    self.eject_last_o[l].next = self.eject_last[l].q.val();
                    self.eject_lock[l].d.next = self.eject_lock[l].q.val();
                    if self.arrives[l].val() & self.eject_free[l].val() {
                        self.eject_lock[l].d.next = !self.out_last[l].val();
                    }
                    if self.shares_output.val() {
                        self.eject_arbiter[l].lock_i[0].next = self.eject_lock[l].q.val();
                    }
                }
            }
        }
        comment!("Flits that leave their buffer, and flits that no output wants.");
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
        for m in self._v..(self._v + 1) {
            for p in 0..self._p {
                for v in 0..self._v {
                    self.rx_credit[p].a[v].next = self.freed[p * m + v].q.val();
                }
                self.rx_credit_o[p].next = self.rx_credit[p].y.val();
            }
        }
        comment!("What must not happen.");
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
