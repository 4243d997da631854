//! The logic of a node, part by part.

use super::Node;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(Node:
    Clocks,
    Frame,
    SlotFrame,
    Counter,
    Drain,
    Links,
    Row,
    Mirrored,
    Slots,
);

/// Clock and reset of registers and parts.
impl Part<Clocks> for Node {
    #[hdl_gen]
    fn update(&mut self) {
        self.slot.clk.next = self.clk_i.val();
        self.slot.rst_n.next = self.rst_ni.val();
        self.error.clk.next = self.clk_i.val();
        self.error.rst_n.next = self.rst_ni.val();
        self.schedule.clk_i.next = self.clk_i.val();
        self.schedule.rst_ni.next = self.rst_ni.val();
        self.running.clk.next = self.clk_i.val();
        self.running.rst_n.next = self.rst_ni.val();
        self.last.clk.next = self.clk_i.val();
        self.last.rst_n.next = self.rst_ni.val();
        for h in 0..self._by_header {
            self.router[h].clk_i.next = self.clk_i.val();
            self.router[h].rst_ni.next = self.rst_ni.val();
        }
        for t in 0..self._by_slot {
            self.slot_router[t].clk_i.next = self.clk_i.val();
            self.slot_router[t].rst_ni.next = self.rst_ni.val();
            self.draining[t].clk.next = self.clk_i.val();
            self.draining[t].rst_n.next = self.rst_ni.val();
            self.drained[t].clk.next = self.clk_i.val();
            self.drained[t].rst_n.next = self.rst_ni.val();
        }
        for k in 0..self._sends {
            self.sends[k].clk.next = self.clk_i.val();
            self.sends[k].rst_n.next = self.rst_ni.val();
        }
    }
}

/// The slot counter.
impl Part<Counter> for Node {
    #[hdl_gen]
    fn update(&mut self) {
        self.error.d.next = self.error.q.val() | (self.start_i.val() & !self.ready.val());
        if self.ready.val() {
            self.slot.d.next = self.zero.val();
        } else {
            self.slot.d.next = self.slot.q.val() + self.one.val();
        }
        for a in 0..self._addressed {
            self.schedule.slot_i[a].next = self.slot.q.val();
        }
        for g in 0..self._generated {
            comment!("The schedule begins anew, but in the last slot of a frame, which it goes on from.");
            self.schedule.restart_i[g].next = self.ready.val() & !self.last.q.val();
        }
    }
}

/// The beginning and the end of a frame, if messages have headers.
impl Part<Frame> for Node {
    #[hdl_gen]
    fn update(&mut self) {
        for h in 0..self._by_header {
            comment!("A frame begins where none is under way, or in the last slot of one.");
            self.ready.next = !self.running.q.val() | self.last.q.val();
            self.schedule.running_i.next = self.running.q.val();
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
            self.error_o.next = self.error.q.val() | self.router[h].error_o.val();
        }
    }
}

/// The same if slots set the router. The messages of the last frame have to arrive first.
impl Part<SlotFrame> for Node {
    #[hdl_gen]
    fn update(&mut self) {
        for t in 0..self._by_slot {
            comment!("A frame begins when none is under way, or in the last slot of one or of its messages.");
            self.ready.next = (!self.running.q.val() & !self.draining[t].q.val())
                | self.last.q.val()
                | self.drained[t].q.val();
            self.schedule.running_i.next = self.running.q.val() | self.draining[t].q.val();
            self.running.d.next =
                (self.ready.val() & self.start_i.val()) | (self.running.q.val() & !self.last.q.val());
            if self.several.val() {
                self.last.d.next =
                    self.running.q.val() & !self.last.q.val() & (self.slot.q.val() == self.before_last.val());
            } else {
                self.last.d.next = self.ready.val() & self.start_i.val();
            }
            comment!("A start at any other time is an error, as is what the router finds.");
            self.error_o.next = self.error.q.val() | self.slot_router[t].error_o.val();
        }
    }
}

/// The slots after the last frame, in which its messages arrive.
impl Part<Drain> for Node {
    #[hdl_gen]
    fn update(&mut self) {
        for t in 0..self._by_slot {
            comment!("Behind the last frame the slots go on until its messages have arrived.");
            if self.drains.val() {
                self.draining[t].d.next = (self.last.q.val() & !self.start_i.val())
                    | (self.draining[t].q.val() & !self.drained[t].q.val());
            } else {
                self.draining[t].d.next = false;
            }
            if self.drains_long.val() {
                self.drained[t].d.next = self.draining[t].q.val()
                    & !self.drained[t].q.val()
                    & (self.slot.q.val() == self.before_drained.val());
            } else {
                self.drained[t].d.next = self.draining[t].d.val();
            }
            comment!("A row sends in a frame only.");
            self.sends[0].d.next = self.running.q.val();
            for k in 1..self._sends {
                self.sends[k].d.next = self.sends[k - 1].q.val();
            }
        }
    }
}

