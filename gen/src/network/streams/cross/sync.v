// NAME_axis_sync: bits from another clock, through two flip-flops each.
// HEADER
// Timing: a change is seen one to two cycles later. Of bits that belong together one at most may
// change at a time.

`default_nettype none

module NAME_axis_sync #(
  parameter integer W = 1  // bits
) (
  input  wire         clk_i,   // clock
  input  wire         rst_ni,  // asynchronous reset, active low
  input  wire [W-1:0] level_i, // registers of another clock
  output wire [W-1:0] level_o  // what they showed
);

  // Only the second flip-flop reads the first one, and they stand side by side.
  (* ASYNC_REG = "TRUE" *) reg [W-1:0] first_q;
  (* ASYNC_REG = "TRUE" *) reg [W-1:0] second_q;

  // What the second one holds.
  assign level_o = second_q;

  // From the first one to the second one.
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q  <= {W{1'b0}};
      second_q <= {W{1'b0}};
    end else begin
      first_q  <= level_i;
      second_q <= first_q;
    end
  end

endmodule

`default_nettype wire
