// NAME_axis_reset: a reset of any clock as one of this clock.
// HEADER
// Timing: rst_no begins at once, without a clock, and ends in the third cycle of clk_i behind rst_ni.
// sync_rst_no is the same a cycle later, and lasts three cycles or more.

`default_nettype none

module NAME_axis_reset (
  input  wire clk_i,      // clock
  input  wire rst_ni,     // reset of any clock, active low, from registers
  output wire rst_no,     // asynchronous reset, active low, that ends with this clock
  output wire sync_rst_no // synchronous reset, active low
);

  (* ASYNC_REG = "TRUE" *) reg [2:0] up_q;
  reg  sync_q;

  // Both come from registers.
  assign rst_no = up_q[2];
  assign sync_rst_no = sync_q;

  // It begins without a clock and ends with this one.
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      up_q <= 3'd0;
    end else begin
      up_q <= {up_q[1:0], 1'b1};
    end
  end

  // The same a cycle later.
  always @(posedge clk_i) begin
    sync_q <= up_q[2];
  end

endmodule

`default_nettype wire
