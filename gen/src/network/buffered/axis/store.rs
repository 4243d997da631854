//! The body of `NAME_axis_send` for packets of several flits: it stores up to two whole packets.
//!
//! A packet is sent only after its last beat has arrived. So a packet that is too long or has no destination
//! leaves no flit in the network, and a slow stream holds no channel. Under the bubble rule every packet has
//! the full number of flits. Those after the stream's last one are 0 and are dropped at the destination.

use torus_model::route::bits;

/// The parameters of the Verilog text.
pub(super) struct Store {
    /// Flits of the longest packet.
    pub flits: usize,
    /// Bits of TDATA.
    pub data: usize,
    /// Bits of TDEST.
    pub destination: usize,
    /// Bits of a head without the mark of the last flit.
    pub head: usize,
    /// Bits of the first port, if a processor has a single local port.
    pub port: Option<usize>,
    /// Whether packets are filled up.
    pub filled: bool,
    /// The payload of a flit, from the nets `stored` and `at_end`.
    pub payload: String,
}

impl Store {
    /// The body after the head is computed.
    pub fn body(&self) -> String {
        let leave = if self.filled { LEAVE_FILLED } else { LEAVE };
        let count = bits(self.flits);
        let text = self.parts(&[DECLARED, FILL, leave, CLOCKED].concat());
        text.replace("PAYLOAD", &self.payload)
            .replace("PORT", &self.port.map_or(0, |bits| bits - 1).to_string())
            .replace("HEAD", &(self.head - 1).to_string())
            .replace("TDEST", &(self.destination - 1).to_string())
            .replace("COUNT", &(count - 1).to_string())
            .replace("PLACES", &((2 << count) - 1).to_string())
            .replace("ZERO", &format!("{count}'d0"))
            .replace("ONE", &format!("{count}'d1"))
            .replace("LAST", &format!("{count}'d{}", self.flits - 1))
            .replace("DATA", &(self.data - 1).to_string())
    }

    /// Fills in the parts that only some networks have.
    fn parts(&self, text: &str) -> String {
        let port = |text: &'static str| if self.port.is_some() { text } else { "" };
        let fill = |text: &'static str| if self.filled { text } else { "" };
        let zero = if self.filled { format!("past_q ? {}'d0 : ", self.data) } else { String::new() };
        text.replace("PORT_DECLARED", port("  reg  [PORT:0] port_0_q;\n  reg  [PORT:0] port_1_q;\n"))
            .replace("PORT_OUTPUT", port("  assign inject_port_o = read_q ? port_1_q : port_0_q;\n"))
            .replace("PORT_ZERO", port("        port_0_q <= port;\n"))
            .replace("PORT_ONE", port("        port_1_q <= port;\n"))
            .replace("PAST_RESET", fill("      past_q    <= 1'b0;\n"))
            .replace("PAST_NEXT", fill("      past_q    <= give ? ~last & (past_q | at_end) : past_q;\n"))
            .replace("STORED", &(zero + "flits[{read_q, sent_q}]"))
    }
}

const DECLARED: &str =
    "  // Two packets: one half of the memory fills while the packet in the other one leaves.
  reg  [DATA:0] flits [0:PLACES];
  reg  [1:0] full_q;
  reg  [HEAD:0] head_0_q;
  reg  [HEAD:0] head_1_q;
PORT_DECLARED  // The number of the last flit of each.
  reg  [COUNT:0] end_0_q;
  reg  [COUNT:0] end_1_q;

";

const FILL: &str = "  // The packet that comes in; up_q is 1 from the first cycle behind reset on.
  reg  up_q;
  reg  write_q;
  reg  inside_q;
  reg  dropped_q;
  reg  error_q;
  reg  [COUNT:0] count_q;
  reg  [TDEST:0] destination_q;
  // It goes nowhere, or changes where it goes, or is too long: it is dropped, up to its last beat.
  wire unsendable = inside_q ? (s_axis_tdest_i != destination_q) : ~sendable;
  wire bad = unsendable | ((count_q == LAST) & ~s_axis_tlast_i);
  wire drop = dropped_q | bad;
  wire stored_all = take & s_axis_tlast_i & ~drop;

  // A beat is taken where a half is free.
  assign s_axis_tready_o = up_q & ~full_q[write_q];
  assign error_o = error_q;

";

const LEAVE: &str = "  // The packet that leaves.
  reg  read_q;
  reg  [COUNT:0] sent_q;
  wire [DATA:0] stored = STORED;
  wire last = sent_q == (read_q ? end_1_q : end_0_q);
  wire give = inject_valid_o & inject_ready_i;

  // The flit that is offered to the network.
  assign inject_valid_o = full_q[read_q];
PORT_OUTPUT  assign inject_head_o = {last, read_q ? head_1_q : head_0_q};
  assign inject_data_o = PAYLOAD;

";

const LEAVE_FILLED: &str = "  // The packet that leaves; behind the stream's last flit it is filled up.
  reg  read_q;
  reg  past_q;
  reg  [COUNT:0] sent_q;
  wire [DATA:0] stored = STORED;
  wire at_end = sent_q == (read_q ? end_1_q : end_0_q);
  wire last = sent_q == LAST;
  wire give = inject_valid_o & inject_ready_i;

  // The flit that is offered to the network.
  assign inject_valid_o = full_q[read_q];
PORT_OUTPUT  assign inject_head_o = {last, read_q ? head_1_q : head_0_q};
  assign inject_data_o = PAYLOAD;

";

const CLOCKED: &str = "  // A half is full from its packet's last beat on, until its last flit has left.
  wire [1:0] filled = {stored_all & write_q, stored_all & ~write_q};
  wire [1:0] emptied = {give & last & read_q, give & last & ~read_q};

  // One packet comes in while another one leaves.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      up_q      <= 1'b0;
      write_q   <= 1'b0;
      inside_q  <= 1'b0;
      dropped_q <= 1'b0;
      error_q   <= 1'b0;
      count_q   <= ZERO;
      full_q    <= 2'd0;
      read_q    <= 1'b0;
      sent_q    <= ZERO;
PAST_RESET    end else begin
      up_q      <= 1'b1;
      write_q   <= write_q ^ stored_all;
      inside_q  <= take ? ~s_axis_tlast_i : inside_q;
      dropped_q <= take ? drop & ~s_axis_tlast_i : dropped_q;
      error_q   <= error_q | (take & ~dropped_q & bad);
      count_q   <= ~take ? count_q : (s_axis_tlast_i | drop) ? ZERO : count_q + ONE;
      full_q    <= (full_q | filled) & ~emptied;
      read_q    <= read_q ^ (give & last);
      sent_q    <= ~give ? sent_q : last ? ZERO : sent_q + ONE;
PAST_NEXT    end
    if (take) begin
      flits[{write_q, count_q}] <= s_axis_tdata_i;
      if (write_q) begin
        end_1_q <= count_q;
      end else begin
        end_0_q <= count_q;
      end
    end
    if (take & ~inside_q) begin
      destination_q <= s_axis_tdest_i;
      if (write_q) begin
        head_1_q <= head;
PORT_ONE      end else begin
        head_0_q <= head;
PORT_ZERO      end
    end
  end
";
