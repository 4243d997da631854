// ring3_tile: written by hand for the tests of torusgen-sim. A node of a ring of 3 that sends a message to
// either neighbour in slot 0 of a frame of one slot, with the source and sink of these messages.
// Payload 16 bits: {source id, destination id}, 8 bits each; header 1 bit, always 0: home after one hop.
`default_nettype none

module ring3_tile (
  input  wire        clk_i,
  input  wire        rst_ni,
  input  wire        start_i,
  input  wire [1:0]  id_i,
  input  wire [1:0]  x_0_i,
  input  wire        rx_valid_0_i,
  input  wire        rx_head_0_i,
  input  wire [15:0] rx_data_0_i,
  input  wire        rx_valid_1_i,
  input  wire        rx_head_1_i,
  input  wire [15:0] rx_data_1_i,
  output reg         tx_valid_0_o,
  output reg         tx_head_0_o,
  output reg  [15:0] tx_data_0_o,
  output reg         tx_valid_1_o,
  output reg         tx_head_1_o,
  output reg  [15:0] tx_data_1_o,
  output reg         eject_valid_0_o,
  output reg  [15:0] eject_data_0_o,
  output reg         eject_valid_1_o,
  output reg  [15:0] eject_data_1_o,
  output reg         done_o,
  output reg         error_o
);
  reg [1:0] id_q;
  reg [1:0] start_q;
  reg       started_q;
  reg [3:0] pending_q;

  wire [1:0] up = (id_q == 2'd2) ? 2'd0 : id_q + 2'd1;
  wire [1:0] down = (id_q == 2'd0) ? 2'd2 : id_q - 2'd1;
  wire [3:0] pending = pending_q + (start_i ? 4'd2 : 4'd0)
      - {3'd0, eject_valid_0_o} - {3'd0, eject_valid_1_o};

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      id_q <= id_i;
      start_q <= 2'd0;
      started_q <= 1'b0;
      pending_q <= 4'd0;
      tx_valid_0_o <= 1'b0;
      tx_valid_1_o <= 1'b0;
      eject_valid_0_o <= 1'b0;
      eject_valid_1_o <= 1'b0;
      done_o <= 1'b0;
      error_o <= 1'b0;
    end else begin
      start_q <= {start_q[0], start_i};
      started_q <= started_q | start_i;
      pending_q <= pending;
      tx_valid_0_o <= start_q[1];
      tx_head_0_o <= 1'b0;
      tx_data_0_o <= {6'd0, id_q, 6'd0, up};
      tx_valid_1_o <= start_q[1];
      tx_head_1_o <= 1'b0;
      tx_data_1_o <= {6'd0, id_q, 6'd0, down};
      eject_valid_0_o <= rx_valid_0_i;
      eject_data_0_o <= rx_data_0_i;
      eject_valid_1_o <= rx_valid_1_i;
      eject_data_1_o <= rx_data_1_i;
      done_o <= (started_q | start_i) & (pending == 4'd0);
      error_o <= error_o | (rx_valid_0_i & rx_head_0_i) | (rx_valid_1_i & rx_head_1_i)
          | (x_0_i != id_q);
    end
  end
endmodule

`default_nettype wire
