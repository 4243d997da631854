// ring3: written by hand for the tests of torusgen-sim. Three tiles in a ring. In place of a network for
// users this top has the tiles' sources and sinks inside.
`default_nettype none

module ring3 (
  input  wire        clk_i,
  input  wire        rst_ni,
  input  wire        start_i,
  output wire        done_o,
  output wire        error_o,
  output wire [5:0]  link_valid_o,
  output wire [5:0]  eject_valid_o,
  output wire [95:0] eject_data_o
);
  wire [5:0]  link_head;
  wire [95:0] link_data;
  wire [2:0]  done;
  wire [2:0]  error;

  assign done_o = &done;
  assign error_o = |error;

  ring3_tile u_tile_0 (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .start_i         (start_i),
    .id_i            (2'd0),
    .x_0_i           (2'd0),
    .rx_valid_0_i    (link_valid_o[4]),
    .rx_head_0_i     (link_head[4]),
    .rx_data_0_i     (link_data[79:64]),
    .rx_valid_1_i    (link_valid_o[3]),
    .rx_head_1_i     (link_head[3]),
    .rx_data_1_i     (link_data[63:48]),
    .tx_valid_0_o    (link_valid_o[0]),
    .tx_head_0_o     (link_head[0]),
    .tx_data_0_o     (link_data[15:0]),
    .tx_valid_1_o    (link_valid_o[1]),
    .tx_head_1_o     (link_head[1]),
    .tx_data_1_o     (link_data[31:16]),
    .eject_valid_0_o (eject_valid_o[0]),
    .eject_data_0_o  (eject_data_o[15:0]),
    .eject_valid_1_o (eject_valid_o[1]),
    .eject_data_1_o  (eject_data_o[31:16]),
    .done_o          (done[0]),
    .error_o         (error[0])
  );

  ring3_tile u_tile_1 (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .start_i         (start_i),
    .id_i            (2'd1),
    .x_0_i           (2'd1),
    .rx_valid_0_i    (link_valid_o[0]),
    .rx_head_0_i     (link_head[0]),
    .rx_data_0_i     (link_data[15:0]),
    .rx_valid_1_i    (link_valid_o[5]),
    .rx_head_1_i     (link_head[5]),
    .rx_data_1_i     (link_data[95:80]),
    .tx_valid_0_o    (link_valid_o[2]),
    .tx_head_0_o     (link_head[2]),
    .tx_data_0_o     (link_data[47:32]),
    .tx_valid_1_o    (link_valid_o[3]),
    .tx_head_1_o     (link_head[3]),
    .tx_data_1_o     (link_data[63:48]),
    .eject_valid_0_o (eject_valid_o[2]),
    .eject_data_0_o  (eject_data_o[47:32]),
    .eject_valid_1_o (eject_valid_o[3]),
    .eject_data_1_o  (eject_data_o[63:48]),
    .done_o          (done[1]),
    .error_o         (error[1])
  );

  ring3_tile u_tile_2 (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .start_i         (start_i),
    .id_i            (2'd2),
    .x_0_i           (2'd2),
    .rx_valid_0_i    (link_valid_o[2]),
    .rx_head_0_i     (link_head[2]),
    .rx_data_0_i     (link_data[47:32]),
    .rx_valid_1_i    (link_valid_o[1]),
    .rx_head_1_i     (link_head[1]),
    .rx_data_1_i     (link_data[31:16]),
    .tx_valid_0_o    (link_valid_o[4]),
    .tx_head_0_o     (link_head[4]),
    .tx_data_0_o     (link_data[79:64]),
    .tx_valid_1_o    (link_valid_o[5]),
    .tx_head_1_o     (link_head[5]),
    .tx_data_1_o     (link_data[95:80]),
    .eject_valid_0_o (eject_valid_o[4]),
    .eject_data_0_o  (eject_data_o[79:64]),
    .eject_valid_1_o (eject_valid_o[5]),
    .eject_data_1_o  (eject_data_o[95:80]),
    .done_o          (done[2]),
    .error_o         (error[2])
  );

endmodule

`default_nettype wire
