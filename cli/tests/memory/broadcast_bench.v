// Streams packets into NAME_axis of a broadcast, with random pauses on both sides, and checks what arrives at every
// processor but the source: source, data, order and end of every block, and that nothing changes while it waits.
module testbench;
CONSTANTS
  reg clk_i = 0;
  reg rst_ni = 0;
  reg s_valid = 0;
  reg s_last = 0;
  reg [DW-1:0] s_data = 0;
  reg [P-1:0] m_ready = 0;
  wire s_ready, s_error, error;
  wire [P-1:0] m_valid, m_last;
  wire [P*DW-1:0] m_data;
  wire [P*IW-1:0] m_id;
  wire [LINKS-1:0] link_valid;

  NAME_axis dut (
    CLOCKS
    .s_axis_tvalid_i(s_valid), .s_axis_tready_o(s_ready), .s_axis_tdata_i(s_data), .s_axis_tlast_i(s_last),
    .m_axis_tvalid_o(m_valid), .m_axis_tready_i(m_ready), .m_axis_tdata_o(m_data),
    .m_axis_tlast_o(m_last), .m_axis_tid_o(m_id), .s_axis_error_o(s_error), .link_valid_o(link_valid),
    .error_o(error)
  );

  // Packets: beats, and the number of the block; -1: it is dropped.
  integer beats [0:PACKETS];
  integer number [0:PACKETS];
  integer got [0:P-1];
  integer at, beat, k, arrived, faults, quiet, cycle, taken, early;

  // What stood at the outputs in the cycle before, where it waited.
  reg [P-1:0] waited = 0, old_last = 0;
  reg [P*DW-1:0] old_data = 0;

  function [DW-1:0] payload(input integer flit);
    payload = flit * 5 + 3;
  endfunction

  task fault(input integer what);
    begin
      faults = faults + 1;
      if (faults < 10) $display("FAULT %0d at processor %0d in cycle %0d", what, k, cycle);
    end
  endtask

  initial begin
    at = 0; beat = 0; arrived = 0; faults = 0; quiet = 0; cycle = 0; taken = 0; early = 0;
LISTS
    for (k = 0; k < P; k = k + 1) got[k] = 0;
    repeat (4) @(posedge clk_i);
    #1 rst_ni = 1;
  end
  always #5 clk_i = ~clk_i;

  always @(posedge clk_i) if (rst_ni) begin
    k = SOURCE;
    // What was offered was taken; early ones while nothing of the first block has arrived.
    if (s_valid & s_ready) begin
      taken = taken + 1;
      if (arrived == 0) early = early + 1;
      beat = beat + 1;
      if (s_last) begin at = at + 1; beat = 0; end
    end
    if (!s_valid | s_ready) begin
      s_valid <= (at < PACKETS) & ($random & 15) < RATE_S;
      s_last <= beat == beats[at] - 1;
      s_data <= (number[at] < 0) ? {DW{1'b1}} : payload(number[at] * FLITS + beat);
    end
    for (k = 0; k < P; k = k + 1) begin
      m_ready[k] <= ($random & 15) < RATE_M;
      if (m_valid[k] !== 1'b0 & m_valid[k] !== 1'b1) fault(1);
      if (waited[k] & (!m_valid[k] | m_data[k*DW +: DW] != old_data[k*DW +: DW] | m_last[k] != old_last[k]))
        fault(2);
      if (m_valid[k] & m_id[k*IW +: IW] !== NODE) fault(3);
      if (m_valid[k] & m_ready[k]) begin
        if (k == SOURCE | got[k] >= BLOCKS * FLITS) fault(4);
        if (m_data[k*DW +: DW] !== payload(got[k])) fault(5);
        if (m_last[k] !== (got[k] % FLITS == FLITS - 1)) fault(6);
        got[k] = got[k] + 1;
        arrived = arrived + 1;
      end
    end
    waited <= m_valid & ~m_ready;
    old_data <= m_data;
    old_last <= m_last;
    cycle = cycle + 1;
    quiet = (arrived == TOTAL & at == PACKETS) ? quiet + 1 : 0;
    if (quiet == 100 | cycle == LIMIT) begin
      if (error !== 1'b0) fault(7);
      $display("END arrived %0d of %0d, faults %0d, error %b, early %0d", arrived, TOTAL, faults, s_error, early);
      $finish;
    end
  end
endmodule
