// NAME_axis_sync behind wires as silicon may have them: each bit is late by a time of its own, less than SKEW.
`timescale 1ps/1ps
module NAME_axis_sync #(parameter integer W = 1, parameter integer SKEW = 100) (
  input wire clk_i, input wire rst_ni, input wire [W-1:0] level_i, output wire [W-1:0] level_o
);
  reg [W-1:0] first_q, second_q;
  reg [W-1:0] late = 0;
  assign level_o = second_q;
  genvar i;
  generate
    for (i = 0; i < W; i = i + 1) begin : wires
      integer delay;
      initial delay = ($random & 32'h7fffffff) % SKEW;
      always @(level_i[i]) late[i] <= #(delay) level_i[i];
    end
  endgenerate
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= 0;
      second_q <= 0;
    end else begin
      first_q <= late;
      second_q <= first_q;
    end
  end
endmodule
