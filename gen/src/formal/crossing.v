// NAME_crossing: a FIFO between two clocks, for provers (docs/proofs.md); no hardware.
// HEADER
// Both clocks are free inputs: any frequency, any phase, any jitter. Resets begin at any time and end with each clock.
// One word at most is marked. Words are counted where they are taken and where they are given: the marked one has to
// come with its number, and no other may be marked.
`default_nettype none

module NAME_crossing (
  input wire write_clk_i,
  input wire read_clk_i,
  input wire up_i,     // neither side is in reset
  input wire valid_i,  // a word is offered
  input wire mark_i,   // it is marked, unless another was
  input wire ready_i   // what is given is taken
);
  localparam integer A = 2;  // bits of a place

  wire write_rst_n, read_rst_n, ready, valid, data, unused_write_rst_n, unused_read_rst_n;
  NAME_axis_reset u_write_reset (
    .clk_i(write_clk_i), .rst_ni(up_i), .rst_no(write_rst_n), .sync_rst_no(unused_write_rst_n)
  );
  NAME_axis_reset u_read_reset (
    .clk_i(read_clk_i), .rst_ni(up_i), .rst_no(read_rst_n), .sync_rst_no(unused_read_rst_n)
  );

  // What was taken; where the marked word was among them.
  reg  [A:0] taken_q;
  reg  [A:0] place_q;
  reg  marked_q;
  wire mark = mark_i & !marked_q;
  NAME_axis_cross #(.W(1), .A(A)) u_cross (
    .write_clk_i(write_clk_i), .write_rst_ni(write_rst_n), .write_valid_i(valid_i), .write_ready_o(ready),
    .write_data_i(mark), .read_clk_i(read_clk_i), .read_rst_ni(read_rst_n), .read_valid_o(valid),
    .read_ready_i(ready_i), .read_data_o(data)
  );
  always @(posedge write_clk_i or negedge write_rst_n) begin
    if (!write_rst_n) begin
      taken_q  <= {(A+1){1'b0}};
      place_q  <= {(A+1){1'b0}};
      marked_q <= 1'b0;
    end else if (valid_i & ready) begin
      taken_q  <= taken_q + 1'b1;
      place_q  <= mark ? taken_q : place_q;
      marked_q <= marked_q | mark;
    end
  end

  // What was given, and what waits.
  reg  [A:0] given_q;
  reg  past_q;
  reg  waits_q;
  reg  shown_q;
  wire here = marked_q & !past_q & (given_q == place_q);
  always @(posedge read_clk_i or negedge read_rst_n) begin
    if (!read_rst_n) begin
      given_q <= {(A+1){1'b0}};
      past_q  <= 1'b0;
      waits_q <= 1'b0;
      shown_q <= 1'b0;
    end else begin
      given_q <= given_q + (valid & ready_i);
      past_q  <= past_q | (valid & ready_i & here);
      waits_q <= valid & !ready_i;
      shown_q <= data;
    end
  end

  // It begins in reset.
  (* gclk *) wire step;
  reg  begun_q = 1'b0;
  wire [A:0] inside = taken_q - given_q;
  always @(posedge step) begun_q <= 1'b1;
  always @* assume (begun_q | !up_i);
  // What is proved.
  always @* if (begun_q) begin
    stays: assert (!waits_q | (valid & (data == shown_q)));
    in_order: assert (!valid | (data == here));
    room: assert (inside <= (1 << A) + 1);
  end
endmodule

`default_nettype wire
