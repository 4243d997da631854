//! The logic of a self-test agent, part by part.

use super::SelfTestAgent;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(SelfTestAgent:
    Clocks,
    Results,
    Order,
    Rows,
    Partner,
    Flits,
    Fault,
);

/// Clock and reset of the control registers.
impl Part<Clocks> for SelfTestAgent {
    #[hdl_gen]
    fn update(&mut self) {
        self.id.clk.next = self.clk_i.val();
        self.id.rst_n.next = self.rst_ni.val();
        self.id.d.next = self.id_i.val();
        self.row.clk.next = self.clk_i.val();
        self.row.rst_n.next = self.rst_ni.val();
        self.flit.clk.next = self.clk_i.val();
        self.flit.rst_n.next = self.rst_ni.val();
        self.loading.clk.next = self.clk_i.val();
        self.loading.rst_n.next = self.rst_ni.val();
        self.waiting.clk.next = self.clk_i.val();
        self.waiting.rst_n.next = self.rst_ni.val();
        self.reading.clk.next = self.clk_i.val();
        self.reading.rst_n.next = self.rst_ni.val();
        self.filling.clk.next = self.clk_i.val();
        self.filling.rst_n.next = self.rst_ni.val();
        self.asking.clk.next = self.clk_i.val();
        self.asking.rst_n.next = self.rst_ni.val();
        self.flit_late.clk.next = self.clk_i.val();
        self.flit_late.rst_n.next = self.rst_ni.val();
    }
}

/// Clock and reset of the registers after the read.
impl Part<Results> for SelfTestAgent {
    #[hdl_gen]
    fn update(&mut self) {
        self.checking.clk.next = self.clk_i.val();
        self.checking.rst_n.next = self.rst_ni.val();
        self.expected.clk.next = self.clk_i.val();
        self.begin.clk.next = self.clk_i.val();
        self.begin.rst_n.next = self.rst_ni.val();
        self.ending.clk.next = self.clk_i.val();
        self.ending.rst_n.next = self.rst_ni.val();
        self.closing.clk.next = self.clk_i.val();
        self.closing.rst_n.next = self.rst_ni.val();
        self.busy.clk.next = self.clk_i.val();
        self.busy.rst_n.next = self.rst_ni.val();
        self.done.clk.next = self.clk_i.val();
        self.done.rst_n.next = self.rst_ni.val();
        self.error.clk.next = self.clk_i.val();
        self.error.rst_n.next = self.rst_ni.val();
    }
}

/// The sequence of the self-test: load, start, wait, read back.
impl Part<Order> for SelfTestAgent {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("What comes when: loading, one pulse to the node, waiting for it, reading and comparing.");
        self.starts.next = self.start_i.val() & !self.busy.q.val();
        self.steps.next = self.loading.q.val() | self.reading.q.val();
        self.block_ends.next = self.steps.val() & (self.flit.q.val() == self.last_flit.val());
        self.loaded.next =
            self.loading.q.val() & self.block_ends.val() & (self.row.q.val() == self.load_row.val());
        self.read.next =
            self.reading.q.val() & self.block_ends.val() & (self.row.q.val() == self.result_row.val());
        self.node_done.next = self.waiting.q.val() & !self.node_busy_i.val();
        self.loading.d.next = self.starts.val() | (self.loading.q.val() & !self.loaded.val());
        self.begin.d.next = self.loaded.val();
        self.waiting.d.next = self.begin.q.val() | (self.waiting.q.val() & !self.node_done.val());
        self.reading.d.next = self.node_done.val() | (self.reading.q.val() & !self.read.val());
        self.ending.d.next = self.read.val();
        self.closing.d.next = self.ending.q.val();
        self.busy.d.next = self.starts.val() | (self.busy.q.val() & !self.closing.q.val());
        self.done.d.next = !self.starts.val() & (self.done.q.val() | self.closing.q.val());
        self.node_start_o.next = self.begin.q.val();
        self.done_o.next = self.done.q.val();
    }
}

