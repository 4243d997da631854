// ring3_bench: written by hand for the tests of torusgen-sim. The ring with registers behind done and error.
`default_nettype none

module ring3_bench (
  input  wire        clk_i,
  input  wire        rst_ni,
  input  wire        start_i,
  output reg         done_o,
  output reg         error_o,
  output wire [5:0]  link_valid_o,
  output wire [5:0]  eject_valid_o,
  output wire [95:0] eject_data_o
);
  wire done;
  wire error;

  ring3 u_net (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .start_i       (start_i),
    .done_o        (done),
    .error_o       (error),
    .link_valid_o  (link_valid_o),
    .eject_valid_o (eject_valid_o),
    .eject_data_o  (eject_data_o)
  );

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      done_o <= 1'b0;
      error_o <= 1'b0;
    end else begin
      done_o <= done;
      error_o <= error_o | error;
    end
  end
endmodule

`default_nettype wire
