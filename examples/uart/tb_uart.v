// tb_uart: presses the button twice and prints the characters on the UART's pin, as a terminal would.

`timescale 1ns/1ps
`default_nettype none

module tb_uart;

  localparam integer DIVIDER = 8;  // a quicker UART than the board's: a simulation waits for its bits
  localparam integer REPORTS = 2;

  reg        clk = 1'b0;
  reg        button = 1'b0;
  wire       tx;
  reg  [7:0] character;
  integer    reports = 0, line = 0, at;

  ulx3s_uart #(.DIVIDER(DIVIDER)) dut (.clk_i(clk), .start_i(button), .tx_o(tx), .led_o());

  always #20 clk = ~clk;

  initial begin
    while (reports < REPORTS) begin
      repeat (100) @(negedge clk);
      button = 1'b1;
      repeat (100) @(negedge clk);
      button = 1'b0;
      @(reports);
    end
    $finish;
  end

  // Each bit is looked at in its middle; a stop bit that is low is no character.
  always @(negedge tx) begin
    repeat (DIVIDER / 2) @(posedge clk);
    for (at = 0; at < 8; at = at + 1) begin
      repeat (DIVIDER) @(posedge clk);
      character[at] = tx;
    end
    repeat (DIVIDER) @(posedge clk);
    if (!tx) $display("no stop bit");
    if (character != 8'h0d) $write("%c", character);
    if (character == 8'h0a) begin
      if (line == 0) reports = reports + 1;
      line = 0;
    end else if (character != 8'h0d) begin
      line = line + 1;
    end
  end

  initial begin
    #20000000 $display("no report");
    $finish;
  end

endmodule

`default_nettype wire
