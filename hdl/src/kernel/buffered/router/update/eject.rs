//! The flits at their destination.

// An `if` on a constant stands alone, so that the printer can decide it.
#![allow(clippy::collapsible_if, clippy::collapsible_else_if)]

use super::super::Router;
use super::{AtDestination, Ejection};
use crate::kernel::parts::Part;
use rust_hdl_core::prelude::*;

/// Ejection: the flit that goes to the register.
impl Part<AtDestination> for Router {
    #[hdl_gen]
    fn update(&mut self) {
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
            }
        }
    }
}

/// The register of an ejection port.
impl Part<Ejection> for Router {
    #[hdl_gen]
    fn update(&mut self) {
        for l in 0..self._l {
            comment!("Ejected by {l}: the output register.");
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
}
