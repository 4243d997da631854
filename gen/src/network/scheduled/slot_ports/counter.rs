//! `NAME_slots`: the slot that the nodes are in, and whether messages are under way.

use super::SlotTop;
use crate::top::text::filled;
use crate::top::{
    module_text,
    ports::{control, Direction, Port},
};
use torus_hdl::Module;
use torus_model::route::bits;

/// The parameters of the Verilog text.
pub(super) struct CounterText<'a> {
    pub top: &'a SlotTop<'a>,
}

impl CounterText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let name = self.top.name("slots");
        let what = "the slot that all nodes are in, and whether messages are under way.";
        let first = self.top.spec.link_latency() - 1;
        let timing = [format!("Timing: a frame that starts in cycle 0 is in slot s in cycle {first} + s.")];
        let header = self.top.header(&timing);
        Module { text: module_text(&name, what, &header, &self.ports(), &self.body()), name }
    }

    fn ports(&self) -> Vec<Port> {
        use Direction::Out;
        let slot = "slot; behind a frame it goes on while messages are under way";
        let mut all = control("starts a frame, where the nodes take it").to_vec();
        if self.top.ports.status {
            all.push(Port::new(Out, 1, "slot_valid_o", "a frame is in this slot"));
        }
        all.push(Port::new(Out, self.top.slot_bits(), "slot_o", slot));
        if self.top.ports.status {
            all.push(Port::new(Out, 1, "busy_o", "a frame or some of its messages are under way"));
            all.push(Port::new(Out, 1, "done_o", "all have arrived; until the next start"));
        }
        if self.top.ports.early.is_some() {
            all.push(Port::new(Out, 1, "early_o", "the first slot is shown ahead in this cycle"));
        }
        if self.checks_starts() {
            all.push(Port::new(Out, 1, "error_o", "sticky: a frame started before the last one arrived"));
        }
        all
    }

    /// Whether a new start can make the table wrong for messages under way. That can happen with headers, if
    /// messages travel longer than a frame; routers set by the slot refuse such starts.
    pub fn checks_starts(&self) -> bool {
        let SlotTop { spec, schedule, ports, .. } = self.top;
        ports.source.is_some() && spec.slot_table.is_none() && schedule.makespan() > schedule.length + 1
    }

    /// Cycles from a start to the next one that does not follow it at once.
    fn rested(&self) -> u32 {
        self.top.schedule.length + self.top.spec.slot_table.map_or(0, |table| table.drain as u32)
    }

    /// The net that is 1 when the first slot of a frame is shown ahead.
    fn early(&self, cycles: u32, stages: usize) -> String {
        let net = match (self.top.early_cycle(cycles), stages) {
            (0, _) => "taken".to_string(),
            (_, 1) => "first_q".to_string(),
            (cycle, _) => format!("first_q[{}]", cycle - 1),
        };
        format!(
            "  // Cycles from what is shown ahead to its injection: {cycles}.\n  assign early_o = {net};\n\n"
        )
    }

    fn body(&self) -> String {
        let (top, length) = (self.top, self.top.schedule.length);
        let (cycles, slot) = (bits(top.quiet() as usize + 1), top.slot_bits());
        let stages = top.spec.link_latency() - 2;
        let ready = match self.rested() == length {
            true => "count_q >= LENGTH",
            false => "(count_q == LENGTH) | (count_q >= RESTED)",
        };
        let mut text = CONSTANTS.to_string();
        text += if self.rested() == length { "" } else { RESTED };
        text += if self.checks_starts() { ARRIVED } else { "" };
        text += FRAMES;
        text += if stages == 1 { ONE_STAGE } else { STAGES };
        text += &self.top.ports.early.map_or(String::new(), |cycles| self.early(cycles, stages));
        text += SLOTS;
        text += if top.ports.status { STATUS } else { "" };
        text += if self.checks_starts() { CHECK } else { "" };
        let cycle = |number: u32| format!("{cycles}'d{number}");
        let values = [
            ("CYCLE_BITS", cycles.to_string()),
            ("SLOT_BITS", slot.to_string()),
            ("FIRST_STAGES", stages.to_string()),
            ("NUMBER_QUIET", cycle(top.quiet())),
            ("NUMBER_LENGTH", cycle(length)),
            ("NUMBER_RESTED", cycle(self.rested())),
            ("NUMBER_ARRIVED", cycle(top.schedule.makespan())),
            ("NUMBER_LAST", format!("{slot}'d{}", length - 1)),
            ("CYCLE_ONE", cycle(1)),
            ("SLOT_ONE", format!("{slot}'d1")),
            ("IS_READY", ready.to_string()),
        ];
        filled(&text, &values)
    }
}

