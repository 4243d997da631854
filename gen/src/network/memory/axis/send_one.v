  // One block waits here until it is in the memory; up_q is 1 from the first cycle behind reset on.
  reg  up_q;
  reg  full_q;
  reg  error_q;

  // The packet that comes in: the number of its beat, and whether it is too long.
  reg  [FW-1:0] beat_q;
  reg  bad_q;
  wire take = s_axis_tvalid_i & s_axis_tready_o;
  wire ends = take & s_axis_tlast_i;
  wire whole = ~bad_q & (beat_q == LAST);

  // A beat is taken where no block waits.
  assign s_axis_tready_o = up_q & ~full_q;
  assign full_o = full_q;
  assign error_o = error_q;

  // A packet is taken beat by beat. A whole one is the block, which is there until it is taken.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      up_q    <= 1'b0;
      full_q  <= 1'b0;
      error_q <= 1'b0;
      beat_q  <= {FW{1'b0}};
      bad_q   <= 1'b0;
    end else begin
      up_q    <= 1'b1;
      full_q  <= (ends & whole) | (full_q & ~empty_i);
      error_q <= error_q | (ends & ~whole);
      if (take) begin
        beat_q <= s_axis_tlast_i ? {FW{1'b0}} : (beat_q == LAST) ? beat_q : beat_q + FIRST;
        bad_q  <= ~s_axis_tlast_i & (bad_q | (beat_q == LAST));
      end
    end
  end

  // A memory with one port to write and one to read, with a register behind it.
  reg  [DW-1:0] words [0:(1<<FW)-1];
  reg  [DW-1:0] word_q;

  // A beat goes into its place, and one is read.
  always @(posedge clk_i) begin
    if (take & ~bad_q) begin
      words[beat_q] <= s_axis_tdata_i;
    end
    word_q <= words[flit_i];
  end

  // The word that was read.
  assign data_o = word_q;
