// An AXI4-Lite master that is never in a hurry: pauses follow from a counter. The test puts in what it does.
module testbench;
  reg clk = 0, rst_n = 0;
  reg [31:0] waddr = 0, wdata = 0, raddr = 0;
  reg [3:0] wstrb = 0;
  reg awvalid = 0, wvalid = 0, bready = 0, arvalid = 0, rready = 0;
  wire awready, wready, bvalid, arready, rvalid, irq;
  wire [1:0] bresp, rresp;
  wire [31:0] rdata;
  integer pause = 0, tries;
  reg address_first = 0;

  TOP dut (
    .clk_i (clk), .rst_ni (rst_n),
    .s_axil_awaddr_i (waddr), .s_axil_awvalid_i (awvalid),
    .s_axil_awready_o (awready), .s_axil_wdata_i (wdata), .s_axil_wstrb_i (wstrb), .s_axil_wvalid_i (wvalid),
    .s_axil_wready_o (wready), .s_axil_bresp_o (bresp), .s_axil_bvalid_o (bvalid), .s_axil_bready_i (bready),
    .s_axil_araddr_i (raddr), .s_axil_arvalid_i (arvalid),
    .s_axil_arready_o (arready), .s_axil_rdata_o (rdata), .s_axil_rresp_o (rresp), .s_axil_rvalid_o (rvalid),
    .s_axil_rready_i (rready), .irq_o (irq));

  always #5 clk = ~clk;

  task rest;
    begin
      pause = (pause * 5 + 3) % 7;
      repeat (pause) @(negedge clk);
    end
  endtask

  task get (input [31:0] at, output [31:0] value, output [1:0] answer);
    begin
      raddr = at; arvalid = 1;
      #1 while (!arready) begin @(negedge clk); #1; end
      @(negedge clk); arvalid = 0; raddr = ~at;
      rest;
      while (!rvalid) @(negedge clk);
      value = rdata; answer = rresp;
      rest;
      if (!rvalid || rdata != value || rresp != answer) $display("an answer did not stay");
      rready = 1; @(negedge clk); rready = 0;
    end
  endtask

  task read (input [31:0] at);
    reg [31:0] value; reg [1:0] answer;
    begin get(at, value, answer); $display("%0d %0d", value, answer); end
  endtask

  task write (input [31:0] at, input [31:0] value, input [3:0] strobes);
    begin
      address_first = !address_first;
      waddr = at; wdata = value; wstrb = strobes;
      awvalid = address_first; wvalid = !address_first;
      rest;
      awvalid = 1; wvalid = 1;
      #1 while (!awready) begin @(negedge clk); #1; end
      if (!wready) $display("address and data are not taken together");
      @(negedge clk); awvalid = 0; wvalid = 0; wdata = ~value;
      rest;
      while (!bvalid) @(negedge clk);
      $display("%0d %0d", bresp, irq);
      bready = 1; @(negedge clk); bready = 0;
    end
  endtask

  task finish;
    reg [31:0] status; reg [1:0] answer;
    begin
      status = 0;
      for (tries = 0; tries < 1000 && !status[1]; tries = tries + 1) get(32'h24, status, answer);
      if (!status[1]) $display("no end");
    end
  endtask

  initial begin
    repeat (4) @(negedge clk);
    rst_n = 1;
    STEPS
    $finish;
  end
endmodule
