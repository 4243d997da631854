// my_noc_processor: where your processor goes. This one sends its value to all others and adds up what it gets.

`timescale 1ns/1ps
`default_nettype none

module my_noc_processor #(
  parameter integer OTHERS = 15  // processors that it hears from
) (
  input  wire        clk_i,
  input  wire        rst_ni,
  input  wire        start_i,         // an exchange begins
  input  wire [31:0] value_i,         // what this processor has; does not change during an exchange
  output reg  [31:0] sum_o,           // the sum of the values of all processors
  output wire        done_o,          // sum_o is complete

  input  wire        inject_valid_i,  // the network takes inject_data_o in this cycle
  output wire [31:0] inject_data_o,
  input  wire        eject_valid_i,   // a message from another processor is here
  input  wire [31:0] eject_data_i
);

  reg [15:0] received_q;

  // All others get the same, so it does not matter to whom a message goes: inject_offset_o of the network
  // would say it.
  assign inject_data_o = inject_valid_i ? value_i : 32'd0;
  assign done_o = received_q == OTHERS[15:0];

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      received_q <= 16'd0;
      sum_o      <= 32'd0;
    end else if (start_i) begin
      received_q <= 16'd0;
      sum_o      <= value_i;
    end else if (eject_valid_i) begin
      received_q <= received_q + 16'd1;
      sum_o      <= sum_o + eject_data_i;
    end
  end

endmodule

`default_nettype wire
