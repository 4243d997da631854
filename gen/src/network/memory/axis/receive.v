  // The blocks of one exchange in the order in which they are read, and whose they are.
  reg  [DW-1:0] words [0:(1<<(RW+FW))-1];
  reg  [OW-1:0] offsets [0:(1<<RW)-1];
  reg  [RW-1:0] fill_q;
  wire fills = write_i & (flit_i == LAST);

  // What is offered, and what comes next.
  reg  sending_q;
  reg  free_q;
  reg  [RW-1:0] block_q;
  reg  [FW-1:0] flit_q;
  reg  valid_q;
  reg  last_q;
  reg  [DW-1:0] word_q;
  reg  [OW-1:0] offset_q;
  wire moves = ~valid_q | m_axis_tready_i;
  wire gives = sending_q & moves;
  wire ends = flit_q == LAST;

  // Whether there is room, and the beat that is offered.
  assign free_o = free_q;
  assign m_axis_tvalid_o = valid_q;
  assign m_axis_tdata_o = word_q;
  assign m_axis_tlast_o = last_q;

  // Blocks come in, all of an exchange, and then leave as beats.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      fill_q    <= {RW{1'b0}};
      sending_q <= 1'b0;
      free_q    <= 1'b1;
      block_q   <= {RW{1'b0}};
      flit_q    <= {FW{1'b0}};
      valid_q   <= 1'b0;
    end else begin
      fill_q    <= filled_i ? {RW{1'b0}} : fills ? fill_q + NEXT : fill_q;
      sending_q <= filled_i | (sending_q & ~(gives & ends & (block_q == FINAL)));
      free_q    <= ~filled_i & ~sending_q & moves;
      valid_q   <= moves ? sending_q : valid_q;
      if (filled_i) begin
        block_q <= {RW{1'b0}};
        flit_q  <= {FW{1'b0}};
      end else if (gives) begin
        block_q <= ends ? block_q + NEXT : block_q;
        flit_q  <= ends ? {FW{1'b0}} : flit_q + FIRST;
      end
    end
    if (write_i) begin
      words[{fill_q, flit_i}] <= data_i;
    end
    if (fills) begin
      offsets[fill_q] <= offset_i;
    end
    if (gives) begin
      word_q   <= words[{block_q, flit_q}];
      offset_q <= offsets[block_q];
      last_q   <= ends;
    end
  end

  // Whose it is.
  NAME_axis_source u_source (
    .x_i      (x_i),
    .offset_i (offset_q),
    .id_o     (m_axis_tid_o)
  );
