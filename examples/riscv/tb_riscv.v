// tb_riscv: runs the program and compares every core's result with the product computed here.

`timescale 1ns/1ps

module tb_riscv;

  reg          clk = 1'b0;
  reg          rst_n = 1'b0;
  wire [15:0]  done;
  wire [511:0] result;
  wire         error;
  integer      cycles = 0, words = 0, wrong = 0, i, j;
  reg  [31:0]  expected;

  always #5 clk = !clk;

  riscv_torus u_torus (
    .clk_i    (clk),
    .rst_ni   (rst_n),
    .done_o   (done),
    .result_o (result),
    .error_o  (error)
  );

  // Cycles since reset, and words that entered the network.
  always @(posedge clk) begin
    if (rst_n) begin
      cycles = cycles + 1;
      for (i = 0; i < 16; i = i + 1) begin
        words = words + (u_torus.tx_valid[i] & u_torus.tx_ready[i]);
      end
    end
  end

  initial begin
    repeat (4) @(posedge clk);
    rst_n <= 1'b1;
    while (!(&done) && !error && cycles < 100000) @(negedge clk);
    for (j = 0; j < 16; j = j + 1) begin
      expected = 0;
      for (i = 0; i < 16; i = i + 1) expected = expected + (7*i + 3*j + i*j) * (i*i + 1);
      if (result[32*j +: 32] !== expected || !done[j]) wrong = wrong + 1;
      $display("core %2d: %0d", j, result[32*j +: 32]);
    end
    if (wrong != 0 || error || words != 240) begin
      $display("FAIL: %0d results are wrong, %0d words sent, error %b", wrong, words, error);
    end else begin
      $display("16 cores agree with the product: %0d words, %0d cycles", words, cycles);
    end
    $finish;
  end

endmodule
