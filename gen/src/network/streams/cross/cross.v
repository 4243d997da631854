// NAME_axis_cross: an asynchronous FIFO with Gray pointers: words from one clock into another, in
// their order.
// HEADER
// Timing: write_ready_o, read_valid_o and read_data_o come from registers. From the edge that takes a
// word to the first one that can take it on the other side are three to four periods of the reading
// clock. A place is free again three to four periods of the writing clock after its word went into the
// output register.
// Reset: both resets begin together and at any time, and each ends with its own clock, as
// NAME_axis_reset makes them.

`default_nettype none

module NAME_axis_cross #(
  parameter integer W = 32,  // bits of a word
  parameter integer A = 4    // bits of a place, 2 or more: there are 2^A places, and the output register
) (
  input  wire         write_clk_i,   // clock of whoever writes
  input  wire         write_rst_ni,  // asynchronous reset, active low
  input  wire         write_valid_i, // a word
  output wire         write_ready_o, // it is taken if valid too
  input  wire [W-1:0] write_data_i,  // its bits
  input  wire         read_clk_i,    // clock of whoever reads
  input  wire         read_rst_ni,   // asynchronous reset, active low
  output wire         read_valid_o,  // a word
  input  wire         read_ready_i,  // it is taken if valid too
  output wire [W-1:0] read_data_o    // its bits
);

  // Places, written in one clock and read in the other: only where the pointers say that nobody writes.
  reg  [W-1:0] words [0:(1<<A)-1];

  // The write pointer, in binary and in Gray code; one bit of the latter changes with a word.
  reg  [A:0] write_q;
  reg  [A:0] write_gray_q;
  reg        full_q;
  wire [A:0] read_seen;
  wire       put = write_valid_i & ~full_q;
  wire [A:0] write_next = write_q + {{A{1'b0}}, put};
  wire [A:0] write_gray_next = write_next ^ (write_next >> 1);

  // The read pointer, the same. A word that is read goes into the output register.
  reg  [A:0] read_q;
  reg  [A:0] read_gray_q;
  reg        valid_q;
  reg  [W-1:0] data_q;
  wire [A:0] write_seen;
  wire       some = read_gray_q != write_seen;
  wire       get = some & (~valid_q | read_ready_i);
  wire [A:0] read_next = read_q + {{A{1'b0}}, get};

  // What both sides see, from registers.
  assign write_ready_o = ~full_q;
  assign read_valid_o = valid_q;
  assign read_data_o = data_q;

  // Each side sees the other's pointer late, never ahead: it sees less room, or fewer words, than there are.
  NAME_axis_sync #(.W(A+1)) u_read_seen (
    .clk_i   (write_clk_i),
    .rst_ni  (write_rst_ni),
    .level_i (read_gray_q),
    .level_o (read_seen)
  );

  NAME_axis_sync #(.W(A+1)) u_write_seen (
    .clk_i   (read_clk_i),
    .rst_ni  (read_rst_ni),
    .level_i (write_gray_q),
    .level_o (write_seen)
  );

  // Full is 1 in reset. It compares with all places behind the read pointer, which in Gray code are the
  // upper two bits inverted.
  always @(posedge write_clk_i or negedge write_rst_ni) begin
    if (!write_rst_ni) begin
      write_q      <= {(A+1){1'b0}};
      write_gray_q <= {(A+1){1'b0}};
      full_q       <= 1'b1;
    end else begin
      write_q      <= write_next;
      write_gray_q <= write_gray_next;
      full_q       <= write_gray_next == {~read_seen[A:A-1], read_seen[A-2:0]};
    end
  end

  // A word goes into its place.
  always @(posedge write_clk_i) begin
    if (put) begin
      words[write_q[A-1:0]] <= write_data_i;
    end
  end

  // The output register is empty in reset.
  always @(posedge read_clk_i or negedge read_rst_ni) begin
    if (!read_rst_ni) begin
      read_q      <= {(A+1){1'b0}};
      read_gray_q <= {(A+1){1'b0}};
      valid_q     <= 1'b0;
    end else begin
      read_q      <= read_next;
      read_gray_q <= read_next ^ (read_next >> 1);
      valid_q     <= get | (valid_q & ~read_ready_i);
    end
  end

  // A word goes from its place into the output register.
  always @(posedge read_clk_i) begin
    if (get) begin
      data_q <= words[read_q[A-1:0]];
    end
  end

endmodule

`default_nettype wire
