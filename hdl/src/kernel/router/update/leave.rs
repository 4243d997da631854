//! What leaves by an output: its header by a tree on the bits of the source's number, its payload in stages.

use super::{Choices, HeaderTree, Headers, Payloads, Router, Stages};
use crate::kernel::parts::Part;
use rust_hdl_core::prelude::*;

/// The sources of an output by number: their headers, and which number is chosen.
impl Part<Headers> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for n in self._n..(self._n + 1) {
            for m in self._places..(self._places + 1) {
                for s in self._levels..(self._levels + 1) {
                    for q in 0..self._n {
                        comment!("Leaving by {q}: its sources by number: injected, straight on, turns.");
                        for _l in 0..self._local {
                            self.mux_head[q * (s + 1) * m].next = self.head_injected[q].y.val();
                            self.mux_head[q * (s + 1) * m + 1].next = self.next_head[q].val();
                            self.select[q * s].next = self.continues[q].y.val();
                        }
                        for _l in 0..self._transit {
                            self.mux_head[q * (s + 1) * m].next = self.next_head[q].val();
                        }
                        for b in self._local..self._levels {
                            self.select[q * s + b].next = false;
                        }
                        for p in 0..self._n {
                            for b in 0..self._levels {
                                if self.numbered[(p * n + q) * s + b].val() {
                                    self.select[q * s + b].next =
                                        self.select[q * s + b].val() | self.turn[p * n + q].y.val();
                                }
                            }
                            for j in 0..self._places {
                                if self.sourced[(p * n + q) * m + j].val() {
                                    self.mux_head[q * (s + 1) * m + j].next =
                                        self.head_turned[p * n + q].y.val();
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The tree that chooses the header of an output.
impl Part<HeaderTree> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for m in self._places..(self._places + 1) {
            for s in self._levels..(self._levels + 1) {
                for q in 0..self._n {
                    for b in 0..self._levels {
                        for j in 0..self._places {
                            if self.forwards[(q * (s + 1) + b + 1) * m + j].val() {
                                self.mux_head[(q * (s + 1) + b + 1) * m + j].next =
                                    self.mux_head[(q * (s + 1) + b) * m + 2 * j].val();
                            }
                            if self.chooses[(q * (s + 1) + b + 1) * m + j].val() {
                                if self.select[q * s + b].val() {
                                    self.mux_head[(q * (s + 1) + b + 1) * m + j].next =
                                        self.mux_head[(q * (s + 1) + b) * m + 2 * j + 1].val();
                                } else {
                                    self.mux_head[(q * (s + 1) + b + 1) * m + j].next =
                                        self.mux_head[(q * (s + 1) + b) * m + 2 * j].val();
                                }
                            }
                        }
                    }
                    self.tx_head[q].d.next = self.mux_head[(q * (s + 1) + s) * m].val();
                }
            }
        }
    }
}

/// Which stage of an output's multiplexer chooses, and which of its two sources.
impl Part<Choices> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for n in self._n..(self._n + 1) {
            for h in self._pairs..(self._pairs + 1) {
                for q in 0..self._n {
                    comment!("Leaving by {q}: which stage of its multiplexer chooses, and which of its two.");
                    self.odd[q].next = self.continues[q].y.val();
                    self.first_pair[q].next = false;
                    self.any_turn[q].next = false;
                    for k in 0..self._pairs {
                        self.take[q * h + k].next = false;
                    }
                    for p in 0..self._n {
                        if self.is_odd[p * n + q].val() {
                            self.odd[q].next = self.odd[q].val() | self.turn[p * n + q].y.val();
                        }
                        if self.is_first[p * n + q].val() {
                            self.first_pair[q].next = self.first_pair[q].val() | self.turn[p * n + q].y.val();
                        }
                        if self.wired[p * n + q].val() {
                            self.any_turn[q].next = self.any_turn[q].val() | self.turn[p * n + q].y.val();
                            for k in 0..self._pairs {
                                if self.takes[(p * n + q) * h + k].val() {
                                    self.take[q * h + k].next =
                                        self.take[q * h + k].val() | self.turn[p * n + q].y.val();
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The payloads that turn to an output, and the first stage of its multiplexer.
impl Part<Payloads> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for n in self._n..(self._n + 1) {
            for m in self._turn_places..(self._turn_places + 1) {
                for h in self._pairs..(self._pairs + 1) {
                    for q in 0..self._n {
                        for p in 0..self._n {
                            for j in 0..self._turn_places {
                                if self.placed[(p * n + q) * m + j].val() {
                                    self.turn_data[q * m + j].next = self.rx_data_i[p].val();
                                }
                            }
                        }
                        if self.turned_to[q].val() {
                            self.mux_first[q].a_i.next = self.turn_data[q * m].val();
                            if self.first_full[q].val() {
                                self.mux_first[q].b_i.next = self.turn_data[q * m + 1].val();
                            } else {
                                self.mux_first[q].b_i.next = self.turn_data[q * m].val();
                            }
                            self.mux_first[q].odd_i.next = self.odd[q].val();
                            self.mux_first[q].later_i.next = !self.first_pair[q].val();
                            self.stage[q * (h + 1)].next = self.mux_first[q].y_o.val();
                        } else {
                            self.stage[q * (h + 1)].next = self.rx_data_i[q].val();
                            for l in self._all..(self._all + self._local) {
                                if !self.continues[q].y.val() {
                                    self.stage[q * (h + 1)].next = self.inject_data_i[q * l].val();
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The later stages of an output's multiplexer; the last one takes what is injected or goes straight on.
impl Part<Stages> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for m in self._turn_places..(self._turn_places + 1) {
            for h in self._pairs..(self._pairs + 1) {
                for q in 0..self._n {
                    for k in 0..self._pairs {
                        self.stage[q * (h + 1) + k + 1].next = self.stage[q * (h + 1) + k].val();
                        if self.staged[q * h + k].val() {
                            self.mux_next[q * h + k].take_i.next = self.take[q * h + k].val();
                            self.mux_next[q * h + k].c_i.next = self.turn_data[q * m + 2 * k + 2].val();
                            if self.full[q * h + k].val() {
                                self.mux_next[q * h + k].d_i.next = self.turn_data[q * m + 2 * k + 3].val();
                            } else {
                                self.mux_next[q * h + k].d_i.next = self.turn_data[q * m + 2 * k + 2].val();
                            }
                        }
                        if self.closing[q * h + k].val() {
                            self.mux_next[q * h + k].c_i.next = self.rx_data_i[q].val();
                            for l in self._all..(self._all + self._local) {
                                self.mux_next[q * h + k].c_i.next = self.inject_data_i[q * l].val();
                            }
                            self.mux_next[q * h + k].d_i.next = self.rx_data_i[q].val();
                            self.mux_next[q * h + k].take_i.next = !self.any_turn[q].val();
                        }
                        if self.there[q * h + k].val() {
                            self.mux_next[q * h + k].y_i.next = self.stage[q * (h + 1) + k].val();
                            self.stage[q * (h + 1) + k + 1].next = self.mux_next[q * h + k].z_o.val();
                        }
                    }
                    self.tx_data[q].d.next = self.stage[q * (h + 1) + h].val();
                    comment!("Leaving by {q}: what is on the link, from its registers.");
                    self.tx_link[q].high.next = self.tx_request[q].q.val();
                    self.tx_link[q].low.next = self.tx_head[q].q.val();
                    self.tx_valid_o[q].next = self.tx_valid[q].q.val();
                    self.tx_head_o[q].next = self.tx_link[q].y.val();
                    self.tx_data_o[q].next = self.tx_data[q].q.val();
                }
            }
        }
    }
}
