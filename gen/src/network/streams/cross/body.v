  // Either reset resets both sides, at once and without a clock. It is a register of its own clock first, so that
  // it has no glitches. The network's side goes on first, then the other one, each with its own clock.
  reg  up_q;
  reg  local_up_q;
  wire both_up = up_q & local_up_q;
  wire side_rst_n;
  wire local_side_rst_n;
  wire core_rst_n;
  wire unused_rst_n;

  always @(posedge clk_i) begin
    up_q <= rst_ni;
  end

  always @(posedge local_clk_i) begin
    local_up_q <= local_rst_ni;
  end

  NAME_axis_reset u_reset (
    .clk_i       (clk_i),
    .rst_ni      (both_up),
    .rst_no      (side_rst_n),
    .sync_rst_no (core_rst_n)
  );

  NAME_axis_reset u_local_reset (
    .clk_i       (local_clk_i),
    .rst_ni      (side_rst_n),
    .rst_no      (local_side_rst_n),
    .sync_rst_no (unused_rst_n)
  );

  // Streams in the network's clock.
  wire [L-1:0]    sent_valid;
  wire [L-1:0]    sent_ready;
  wire [L*DW-1:0] sent_data;
  wire [L-1:0]    sent_last;
  wire [L*IW-1:0] sent_dest;
  wire [L-1:0]    arrived_valid;
  wire [L-1:0]    arrived_ready;
  wire [L*DW-1:0] arrived_data;
  wire [L-1:0]    arrived_last;
  wire [L*IW-1:0] arrived_id;
  wire [L-1:0]    refused;

  NAME_axis_core u_core (
    .clk_i           (clk_i),
    .rst_ni          (core_rst_n),
    .s_axis_tvalid_i (sent_valid),
    .s_axis_tready_o (sent_ready),
    .s_axis_tdata_i  (sent_data),
    .s_axis_tlast_i  (sent_last),
    .s_axis_tdest_i  (sent_dest),
    .m_axis_tvalid_o (arrived_valid),
    .m_axis_tready_i (arrived_ready),
    .m_axis_tdata_o  (arrived_data),
    .m_axis_tlast_o  (arrived_last),
    .m_axis_tid_o    (arrived_id),
    .s_axis_error_o  (refused),
    .link_valid_o    (link_valid_o),
    .error_o         (error_o)
  );

  // An error stays, so each bit of them crosses by itself.
  NAME_axis_sync #(.W(L)) u_refused (
    .clk_i   (local_clk_i),
    .rst_ni  (local_side_rst_n),
    .level_i (refused),
    .level_o (s_axis_error_o)
  );

  // Beats cross, one way and the other.
  genvar k;
  generate
    for (k = 0; k < L; k = k + 1) begin : local_port
      NAME_axis_cross #(.W(W), .A(A)) u_in (
        .write_clk_i   (local_clk_i),
        .write_rst_ni  (local_side_rst_n),
        .write_valid_i (s_axis_tvalid_i[k]),
        .write_ready_o (s_axis_tready_o[k]),
        .write_data_i  ({s_axis_tdest_i[k*IW +: IW], s_axis_tlast_i[k], s_axis_tdata_i[k*DW +: DW]}),
        .read_clk_i    (clk_i),
        .read_rst_ni   (side_rst_n),
        .read_valid_o  (sent_valid[k]),
        .read_ready_i  (sent_ready[k]),
        .read_data_o   ({sent_dest[k*IW +: IW], sent_last[k], sent_data[k*DW +: DW]})
      );

      NAME_axis_cross #(.W(W), .A(A)) u_out (
        .write_clk_i   (clk_i),
        .write_rst_ni  (side_rst_n),
        .write_valid_i (arrived_valid[k]),
        .write_ready_o (arrived_ready[k]),
        .write_data_i  ({arrived_id[k*IW +: IW], arrived_last[k], arrived_data[k*DW +: DW]}),
        .read_clk_i    (local_clk_i),
        .read_rst_ni   (local_side_rst_n),
        .read_valid_o  (m_axis_tvalid_o[k]),
        .read_ready_i  (m_axis_tready_i[k]),
        .read_data_o   ({m_axis_tid_o[k*IW +: IW], m_axis_tlast_o[k], m_axis_tdata_o[k*DW +: DW]})
      );
    end
  endgenerate
