// tb_my_noc: two exchanges of my_noc with other values; every processor has to have the sum of all.

`timescale 1ns/1ps
`default_nettype none

module tb_my_noc;

  localparam integer P = 16;
  localparam integer W = 32;
  localparam integer LIMIT = 1000;  // cycles; by then an exchange has ended

  reg            clk = 1'b0;
  reg            rst_n = 1'b0;
  reg            start = 1'b0;
  reg  [P*W-1:0] values;
  wire [P*W-1:0] sums;
  wire           done;
  wire           error;

  integer p;
  integer round;
  integer cycles;
  integer wrong;
  reg [W-1:0] expected;

  my_noc u_my_noc (
    .clk_i    (clk),
    .rst_ni   (rst_n),
    .start_i  (start),
    .values_i (values),
    .sums_o   (sums),
    .done_o   (done),
    .error_o  (error)
  );

  always #10 clk = ~clk;

  // Inputs change at falling edges, where no register looks at them.
  initial begin
    if ($test$plusargs("waves")) begin
      $dumpfile("build/my_noc.vcd");
      $dumpvars(0, tb_my_noc);
    end
    wrong = 0;
    values = {P*W{1'b0}};
    repeat (8) @(negedge clk);
    rst_n = 1'b1;
    repeat (4) @(negedge clk);
    for (round = 0; round < 2; round = round + 1) exchange;
    if (wrong != 0) begin
      $display("FAIL: %0d differences", wrong);
      $fatal;
    end
    $display("PASS: %0d processors have the sum of all", P);
    $finish;
  end

  task exchange;
    begin
      expected = 0;
      for (p = 0; p < P; p = p + 1) begin
        values[p*W +: W] = p * p + 1000 * round + 1;
        expected = expected + values[p*W +: W];
      end
      start = 1'b1;
      @(negedge clk);
      start = 1'b0;
      cycles = 1;
      while (!done && cycles < LIMIT) begin
        @(negedge clk);
        cycles = cycles + 1;
      end
      $display("exchange %0d: %0d cycles", round, cycles);
      if (!done || error) begin
        $display("done_o is %b, error_o is %b", done, error);
        wrong = wrong + 1;
      end
      for (p = 0; p < P; p = p + 1) begin
        if (sums[p*W +: W] !== expected) begin
          $display("processor %0d has %0d, the sum of all is %0d", p, sums[p*W +: W], expected);
          wrong = wrong + 1;
        end
      end
    end
  endtask

endmodule

`default_nettype wire
