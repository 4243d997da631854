  // The clock of streams and that of the network, both with jitter, and resets of either by turns. Behind each
  // all packets are sent again from the first one on.
  reg net_clk = 0, net_rst_n = 0;
  always #(LOCAL_HALF + ($random & 127) / 1000.0) clk_i = ~clk_i;
  always #(NETWORK_HALF + ($random & 127) / 1000.0) net_clk = ~net_clk;
  integer r;
  initial begin
    repeat (9) @(posedge net_clk);
    net_rst_n <= 1;
    wait (dut.both_up === 1'b1);
    begun = 1;
    for (r = 0; r < RESETS; r = r + 1) begin
      repeat (60 + ($random & 127)) @(posedge clk_i);
      if (r & 1) begin
        @(posedge net_clk) net_rst_n <= 0;
        repeat (1 + r / 2) @(posedge net_clk);
        net_rst_n <= 1;
      end else begin
        @(posedge clk_i) local_rst_n <= 0;
        repeat (1 + r / 2) @(posedge clk_i);
        local_rst_n <= 1;
      end
    end
  end
  reg local_rst_n = 1, begun = 0;
  always @(negedge dut.both_up) if (begun) begin
    $display("RESET in cycle %0d", cycle);
    for (k = 0; k < N * N; k = k + 1) got[k] = 0;
    for (k = 0; k < L; k = k + 1) begin at[k] = first[k]; beat[k] = 0; end
    arrived = 0;
    quiet = 0;
    s_valid <= 0;
    waited <= 0;
  end
