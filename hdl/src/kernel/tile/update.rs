//! The connections of a tile.

use super::Tile;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(Tile:
    Straps,
    Wires,
);

/// Clock, reset and straps of node and traffic agent.
impl Part<Straps> for Tile {
    #[hdl_gen]
    fn update(&mut self) {
        self.node.clk_i.next = self.clk_i.val();
        self.node.rst_ni.next = self.rst_ni.val();
        self.node.start_i.next = self.start_i.val();
        self.agent.clk_i.next = self.clk_i.val();
        self.agent.rst_ni.next = self.rst_ni.val();
        self.agent.start_i.next = self.start_i.val();
        self.agent.id_i.next = self.id_i.val();
        for i in 0..self._d {
            self.agent.x_i[i].next = self.x_i[i].val();
        }
        for d in self._d..(self._d + 1) {
            for k in 0..self._flips {
                for i in 0..self._d {
                    if self.counts[k * d + i].val() {
                        self.parity[k].a.next = self.x_i[i].val();
                    }
                }
                self.node.flip_i[k].next = self.parity[k].y.val();
            }
        }
    }
}

/// The links, and the wires between node and traffic agent.
impl Part<Wires> for Tile {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("What is ejected, and whether the node or its agent has found an error.");
        for q in 0..self._n {
            self.node.rx_valid_i[q].next = self.rx_valid_i[q].val();
            self.node.rx_data_i[q].next = self.rx_data_i[q].val();
            self.tx_valid_o[q].next = self.node.tx_valid_o[q].val();
            self.tx_data_o[q].next = self.node.tx_data_o[q].val();
        }
        for q in 0..self._heads {
            self.node.rx_head_i[q].next = self.rx_head_i[q].val();
            self.tx_head_o[q].next = self.node.tx_head_o[q].val();
        }
        for q in 0..self._local_ports {
            self.node.inject_data_i[q].next = self.agent.inject_data_o[q].val();
            self.agent.inject_valid_i[q].next = self.node.inject_valid_o[q].val();
            self.agent.eject_valid_i[q].next = self.node.eject_valid_o[q].val();
            self.agent.eject_data_i[q].next = self.node.eject_data_o[q].val();
            self.eject_valid_o[q].next = self.node.eject_valid_o[q].val();
            self.eject_data_o[q].next = self.node.eject_data_o[q].val();
        }
        for k in 0..self._offsets {
            self.agent.inject_offset_i[k].next = self.node.inject_offset_o[k].val();
        }
        self.done_o.next = self.agent.done_o.val();
        self.error_o.next = self.node.error_o.val() | self.agent.error_o.val();
    }
}
