//! `NAME_axis_receive`: makes a stream from the packets that arrive, and drops the flits that only fill
//! packets up.

use super::parts;
use crate::network::streams::{stream_out, Streams};
use crate::top::ports::{clock_and_reset, Direction, Port};
use torus_hdl::{buffered::BufferedSpec, Module};

/// The parameters of the Verilog text.
pub(super) struct ReceiveText<'a> {
    pub spec: &'a BufferedSpec<'a>,
    pub streams: &'a Streams,
}

impl ReceiveText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let timing = ["Timing: combinational, but for the one register."];
        let what = "an AXI4-Stream of the packets that arrive, without the flits that filled them up.";
        parts(self.spec).module("receive", what, &timing, &self.ports(), &self.body())
    }

    fn ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let mut all = clock_and_reset().to_vec();
        all.extend([
            Port::new(In, 1, "eject_valid_i", "a flit for this processor"),
            Port::new(Out, 1, "eject_ready_o", "it is taken"),
            Port::new(In, 1, "eject_last_i", "it is the last of its packet"),
            Port::new(In, self.spec.width, "eject_data_i", "its payload: {mark, source, data}"),
        ]);
        all.extend(stream_out(self.streams, "a beat of a packet", Some("it is the last one of its packet")));
        all
    }

    fn body(&self) -> String {
        let Streams { data, source, .. } = self.streams;
        let mark = data + source;
        let odd = match self.spec.width - mark - 1 {
            0 => String::new(),
            _ => format!("  wire unused_bit = eject_data_i[{}];\n", mark + 1),
        };
        BODY.replace("ODD", &odd)
            .replace("MARK", &mark.to_string())
            .replace("SOURCE", &format!("{}:{data}", mark - 1))
            .replace("DATA", &format!("{}:0", data - 1))
    }
}

const BODY: &str = "  // Behind the stream's last flit come those that fill the packet up.
  reg  past_q;
  wire mark = eject_data_i[MARK];
  wire take = eject_valid_i & eject_ready_o;
ODD
  // A flit is a beat of the stream, or only fills a packet up.
  assign eject_ready_o = m_axis_tready_i | past_q;
  assign m_axis_tvalid_o = eject_valid_i & ~past_q;
  assign m_axis_tdata_o = eject_data_i[DATA];
  assign m_axis_tid_o = eject_data_i[SOURCE];
  assign m_axis_tlast_o = mark;

  // From the stream's last flit on, to the end of the packet.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      past_q <= 1'b0;
    end else begin
      past_q <= take ? ~eject_last_i & (past_q | mark) : past_q;
    end
  end
";