/// The links and local ports of the router.
impl Part<Links> for Node {
    #[hdl_gen]
    fn update(&mut self) {
        for h in 0..self._by_header {
            for q in 0..self._n {
                self.router[h].rx_valid_i[q].next = self.rx_valid_i[q].val();
                self.router[h].rx_head_i[q].next = self.rx_head_i[q].val();
                self.router[h].rx_data_i[q].next = self.rx_data_i[q].val();
                self.tx_valid_o[q].next = self.router[h].tx_valid_o[q].val();
                self.tx_head_o[q].next = self.router[h].tx_head_o[q].val();
                self.tx_data_o[q].next = self.router[h].tx_data_o[q].val();
            }
            for q in 0..self._local_ports {
                self.router[h].inject_data_i[q].next = self.inject_data_i[q].val();
                self.eject_valid_o[q].next = self.router[h].eject_valid_o[q].val();
                self.eject_data_o[q].next = self.router[h].eject_data_o[q].val();
            }
        }
    }
}

/// The row of the ROM, unchanged.
impl Part<Row> for Node {
    #[hdl_gen]
    fn update(&mut self) {
        // The fields of the ROM's row, unchanged or mirrored.
        comment!("The row of the slot goes to the injection ports, and to the processor.");
        for _m in 0..self._plain {
            for q in 0..self._local_ports {
                self.router[0].inject_valid_i[q].next = self.schedule.valid_o[q].val();
                self.router[0].inject_head_i[q].next = self.schedule.head_o[q].val();
                self.inject_valid_o[q].next = self.schedule.valid_o[q].val();
            }
            for q in 0..self._choices {
                self.router[0].inject_port_i[q].next = self.schedule.port_o[q].val();
            }
            for k in 0..self._offsets {
                self.inject_offset_o[k].next = self.schedule.offset_o[k].val();
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
                self.mirror[m].rom_valid_i[q].next = self.schedule.valid_o[q].val();
                self.mirror[m].rom_head_i[q].next = self.schedule.head_o[q].val();
                self.router[0].inject_valid_i[q].next = self.mirror[m].valid_o[q].val();
                self.router[0].inject_head_i[q].next = self.mirror[m].head_o[q].val();
                self.inject_valid_o[q].next = self.mirror[m].valid_o[q].val();
            }
            for q in 0..self._choices {
                self.mirror[m].rom_port_i[q].next = self.schedule.port_o[q].val();
                self.router[0].inject_port_i[q].next = self.mirror[m].port_o[q].val();
            }
            for k in 0..self._offsets {
                self.mirror[m].rom_offset_i[k].next = self.schedule.offset_o[k].val();
                self.inject_offset_o[k].next = self.mirror[m].offset_o[k].val();
            }
        }
    }
}

/// The links and local ports of a router that is set by slots.
impl Part<Slots> for Node {
    #[hdl_gen]
    fn update(&mut self) {
        for t in 0..self._by_slot {
            for q in 0..self._n {
                self.slot_router[t].rx_valid_i[q].next = self.rx_valid_i[q].val();
                self.slot_router[t].rx_data_i[q].next = self.rx_data_i[q].val();
                self.slot_router[t].expected_i[q].next = self.schedule.expected_o[q].val();
                self.tx_valid_o[q].next = self.slot_router[t].tx_valid_o[q].val();
                self.tx_data_o[q].next = self.slot_router[t].tx_data_o[q].val();
            }
            for e in 0..self._exits {
                self.slot_router[t].setting_i[e].next = self.schedule.setting_o[e].val();
            }
            for k in self._sending..self._sends {
                for q in 0..self._local_ports {
                    self.inject_valid_o[q].next = self.schedule.valid_o[q].val() & self.sends[k].q.val();
                    self.slot_router[t].inject_valid_i[q].next =
                        self.schedule.valid_o[q].val() & self.sends[k].q.val();
                    self.slot_router[t].inject_data_i[q].next = self.inject_data_i[q].val();
                    self.eject_valid_o[q].next = self.slot_router[t].eject_valid_o[q].val();
                    self.eject_data_o[q].next = self.slot_router[t].eject_data_o[q].val();
                }
            }
            for k in 0..self._offsets {
                self.inject_offset_o[k].next = self.schedule.offset_o[k].val();
            }
        }
    }
}
