// ulx3s_uart: a 4x4 torus on a ULX3S. Button FIRE1 runs an exchange; the counters of all links come over the
// USB port, 115200 baud.

`timescale 1ns/1ps
`default_nettype none

module ulx3s_uart #(
  parameter integer DIVIDER = 217  // clock cycles of a bit: 25 MHz / 115200
) (
  input  wire clk_i,    // 25 MHz
  input  wire start_i,  // button FIRE1
  output wire tx_o,     // to the USB port
  output wire led_o     // an exchange has ended, or failed
);

  // Reset at power-up; a button that is pressed starts one exchange.
  reg [3:0] reset_q = 4'd0;
  reg [2:0] button_q = 3'd0;
  wire      rst_n = &reset_q;
  always @(posedge clk_i) begin
    if (!rst_n) begin
      reset_q <= reset_q + 4'd1;
    end
    button_q <= {button_q[1:0], start_i};
  end

  wire [12:0] awaddr, araddr;
  wire [31:0] wdata, rdata;
  wire [3:0]  wstrb;
  wire [1:0]  bresp, rresp;
  wire        awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;

  uart_report #(
    .DIVIDER (DIVIDER),
    .NODES   (16),
    .PORTS   (4),
    .ADDRESS (13)
  ) u_report (
    .clk_i            (clk_i),
    .rst_ni           (rst_n),
    .start_i          (button_q[1] & !button_q[2]),
    .tx_o             (tx_o),
    .m_axil_awaddr_o  (awaddr),
    .m_axil_awvalid_o (awvalid),
    .m_axil_awready_i (awready),
    .m_axil_wdata_o   (wdata),
    .m_axil_wstrb_o   (wstrb),
    .m_axil_wvalid_o  (wvalid),
    .m_axil_wready_i  (wready),
    .m_axil_bresp_i   (bresp),
    .m_axil_bvalid_i  (bvalid),
    .m_axil_bready_o  (bready),
    .m_axil_araddr_o  (araddr),
    .m_axil_arvalid_o (arvalid),
    .m_axil_arready_i (arready),
    .m_axil_rdata_i   (rdata),
    .m_axil_rresp_i   (rresp),
    .m_axil_rvalid_i  (rvalid),
    .m_axil_rready_o  (rready)
  );

  noc_axil u_noc (
    .clk_i            (clk_i),
    .rst_ni           (rst_n),
    .s_axil_awaddr_i  (awaddr),
    .s_axil_awvalid_i (awvalid),
    .s_axil_awready_o (awready),
    .s_axil_wdata_i   (wdata),
    .s_axil_wstrb_i   (wstrb),
    .s_axil_wvalid_i  (wvalid),
    .s_axil_wready_o  (wready),
    .s_axil_bresp_o   (bresp),
    .s_axil_bvalid_o  (bvalid),
    .s_axil_bready_i  (bready),
    .s_axil_araddr_i  (araddr),
    .s_axil_arvalid_i (arvalid),
    .s_axil_arready_o (arready),
    .s_axil_rdata_o   (rdata),
    .s_axil_rresp_o   (rresp),
    .s_axil_rvalid_o  (rvalid),
    .s_axil_rready_i  (rready),
    .irq_o            (led_o)
  );

endmodule

`default_nettype wire
