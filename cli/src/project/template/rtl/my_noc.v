// my_noc: sixteen processors on a torus of 4x4. At a start each sends its value to all others and adds up.
//
// my_noc.toml describes the network, net/README.md has its ports and cycles.

`timescale 1ns/1ps
`default_nettype none

module my_noc #(
  parameter integer P = 16,  // processors of the network
  parameter integer W = 32   // bits of a payload
) (
  input  wire           clk_i,
  input  wire           rst_ni,    // synchronous, active low
  input  wire           start_i,   // one cycle: an exchange begins
  input  wire [P*W-1:0] values_i,  // a value for each processor, processor 0 lowest
  output wire [P*W-1:0] sums_o,    // the sum that each processor has
  output wire           done_o,    // all sums are complete
  output wire           error_o    // the network met a conflict: it never does
);

  wire [P-1:0]   inject_valid;
  wire [P*W-1:0] inject_data;
  wire [P-1:0]   eject_valid;
  wire [P*W-1:0] eject_data;
  wire [P-1:0]   done;

  my_noc_net u_net (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .start_i         (start_i),
    .inject_valid_o  (inject_valid),
    /* verilator lint_off PINCONNECTEMPTY */
    .inject_offset_o (),
    .link_valid_o    (),
    /* verilator lint_on PINCONNECTEMPTY */
    .inject_data_i   (inject_data),
    .eject_valid_o   (eject_valid),
    .eject_data_o    (eject_data),
    .error_o         (error_o)
  );

  genvar p;
  generate
    for (p = 0; p < P; p = p + 1) begin : processor
      my_noc_processor #(
        .OTHERS (P - 1)
      ) u_processor (
        .clk_i          (clk_i),
        .rst_ni         (rst_ni),
        .start_i        (start_i),
        .value_i        (values_i[p*W +: W]),
        .sum_o          (sums_o[p*W +: W]),
        .done_o         (done[p]),
        .inject_valid_i (inject_valid[p]),
        .inject_data_o  (inject_data[p*W +: W]),
        .eject_valid_i  (eject_valid[p]),
        .eject_data_i   (eject_data[p*W +: W])
      );
    end
  endgenerate

  assign done_o = &done;

endmodule

`default_nettype wire
