// Sends numbered words through NAME_axis_cross between two clocks, with random pauses on both sides and resets of
// either side, and checks that every word arrives once, in order, and stays while it waits.
`timescale 1ps/1ps
module testbench;
CONSTANTS
SKEWS
  reg write_clk = 0, read_clk = 0;
  reg write_up = 0, read_up = 0;  // resets, active low, each a register of its clock
  wire both = write_up & read_up;
  wire write_rst_n, read_rst_n, ready, valid, unused_0, unused_1;
  reg send = 0, take = 0;
  reg [15:0] sent = 0, got = 0;
  reg [7:0] life = 0;  // counts resets: what arrives behind one was sent behind it
  wire [23:0] data;

  NAME_axis_reset u_write_reset (.clk_i(write_clk), .rst_ni(both), .rst_no(write_rst_n),
    .sync_rst_no(unused_0));
  NAME_axis_reset u_read_reset (.clk_i(read_clk), .rst_ni(write_rst_n), .rst_no(read_rst_n),
    .sync_rst_no(unused_1));
  NAME_axis_cross #(.W(24), .A(A)) dut (
    .write_clk_i(write_clk), .write_rst_ni(write_rst_n), .write_valid_i(send), .write_ready_o(ready),
    .write_data_i({life, sent}), .read_clk_i(read_clk), .read_rst_ni(read_rst_n), .read_valid_o(valid),
    .read_ready_i(take), .read_data_o(data)
  );

  integer faults = 0, arrived = 0, total = 0, cut = 0, writes = 0, reads = 0;
  time put_at = 0, least = 1000000, most = 0;
  task fault(input integer what);
    begin
      faults = faults + 1;
      if (faults < 10) $display("FAULT %0d at %0t", what, $time);
    end
  endtask

  // Clocks: half a period, and as much of it more as the jitter says.
  initial begin
    #WRITE_PHASE;
    forever begin #(WRITE_HALF + ($random & 32'h7fffffff) % JITTER) write_clk = ~write_clk; end
  end
  initial forever begin #(READ_HALF + ($random & 32'h7fffffff) % JITTER) read_clk = ~read_clk; end

  always @(negedge both) begin
    life = life + 1;
    cut = cut + (sent - got);
    sent = 0;
    got = 0;
  end

  // Whoever writes.
  always @(posedge write_clk) begin
    writes = writes + 1;
    if (ready !== 1'b0 & ready !== 1'b1 & write_up & writes > 8) fault(1);
    if (send & ready) begin
      if (sent == got & read_rst_n) put_at = $time;
      else put_at = 0;
      sent <= sent + 1;
      total = total + 1;
    end
    if (!send | ready) send <= ($random & 15) < RATE_W & $time < STOP & write_up;
  end

  // Whoever reads.
  reg waited = 0;
  reg took = 0;
  reg [23:0] old = 0;
  always @(posedge read_clk) begin
    reads = reads + 1;
    take <= ($random & 15) < RATE_R;
    if (valid !== 1'b0 & valid !== 1'b1 & read_up & reads > 8) fault(2);
    if (read_rst_n === 1'b1) begin
      if (waited & (!valid | data != old)) fault(3);
      if (valid & take) begin
        if (data !== {life, got}) fault(4);
        // A word that found the FIFO empty, and a reader that waited for it.
        if (put_at != 0 & sent == got + 16'd1 & took) begin
          if ($time - put_at < least) least = $time - put_at;
          if ($time - put_at > most) most = $time - put_at;
        end
        if (got == sent) fault(5);
        got <= got + 1;
        arrived = arrived + 1;
      end
    end
    took = take & ~valid;
    waited <= valid & ~take & read_rst_n;
    old <= data;
  end
  always @(negedge both) waited = 0;

  // Resets: of both, then of one side by turns, short and long.
  integer r;
  initial begin
    repeat (4) @(posedge write_clk);
    fork
      begin repeat (3) @(posedge write_clk); write_up <= 1; end
      begin repeat (5) @(posedge read_clk); read_up <= 1; end
    join
    for (r = 0; r < RESETS; r = r + 1) begin
      #(RESET_EVERY + ($random & 32'h7fffffff) % RESET_EVERY);
      if (r & 1) begin
        @(posedge write_clk) write_up <= 0;
        repeat (1 + (r & 6)) @(posedge write_clk);
        write_up <= 1;
      end else begin
        @(posedge read_clk) read_up <= 0;
        repeat (1 + (r & 6)) @(posedge read_clk);
        read_up <= 1;
      end
    end
  end

  initial begin
    #LIMIT;
    if (got !== sent) fault(6);
    if (arrived + cut != total) fault(7);
    if (r != RESETS) fault(8);
    $display("END arrived %0d, cut %0d of %0d, faults %0d", arrived, cut, total, faults);
    $display("CYCLES %0d %0d LATENCY %0d %0d", writes, reads, least, most);
    $finish;
  end
endmodule
