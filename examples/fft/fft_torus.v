// fft_torus: a Fourier transform of P*P points on a torus of P = 4^D nodes, a cell and a memory at each.
//
// Write the samples, start, read the results when done_o is high. Sample n is sample n / P of cell n % P;
// result m is result m / P of cell m % P. Both passes take P*P cycles, and between them every cell has one
// number for every other: a complete exchange, by the network.

`timescale 1ns/1ps
`default_nettype none

module fft_torus #(
  parameter D  = 2,   // dimensions, with four nodes each
  parameter LP = 2*D  // binary logarithm of P
) (
  input  wire            clk_i,       // clock, rising edge
  input  wire            rst_ni,      // synchronous reset, active low
  input  wire            put_i,       // a sample is written
  input  wire [2*LP-1:0] put_addr_i,  // which
  input  wire [31:0]     put_data_i,  // {real, imaginary}, 14 bits behind the point
  input  wire [2*LP-1:0] get_addr_i,  // a result is read
  output wire [31:0]     get_data_o,  // a cycle later
  input  wire            start_i,     // one pulse begins a transform
  output wire            busy_o,      // it is under way
  output reg             done_o,      // its results are there
  output wire [2:0]      phase_o,     // rest, first pass, start, exchange, fetch, second pass
  output wire            error_o      // the network failed
);

  localparam P = 1 << LP;
  localparam A = LP + 1;
  localparam [2:0] REST = 3'd0, FIRST = 3'd1, START = 3'd2, EXCHANGE = 3'd3, FETCH = 3'd4, SECOND = 3'd5;
  // Cycles until the last result of a pass or fetch is where it belongs.
  localparam [2:0] DRAIN = 3'd4;

  // The control of all cells: a phase, the sample and the row in work, cycles behind the last.
  reg [2:0]    phase_q, drain_q;
  reg          works_q;
  reg [LP-1:0] sample_q, row_q;
  wire         net_busy;
  wire         passes = (phase_q == FIRST) | (phase_q == SECOND);
  wire         fetches = phase_q == FETCH;
  wire         ends = (&sample_q) & (fetches | (&row_q));
  wire         drained = !works_q & (drain_q == DRAIN);
  reg  [2:0]   next;

  always @* begin
    next = phase_q;
    case (phase_q)
      REST: if (start_i) next = FIRST;
      FIRST: if (drained) next = START;
      START: next = EXCHANGE;
      EXCHANGE: if (!net_busy) next = FETCH;
      FETCH: if (drained) next = SECOND;
      default: if (drained) next = REST;
    endcase
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= REST;
      done_o  <= 1'b0;
    end else begin
      phase_q <= next;
      done_o  <= (done_o & (next == REST)) | ((phase_q == SECOND) & drained);
    end
    if (!rst_ni | (next != phase_q)) begin
      works_q  <= 1'b1;
      drain_q  <= 3'd0;
      sample_q <= {LP{1'b0}};
      row_q    <= {LP{1'b0}};
    end else begin
      works_q  <= works_q & !ends;
      drain_q  <= works_q ? 3'd0 : drain_q + 3'd1;
      sample_q <= sample_q + {{(LP-1){1'b0}}, 1'b1};
      row_q    <= row_q + {{(LP-1){1'b0}}, &sample_q};
    end
  end

  assign busy_o = phase_q != REST;
  assign phase_o = phase_q;

  // Ports of all cells and of the network's memories, side by side.
  wire [P-1:0]    mem_write, eject_valid;
  wire [P*A-1:0]  mem_addr;
  wire [P*32-1:0] mem_wdata, mem_rdata, get_data, eject_data;
  wire [2*D*P-1:0] link_valid;
  reg  [LP-1:0]   get_cell_q;

  always @(posedge clk_i) get_cell_q <= get_addr_i[LP-1:0];

  assign get_data_o = get_data[32*get_cell_q +: 32];

  genvar n;
  generate
    for (n = 0; n < P; n = n + 1) begin : node
      localparam [LP-1:0] ME = n;
      fft_cell #(
        .D (D)
      ) u_cell (
        .clk_i       (clk_i),
        .rst_ni      (rst_ni),
        .me_i        (ME),
        .put_i       (put_i & (put_addr_i[LP-1:0] == ME)),
        .put_addr_i  (put_addr_i[2*LP-1:LP]),
        .put_data_i  (put_data_i),
        .get_addr_i  (get_addr_i[2*LP-1:LP]),
        .get_data_o  (get_data[32*n +: 32]),
        .compute_i   (passes & works_q),
        .second_i    (phase_q == SECOND),
        .fetch_i     (fetches & works_q),
        .sample_i    (sample_q),
        .row_i       (row_q),
        .mem_write_o (mem_write[n]),
        .mem_addr_o  (mem_addr[A*n +: A]),
        .mem_data_o  (mem_wdata[32*n +: 32]),
        .mem_data_i  (mem_rdata[32*n +: 32])
      );
    end
  endgenerate

  fft u_network (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .start_i       (phase_q == START),
    .busy_o        (net_busy),
    .mem_write_i   (mem_write),
    .mem_addr_i    (mem_addr),
    .mem_data_i    (mem_wdata),
    .mem_data_o    (mem_rdata),
    .eject_valid_o (eject_valid),
    .eject_data_o  (eject_data),
    .link_valid_o  (link_valid),
    .error_o       (error_o)
  );

  // The network shows what arrives; the cells read it from the memories.
  wire unused = &{1'b0, eject_valid, eject_data, link_valid};

endmodule

`default_nettype wire
