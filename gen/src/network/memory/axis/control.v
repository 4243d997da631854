  // One exchange after the other: load, start, wait until the program has run, wait for receivers, store.
  reg  full_q;
  reg  loading_q;
  reg  loaded_q;
  reg  start_q;
  reg  running_q;
  reg  ready_q;
  reg  storing_q;
  reg  stored_q;
  wire idle = ~(loading_q | loaded_q | start_q | running_q | ready_q | storing_q);
  wire begins = idle & full_q;
  wire ran = running_q & ~busy_i;
  wire stores = ready_q & (&free_i);

  // The row of the ROMs, and the flit of its block; rows of blocks to load come first, results follow.
  reg  [LB-1:0] row_q;
  reg  [FW-1:0] flit_q;
  wire steps = loading_q | storing_q;
  wire ends = steps & (flit_q == LAST);
  wire loaded = loading_q & ends & (row_q == LOAD);
  wire stored = storing_q & ends & (row_q == RESULT);

  // One cycle later, with the row.
  reg  load_q;
  reg  store_q;
  reg  [FW-1:0] late_q;
  reg  filled_q;

  // What buffers and network are told, from registers.
  assign row_o = row_q;
  assign load_o = load_q;
  assign store_o = store_q;
  assign flit_o = late_q;
  assign empty_o = loaded_q;
  assign start_o = start_q;
  assign filled_o = filled_q;

  // One step after the other.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      full_q    <= 1'b0;
      loading_q <= 1'b0;
      loaded_q  <= 1'b0;
      start_q   <= 1'b0;
      running_q <= 1'b0;
      ready_q   <= 1'b0;
      storing_q <= 1'b0;
      stored_q  <= 1'b0;
      filled_q  <= 1'b0;
      row_q     <= {LB{1'b0}};
      flit_q    <= {FW{1'b0}};
      load_q    <= 1'b0;
      store_q   <= 1'b0;
    end else begin
      full_q    <= &full_i;
      loading_q <= begins | (loading_q & ~loaded);
      loaded_q  <= loaded;
      start_q   <= loaded_q;
      running_q <= start_q | (running_q & ~ran);
      ready_q   <= ran | (ready_q & ~stores);
      storing_q <= stores | (storing_q & ~stored);
      stored_q  <= stored;
      filled_q  <= stored_q;
      row_q     <= begins ? {LB{1'b0}} : ends ? row_q + ONE : row_q;
      flit_q    <= ends ? {FW{1'b0}} : steps ? flit_q + FIRST : flit_q;
      load_q    <= loading_q;
      store_q   <= storing_q;
    end
    late_q <= flit_q;
  end
