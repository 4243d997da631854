//! The logic of the mirror, part by part.

use super::Mirror;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(Mirror:
    Parity,
    Exchange,
    Signs,
    OnePort,
);

/// Whether the coordinate of a dimension is odd.
impl Part<Parity> for Mirror {
    #[hdl_gen]
    fn update(&mut self) {
        for k in 0..self._flips {
            self.flip[k].clk.next = self.clk_i.val();
            self.flip[k].rst_n.next = self.rst_ni.val();
            self.flip[k].d.next = self.flip_i[k].val();
            self.odd[k].next = self.flip[k].q.val() == self.set.val();
        }
    }
}

/// Takes the entry of the opposite port where the coordinate is odd.
impl Part<Exchange> for Mirror {
    #[hdl_gen]
    fn update(&mut self) {
        for n in self._local_ports..(self._local_ports + 1) {
            for d in self._d..(self._d + 1) {
                for q in 0..self._local_ports {
                    comment!("Injected by {q}: the opposite port's entry where the coordinate is odd.");
                    self.valid[q].next = self.rom_valid_i[q].val();
                    self.head[q].next = self.rom_head_i[q].val();
                    for i in 0..self._d {
                        self.offset[q * d + i].next = self.rom_offset_i[q * d + i].val();
                    }
                    for k in 0..self._flips {
                        for p in 0..self._local_ports {
                            if self.opposite[(k * n + p) * n + q].val() {
                                if self.odd[k].val() {
                                    self.valid[q].next = self.rom_valid_i[p].val();
                                    self.head[q].next = self.rom_head_i[p].val();
                                    for i in 0..self._d {
                                        self.offset[q * d + i].next = self.rom_offset_i[p * d + i].val();
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

/// Swaps the signs of the header and of the offsets.
impl Part<Signs> for Mirror {
    #[hdl_gen]
    fn update(&mut self) {
        for d in self._d..(self._d + 1) {
            for f in self._flips..(self._flips + 1) {
                for q in 0..self._local_ports {
                    comment!("Injected by {q}: header and offsets with their signs swapped.");
                    // The fields of the header.
                    self.swapped[q].next = self.head[q].val();
                    for r in 0..self._runs {
                        for k in 0..self._flips {
                            if self.odd[k].val()
                                & ((self.head[q].val() & self.field[r].val()) == self.code[r * f + k].val())
                            {
                                self.swapped[q].next = self.swapped[q].val() ^ self.sign[r].val();
                            }
                        }
                    }
                    for i in 0..self._d {
                        self.negated[q * d + i].next = self.offset[q * d + i].val();
                        for k in 0..self._flips {
                            if self.turned[k * d + i].val() {
                                if self.odd[k].val() & (self.offset[q * d + i].val() != self.none[i].val()) {
                                    self.negated[q * d + i].next =
                                        self.radix[i].val() - self.offset[q * d + i].val();
                                }
                            }
                        }
                        self.offset_o[q * d + i].next = self.negated[q * d + i].val();
                    }
                    self.valid_o[q].next = self.valid[q].val();
                    self.head_o[q].next = self.swapped[q].val();
                }
            }
        }
    }
}

/// Swaps the sign of the port that the one injection port names.
impl Part<OnePort> for Mirror {
    #[hdl_gen]
    fn update(&mut self) {
        for q in 0..self._choices {
            self.leaves[q].next = self.rom_port_i[q].val();
            for k in 0..self._flips {
                if self.odd[k].val()
                    & ((self.rom_port_i[q].val() & self.port_field.val()) == self.port_code[k].val())
                {
                    self.leaves[q].next = self.leaves[q].val() ^ self.port_sign.val();
                }
            }
            self.port_o[q].next = self.leaves[q].val();
        }
    }
}
