//! The logic of the sequencer, part by part.

use super::Sequencer;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(Sequencer:
    Clocks,
    Rows,
    Offset,
);

/// Clock and reset of the registers.
impl Part<Clocks> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        self.row.clk.next = self.clk_i.val();
        self.row.rst_n.next = self.rst_ni.val();
        self.phase.clk.next = self.clk_i.val();
        self.phase.rst_n.next = self.rst_ni.val();
        self.pass.clk.next = self.clk_i.val();
        self.pass.rst_n.next = self.rst_ni.val();
        self.spent.clk.next = self.clk_i.val();
        self.spent.rst_n.next = self.rst_ni.val();
        self.offset.clk.next = self.clk_i.val();
        self.offset.rst_n.next = self.rst_ni.val();
        self.busy.clk.next = self.clk_i.val();
        self.busy.rst_n.next = self.rst_ni.val();
        self.error.clk.next = self.clk_i.val();
        self.error.rst_n.next = self.rst_ni.val();
    }
}

/// Chooses the next row of the program.
impl Part<Rows> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Whether a run starts, the program halts, its row is over, or its phase comes again.");
        self.starts.next = self.start_i.val() & !self.busy.q.val();
        self.halts.next = self.again_i.val() & !self.last_i.val();
        self.moves.next = self.busy.q.val() & !self.halts.val() & (self.spent.q.val() == self.cycles_i.val());
        self.repeats.next =
            self.last_i.val() & self.again_i.val() & (self.pass.q.val() != self.last_pass.val());
        self.following.next = self.row.q.val() + self.one_row.val();
        comment!("The next row, where its phase begins, and how often the phase has been gone through.");
        self.next_row.next = self.row.q.val();
        self.next_phase.next = self.phase.q.val();
        self.next_pass.next = self.pass.q.val();
        if self.starts.val() {
            self.next_row.next = self.first_row.val();
            self.next_phase.next = self.first_row.val();
            self.next_pass.next = self.first_pass.val();
        } else if self.moves.val() {
            if self.repeats.val() {
                self.next_row.next = self.phase.q.val();
                self.next_pass.next = self.pass.q.val() + self.one_pass.val();
            } else {
                self.next_row.next = self.following.val();
                if self.last_i.val() {
                    self.next_phase.next = self.following.val();
                    self.next_pass.next = self.first_pass.val();
                }
            }
        }
        self.row.d.next = self.next_row.val();
        self.phase.d.next = self.next_phase.val();
        self.pass.d.next = self.next_pass.val();
        self.passed.a.next = self.next_pass.val();
        self.addr_o.next = self.next_row.val();
    }
}

/// The offset that is added to the addresses of a row.
impl Part<Offset> for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Cycles spent in the row, and what they add to its addresses.");
        self.fresh.next = self.starts.val() | self.moves.val() | !self.busy.q.val();
        if self.fresh.val() {
            self.spent.d.next = self.no_cycle.val();
            self.offset.d.next = self.passed.y.val();
        } else {
            self.spent.d.next = self.spent.q.val() + self.one_cycle.val();
            self.offset.d.next = self.offset.q.val() + self.one_flit.val();
        }
        self.offset_o.next = self.offset.q.val();
        self.busy.d.next = self.starts.val() | (self.busy.q.val() & !self.halts.val());
        self.busy_o.next = self.busy.q.val();
        comment!("A start during a run is an error.");
        self.error.d.next = self.error.q.val() | (self.start_i.val() & self.busy.q.val());
        self.error_o.next = self.error.q.val();
    }
}
