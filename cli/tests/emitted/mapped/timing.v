// Writes and reads a memory of n_mapped as fast as it answers: cycles from valid to the answer.
module testbench;
  reg clk = 0, rst_n = 0, valid = 0, writes = 1;
  wire awready, wready, bvalid, arready, rvalid;
  integer cycles;

  n_mapped dut (
    .clk_i (clk), .rst_ni (rst_n),
    .s_axil_awaddr_i ({1'b1, 13'd0}), .s_axil_awvalid_i (valid & writes), .s_axil_awready_o (awready),
    .s_axil_wdata_i (32'd9), .s_axil_wstrb_i (4'd15), .s_axil_wvalid_i (valid & writes),
    .s_axil_wready_o (wready),
    .s_axil_bresp_o (), .s_axil_bvalid_o (bvalid), .s_axil_bready_i (1'b1),
    .s_axil_araddr_i ({1'b1, 13'd0}), .s_axil_arvalid_i (valid & !writes), .s_axil_arready_o (arready),
    .s_axil_rdata_o (), .s_axil_rresp_o (), .s_axil_rvalid_o (rvalid), .s_axil_rready_i (1'b1), .irq_o ());

  always #5 clk = ~clk;

  task access;
    begin
      valid = 1; cycles = 0;
      while (!(writes ? bvalid : rvalid)) begin
        @(posedge clk); cycles = cycles + 1;
        if (writes ? awready : arready) begin @(negedge clk); valid = 0; end else @(negedge clk);
      end
      $display("%0s %0d", writes ? "write" : "read", cycles);
      writes = !writes;
      @(negedge clk);
    end
  endtask

  initial begin
    repeat (4) @(negedge clk);
    rst_n = 1;
    repeat (4) access;
    $finish;
  end
endmodule
