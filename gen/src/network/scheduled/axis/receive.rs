//! `NAME_axis_receive`: makes a stream from the messages that arrive at a processor.

use super::{Shape, SourceForm};
use crate::network::streams::stream_out;
use crate::top::ports::{clock_and_reset, Direction, Port};
use crate::top::text::filled;
use torus_hdl::Module;

/// The parameters of the Verilog text.
pub(super) struct ReceiveText<'a> {
    pub shape: &'a Shape<'a>,
}

const TIMING: [&str; 4] = [
    "Timing: what arrives in cycle t is offered in cycle t + 2, or later. The lowest local port with a word",
    "is read first. None waits for ever: no frame starts while a buffer has no room, so the others run",
    "empty. All words of one source come by one local port, in order.",
    "A buffer holds the words of two frames: one is read while the other arrives.",
];

impl ReceiveText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let what = "an AXI4-Stream of the words that arrive at a processor.";
        self.shape.parts().module("receive", what, &TIMING, &self.ports(), &self.body())
    }

    fn ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let (each, streams) = (self.shape.each, self.shape.streams);
        let mut all = clock_and_reset().to_vec();
        let place = "coordinates of this processor, first dimension lowest, constant";
        let place = Port::new(In, self.shape.offset_bits(), "x_i", place);
        all.extend((self.shape.form == SourceForm::Offset).then_some(place));
        all.extend([
            Port::new(In, 1, "start_i", "a frame starts"),
            Port::new(
                In,
                each * self.shape.count_bits(),
                "expected_i",
                "messages that it brings to every local port, constant",
            ),
            Port::new(Out, 1, "room_o", "there is room for one more frame"),
            Port::new(In, each, "eject_valid_i", "a message arrives at this local port"),
            Port::new(In, each * self.shape.source_bits(), "eject_source_i", self.source_in_words()),
            Port::new(In, each * self.shape.spec.width, "eject_data_i", "it: {present, data}"),
        ]);
        all.extend(stream_out(streams, "a word", None));
        all
    }

    fn source_in_words(&self) -> &'static str {
        match self.shape.form {
            SourceForm::Offset => "its offset: this processor minus who sent it",
            SourceForm::Id => "node id of who sent it",
        }
    }

    /// The Verilog of the source of the offered word.
    fn source(&self) -> String {
        match self.shape.form {
            SourceForm::Id => "  assign m_axis_tid_o = word_q[SW-1:DW];\n".into(),
            SourceForm::Offset => SENDER.replace("SENDER_MODULE", &self.shape.slots.sender().name),
        }
    }

    fn body(&self) -> String {
        let shape = self.shape;
        let odd = match shape.spare() {
            true => "      wire unused_bit = eject_data_i[r*W+W-1];\n",
            false => "",
        };
        let values = [
            ("NUMBER_E", shape.each),
            ("NUMBER_W", shape.spec.width),
            ("NUMBER_D", shape.streams.data),
            ("NUMBER_F", shape.source_bits()),
            ("NUMBER_S", shape.stored()),
            ("NUMBER_C", shape.count_bits()),
        ];
        let text = BODY.replace("ODD", odd).replace("FIFO_MODULE", &shape.parts().name("fifo"));
        filled(&text.replace("SOURCE\n", &self.source()), &values)
    }
}

const SENDER: &str = "
  // Who sent it: this processor minus the offset.
  SENDER_MODULE u_sender (
    .x_i      (x_i),
    .offset_i (word_q[SW-1:DW]),
    .id_o     (m_axis_tid_o)
  );
";

const BODY: &str = "  localparam integer E = NUMBER_E;  // local ports
  localparam integer W = NUMBER_W;  // payload bits of the network
  localparam integer DW = NUMBER_D;  // bits of data
  localparam integer FW = NUMBER_F;  // bits of a source, as the network says it
  localparam integer SW = NUMBER_S;  // bits of a source and its word
  localparam integer CW = NUMBER_C;  // bits of a number of messages

  // A buffer for each local port.
  wire [E-1:0] room;
  wire [E-1:0] some;
  wire [E*SW-1:0] first;
  wire [E-1:0] read;
  // Vectors, whatever the number of local ports.
  wire [E-1:0] arrives = eject_valid_i;
  wire [E*CW-1:0] expected = expected_i;
  wire [E*FW-1:0] sources = eject_source_i;

  // A word that arrives goes into the buffer of its local port.
  genvar r;
  generate
    for (r = 0; r < E; r = r + 1) begin : buffer
      FIFO_MODULE u_fifo (
        .clk_i      (clk_i),
        .rst_ni     (rst_ni),
        .start_i    (start_i),
        .expected_i (expected[r*CW +: CW]),
        .room_o     (room[r]),
        .arrive_i   (arrives[r]),
        .present_i  (eject_data_i[r*W+DW]),
        .word_i     ({sources[r*FW +: FW], eject_data_i[r*W +: DW]}),
        .some_o     (some[r]),
        .word_o     (first[r*SW +: SW]),
        .take_i     (read[r])
      );
ODD    end
  endgenerate

  // The word that is offered, and the next one: that of the lowest local port with some.
  reg  valid_q;
  reg  [SW-1:0] word_q;
  reg  [SW-1:0] next;
  reg  [E-1:0] chosen;
  integer i;
  wire free = ~valid_q | m_axis_tready_i;

  // The lowest local port with a word is chosen.
  always @* begin
    next = first[(E-1)*SW +: SW];
    chosen = {E{1'b0}};
    for (i = E - 1; i >= 0; i = i - 1) begin
      if (some[i]) begin
        next = first[i*SW +: SW];
        chosen = {E{1'b0}};
        chosen[i] = 1'b1;
      end
    end
  end

  // What is read, whether all buffers have room, and what is offered.
  assign read = chosen & {E{free}};
  assign room_o = &room;
  assign m_axis_tvalid_o = valid_q;
  assign m_axis_tdata_o = word_q[DW-1:0];
SOURCE

  // The word that is offered stays until it is taken.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else if (free) begin
      valid_q <= |some;
    end
    if (free) begin
      word_q <= next;
    end
  end
";
