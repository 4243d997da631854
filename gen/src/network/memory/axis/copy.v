  // A block of another processor. Some algorithms move a processor's own block, too, and rows beyond a
  // program's blocks are not valid.
  wire other = valid_i & (|partner_i);
  wire [A-1:0] address = place_i + STEP;

  // A word is read in the cycle before it is written, into the memory or into the receive buffer.
  reg  write_q;
  reg  take_q;
  reg  [A-1:0] address_q;
  reg  [OW-1:0] partner_q;
  reg  [FW-1:0] flit_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= 1'b0;
      take_q  <= 1'b0;
    end else begin
      write_q <= load_i & other;
      take_q  <= store_i & other;
    end
    address_q <= address;
    partner_q <= partner_i;
    flit_q    <= flit_i;
  end

  assign mem_write_o = write_q;
  assign mem_addr_o = store_i ? address : address_q;
  assign receive_write_o = take_q;
  assign receive_offset_o = partner_q;
  assign receive_flit_o = flit_q;
