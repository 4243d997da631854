//! A bank of the message memory: one write port, and one read port with a register at its output.
//!
//! It is written so that tools use a block RAM. Up to [`LOGIC_ROWS`] flits they may choose. A flit that is
//! read in the cycle in which it is written has its old value; programs never do so. All flits are 0 at
//! power-up. A bank has at least two flits, because an index has at least one bit. The depth may be any
//! number; an index beyond it is a fault of the program.

use crate::signal::{Bv, Sig};
use crate::spec::LOGIC_ROWS;
use rust_hdl_core::prelude::*;

/// A bank of the message memory: a block RAM with one write and one read port.
#[allow(missing_docs)] // The printed port list says what each port is.
#[derive(LogicBlock)]
pub struct Bank {
    pub clk_i: Signal<In, Clock>,
    pub write_i: Signal<In, Bit>,
    pub write_addr_i: Sig<In>,
    pub write_data_i: Sig<In>,
    pub read_addr_i: Sig<In>,
    pub read_data_o: Sig<Out>,
    _flits: Vec<Bv>,
}

impl Bank {
    /// A bank of `depth` flits of `data` bits, addressed by `index` bits.
    pub fn new(depth: usize, index: usize, data: usize) -> Self {
        Bank {
            clk_i: Signal::default(),
            write_i: Signal::default(),
            write_addr_i: Sig::new(index),
            write_data_i: Sig::new(data),
            read_addr_i: Sig::new(index),
            read_data_o: Sig::new(data),
            _flits: vec![Bv::new(0, data); depth.max(2)],
        }
    }
}

impl Logic for Bank {
    fn update(&mut self) {
        if !self.clk_i.pos_edge() {
            return;
        }
        let at = |address: Bv| address.value() as usize;
        self.read_data_o.next = self._flits[at(self.read_addr_i.val())];
        if self.write_i.val() {
            self._flits[at(self.write_addr_i.val())] = self.write_data_i.val();
        }
    }

    fn connect(&mut self) {
        self.read_data_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let (last, width) = (self._flits.len() - 1, self.read_data_o.bits());
        let style = if last >= LOGIC_ROWS { "(* ram_style = \"block\" *)\n" } else { "" };
        Verilog::Custom(format!(
            "{style}reg [{top}:0] flits [0:{last}];\nreg [{top}:0] read_data_q;\ninteger k;\n\n\
             // All flits are 0 at power-up.\n\
             initial begin\n  for (k = 0; k <= {last}; k = k + 1) begin\n    flits[k] = {width}'h0;\n  \
             end\n  \
             read_data_q = {width}'h0;\nend\n\n\
             // A flit that is read in the cycle in which it is written has its old value.\n\
             always @(posedge clk_i) begin\n  if (write_i) begin\n    flits[write_addr_i] <= \
             write_data_i;\n  \
             end\n  read_data_q <= flits[read_addr_i];\nend\n\n\
             // The flit that was read.\nassign read_data_o = read_data_q;\n",
            top = width - 1
        ))
    }
}
