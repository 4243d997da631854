//! `NAME_axis_start`: decides when frames start.

use super::Shape;
use crate::top::text::filled;
use crate::{
    network::scheduled::ports::makespan_to_done,
    top::ports::{clock_and_reset, Direction, Port},
};
use torus_hdl::Module;
use torus_model::route::bits;

/// The parameters of the Verilog text.
pub(super) struct StartText<'a> {
    pub shape: &'a Shape<'a>,
}

/// Cycles from a start to the first cycle in which `room_i` includes the places promised by that start.
const TO_KNOW: u32 = 4;

const TIMING: [&str; 3] = [
    "Timing: what is pending in cycle t starts a frame in cycle t + 2, if no other one is under way. A frame",
    "follows another one at once, `length` cycles behind its start, or when all messages have arrived.",
    "Between the two, messages of both could meet.",
];

impl StartText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let what = "a frame starts where some word waits and all receivers have room.";
        self.shape.parts().module("start", what, &TIMING, &self.ports(), &self.body())
    }

    fn ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let processors = self.shape.spec.processors;
        let mut all = clock_and_reset().to_vec();
        all.extend([
            Port::new(In, processors, "pending_i", "bit = processor: some word waits"),
            Port::new(In, processors, "room_i", "bit = processor: there is room for one more frame"),
            Port::new(Out, 1, "start_o", "a frame starts"),
        ]);
        all
    }

    /// Cycles from a start to the first cycle in which no message of its frame is under way.
    fn quiet(&self) -> u32 {
        self.shape.schedule.makespan() + makespan_to_done(self.shape.spec.link_latency()) + 2
    }

    fn body(&self) -> String {
        let (length, quiet) = (self.shape.schedule.length, self.quiet());
        let follows = match (TO_KNOW..quiet).contains(&length) {
            true => "(count_q == LENGTH) | ",
            false => "",
        };
        let declared = if follows.is_empty() { "" } else { LENGTH };
        let width = bits(quiet as usize + 1);
        let values = [
            ("LENGTH_BITS", width),
            ("NUMBER_C", width),
            ("NUMBER_Q", quiet as usize - 1),
            ("NUMBER_L", length as usize - 1),
        ];
        filled(&BODY.replace("FOLLOWS", follows).replace("DECLARED", declared), &values)
    }
}

/// The constant that is needed if frames can follow each other at once.
const LENGTH: &str = "  // One less than the cycles to the next start.
  localparam [CW-1:0] LENGTH = LENGTH_BITS'dNUMBER_L;
";

const BODY: &str = "  localparam integer CW = NUMBER_C;  // bits of a number of cycles
DECLARED  localparam [CW-1:0] QUIET = LENGTH_BITS'dNUMBER_Q;  // the same where all messages have arrived

  // Cycles since the last start.
  reg  [CW-1:0] count_q;
  reg  ready_q;
  reg  start_q;
  wire quiet = count_q == QUIET;

  // Whether a frame starts.
  assign start_o = start_q;

  // A frame starts where some word waits, all have room, and its messages meet none of the frame before.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      count_q <= QUIET;
      ready_q <= 1'b0;
      start_q <= 1'b0;
    end else begin
      count_q <= start_q ? LENGTH_BITS'd1 : quiet ? QUIET : count_q + LENGTH_BITS'd1;
      ready_q <= (|pending_i) & (&room_i);
      start_q <= ready_q & ~start_q & (FOLLOWSquiet);
    end
  end
";
