// tb_torus_3: one complete exchange of torus_3_bench; every link has to carry its exact load.
// Made by torusgen 0.1.0 as an example to start from: change it as you like.
//
// It prints PASS and ends, or each link that differs and FAIL, and ends the simulator with an exit code that
// is not 0. In the folder above, make sim SIM=icarus runs it in Icarus, make sim SIM=verilator in Verilator.

`timescale 1ns/1ps
`default_nettype none

module tb_torus_3;

  localparam integer NODES = 3;
  localparam integer PORTS = 2;  // links that leave a node: 1+ 1-
  localparam integer LINKS = NODES * PORTS;  // link id = node * PORTS + port
  localparam integer LIMIT = 1024;  // cycles; by then every exchange has ended

  reg              clk = 1'b0;
  reg              rst_n = 1'b0;
  reg              start = 1'b0;
  wire             done;
  wire             error;
  wire [LINKS-1:0] link_valid;

  integer load [0:LINKS-1];   // messages that a link has to carry
  integer count [0:LINKS-1];  // messages that it has carried
  integer link;
  integer cycles;
  integer messages;  // on all links together
  integer wrong;

  torus_3_bench u_bench (
    .clk_i         (clk),
    .rst_ni        (rst_n),
    .start_i       (start),
    .done_o        (done),
    .error_o       (error),
    .link_valid_o  (link_valid),
    .eject_valid_o (),
    .eject_data_o  ()
  );

  // The clock.
  always #10.000 clk = ~clk;

  // What links have carried since reset.
  always @(posedge clk) begin
    for (link = 0; link < LINKS; link = link + 1) begin
      if (link_valid[link] && rst_n) count[link] = count[link] + 1;
    end
  end

  // Inputs change at falling edges, where no register looks at them.
  initial begin
    exact_loads;
    repeat (8) @(negedge clk);
    rst_n = 1'b1;
    repeat (4) @(negedge clk);
    start = 1'b1;
    @(negedge clk);
    start = 1'b0;
    cycles = 1;
    while (!done && cycles < LIMIT) begin
      @(negedge clk);
      cycles = cycles + 1;
    end
    compare;
    if (wrong != 0) begin
      $display("FAIL: %0d differences after %0d cycles", wrong, cycles);
      $fatal;
    end
    $display("PASS: every link carried its exact load, %0d messages in %0d cycles", messages, cycles);
    $finish;
  end

  task automatic compare;
    integer l;
    begin
      wrong = 0;
      messages = 0;
      for (l = 0; l < LINKS; l = l + 1) begin
        messages = messages + count[l];
        if (count[l] != load[l]) begin
          $display("link %0d (node %0d, port %0d) carried %0d messages, its load is %0d",
                   l, l / PORTS, l % PORTS, count[l], load[l]);
          wrong = wrong + 1;
        end
      end
      if (!done) begin
        $display("done_o is low after %0d cycles", cycles);
        wrong = wrong + 1;
      end
      if (error) begin
        $display("error_o is high");
        wrong = wrong + 1;
      end
    end
  endtask

  // The exact loads of one exchange, whose SHA-256 is
  // 8144ba5f1c4318f8c0f3c6fbb6dd68f25fe91ea9778861d3b2e5dc8dabb2f0c0.
  task automatic exact_loads;
    integer l;
    begin
      for (l = 0; l < LINKS; l = l + 1) count[l] = 0;
      // node 0 at (0)
      load[0] = 1; load[1] = 1;
      // node 1 at (1)
      load[2] = 1; load[3] = 1;
      // node 2 at (2)
      load[4] = 1; load[5] = 1;
    end
  endtask

endmodule

`default_nettype wire
