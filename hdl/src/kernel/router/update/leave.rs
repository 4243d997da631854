//! The messages that leave: the header by a tree on the bits of the source's number, the payload in stages.

use super::{Choices, Direct, HeaderTree, Headers, Links, Pairs, Payloads, Router, Stages};
use crate::kernel::parts::Part;
use rust_hdl_core::prelude::*;

/// The headers of an output's sources by number, and the number that is chosen.
impl Part<Headers> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for n in self._n..(self._n + 1) {
            for m in self._places..(self._places + 1) {
                for s in self._levels..(self._levels + 1) {
                    for q in 0..self._n {
                        for _l in 0..self._local {
                            comment!("Leaving by {q}: its sources by number: injected, straight on, turns.");
                            self.mux_head[q * (s + 1) * m].next = self.head_injected[q].y.val();
                            self.mux_head[q * (s + 1) * m + 1].next = self.next_head[q].val();
                            self.select[q * s].next = self.continues[q].y.val();
                        }
                        for _l in 0..self._transit {
                            comment!("Leaving by {q}: its sources by number: straight on, turns.");
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

/// Whether a message turns to an output. It tells the stages of the multiplexer apart.
impl Part<Choices> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for n in self._n..(self._n + 1) {
            for q in 0..self._n {
                comment!("Leaving by {q}: whether a message turns to it.");
                self.any_turn[q].next = false;
                for p in 0..self._n {
                    if self.wired[p * n + q].val() {
                        self.any_turn[q].next = self.any_turn[q].val() | self.turn[p * n + q].y.val();
                    }
                }
            }
        }
    }
}

/// The payloads of an output's sources by number, and whether each of them is taken.
impl Part<Payloads> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for n in self._n..(self._n + 1) {
            for m in self._places..(self._places + 1) {
                for q in 0..self._n {
                    for l in self._all..(self._all + self._local) {
                        self.source_data[q * m].next = self.inject_data_i[q * l].val();
                        self.source_taken[q * m].next = self.injects[q].val();
                    }
                    for l in self._local..(self._local + 1) {
                        self.source_data[q * m + l].next = self.rx_data_i[q].val();
                        self.source_taken[q * m + l].next = self.continues[q].y.val();
                    }
                    for p in 0..self._n {
                        for j in 0..self._places {
                            if self.sourced[(p * n + q) * m + j].val() {
                                self.source_data[q * m + j].next = self.rx_data_i[p].val();
                                self.source_taken[q * m + j].next = self.turn[p * n + q].y.val();
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The payload of an output with one or two sources.
impl Part<Direct> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for m in self._places..(self._places + 1) {
            for s in self._levels..(self._levels + 1) {
                for q in 0..self._n {
                    comment!("Leaving by {q}: its payload.");
                    if self.direct[q].val() {
                        self.payload[q].next = self.source_data[q * m].val();
                    }
                    for b in 0..self._chosen {
                        if self.one_of_two[q].val() {
                            if self.select[q * s + b].val() {
                                self.payload[q].next = self.source_data[q * m + 1].val();
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The payload of an output with more sources, of which up to two are turns: the turns in the first stage,
/// the other sources in the next. A bit of the source's number tells the second source of a stage: the turns
/// have the numbers 2 and 3 beside an injection port, 1 and 2 without.
impl Part<Stages> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for m in self._places..(self._places + 1) {
            for s in self._levels..(self._levels + 1) {
                for t in (1 + self._local)..(2 + self._local) {
                    for q in 0..self._n {
                        comment!("Leaving by {q}: its payload.");
                        if self.staged[q].val() {
                            self.mux_first[q].a_i.next = self.source_data[q * m + t].val();
                            if self.second[q].val() {
                                self.mux_first[q].b_i.next = self.source_data[q * m + t + 1].val();
                            } else {
                                self.mux_first[q].b_i.next = self.source_data[q * m + t].val();
                            }
                            self.mux_first[q].odd_i.next = self.select[q * s + 2 - t].val();
                            self.mux_first[q].later_i.next = !self.any_turn[q].val();
                            self.mux_next[q].y_i.next = self.mux_first[q].y_o.val();
                            self.mux_next[q].c_i.next = self.source_data[q * m].val();
                            self.mux_next[q].d_i.next = self.source_data[q * m + t - 1].val();
                            self.mux_next[q].take_i.next = !self.any_turn[q].val();
                            self.payload[q].next = self.mux_next[q].z_o.val();
                        }
                    }
                }
            }
        }
    }
}

/// The payload of an output with more turns: pairs of sources, joined by an OR.
impl Part<Pairs> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for m in self._places..(self._places + 1) {
            for h in self._pairs..(self._pairs + 1) {
                for q in 0..self._n {
                    comment!("Leaving by {q}: its payload, from pairs of sources.");
                    if self.gathered[q].val() {
                        self.payload[q].next = self.none.val();
                    }
                    for k in 0..self._pairs {
                        if self.paired[q * h + k].val() {
                            self.mux_pair[q * h + k].a_i.next = self.source_data[q * m + 2 * k].val();
                            self.mux_pair[q * h + k].take_a_i.next = self.source_taken[q * m + 2 * k].val();
                            self.mux_pair[q * h + k].b_i.next = self.source_data[q * m + 2 * k + 1].val();
                            self.mux_pair[q * h + k].take_b_i.next =
                                self.source_taken[q * m + 2 * k + 1].val();
                            self.payload[q].next = self.payload[q].val() | self.mux_pair[q * h + k].y_o.val();
                        }
                        if self.unpaired[q * h + k].val() {
                            if self.source_taken[q * m + 2 * k].val() {
                                self.payload[q].next =
                                    self.payload[q].val() | self.source_data[q * m + 2 * k].val();
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The outputs to a link, from its registers.
impl Part<Links> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for q in 0..self._n {
            self.tx_data[q].d.next = self.payload[q].val();
            comment!("Leaving by {q}: what is on the link, from its registers.");
            self.tx_link[q].high.next = self.tx_request[q].q.val();
            self.tx_link[q].low.next = self.tx_head[q].q.val();
            self.tx_valid_o[q].next = self.tx_valid[q].q.val();
            self.tx_head_o[q].next = self.tx_link[q].y.val();
            self.tx_data_o[q].next = self.tx_data[q].q.val();
        }
    }
}
