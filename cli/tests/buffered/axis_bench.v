// Streams packets by every local port of NAME_axis, with random pauses on both sides, and checks what arrives:
// source, data, order and end of every packet, and that nothing changes while it waits.
module testbench;
CONSTANTS
  reg clk_i = 0;
  reg rst_ni = 0;
  reg [L-1:0] s_valid = 0;
  reg [L-1:0] s_last = 0;
  reg [L*DW-1:0] s_data = 0;
  reg [L*IW-1:0] s_dest = 0;
  reg [L-1:0] m_ready = 0;
  wire [L-1:0] s_ready, s_error, m_valid, m_last;
  wire [L*DW-1:0] m_data;
  wire [L*IW-1:0] m_id;
  wire [LINKS-1:0] link_valid;
  wire error;

  NAME_axis dut (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .s_axis_tvalid_i(s_valid), .s_axis_tready_o(s_ready), .s_axis_tdata_i(s_data), .s_axis_tlast_i(s_last),
    .s_axis_tdest_i(s_dest), .m_axis_tvalid_o(m_valid), .m_axis_tready_i(m_ready), .m_axis_tdata_o(m_data),
    .m_axis_tlast_o(m_last), .m_axis_tid_o(m_id), .s_axis_error_o(s_error), .link_valid_o(link_valid),
    .error_o(error)
  );

  // Packets of local port k: those from first[k] on, up to that of k + 1.
  integer first [0:L];
  integer to [0:PACKETS];
  integer beats [0:PACKETS];
  integer number [0:PACKETS];  // of its first beat among those of its pair; -1: it is dropped
  integer stray [0:PACKETS];  // beats behind the first one go elsewhere
  // Of every pair: beats of a packet, beats of all of them, those that arrived.
  integer length [0:N*N-1];
  integer due [0:N*N-1];
  integer got [0:N*N-1];
  integer node [0:P-1];
  integer at [0:L-1];
  integer beat [0:L-1];
  integer k, pair, total, arrived, faults, quiet, cycle;
  reg [31:0] rate_s, rate_m;

  // What stood at the outputs in the cycle before, where it waited.
  reg [L-1:0] waited = 0, old_last = 0;
  reg [L*DW-1:0] old_data = 0;
  reg [L*IW-1:0] old_id = 0;

  function [DW-1:0] payload(input integer from, input integer dest, input integer number);
    payload = (from * N + dest) * 64 + number + 3;
  endfunction

  task fault(input integer what);
    begin
      faults = faults + 1;
      if (faults < 10) $display("FAULT %0d at local port %0d in cycle %0d", what, k, cycle);
    end
  endtask

  initial begin
    for (k = 0; k < N * N; k = k + 1) begin length[k] = 1; due[k] = 0; got[k] = 0; end
LISTS
    total = 0; arrived = 0; faults = 0; quiet = 0; rate_s = RATE_S; rate_m = RATE_M;
    for (k = 0; k < N * N; k = k + 1) total = total + due[k];
    for (k = 0; k < L; k = k + 1) begin at[k] = first[k]; beat[k] = 0; end
    repeat (4) @(posedge clk_i);
    #1 rst_ni = 1;
  end
  always #5 clk_i = ~clk_i;

  always @(posedge clk_i) if (rst_ni) begin
    for (k = 0; k < L; k = k + 1) begin
      // What was offered was taken.
      if (s_valid[k] & s_ready[k]) begin
        beat[k] = beat[k] + 1;
        if (s_last[k]) begin at[k] = at[k] + 1; beat[k] = 0; end
      end
      if (!s_valid[k] | s_ready[k]) begin
        s_valid[k] <= (at[k] < first[k+1]) & ($random & 15) < rate_s;
        s_last[k] <= beat[k] == beats[at[k]] - 1;
        s_dest[k*IW +: IW] <= (stray[at[k]] != 0 & beat[k] > 0) ? to[at[k]] ^ 1 : to[at[k]];
        s_data[k*DW +: DW] <=
          (number[at[k]] < 0) ? {DW{1'b1}} : payload(node[k/E], to[at[k]], number[at[k]] + beat[k]);
      end
      // What arrives.
      m_ready[k] <= ($random & 15) < rate_m;
      if (m_valid[k] !== 1'b0 & m_valid[k] !== 1'b1) fault(1);
      if (waited[k] & (!m_valid[k] | m_data[k*DW +: DW] != old_data[k*DW +: DW] | m_last[k] != old_last[k] |
          m_id[k*IW +: IW] != old_id[k*IW +: IW])) fault(2);
      if (m_valid[k] & m_ready[k]) begin
        pair = m_id[k*IW +: IW] * N + node[k/E];
        if (got[pair] >= due[pair]) fault(3);
        if (m_data[k*DW +: DW] !== payload(m_id[k*IW +: IW], node[k/E], got[pair])) fault(4);
        if (m_last[k] !== ((got[pair] + 1) % length[pair] == 0)) fault(5);
        got[pair] = got[pair] + 1;
        arrived = arrived + 1;
      end
    end
    waited <= m_valid & ~m_ready;
    old_data <= m_data;
    old_last <= m_last;
    old_id <= m_id;
    cycle = cycle + 1;
    quiet = (arrived == total & s_valid == 0) ? quiet + 1 : 0;
    if (quiet == 100 | cycle == LIMIT) begin
      for (k = 0; k < L; k = k + 1) if (at[k] != first[k+1]) fault(6);
      if (error !== 1'b0) fault(7);
      $display("END arrived %0d of %0d, faults %0d, error %b", arrived, total, faults, s_error);
      $finish;
    end
  end
  initial cycle = 0;
endmodule
