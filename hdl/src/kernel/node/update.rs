//! What a node does in a cycle, part by part.

use super::Node;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(Node:
    Counter,
    Links,
    Row,
    Mirrored,
);

/// The slot counter.
impl Part<Counter> for Node {
    #[hdl_gen]
    fn update(&mut self) {
        self.slot.clk.next = self.clk_i.val();
        self.slot.rst_n.next = self.rst_ni.val();
        self.error.clk.next = self.clk_i.val();
        self.error.rst_n.next = self.rst_ni.val();
        self.rom.clk_i.next = self.clk_i.val();
        self.rom.rst_ni.next = self.rst_ni.val();
        self.router.clk_i.next = self.clk_i.val();
        self.router.rst_ni.next = self.rst_ni.val();
        self.running.clk.next = self.clk_i.val();
        self.running.rst_n.next = self.rst_ni.val();
        self.last.clk.next = self.clk_i.val();
        self.last.rst_n.next = self.rst_ni.val();
        comment!("A frame begins where none is under way, or in the last slot of one.");
        self.ready.next = !self.running.q.val() | self.last.q.val();
        if self.ready.val() {
            self.slot.d.next = self.zero.val();
        } else {
            self.slot.d.next = self.slot.q.val() + self.one.val();
        }
        if self.slots.val() {
            self.running.d.next = self.start_i.val() | !self.ready.val();
        } else {
            self.running.d.next = false;
        }
        if self.several.val() {
            self.last.d.next = !self.ready.val() & (self.slot.q.val() == self.before_last.val());
        } else {
            self.last.d.next = self.ready.val() & self.start_i.val();
        }
        comment!("A start at any other time is an error, as is what the router finds.");
        self.error.d.next = self.error.q.val() | (self.start_i.val() & !self.ready.val());
        self.error_o.next = self.error.q.val() | self.router.error_o.val();
    }
}

/// Links and local ports of the router.
impl Part<Links> for Node {
    #[hdl_gen]
    fn update(&mut self) {
        self.rom.slot_i.next = self.slot.q.val();
        self.rom.running_i.next = self.running.q.val();
        for q in 0..self._n {
            self.router.rx_valid_i[q].next = self.rx_valid_i[q].val();
            self.router.rx_head_i[q].next = self.rx_head_i[q].val();
            self.router.rx_data_i[q].next = self.rx_data_i[q].val();
            self.tx_valid_o[q].next = self.router.tx_valid_o[q].val();
            self.tx_head_o[q].next = self.router.tx_head_o[q].val();
            self.tx_data_o[q].next = self.router.tx_data_o[q].val();
        }
        for q in 0..self._local_ports {
            self.router.inject_data_i[q].next = self.inject_data_i[q].val();
            self.eject_valid_o[q].next = self.router.eject_valid_o[q].val();
            self.eject_data_o[q].next = self.router.eject_data_o[q].val();
        }
    }
}

/// The row of the ROM, as it is.
impl Part<Row> for Node {
    #[hdl_gen]
    fn update(&mut self) {
        // What the ROM says, as it is or mirrored.
        comment!("The row of the slot goes to the injection ports, and to the processor.");
        for _m in 0..self._plain {
            for q in 0..self._local_ports {
                self.router.inject_valid_i[q].next = self.rom.valid_o[q].val();
                self.router.inject_head_i[q].next = self.rom.head_o[q].val();
                self.inject_valid_o[q].next = self.rom.valid_o[q].val();
            }
            for q in 0..self._choices {
                self.router.inject_port_i[q].next = self.rom.port_o[q].val();
            }
            for k in 0..self._offsets {
                self.inject_offset_o[k].next = self.rom.offset_o[k].val();
            }
        }
    }
}

/// The row of the ROM, with its signs swapped.
impl Part<Mirrored> for Node {
    #[hdl_gen]
    fn update(&mut self) {
        for m in 0..self._mirrored {
            self.mirror[m].clk_i.next = self.clk_i.val();
            self.mirror[m].rst_ni.next = self.rst_ni.val();
            for k in 0..self._flips {
                self.mirror[m].flip_i[k].next = self.flip_i[k].val();
            }
            for q in 0..self._local_ports {
                self.mirror[m].rom_valid_i[q].next = self.rom.valid_o[q].val();
                self.mirror[m].rom_head_i[q].next = self.rom.head_o[q].val();
                self.router.inject_valid_i[q].next = self.mirror[m].valid_o[q].val();
                self.router.inject_head_i[q].next = self.mirror[m].head_o[q].val();
                self.inject_valid_o[q].next = self.mirror[m].valid_o[q].val();
            }
            for q in 0..self._choices {
                self.mirror[m].rom_port_i[q].next = self.rom.port_o[q].val();
                self.router.inject_port_i[q].next = self.mirror[m].port_o[q].val();
            }
            for k in 0..self._offsets {
                self.mirror[m].rom_offset_i[k].next = self.rom.offset_o[k].val();
                self.inject_offset_o[k].next = self.mirror[m].offset_o[k].val();
            }
        }
    }
}
