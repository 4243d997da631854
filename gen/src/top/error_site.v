// NAME_error_site: which node reported an error first, and by which links something came to it then.
// HEADER
//
// Timing: a node reports D cycles after something wrong came to it. site_o follows one cycle later, and stays
// until reset. Of several nodes in one cycle it is the one with the lowest id.

`default_nettype none

module NAME_error_site #(
  parameter integer N = 1,  // nodes
  parameter integer B = 1,  // bits of a node id
  parameter integer L = 1,  // ports of a node
  parameter integer D = 1   // cycles between what comes to a node and its report
) (
  input  wire           clk_i,      // clock
  input  wire           rst_ni,     // synchronous reset, active low
  input  wire [N-1:0]   error_i,    // bit = node: it found something wrong, before now or then
  input  wire [N*L-1:0] arrives_i,  // bit = node * L + port: something comes over the link in this direction
  output wire [B+L:0]   site_o      // {some node did, its id, bit = port: something came to it}
);

  // What came in the cycles before, the oldest highest, and the first of the nodes that report.
  reg  [D*N*L-1:0]     came_q;
  wire [(D+1)*N*L-1:0] came = {came_q, arrives_i};
  reg [B-1:0]   node;
  reg [L-1:0]   links;
  integer n;

  // Of the nodes that report, the one with the lowest id, and what came to it.
  always @* begin
    node = {B{1'b0}};
    links = {L{1'b0}};
    for (n = N - 1; n >= 0; n = n - 1) begin
      if (error_i[n]) begin
        node = n[B-1:0];
        links = came[(D*N+n)*L +: L];
      end
    end
  end

  // The first report.
  reg           found_q;
  reg [B+L-1:0] site_q;
  assign site_o = {found_q, site_q};

  // What came is kept for D cycles. The first report stays until reset.
  always @(posedge clk_i) begin
    came_q <= came[D*N*L-1:0];
    if (!rst_ni) begin
      found_q <= 1'b0;
      site_q  <= {(B+L){1'b0}};
    end else if (!found_q) begin
      found_q <= |error_i;
      site_q  <= {node, links};
    end
  end

endmodule

`default_nettype wire
