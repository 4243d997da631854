//! The logic of the packet checker, part by part.

use super::PacketChecker;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(PacketChecker:
    Check,
    Count,
);

/// Compares the flit that arrives with the flits that this node may receive.
impl Part<Check> for PacketChecker {
    #[hdl_gen]
    fn update(&mut self) {
        self.id.clk.next = self.clk_i.val();
        self.id.rst_n.next = self.rst_ni.val();
        self.id.d.next = self.id_i.val();
        self.done.clk.next = self.clk_i.val();
        self.done.rst_n.next = self.rst_ni.val();
        self.error.clk.next = self.clk_i.val();
        self.error.rst_n.next = self.rst_ni.val();
        self.pending.clk.next = self.clk_i.val();
        self.pending.rst_n.next = self.rst_ni.val();
        comment!("A flit has to be for this node, and from another one.");
        self.own.a.next = self.id.q.val();
        for q in 0..self._n {
            self.to[q].a.next = self.eject_data_i[q].val();
            self.from[q].a.next = self.eject_data_i[q].val();
            self.wrong[q].next =
                (self.to[q].y.val() != self.own.y.val()) | (self.from[q].y.val() == self.own.y.val());
            if self.bounded.val() {
                self.wrong[q].next = self.wrong[q].val() | (self.from[q].y.val() >= self.nodes.val());
            }
            self.ends[q].next = self.eject_valid_i[q].val();
            if self.long.val() {
                self.ends[q].next = self.ends[q].val() & self.eject_last_i[q].val();
                if self.single.val() {
                    self.wrong[q].next = self.wrong[q].val() | !self.eject_last_i[q].val();
                }
            }
        }
    }
}

/// Counts the packets that have not arrived yet.
impl Part<Count> for PacketChecker {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("The packets that have not arrived yet.");
        self.announced.next = self.pending.q.val();
        if self.start_i.val() {
            self.announced.next = self.batch.val();
        }
        self.arrived.next = self.none.val();
        for q in 0..self._n {
            if self.ends[q].val() {
                self.arrived.next = self.arrived.val() + self.one.val();
            }
        }
        self.left.next = self.announced.val() - self.arrived.val();
        self.pending.d.next = self.left.val();
        self.done.d.next = self.left.val() == self.none.val();
        self.done_o.next = self.done.q.val();
        self.fault.next = self.announced.val() < self.arrived.val();
        for q in 0..self._n {
            self.fault.next = self.fault.val() | (self.eject_valid_i[q].val() & self.wrong[q].val());
        }
        self.error.d.next = self.error.q.val() | self.fault.val();
        self.wrong_o.next = self.error.q.val();
    }
}
