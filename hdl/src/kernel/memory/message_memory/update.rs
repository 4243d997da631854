//! The logic of the message memory, part by part.

use super::Memory;
use crate::kernel::parts::{parts, Part};
use rust_hdl_core::prelude::*;

parts!(Memory:
    Users,
    Banks,
    Reads,
    Writes,
    Gaps,
    Data,
);

/// The reads and writes of the local ports and the host.
impl Part<Users> for Memory {
    #[hdl_gen]
    fn update(&mut self) {
        self.error.clk.next = self.clk_i.val();
        self.error.rst_n.next = self.rst_ni.val();
        comment!("Who reads and writes: the local ports, and the host last, while the node is not busy.");
        for q in 0..self._n {
            self.reads[q].next = self.read_valid_i[q].val();
            self.source[q].next = self.read_addr_i[q].val();
            self.writes[q].next = self.write_valid_i[q].val();
            self.target[q].next = self.write_addr_i[q].val();
            self.flit[q].next = self.write_data_i[q].val();
        }
        for h in self._n..self._ways {
            self.reads[h].next = !self.busy_i.val();
            self.source[h].next = self.host_addr_i.val();
            self.writes[h].next = self.host_write_i.val() & !self.busy_i.val();
            self.target[h].next = self.host_addr_i.val();
            self.flit[h].next = self.host_data_i.val();
        }
    }
}

/// Decodes the bank of each address.
impl Part<Banks> for Memory {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Which bank a read or write is for.");
        for b in self._banks..(self._banks + 1) {
            for q in 0..self._ways {
                self.read_index[q].a.next = self.source[q].val();
                self.write_index[q].a.next = self.target[q].val();
                for _s in 0..self._single {
                    self.reads_bank[q * b].next = self.reads[q].val();
                    self.writes_bank[q * b].next = self.writes[q].val();
                }
                for _m in 0..self._many {
                    self.read_bank[q].a.next = self.source[q].val();
                    self.write_bank[q].a.next = self.target[q].val();
                    for k in 0..self._banks {
                        self.reads_bank[q * b + k].next =
                            self.reads[q].val() & (self.read_bank[q].y.val() == self.number[k].val());
                        self.writes_bank[q * b + k].next =
                            self.writes[q].val() & (self.write_bank[q].y.val() == self.number[k].val());
                    }
                }
            }
        }
    }
}

/// The reads of each bank.
impl Part<Reads> for Memory {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Faults: a write of the host in a run, reads of one bank at two places, two writes to it.");
        self.fault.next = self.host_write_i.val() & self.busy_i.val();
        for b in self._banks..(self._banks + 1) {
            for k in 0..self._banks {
                comment!("Bank {k}: the place that is read. Several ports may read one place.");
                self.index[k].next = self.no_index.val();
                for q in 0..self._ways {
                    if self.reads_bank[q * b + k].val() {
                        self.index[k].next = self.index[k].val() | self.read_index[q].y.val();
                    }
                }
                for q in 0..self._ways {
                    self.fault.next = self.fault.val()
                        | (self.reads_bank[q * b + k].val()
                            & (self.read_index[q].y.val() != self.index[k].val()));
                }
                self.bank[k].clk_i.next = self.clk_i.val();
                self.bank[k].read_addr_i.next = self.index[k].val();
            }
        }
    }
}

/// The writes of each bank.
impl Part<Writes> for Memory {
    #[hdl_gen]
    fn update(&mut self) {
        for b in self._banks..(self._banks + 1) {
            for k in 0..self._banks {
                comment!("Bank {k}: what is written, and where. Two writes in a cycle are a fault.");
                self.taken[k].next = false;
                self.write_conflict[k].next = false;
                self.place[k].next = self.no_index.val();
                self.value[k].next = self.no_data.val();
                for q in 0..self._ways {
                    self.write_conflict[k].next = self.write_conflict[k].val()
                        | (self.taken[k].val() & self.writes_bank[q * b + k].val());
                    self.taken[k].next = self.taken[k].val() | self.writes_bank[q * b + k].val();
                    if self.writes_bank[q * b + k].val() {
                        self.place[k].next = self.place[k].val() | self.write_index[q].y.val();
                        self.value[k].next = self.value[k].val() | self.flit[q].val();
                    }
                }
                self.fault.next = self.fault.val() | self.write_conflict[k].val();
                self.bank[k].write_i.next = self.taken[k].val();
                self.bank[k].write_addr_i.next = self.place[k].val();
                self.bank[k].write_data_i.next = self.value[k].val();
            }
        }
    }
}

/// Finds reads and writes of banks that do not exist.
impl Part<Gaps> for Memory {
    #[hdl_gen]
    fn update(&mut self) {
        for b in self._banks..(self._banks + 1) {
            // The host reads in every cycle, at any address, so only its writes are checked.
            for _g in 0..self._gaps {
                comment!("A bank that does not exist is a fault.");
                for q in 0..self._n {
                    self.read_found[q].next = !self.reads[q].val();
                    for k in 0..self._banks {
                        self.read_found[q].next = self.read_found[q].val() | self.reads_bank[q * b + k].val();
                    }
                    self.fault.next = self.fault.val() | !self.read_found[q].val();
                }
                for q in 0..self._ways {
                    self.write_found[q].next = !self.writes[q].val();
                    for k in 0..self._banks {
                        self.write_found[q].next =
                            self.write_found[q].val() | self.writes_bank[q * b + k].val();
                    }
                    self.fault.next = self.fault.val() | !self.write_found[q].val();
                }
            }
        }
    }
}

/// The flits that were read.
impl Part<Data> for Memory {
    #[hdl_gen]
    fn update(&mut self) {
        self.error.d.next = self.error.q.val() | self.fault.val();
        self.error_o.next = self.error.q.val();
        comment!("The flits that were read, one cycle later.");
        for q in 0..self._ways {
            self.flit_read[q].next = self.bank[0].read_data_o.val();
            for _m in 0..self._many {
                self.from[q].clk.next = self.clk_i.val();
                self.from[q].d.next = self.read_bank[q].y.val();
                for k in 1..self._banks {
                    if self.from[q].q.val() == self.number[k].val() {
                        self.flit_read[q].next = self.bank[k].read_data_o.val();
                    }
                }
            }
        }
        for q in 0..self._n {
            self.read_data_o[q].next = self.flit_read[q].val();
        }
        for h in self._n..self._ways {
            self.host_data_o.next = self.flit_read[h].val();
        }
    }
}
