  // The place of a block for TDEST.
  wire legal;
  wire [OW-1:0] place;

  NAME_axis_offset u_offset (
    .x_i           (x_i),
    .destination_i (s_axis_tdest_i),
    .legal_o       (legal),
    .offset_o      (place)
  );

  // The beat that was taken last; up_q is 1 from the first cycle behind reset on.
  reg  up_q;
  reg  held_q;
  reg  last_q;
  reg  legal_q;
  reg  [OW-1:0] place_q;
  reg  [DW-1:0] data_q;

  // Its packet: its number in it, the place of the first beat, and whether the packet is dropped.
  reg  [FW-1:0] beat_q;
  reg  inside_q;
  reg  [OW-1:0] first_q;
  reg  bad_q;
  reg  error_q;

  // Which blocks are there. Those of the next exchange wait until these are taken.
  reg  [(1<<OW)-1:0] present_q;
  reg  [CW-1:0] count_q;
  wire full = count_q == BLOCKS;
  wire present = present_q[place_q];

  // It goes nowhere, its packet changes its mind, or a second block comes before the first one of another
  // destination, for which this exchange would wait for ever.
  wire stray = inside_q & (place_q != first_q);
  wire twice = ~inside_q & present & ~full;
  wire bad = bad_q | ~legal_q | stray | twice;
  wire waits = ~bad & ~inside_q & present;
  wire done = held_q & ~waits;
  wire put = done & ~bad;
  wire ends = done & last_q;
  wire whole = ~bad & (beat_q == LAST);
  wire take = s_axis_tvalid_i & s_axis_tready_o;

  // A beat is taken where none waits.
  assign s_axis_tready_o = up_q & (~held_q | done);
  assign full_o = full;
  assign error_o = error_q;

  // A packet is taken beat by beat. A whole one is a block, which is there until all blocks are taken.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      up_q      <= 1'b0;
      held_q    <= 1'b0;
      beat_q    <= {FW{1'b0}};
      inside_q  <= 1'b0;
      bad_q     <= 1'b0;
      error_q   <= 1'b0;
      present_q <= {(1<<OW){1'b0}};
      count_q   <= {CW{1'b0}};
    end else begin
      up_q    <= 1'b1;
      held_q  <= take | (held_q & ~done);
      error_q <= error_q | (ends & ~whole);
      if (done) begin
        beat_q   <= last_q ? {FW{1'b0}} : (beat_q == LAST) ? beat_q : beat_q + FIRST;
        inside_q <= ~last_q;
        bad_q    <= ~last_q & (bad | (beat_q == LAST));
      end
      if (empty_i) begin
        present_q <= {(1<<OW){1'b0}};
        count_q   <= {CW{1'b0}};
      end else if (ends & whole) begin
        present_q[place_q] <= 1'b1;
        count_q            <= count_q + ONE;
      end
    end
    if (take) begin
      last_q  <= s_axis_tlast_i;
      legal_q <= legal;
      place_q <= place;
      data_q  <= s_axis_tdata_i;
    end
    if (done & ~inside_q) begin
      first_q <= place_q;
    end
  end

  // A memory with one port to write and one to read, with a register behind it.
  reg  [DW-1:0] words [0:(1<<(OW+FW))-1];
  reg  [DW-1:0] word_q;

  // A beat goes into its place, and one is read.
  always @(posedge clk_i) begin
    if (put) begin
      words[{place_q, beat_q}] <= data_q;
    end
    word_q <= words[{offset_i, flit_i}];
  end

  // The word that was read.
  assign data_o = word_q;
