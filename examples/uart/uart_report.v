// uart_report: starts an exchange by AXI4-Lite registers and prints what came of it, over a UART (8N1).
//
// For each pulse of start_i: counters are cleared, one exchange runs, then
//
//   cycles 00000012 error 0
//   000c 000c 0006 0006          a line for each node: the counter of each of its ports, in hexadecimal
//   ..
//
// and an empty line. Error 1 is the network's, 2 a register that answered an error. What is in the registers:
// NAME.rdl of a folder of `torusgen emit --axil`.

`timescale 1ns/1ps
`default_nettype none

module uart_report #(
  parameter integer DIVIDER = 217,  // clock cycles of a bit: 25 MHz / 115200
  parameter integer NODES = 16,
  parameter integer PORTS = 4,      // counters of a node
  parameter integer ADDRESS = 13    // bits of an address
) (
  input  wire               clk_i,
  input  wire               rst_ni,
  input  wire               start_i,
  output wire               tx_o,
  output wire [ADDRESS-1:0] m_axil_awaddr_o,
  output wire               m_axil_awvalid_o,
  input  wire               m_axil_awready_i,
  output wire [31:0]        m_axil_wdata_o,
  output wire [3:0]         m_axil_wstrb_o,
  output wire               m_axil_wvalid_o,
  input  wire               m_axil_wready_i,
  input  wire [1:0]         m_axil_bresp_i,
  input  wire               m_axil_bvalid_i,
  output wire               m_axil_bready_o,
  output wire [ADDRESS-1:0] m_axil_araddr_o,
  output wire               m_axil_arvalid_o,
  input  wire               m_axil_arready_i,
  input  wire [31:0]        m_axil_rdata_i,
  input  wire [1:0]         m_axil_rresp_i,
  input  wire               m_axil_rvalid_i,
  output wire               m_axil_rready_o
);

  localparam [ADDRESS-1:0] CONTROL = 'h20, STATUS = 'h24, CYCLES = 'h28;
  localparam [31:0] COUNT = 32'h1000;
  localparam [31:0] START_AND_CLEAR = 32'd3;
  localparam integer CHARACTERS = 25;  // of the longest text
  localparam [2:0] IDLE = 3'd0, BEGIN = 3'd1, POLL = 3'd2, HEAD = 3'd3, LINK = 3'd4, END = 3'd5;

  // A digit as a character.
  function automatic [7:0] digit(input reg [3:0] value);
    digit = (value < 4'd10) ? {4'h3, value} : 8'h57 + {4'h0, value};
  endfunction

  function automatic [31:0] digits(input reg [15:0] value);
    digits = {digit(value[15:12]), digit(value[11:8]), digit(value[7:4]), digit(value[3:0])};
  endfunction

  // The step of the report, and its one access to a register.
  reg [2:0]         step_q;
  reg               asked_q, answered_q, address_q, data_q;
  reg               failed_q, refused_q;
  reg [31:0]        value_q;
  reg [31:0]        link_q, port_q;
  wire              writes = step_q == BEGIN;
  wire              reads = (step_q == POLL) | (step_q == HEAD) | (step_q == LINK);
  wire              last_port = port_q == PORTS - 1;
  wire              last_link = link_q == COUNT + 4 * (NODES * PORTS - 1);

  // Characters to send, the next one on top.
  reg [8*CHARACTERS-1:0] text_q;
  reg [4:0]              left_q;
  wire                   sent;
  wire                   quiet = left_q == 5'd0;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      step_q     <= IDLE;
      asked_q    <= 1'b0;
      answered_q <= 1'b0;
      left_q     <= 5'd0;
    end else begin
      // An access: asked once, answered once.
      if ((reads | writes) & quiet & !asked_q & !answered_q) begin
        asked_q   <= 1'b1;
        address_q <= 1'b1;
        data_q    <= writes;
      end
      if ((m_axil_awvalid_o & m_axil_awready_i) | (m_axil_arvalid_o & m_axil_arready_i)) begin
        address_q <= 1'b0;
      end
      if (m_axil_wvalid_o & m_axil_wready_i) begin
        data_q <= 1'b0;
      end
      if (asked_q & (m_axil_bvalid_i | m_axil_rvalid_i)) begin
        asked_q    <= 1'b0;
        answered_q <= 1'b1;
        value_q    <= m_axil_rdata_i;
        refused_q  <= refused_q | ((writes ? m_axil_bresp_i : m_axil_rresp_i) != 2'd0);
      end
      if (sent) begin
        text_q <= text_q << 8;
        left_q <= left_q - 5'd1;
      end
      if (step_q == IDLE) begin
        step_q    <= start_i ? BEGIN : IDLE;
        refused_q <= 1'b0;
      end
      if (answered_q) begin
        answered_q <= 1'b0;
        case (step_q)
          BEGIN: step_q <= POLL;
          POLL: begin
            // Done, or an error.
            failed_q <= value_q[2];
            step_q   <= (value_q[2:1] != 2'd0) ? HEAD : POLL;
          end
          HEAD: begin
            text_q <= {"cycles ", digits(value_q[31:16]), digits(value_q[15:0]), " error ",
                       digit({2'd0, refused_q, failed_q}), 16'h0d0a};
            left_q <= 5'd25;
            link_q <= COUNT;
            port_q <= 32'd0;
            step_q <= LINK;
          end
          LINK: begin
            text_q <= {digits(value_q[15:0]), last_port ? 16'h0d0a : 16'h2000, {8*(CHARACTERS-6){1'b0}}};
            left_q <= last_port ? 5'd6 : 5'd5;
            port_q <= last_port ? 32'd0 : port_q + 32'd1;
            link_q <= link_q + 32'd4;
            step_q <= last_link ? END : LINK;
          end
          default: step_q <= IDLE;
        endcase
      end
      if ((step_q == END) & quiet) begin
        text_q <= {16'h0d0a, {8*(CHARACTERS-2){1'b0}}};
        left_q <= 5'd2;
        step_q <= IDLE;
      end
    end
  end

  assign m_axil_awaddr_o  = CONTROL;
  assign m_axil_awvalid_o = asked_q & writes & address_q;
  assign m_axil_wdata_o   = START_AND_CLEAR;
  assign m_axil_wstrb_o   = 4'hf;
  assign m_axil_wvalid_o  = asked_q & writes & data_q;
  assign m_axil_bready_o  = 1'b1;
  assign m_axil_araddr_o  = (step_q == POLL) ? STATUS : (step_q == HEAD) ? CYCLES : link_q[ADDRESS-1:0];
  assign m_axil_arvalid_o = asked_q & reads & address_q;
  assign m_axil_rready_o  = 1'b1;

  // A character: a start bit, eight bits, the lowest one first, a stop bit.
  reg [31:0] tick_q;
  reg [3:0]  bits_q;
  reg [8:0]  shift_q;
  wire       idle = bits_q == 4'd0;
  wire       tick = tick_q == DIVIDER - 1;
  assign     sent = idle & !quiet;
  assign     tx_o = shift_q[0];

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      bits_q  <= 4'd0;
      shift_q <= 9'h1ff;
      tick_q  <= 32'd0;
    end else if (sent) begin
      bits_q  <= 4'd10;
      shift_q <= {text_q[8*CHARACTERS-1 -: 8], 1'b0};
      tick_q  <= 32'd0;
    end else if (!idle) begin
      tick_q <= tick ? 32'd0 : tick_q + 32'd1;
      if (tick) begin
        bits_q  <= bits_q - 4'd1;
        shift_q <= {1'b1, shift_q[8:1]};
      end
    end
  end

endmodule

`default_nettype wire
