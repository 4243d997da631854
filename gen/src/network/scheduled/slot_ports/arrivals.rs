//! `NAME_arrivals`: what arrives at a processor in every slot.

use super::{rows::RowText, SlotTop};
use crate::top::{
    module_text,
    ports::{Direction, Port},
};
use torus_hdl::Module;

/// The parameters of the Verilog text.
pub(super) struct ArrivalsText<'a> {
    pub top: &'a SlotTop<'a>,
    pub class: usize,
}

impl ArrivalsText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let name = self.top.table_module("arrivals", &self.top.arrivals, self.class);
        let what = "what arrives at a processor of this class, a row for each slot.";
        let registers = !self.top.schedule.hop_cycles.is_one();
        let place = if registers { "at the end of its last link" } else { "on its last link" };
        let timing = [
            format!("Row s: what was {place} in slot s, local ports in order, the first lowest."),
            "Timing: the row of a slot in cycle t is shown in cycle t + 2.".to_string(),
        ];
        let header = self.top.header(&timing);
        let rows = &self.top.arrivals.as_ref().expect("asked for").distinct[self.class];
        let text = RowText { top: self.top, rows, marked: false };
        let ports = self.ports(text.bits());
        Module { text: module_text(&name, what, &header, &ports, &(text.memory() + REGISTERS)), name }
    }

    fn ports(&self, bits: usize) -> Vec<Port> {
        use Direction::{In, Out};
        vec![
            Port::new(In, 1, "clk_i", "clock"),
            Port::new(In, self.top.slot_bits(), "slot_i", "slot"),
            Port::new(Out, bits, "source_o", "offsets of the messages, 0 where none arrives"),
        ]
    }
}

const REGISTERS: &str = "
  // The output of a block RAM is slow: it has a register of its own.
  always @(posedge clk_i) begin
    read_q <= messages[slot_i];
    row_q  <= read_q;
  end

  // The row that is shown.
  assign source_o = row_q;
";
