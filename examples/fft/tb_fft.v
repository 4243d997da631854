// tb_fft: writes the samples, runs a transform, and compares every bit of the results with `expected.hex`.

`timescale 1ns/1ps

module tb_fft;

  parameter D = 2;
  localparam LP = 2*D;
  localparam N = 1 << (2*LP);

  reg             clk = 1'b0;
  reg             rst_n = 1'b0;
  reg             put = 1'b0;
  reg             start = 1'b0;
  reg  [2*LP-1:0] address = 0;
  reg  [31:0]     sample = 0;
  wire [31:0]     result;
  wire            busy, done, error;
  wire [2:0]      phase;
  reg  [31:0]     samples [0:N-1];
  reg  [31:0]     expected [0:N-1];
  integer         cycles [0:5];
  integer         n, wrong = 0, file;

  always #5 clk = !clk;

  fft_torus #(
    .D (D)
  ) u_fft (
    .clk_i      (clk),
    .rst_ni     (rst_n),
    .put_i      (put),
    .put_addr_i (address),
    .put_data_i (sample),
    .get_addr_i (address),
    .get_data_o (result),
    .start_i    (start),
    .busy_o     (busy),
    .done_o     (done),
    .phase_o    (phase),
    .error_o    (error)
  );

  // Cycles of each phase.
  always @(negedge clk) cycles[phase] = cycles[phase] + 1;

  initial begin
    $readmemh("samples.hex", samples);
    $readmemh("expected.hex", expected);
    repeat (4) @(negedge clk);
    rst_n = 1'b1;
    for (n = 0; n < N; n = n + 1) begin
      put = 1'b1;
      address = n[2*LP-1:0];
      sample = samples[n];
      @(negedge clk);
    end
    put = 1'b0;
    for (n = 0; n < 6; n = n + 1) cycles[n] = 0;
    start = 1'b1;
    @(negedge clk) start = 1'b0;
    while (busy && !error && cycles[1] < 4*N) @(negedge clk);
    file = $fopen("results.hex");
    for (n = 0; n < N; n = n + 1) begin
      address = n[2*LP-1:0];
      @(negedge clk);
      $fdisplay(file, "%08x", result);
      if (result !== expected[n]) begin
        if (wrong == 0) $display("result %0d is %08x, expected %08x", n, result, expected[n]);
        wrong = wrong + 1;
      end
    end
    $fclose(file);
    if (wrong != 0 || error || !done) begin
      $display("FAIL: %0d results are wrong, done %b, error %b", wrong, done, error);
    end else begin
      $display("%0d points on %0d nodes: every result is as expected", N, 1 << LP);
      $display("cycles: first pass %0d, exchange %0d, fetch %0d, second pass %0d", cycles[1],
               cycles[2] + cycles[3], cycles[4], cycles[5]);
    end
    $finish;
  end

endmodule
