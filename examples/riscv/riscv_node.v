// riscv_node: a PicoRV32 with 4 KiB of memory and an AXI4-Stream in each direction, as registers that wait.
//
//   0x00000000  memory
//   0x10000000  number of this node
//   0x10000004  node that the next word is for
//   0x10000008  sends a word, when the stream takes it
//   0x1000000c  takes a word, when there is one
//   0x10000010  node that sent the last word taken
//   0x10000014  shows a word on result_o
//
// Words that arrive wait in a buffer with room for one from every other node. Without that room a core that
// sends could wait for one that waits for it.

`timescale 1ns/1ps
`default_nettype none

module riscv_node #(
  parameter FIRMWARE = "transpose.hex"
) (
  input  wire        clk_i,            // clock
  input  wire        rst_ni,           // synchronous reset, active low
  input  wire [3:0]  me_i,             // number of this node
  output wire        s_axis_tvalid_o,  // a word for the network
  input  wire        s_axis_tready_i,
  output wire [31:0] s_axis_tdata_o,
  output wire [3:0]  s_axis_tdest_o,   // node that it is for
  input  wire        m_axis_tvalid_i,  // a word from the network
  output wire        m_axis_tready_o,
  input  wire [31:0] m_axis_tdata_i,
  input  wire [3:0]  m_axis_tid_i,     // node that sent it
  output reg         done_o,           // result_o is there
  output reg  [31:0] result_o,
  output wire        trap_o            // the core met an instruction that it does not have
);

  // The core's memory port: mem_valid stays until mem_ready.
  wire        mem_valid, mem_ready;
  wire [31:0] mem_addr, mem_wdata, mem_rdata;
  wire [3:0]  mem_wstrb;
  // What this node has no use for: instructions apart from data, early addresses, coprocessor, trace.
  wire        mem_instr, la_read, la_write, pcpi_valid, trace_valid;
  wire [31:0] la_addr, la_wdata, pcpi_insn, pcpi_rs1, pcpi_rs2, eoi;
  wire [3:0]  la_wstrb;
  wire [35:0] trace_data;

  picorv32 #(
    .ENABLE_MUL (1)
  ) u_core (
    .clk          (clk_i),
    .resetn       (rst_ni),
    .trap         (trap_o),
    .mem_valid    (mem_valid),
    .mem_instr    (mem_instr),
    .mem_ready    (mem_ready),
    .mem_addr     (mem_addr),
    .mem_wdata    (mem_wdata),
    .mem_wstrb    (mem_wstrb),
    .mem_rdata    (mem_rdata),
    .mem_la_read  (la_read),
    .mem_la_write (la_write),
    .mem_la_addr  (la_addr),
    .mem_la_wdata (la_wdata),
    .mem_la_wstrb (la_wstrb),
    .pcpi_valid   (pcpi_valid),
    .pcpi_insn    (pcpi_insn),
    .pcpi_rs1     (pcpi_rs1),
    .pcpi_rs2     (pcpi_rs2),
    .pcpi_wr      (1'b0),
    .pcpi_rd      (32'd0),
    .pcpi_wait    (1'b0),
    .pcpi_ready   (1'b0),
    .irq          (32'd0),
    .eoi          (eoi),
    .trace_valid  (trace_valid),
    .trace_data   (trace_data)
  );

  // What the core asks for.
  wire       is_write = |mem_wstrb;
  wire       is_node = mem_valid & mem_addr[28];
  wire       is_memory = mem_valid & !mem_addr[28];
  wire [2:0] register = mem_addr[4:2];
  wire       sends = is_node & is_write & (register == 3'd2);
  wire       takes = is_node & !is_write & (register == 3'd3);

  // Memory: a block RAM, whose value comes a cycle later.
  reg [31:0] memory [0:1023];
  reg [31:0] word_q;
  reg        read_q;
  integer    b;

  initial $readmemh(FIRMWARE, memory);

  always @(posedge clk_i) begin
    word_q <= memory[mem_addr[11:2]];
    read_q <= rst_ni & is_memory & !read_q;
    if (is_memory) begin
      for (b = 0; b < 4; b = b + 1) begin
        if (mem_wstrb[b]) begin
          memory[mem_addr[11:2]][8*b +: 8] <= mem_wdata[8*b +: 8];
        end
      end
    end
  end

  // Words that arrived: source and data.
  reg  [35:0] inbox [0:15];
  reg  [4:0]  put_q, take_q;
  wire        some = put_q != take_q;
  wire [35:0] oldest = inbox[take_q[3:0]];

  assign m_axis_tready_o = put_q != (take_q ^ 5'd16);

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      put_q  <= 5'd0;
      take_q <= 5'd0;
    end else begin
      put_q  <= put_q + {4'd0, m_axis_tvalid_i & m_axis_tready_o};
      take_q <= take_q + {4'd0, takes & some};
    end
    if (m_axis_tvalid_i & m_axis_tready_o) begin
      inbox[put_q[3:0]] <= {m_axis_tid_i, m_axis_tdata_i};
    end
  end

  // Registers of the node.
  reg [3:0] to_q, from_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      done_o <= 1'b0;
    end else if (is_node & is_write & (register == 3'd5)) begin
      done_o <= 1'b1;
    end
    if (is_node & is_write) begin
      case (register)
        3'd1: to_q <= mem_wdata[3:0];
        3'd5: result_o <= mem_wdata;
        default: ;
      endcase
    end
    if (takes) begin
      from_q <= oldest[35:32];
    end
  end

  assign s_axis_tvalid_o = sends;
  assign s_axis_tdata_o = mem_wdata;
  assign s_axis_tdest_o = to_q;

  // A load or store ends when its word is there, or the stream has taken it.
  wire [3:0] number = (register == 3'd0) ? me_i : from_q;

  assign mem_ready = is_memory ? (read_q | is_write) :
      sends ? s_axis_tready_i : takes ? some : is_node;
  assign mem_rdata = is_memory ? word_q : takes ? oldest[31:0] : {28'd0, number};

  // The address space repeats.
  wire unused = &{1'b0, mem_addr[31:29], mem_addr[27:12], mem_addr[1:0], mem_instr, la_read, la_write, la_addr,
      la_wdata, la_wstrb, pcpi_valid, pcpi_insn, pcpi_rs1, pcpi_rs2, eoi, trace_valid, trace_data};

endmodule

`default_nettype wire
