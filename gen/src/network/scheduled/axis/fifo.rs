//! `NAME_axis_fifo`: the receive buffer of a local port.

use super::Shape;
use crate::top::ports::{clock_and_reset, Direction, Port};
use crate::top::text::filled;
use torus_hdl::Module;

/// The parameters of the Verilog text.
pub(super) struct FifoText<'a> {
    pub shape: &'a Shape<'a>,
}

const TIMING: [&str; 2] = [
    "Timing: a word that arrives in cycle t can be read in cycle t + 1. Room in cycle t is that of the",
    "places that were promised by cycle t - 2.",
];

impl FifoText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let what = "words that arrive by a local port, with places promised to those of frames under way.";
        self.shape.parts().module("fifo", what, &TIMING, &self.ports(), &self.body())
    }

    fn ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let shape = self.shape;
        let mut all = clock_and_reset().to_vec();
        all.extend([
            Port::new(In, 1, "start_i", "a frame starts"),
            Port::new(In, shape.count_bits(), "expected_i", "messages that it brings, constant"),
            Port::new(Out, 1, "room_o", "there is room for those of one more frame"),
            Port::new(In, 1, "arrive_i", "a message arrives"),
            Port::new(In, 1, "present_i", "it has a word"),
            Port::new(In, shape.stored(), "word_i", "its source and the word"),
            Port::new(Out, 1, "some_o", "a word can be read"),
            Port::new(Out, shape.stored(), "word_o", "the first one"),
            Port::new(In, 1, "take_i", "it is taken, if it can be read"),
        ]);
        all
    }

    fn body(&self) -> String {
        let shape = self.shape;
        let (a, c) = (shape.place_bits(), shape.count_bits());
        let wide = match a + 1 - c {
            0 => "expected_i".to_string(),
            more => format!("{{{more}'d0, expected_i}}"),
        };
        let values = [("NUMBER_A", a), ("NUMBER_S", shape.stored())];
        filled(&BODY.replace("EXPECTED", &wide), &values)
    }
}

const BODY: &str = "  localparam integer A = NUMBER_A;  // bits of a place
  localparam integer SW = NUMBER_S;  // bits of a source and its word
  localparam [A:0] PLACES = {1'b1, {A{1'b0}}};

  // Words in the order in which they came.
  reg  [SW-1:0] words [0:(1<<A)-1];
  reg  [A:0] write_q;
  reg  [A:0] read_q;
  wire put = arrive_i & present_i;
  wire get = some_o & take_i;

  // The first word, if there is one.
  assign some_o = write_q != read_q;
  assign word_o = words[read_q[A-1:0]];

  // Places promised to messages: all of a frame when it starts. One is free again when its message brings no
  // word, or when its word is read.
  reg  [A:0] promised_q;
  reg  room_q;
  wire [A:0] expected = EXPECTED;
  wire [A:0] one = {{A{1'b0}}, 1'b1};
  wire [A:0] more = start_i ? expected : {(A+1){1'b0}};
  wire [A:0] less = (arrive_i & ~present_i) ? one : {(A+1){1'b0}};

  // Whether there is room for the messages of one more frame.
  assign room_o = room_q;

  // Words come and are read, places are promised and are free again.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q    <= {(A+1){1'b0}};
      read_q     <= {(A+1){1'b0}};
      promised_q <= {(A+1){1'b0}};
      room_q     <= 1'b0;
    end else begin
      write_q    <= put ? write_q + one : write_q;
      read_q     <= get ? read_q + one : read_q;
      promised_q <= promised_q + more - less - (get ? one : {(A+1){1'b0}});
      room_q     <= (promised_q <= PLACES - expected);
    end
    if (put) begin
      words[write_q[A-1:0]] <= word_i;
    end
  end
";
