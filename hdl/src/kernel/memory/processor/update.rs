//! The logic of a node without its program, part by part.

use super::Core;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(Core:
    Control,
    Injection,
    Ejection,
);

/// Clock, reset and the row of the program.
impl Part<Control> for Core {
    #[hdl_gen]
    fn update(&mut self) {
        self.sequencer.clk_i.next = self.clk_i.val();
        self.sequencer.rst_ni.next = self.rst_ni.val();
        self.memory.clk_i.next = self.clk_i.val();
        self.memory.rst_ni.next = self.rst_ni.val();
        self.router.clk_i.next = self.clk_i.val();
        self.router.rst_ni.next = self.rst_ni.val();
        comment!("Whether a run is under way.");
        self.sequencer.start_i.next = self.start_i.val();
        self.sequencer.cycles_i.next = self.program_cycles_i.val();
        self.sequencer.last_i.next = self.program_last_i.val();
        self.sequencer.again_i.next = self.program_again_i.val();
        self.program_addr_o.next = self.sequencer.addr_o.val();
        self.busy_o.next = self.sequencer.busy_o.val();
        self.offset.a.next = self.sequencer.offset_o.val();
    }
}

/// The flits that are read and sent.
impl Part<Injection> for Core {
    #[hdl_gen]
    fn update(&mut self) {
        comment!(
            "Flits are read in one cycle and injected in the next, behind their address at the receiver."
        );
        self.memory.busy_i.next = self.sequencer.busy_o.val();
        self.memory.host_write_i.next = self.mem_write_i.val();
        self.memory.host_addr_i.next = self.mem_addr_i.val();
        self.memory.host_data_i.next = self.mem_data_i.val();
        self.mem_data_o.next = self.memory.host_data_o.val();
        for q in 0..self._local_ports {
            self.memory.read_valid_i[q].next = self.program_send_i[q].val();
            self.memory.read_addr_i[q].next = self.program_from_i[q].val() + self.offset.y.val();
            self.send[q].clk.next = self.clk_i.val();
            self.send[q].rst_n.next = self.rst_ni.val();
            self.send[q].d.next = self.program_send_i[q].val();
            self.head[q].clk.next = self.clk_i.val();
            self.head[q].d.next = self.program_head_i[q].val();
            self.to[q].clk.next = self.clk_i.val();
            self.to[q].d.next = self.program_to_i[q].val() + self.offset.y.val();
            self.flit[q].high.next = self.to[q].q.val();
            self.flit[q].low.next = self.memory.read_data_o[q].val();
            self.router.inject_valid_i[q].next = self.send[q].q.val();
            self.router.inject_head_i[q].next = self.head[q].q.val();
            self.router.inject_data_i[q].next = self.flit[q].y.val();
        }
        for q in 0..self._choices {
            self.port[q].clk.next = self.clk_i.val();
            self.port[q].d.next = self.program_port_i[q].val();
            self.router.inject_port_i[q].next = self.port[q].q.val();
        }
    }
}

/// The flits that arrive.
impl Part<Ejection> for Core {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("What arrives is written where its address says.");
        for q in 0..self._local_ports {
            self.place[q].a.next = self.router.eject_data_o[q].val();
            self.data[q].a.next = self.router.eject_data_o[q].val();
            self.memory.write_valid_i[q].next = self.router.eject_valid_o[q].val();
            self.memory.write_addr_i[q].next = self.place[q].y.val();
            self.memory.write_data_i[q].next = self.data[q].y.val();
            self.eject_valid_o[q].next = self.router.eject_valid_o[q].val();
            self.eject_data_o[q].next = self.data[q].y.val();
        }
        for q in 0..self._n {
            self.router.rx_valid_i[q].next = self.rx_valid_i[q].val();
            self.router.rx_head_i[q].next = self.rx_head_i[q].val();
            self.router.rx_data_i[q].next = self.rx_data_i[q].val();
            self.tx_valid_o[q].next = self.router.tx_valid_o[q].val();
            self.tx_head_o[q].next = self.router.tx_head_o[q].val();
            self.tx_data_o[q].next = self.router.tx_data_o[q].val();
        }
        self.error_o.next =
            self.sequencer.error_o.val() | self.memory.error_o.val() | self.router.error_o.val();
    }
}
