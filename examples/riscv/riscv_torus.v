// riscv_torus: sixteen PicoRV32 on a 4x4 torus with AXI4-Stream, all with the same program.

`timescale 1ns/1ps
`default_nettype none

module riscv_torus (
  input  wire         clk_i,     // clock
  input  wire         rst_ni,    // synchronous reset, active low
  output wire [15:0]  done_o,    // bit = node: its result is there
  output wire [511:0] result_o,  // 32 bits a node
  output wire         error_o    // the network failed, a word was for no node, or a core stopped
);

  // Streams of all nodes, side by side.
  wire [15:0]  tx_valid, tx_ready, tx_error, rx_valid, rx_ready, rx_last, trap;
  wire [511:0] tx_data, rx_data;
  wire [63:0]  tx_dest, rx_id, link_valid;
  wire         net_error;

  assign error_o = net_error | (|tx_error) | (|trap);

  noc_axis u_noc (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .s_axis_tvalid_i (tx_valid),
    .s_axis_tready_o (tx_ready),
    .s_axis_tdata_i  (tx_data),
    .s_axis_tlast_i  (16'hffff),
    .s_axis_tdest_i  (tx_dest),
    .m_axis_tvalid_o (rx_valid),
    .m_axis_tready_i (rx_ready),
    .m_axis_tdata_o  (rx_data),
    .m_axis_tlast_o  (rx_last),
    .m_axis_tid_o    (rx_id),
    .s_axis_error_o  (tx_error),
    .link_valid_o    (link_valid),
    .error_o         (net_error)
  );

  genvar n;
  generate
    for (n = 0; n < 16; n = n + 1) begin : node
      localparam [3:0] ME = n;
      riscv_node u_node (
        .clk_i           (clk_i),
        .rst_ni          (rst_ni),
        .me_i            (ME),
        .s_axis_tvalid_o (tx_valid[n]),
        .s_axis_tready_i (tx_ready[n]),
        .s_axis_tdata_o  (tx_data[32*n +: 32]),
        .s_axis_tdest_o  (tx_dest[4*n +: 4]),
        .m_axis_tvalid_i (rx_valid[n]),
        .m_axis_tready_o (rx_ready[n]),
        .m_axis_tdata_i  (rx_data[32*n +: 32]),
        .m_axis_tid_i    (rx_id[4*n +: 4]),
        .done_o          (done_o[n]),
        .result_o        (result_o[32*n +: 32]),
        .trap_o          (trap[n])
      );
    end
  endgenerate

  // All packets are one word; the links are for waves.
  wire unused = &{1'b0, rx_last, link_valid};

endmodule

`default_nettype wire
