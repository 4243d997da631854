//! The connections of the router's parts.

// An `if` on a constant stands alone, so that the printer can decide it.
#![allow(clippy::collapsible_if, clippy::collapsible_else_if)]

use super::super::super::wiring::shared_parts;
use super::Router;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(Router:
    Clocks,
    LocalClocks,
    Links,
    WrapLinks,
    LocalPorts,
    Requests,
    Open,
    LocalRequests,
    LocalOpen,
    Leaving,
    Fault,
);

shared_parts!(Router);

/// The requests of inputs at outputs.
impl Part<Requests> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for p in 0..self._p {
            self.pop[p].next = false;
        }
        for t in self._p..(self._p + 1) {
            for x in self._k..(self._k + 1) {
                for y in self._r..(self._r + 1) {
                    for i in 0..self._p {
                        for k in 0..self._k {
                            for o in 0..self._p {
                                for r in 0..self._r {
                                    if self.link[((i * x + k) * t + o) * y + r].val() {
                                        self.output[o].req_i[r].next = self.input[i].req_o[k].val();
                                        self.output[o].head_i[r].next = self.input[i].head_o[0].val();
                                        self.output[o].data_i[r].next = self.input[i].data_o.val();
                                        self.pop[i].next =
                                            self.pop[i].val() | self.output[o].grant_o[r].val();
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

/// The credits and locks that inputs see.
impl Part<Open> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for t in self._p..(self._p + 1) {
            for x in self._k..(self._k + 1) {
                for i in 0..self._p {
                    for k in 0..self._k {
                        for o in 0..self._p {
                            if self.goes[(i * x + k) * t + o].val() {
                                self.input[i].open_i[k].next = self.output[o].go_o[0].val();
                            }
                            if self.turns[(i * x + k) * t + o].val() {
                                self.input[i].open_i[k].next = self.output[o].enter_o[0].val();
                            }
                            if self.asks[(i * x + k) * t + o].val() {
                                if self.long.val() {
                                    self.input[i].more_i[k].next = self.output[o].more_o[0].val();
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The requests of injection ports at outputs.
impl Part<LocalRequests> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for l in 0..self._l {
            self.inject_pop[l].next = false;
        }
        for t in self._p..(self._p + 1) {
            for x in self._k..(self._k + 1) {
                for y in self._r..(self._r + 1) {
                    for l in 0..self._l {
                        for k in 0..self._k {
                            for o in 0..self._p {
                                for r in 0..self._r {
                                    if self.local[((l * x + k) * t + o) * y + r].val() {
                                        self.output[o].req_i[r].next = self.inject[l].req_o[k].val();
                                        self.output[o].head_i[r].next = self.inject[l].head_o.val();
                                        self.output[o].data_i[r].next = self.inject[l].data_o.val();
                                        self.inject_pop[l].next =
                                            self.inject_pop[l].val() | self.output[o].grant_o[r].val();
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        for l in 0..self._l {
            self.inject[l].pop_i.next = self.inject_pop[l].val();
        }
    }
}

/// The credits and locks that injection ports see.
impl Part<LocalOpen> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for t in self._p..(self._p + 1) {
            for x in self._k..(self._k + 1) {
                for l in 0..self._l {
                    for k in 0..self._k {
                        for o in 0..self._p {
                            if self.local_asks[(l * x + k) * t + o].val() {
                                if self.bubble.val() {
                                    self.inject[l].open_i[k].next = self.output[o].enter_o[0].val();
                                } else {
                                    self.inject[l].open_i[k].next = self.output[o].go_o[0].val();
                                }
                                if self.long.val() {
                                    self.inject[l].more_i[k].next = self.output[o].more_o[0].val();
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The flits at their destination, and the flits that leave their buffer.
impl Part<Leaving> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for x in self._k..(self._k + 1) {
            for y in self._l..(self._l + 1) {
                for z in self._e..(self._e + 1) {
                    for i in 0..self._p {
                        for k in 0..self._k {
                            for l in 0..self._l {
                                for e in 0..self._e {
                                    if self.ejects[((i * x + k) * y + l) * z + e].val() {
                                        self.eject[l].req_i[e].next = self.input[i].req_o[k].val();
                                        self.eject[l].data_i[e].next = self.input[i].data_o.val();
                                        self.pop[i].next = self.pop[i].val() | self.eject[l].grant_o[e].val();
                                        if self.long.val() {
                                            self.eject[l].last_i[e].next = self.input[i].last_o[0].val();
                                            self.input[i].free_i[0].next = self.eject[l].free_o[0].val();
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        for p in 0..self._p {
            self.input[p].pop_i.next = self.pop[p].val();
        }
    }
}
