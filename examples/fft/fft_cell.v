// fft_cell: a processor of a distributed Fourier transform. It holds P of the P*P samples, where P is the
// number of processors, and has one complex multiplier.
//
// A pass multiplies the P samples by P rows of powers of w = exp(-2*pi*i/(P*P)) and keeps each sum / P:
//
//   first pass:  sample b stands for n = me + P*b, row k sums w^(n*k): a DFT of P points and its twiddle factor
//   second pass: sample a came from processor a, row j sums w^(P*a*j): a DFT of P points
//
// Numbers are {real, imaginary}, 16 bits each, with 14 bits behind the point. All cells are in step, so one
// control serves them all. A sum is kept four cycles behind its last sample.

`timescale 1ns/1ps
`default_nettype none

module fft_cell #(
  parameter D  = 2,    // dimensions of the torus, with four nodes each
  parameter LP = 2*D,  // binary logarithm of P
  parameter A  = LP+1  // bits of an address in the network's memory
) (
  input  wire          clk_i,        // clock, rising edge
  input  wire          rst_ni,       // synchronous reset, active low
  input  wire [LP-1:0] me_i,         // number of this processor
  input  wire          put_i,        // a sample is written
  input  wire [LP-1:0] put_addr_i,   // which
  input  wire [31:0]   put_data_i,
  input  wire [LP-1:0] get_addr_i,   // a result is read
  output reg  [31:0]   get_data_o,   // a cycle later
  input  wire          compute_i,    // a sample is multiplied
  input  wire          second_i,     // in the second pass
  input  wire          fetch_i,      // a sample is fetched from the network's memory
  input  wire [LP-1:0] sample_i,     // which sample
  input  wire [LP-1:0] row_i,        // which row
  output wire          mem_write_o,  // port of the network's memory
  output wire [A-1:0]  mem_addr_o,
  output wire [31:0]   mem_data_o,
  input  wire [31:0]   mem_data_i    // one cycle after the address
);

  localparam P = 1 << LP;

  // Powers of w, and where the memory has the blocks to and from each offset: the same at all nodes.
  reg [31:0]  powers [0:P*P-1];
  reg [A-1:0] places [0:2*P-1];

  initial begin
    $readmemh("powers.hex", powers);
    $readmemh("places.hex", places);
  end

  // The power for a sample: from one sample to the next by P*row, from one row's first to the next's by me.
  reg  [2*LP-1:0] power_q, begin_q;
  wire            ends = &sample_i;
  wire [2*LP-1:0] next_begin = second_i ? {2*LP{1'b0}} : begin_q + {{LP{1'b0}}, me_i};

  always @(posedge clk_i) begin
    if (!rst_ni | !compute_i) begin
      power_q <= {2*LP{1'b0}};
      begin_q <= {2*LP{1'b0}};
    end else begin
      power_q <= ends ? next_begin : power_q + {row_i, {LP{1'b0}}};
      begin_q <= ends ? next_begin : begin_q;
    end
  end

  // What goes along with a sample: cycles 1 to 4, from the lowest bits on.
  reg [3:0]      valid_q, first_q, last_q;
  reg [4*LP-1:0] rows_q;

  always @(posedge clk_i) begin
    valid_q <= rst_ni ? {valid_q[2:0], compute_i} : 4'd0;
    first_q <= {first_q[2:0], sample_i == {LP{1'b0}}};
    last_q  <= {last_q[2:0], ends};
    rows_q  <= rst_ni ? {rows_q[3*LP-1:0], row_i} : {4*LP{1'b0}};
  end

  // Cycle 1: the sample and the power are read. Cycle 2: products. Cycle 3: the sum has them.
  reg [31:0]        samples [0:P-1];
  reg [31:0]        sample_q, factor_q;
  reg signed [32:0] re_q, im_q;
  reg signed [39:0] sum_re_q, sum_im_q;
  wire signed [15:0] sample_re = sample_q[31:16];
  wire signed [15:0] sample_im = sample_q[15:0];
  wire signed [15:0] factor_re = factor_q[31:16];
  wire signed [15:0] factor_im = factor_q[15:0];

  always @(posedge clk_i) begin
    sample_q <= samples[sample_i];
    factor_q <= powers[power_q];
    re_q     <= sample_re * factor_re - sample_im * factor_im;
    im_q     <= sample_re * factor_im + sample_im * factor_re;
    sum_re_q <= (first_q[1] ? 40'sd0 : sum_re_q) + {{7{re_q[32]}}, re_q};
    sum_im_q <= (first_q[1] ? 40'sd0 : sum_im_q) + {{7{im_q[32]}}, im_q};
  end

  // The sum / P, rounded, 14 bits behind the point.
  localparam signed [39:0] HALF = 40'sd1 << (13 + LP);
  wire signed [39:0] shifted_re = (sum_re_q + HALF) >>> (14 + LP);
  wire signed [39:0] shifted_im = (sum_im_q + HALF) >>> (14 + LP);
  reg [31:0] result_q;

  always @(posedge clk_i) result_q <= {shifted_re[15:0], shifted_im[15:0]};

  // Offset from this node to another: digit by digit, as radices are four.
  wire [LP-1:0] other = fetch_i ? sample_i : rows_q[3*LP-1 -: LP];
  wire [LP-1:0] offset;
  genvar i;
  generate
    for (i = 0; i < D; i = i + 1) begin : digit
      assign offset[2*i +: 2] = other[2*i +: 2] - me_i[2*i +: 2];
    end
  endgenerate

  // Cycle 4: a result of the first pass goes to the memory, the own one is kept here.
  wire [LP-1:0] row = rows_q[4*LP-1 -: LP];
  wire          kept = valid_q[3] & last_q[3];
  reg  [A-1:0]  place_q;
  reg  [31:0]   own_q;

  always @(posedge clk_i) begin
    place_q <= places[{fetch_i, offset}];
    if (kept & !second_i & (row == me_i)) begin
      own_q <= result_q;
    end
  end

  assign mem_write_o = kept & !second_i & (row != me_i);
  assign mem_addr_o = place_q;
  assign mem_data_o = result_q;

  // Fetched samples arrive two cycles behind fetch_i.
  reg [1:0]      fetched_q;
  reg [2*LP-1:0] fetched_row_q;
  wire [LP-1:0]  arrived = fetched_row_q[2*LP-1 -: LP];

  always @(posedge clk_i) begin
    fetched_q     <= rst_ni ? {fetched_q[0], fetch_i} : 2'd0;
    fetched_row_q <= {fetched_row_q[LP-1:0], sample_i};
    if (put_i) begin
      samples[put_addr_i] <= put_data_i;
    end else if (fetched_q[1]) begin
      samples[arrived] <= (arrived == me_i) ? own_q : mem_data_i;
    end
  end

  // Results of the second pass.
  reg [31:0] results [0:P-1];

  always @(posedge clk_i) begin
    if (kept & second_i) begin
      results[row] <= result_q;
    end
    get_data_o <= results[get_addr_i];
  end

  wire unused = &{1'b0, valid_q[2:0], first_q[3:2], last_q[2:0], shifted_re[39:16], shifted_im[39:16]};

endmodule

`default_nettype wire
