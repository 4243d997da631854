//! `NAME_early`: what a processor sends next, some cycles ahead.
//!
//! The row of the next slot is always in a register, so slot 0 can be shown as soon as a frame starts. A
//! second register holds the row after it, as a block RAM takes a cycle to answer.

use super::{rows::RowText, SlotTop};
use crate::top::text::filled;
use crate::top::{
    module_text,
    ports::{control, Direction, Port},
};
use torus_hdl::{hex_digits, Module};

/// The parameters of the Verilog text.
pub(super) struct EarlyText<'a> {
    pub top: &'a SlotTop<'a>,
    pub class: usize,
}

impl EarlyText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let name = self.top.table_module("early", &self.top.early, self.class);
        let what = "what a processor of this class sends next.";
        let timing = [
            "Row s: slot s, {valid bits, offsets} of the local ports, the first lowest.".to_string(),
            "Timing: slot s of a frame that start_i announces in cycle t is shown in cycle t + s."
                .to_string(),
        ];
        let header = self.top.header(&timing);
        Module { text: module_text(&name, what, &header, &self.ports(), &self.body()), name }
    }

    fn ports(&self) -> Vec<Port> {
        use Direction::Out;
        let each = self.top.each;
        let mut all = control("a frame begins: its first slot is shown in this cycle").to_vec();
        all.extend([
            Port::new(Out, each, "valid_o", "this local port sends in the slot that is shown"),
            Port::new(Out, each * self.top.offset_bits(), "offset_o", "destination minus source"),
        ]);
        all
    }

    fn body(&self) -> String {
        let (top, slots) = (self.top, self.top.schedule.length as usize);
        let rows = &top.early.as_ref().expect("asked for").distinct[self.class];
        let slot = top.slot_bits();
        let text = RowText { top, rows, marked: true };
        let number = |value: usize| format!("{slot}'d{}", value % slots);
        let (bits, first) = (text.bits(), hex_digits(&text.bits_of(&rows[0])));
        let values = [
            ("NUMBER_E", top.each.to_string()),
            ("NUMBER_OW", top.offset_bits().to_string()),
            ("SLOT_BITS", slot.to_string()),
            ("NUMBER_LAST", number(slots - 1)),
            ("NUMBER_ONE", number(1)),
            ("NUMBER_TWO", number(2)),
            ("FIRST_ROW", format!("{bits}'h{first}")),
            ("SLOT_ONE", format!("{slot}'d1")),
        ];
        filled(CONSTANTS, &values) + &text.memory() + &filled(BODY, &values)
    }
}

const CONSTANTS: &str = "  localparam integer E = NUMBER_E;  // local ports
  localparam integer OW = NUMBER_OW;  // bits of an offset
  localparam integer TW = SLOT_BITS;  // bits of a slot
  localparam [TW-1:0] LAST = NUMBER_LAST;  // the last slot

";

const BODY: &str = "
  // The slot that is shown next, the one whose row is read then, and whether the next one follows at once.
  reg  [TW-1:0] slot_q;
  reg  [TW-1:0] address_q;
  reg  running_q;
  wire shows = start_i | running_q;
  wire last = slot_q == LAST;
  wire [TW-1:0] address = rst_ni ? address_q : NUMBER_ONE;

  // The row that is shown.
  assign valid_o = row_q[E*OW +: E] & {E{shows}};
  assign offset_o = row_q[E*OW-1:0];

  // In each cycle of a frame the next row follows, and the row behind that one is read.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      running_q <= 1'b0;
      slot_q    <= {TW{1'b0}};
      address_q <= NUMBER_TWO;
      row_q     <= FIRST_ROW;
    end else if (shows) begin
      running_q <= ~last;
      slot_q    <= last ? {TW{1'b0}} : slot_q + SLOT_ONE;
      address_q <= (address_q == LAST) ? {TW{1'b0}} : address_q + SLOT_ONE;
      row_q     <= read_q;
    end
    if (shows | ~rst_ni) begin
      read_q <= messages[address];
    end
  end
";
