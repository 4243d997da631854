  // The block, what of it is offered, and what comes next.
  reg  [DW-1:0] words [0:(1<<FW)-1];
  reg  sending_q;
  reg  free_q;
  reg  [FW-1:0] flit_q;
  reg  valid_q;
  reg  last_q;
  reg  [DW-1:0] word_q;
  wire moves = ~valid_q | m_axis_tready_i;
  wire gives = sending_q & moves;
  wire ends = flit_q == LAST;

  // Whether there is room, and the beat that is offered.
  assign free_o = free_q;
  assign m_axis_tvalid_o = valid_q;
  assign m_axis_tdata_o = word_q;
  assign m_axis_tlast_o = last_q;

  // The block comes in, and then leaves as beats.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      sending_q <= 1'b0;
      free_q    <= 1'b1;
      flit_q    <= {FW{1'b0}};
      valid_q   <= 1'b0;
    end else begin
      sending_q <= filled_i | (sending_q & ~(gives & ends));
      free_q    <= ~filled_i & ~sending_q & moves;
      flit_q    <= filled_i ? {FW{1'b0}} : gives ? flit_q + FIRST : flit_q;
      valid_q   <= moves ? sending_q : valid_q;
    end
    if (write_i) begin
      words[flit_i] <= data_i;
    end
    if (gives) begin
      word_q <= words[flit_q];
      last_q <= ends;
    end
  end