const CONSTANTS: &str = "  localparam integer CW = CYCLE_BITS;  // bits of a number of cycles
  localparam integer TW = SLOT_BITS;  // bits of a slot
  localparam [TW-1:0] LAST = NUMBER_LAST;  // the last slot of a frame
  // Cycles from a start to the next one that may follow, and to the first one with nothing under way.
  localparam [CW-1:0] LENGTH = NUMBER_LENGTH;
  localparam [CW-1:0] QUIET = NUMBER_QUIET;
";

const RESTED: &str = "  // Cycles to the next one where it does not follow at once.
  localparam [CW-1:0] RESTED = NUMBER_RESTED;
";

const ARRIVED: &str = "  // Cycles to a start behind which slots may begin anew: all rows were read.
  localparam [CW-1:0] ARRIVED = NUMBER_ARRIVED;
";

const FRAMES: &str = "
  // Cycles since the last frame began. Starts are taken in the cycles in which nodes take them.
  reg  [CW-1:0] count_q;
  reg  busy_q;
  wire ready = IS_READY;
  wire taken = start_i & ready;

  // A frame is under way from its start until all of its messages have arrived.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      count_q <= QUIET;
      busy_q  <= 1'b0;
    end else begin
      count_q <= taken ? CYCLE_ONE : (count_q == QUIET) ? QUIET : count_q + CYCLE_ONE;
      busy_q  <= taken | (busy_q & (count_q != QUIET - CYCLE_ONE));
    end
  end

";

const ONE_STAGE: &str = "  // A start reaches the slots as late as in a node.
  reg  first_q;
  wire first = first_q;

  // The start, a cycle later.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q <= 1'b0;
    end else begin
      first_q <= taken;
    end
  end

";

const STAGES: &str = "  // A start reaches the slots as late as in a node.
  localparam integer D = FIRST_STAGES;  // cycles
  reg  [D-1:0] first_q;
  wire first = first_q[D-1];

  // The start, D cycles later.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q <= {D{1'b0}};
    end else begin
      first_q <= {first_q[D-2:0], taken};
    end
  end

";

const SLOTS: &str = "  // Slots go on behind a frame, as long as its messages are under way.
  reg  [TW-1:0] slot_q;
  wire last = slot_q == LAST;

  // The slot.
  assign slot_o = slot_q;

  // Slot 0 follows a start and the last slot.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      slot_q <= {TW{1'b0}};
    end else begin
      slot_q <= (first | last | ~busy_q) ? {TW{1'b0}} : slot_q + SLOT_ONE;
    end
  end
";

const STATUS: &str = "
  // Whether the slot is one of a frame, and whether all messages of the last one have arrived.
  reg  sending_q;
  reg  done_q;

  // What is told of the frame.
  assign slot_valid_o = sending_q;
  assign busy_o = busy_q;
  assign done_o = done_q;

  // A frame ends with its last slot; it is done until the next start.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      sending_q <= 1'b0;
      done_q    <= 1'b0;
    end else begin
      sending_q <= first | (sending_q & ~last);
      done_q    <= ~taken & (done_q | (count_q == QUIET - CYCLE_ONE));
    end
  end
";

const CHECK: &str = "
  // A frame that begins between the last slot of another one and the arrival of its messages.
  reg  error_q;

  // Whether there was one.
  assign error_o = error_q;

  // An error stays until reset.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      error_q <= 1'b0;
    end else begin
      error_q <= error_q | (taken & (count_q > LENGTH) & (count_q < ARRIVED));
    end
  end
";
