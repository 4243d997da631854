//! `NAME_axis_send`: the transmit buffer of a processor.

use super::Shape;
use crate::network::streams::stream_in;
use crate::top::ports::{clock_and_reset, Direction, Port};
use crate::top::text::filled;
use torus_hdl::Module;

/// The parameters of the Verilog text.
pub(super) struct SendText<'a> {
    pub shape: &'a Shape<'a>,
}

const TIMING: [&str; 2] = [
    "Timing: a word taken in cycle t can be injected in cycle t + 2, if its place was empty. A local port is",
    "answered in the cycle in which it asks.",
];

impl SendText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let what = "words of an AXI4-Stream wait here, one for each destination, until the schedule asks.";
        self.shape.parts().module("send", what, &TIMING, &self.ports(), &self.body())
    }

    fn ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let (each, place, streams) = (self.shape.each, self.shape.offset_bits(), self.shape.streams);
        let mut all = clock_and_reset().to_vec();
        all.extend([Port::new(In, place, "x_i", "its coordinates, first dimension lowest, constant")]);
        all.extend(stream_in(streams, "a word", "it is the last one of its packet, as every word has to be"));
        all.extend([
            Port::new(Out, 1, "pending_o", "some word waits"),
            Port::new(In, each, "inject_valid_i", "a local port asks"),
            Port::new(In, each * place, "inject_offset_i", "for the word of this destination"),
            Port::new(Out, each * self.shape.spec.width, "inject_data_o", "the message: {present, data}"),
            Port::new(Out, 1, "error_o", "sticky: a packet was dropped, as it cannot be sent"),
        ]);
        all
    }

    fn body(&self) -> String {
        let (shape, streams) = (self.shape, self.shape.streams);
        let zero = if shape.spare() { "1'b0, " } else { "" };
        let offset = shape.parts().name("offset");
        let text = BODY.replace("ZERO, ", zero).replace("OFFSET_MODULE", &offset);
        let values =
            [("NUMBER_E", shape.each), ("NUMBER_W", shape.spec.width), ("NUMBER_O", shape.offset_bits())];
        filled(&filled(&text, &values), &[("NUMBER_D", streams.data)])
    }
}

const BODY: &str = "  localparam integer E = NUMBER_E;  // local ports
  localparam integer W = NUMBER_W;  // payload bits of the network
  localparam integer OW = NUMBER_O;  // bits of an offset, and of a place
  localparam integer DW = NUMBER_D;  // bits of data

  // The place of a word for TDEST.
  wire legal;
  wire [OW-1:0] place;

  OFFSET_MODULE u_offset (
    .x_i           (x_i),
    .destination_i (s_axis_tdest_i),
    .legal_o       (legal),
    .offset_o      (place)
  );

  // The word that was taken last, until its place is empty; up_q is 1 from the first cycle behind reset on.
  reg  up_q;
  reg  held_q;
  reg  inside_q;
  reg  error_q;
  reg  [OW-1:0] place_q;
  reg  [DW-1:0] data_q;
  reg  [(1<<OW)-1:0] present_q;
  wire take = s_axis_tvalid_i & s_axis_tready_o;
  wire store = held_q & ~present_q[place_q];
  // It goes nowhere, or its packet has more words than one: the packet is dropped, up to its last beat.
  wire bad = inside_q | ~legal | ~s_axis_tlast_i;

  // A word is taken where none waits for its place.
  assign s_axis_tready_o = up_q & (~held_q | store);
  assign error_o = error_q;

  // One word for each destination, and whether it is there.
  reg  [DW-1:0] words [0:(1<<OW)-1];
  reg  pending_q;
  integer i;

  // Vectors, whatever the number of local ports.
  wire [E-1:0] asks = inject_valid_i;
  wire [E*OW-1:0] offsets = inject_offset_i;

  // Whether some word waits.
  assign pending_o = pending_q;

  // A word is taken, goes to its place, and leaves it when a local port asks for it.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      up_q      <= 1'b0;
      held_q    <= 1'b0;
      inside_q  <= 1'b0;
      error_q   <= 1'b0;
      pending_q <= 1'b0;
      present_q <= {(1<<OW){1'b0}};
    end else begin
      up_q      <= 1'b1;
      held_q    <= take ? ~bad : held_q & ~store;
      inside_q  <= take ? ~s_axis_tlast_i : inside_q;
      error_q   <= error_q | (take & bad);
      pending_q <= |present_q;
      for (i = 0; i < E; i = i + 1) begin
        if (asks[i]) begin
          present_q[offsets[i*OW +: OW]] <= 1'b0;
        end
      end
      if (store) begin
        present_q[place_q] <= 1'b1;
      end
    end
    if (store) begin
      words[place_q] <= data_q;
    end
    if (take) begin
      place_q <= place;
      data_q  <= s_axis_tdata_i;
    end
  end

  // What local ports ask for.
  genvar e;
  generate
    for (e = 0; e < E; e = e + 1) begin : answer
      wire [OW-1:0] asked = offsets[e*OW +: OW];
      assign inject_data_o[e*W +: W] = {ZERO, present_q[asked], words[asked]};
    end
  endgenerate
";