/// The rows of the expected-data ROM.
impl Part<Rows> for SelfTestAgent {
    #[hdl_gen]
    fn update(&mut self) {
        comment!(
            "Rows of the expected-data ROM and flits of their blocks; data come one cycle after their row."
        );
        self.row.d.next = self.row.q.val();
        self.flit.d.next = self.flit.q.val();
        if self.starts.val() {
            self.row.d.next = self.first_row.val();
            self.flit.d.next = self.first_flit.val();
        } else if self.block_ends.val() {
            self.row.d.next = self.row.q.val() + self.one_row.val();
            self.flit.d.next = self.first_flit.val();
        } else if self.steps.val() {
            self.flit.d.next = self.flit.q.val() + self.one_flit.val();
        }
        self.expected_addr_o.next = self.row.q.val();
        self.filling.d.next = self.loading.q.val();
        self.asking.d.next = self.reading.q.val();
        self.flit_late.d.next = self.flit.q.val();
        self.step.a.next = self.flit_late.q.val();
        self.mem_write_o.next = self.filling.q.val() & self.expected_valid_i.val();
        self.mem_addr_o.next = self.expected_place_i.val() + self.step.y.val();
    }
}

/// The partner of a block.
impl Part<Partner> for SelfTestAgent {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("The partner: this node's position plus the offset. The node's id, from its coordinates.");
        self.partner_id.next = self.id_none.val();
        self.here_id.next = self.id_none.val();
        for i in 0..self._d {
            self.x[i].clk.next = self.clk_i.val();
            self.x[i].rst_n.next = self.rst_ni.val();
            self.x[i].d.next = self.x_i[i].val();
            self.partner[i].next = self.x[i].q.val() + self.expected_partner_i[i].val();
            if self.wraps[i].val() {
                self.room[i].next = self.radix[i].val() - self.expected_partner_i[i].val();
                if self.x[i].q.val() >= self.room[i].val() {
                    self.partner[i].next = self.partner[i].val() - self.radix[i].val();
                }
            }
            self.wide[i].a.next = self.partner[i].val();
            self.partner_id.next = self.partner_id.val() + (self.wide[i].y.val() * self.stride[i].val());
            self.here[i].a.next = self.x[i].q.val();
            self.here_id.next = self.here_id.val() + (self.here[i].y.val() * self.stride[i].val());
        }
    }
}

/// The flits that are loaded, and those that are expected.
impl Part<Flits> for SelfTestAgent {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("The flit that is loaded, and the one that has to be found.");
        for r in 0..self._runs {
            self.run[r].clk.next = self.clk_i.val();
            self.run[r].rst_n.next = self.rst_ni.val();
            self.run[r].d.next = self.run[r].q.val();
            if self.starts.val() {
                self.run[r].d.next = self.run[r].q.val() + self.one_run[r].val();
            }
            self.load_flit.run[r].next = self.run[r].q.val();
            self.expected_flit.run[r].next = self.run[r].q.val();
        }
        for n in 0..self._numbers {
            self.load_flit.number[n].next = self.flit_late.q.val();
            self.expected_flit.number[n].next = self.flit_late.q.val();
        }
        self.expected_flit.source.next = self.partner_id.val();
        for _b in 0..self._broadcast {
            self.load_flit.source.next = self.partner_id.val();
        }
        for e in 0..self._exchange {
            self.load_flit.source.next = self.id.q.val();
            self.load_flit.destination[e].next = self.partner_id.val();
            self.expected_flit.destination[e].next = self.id.q.val();
        }
        self.mem_data_o.next = self.load_flit.y.val();
        self.expected.d.next = self.expected_flit.y.val();
    }
}

/// Reports errors.
impl Part<Fault> for SelfTestAgent {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("A start too early, coordinates of another node, or a flit that is not the right one.");
        self.checking.d.next = self.asking.q.val() & self.expected_valid_i.val();
        self.error.d.next = self.error.q.val()
            | (self.start_i.val() & self.busy.q.val())
            | (self.busy.q.val() & (self.id.q.val() != self.here_id.val()))
            | (self.checking.q.val() & (self.mem_data_i.val() != self.expected.q.val()));
        self.error_o.next = self.error.q.val();
    }
}
