//! `NAME_axis_send`: makes packets from a stream.
//!
//! A packet of one flit waits in a register, with the head that was computed when it arrived. Longer packets
//! are stored whole ([`super::store`]), as only their end shows whether they can be sent.

use super::{parts, store::Store};
use crate::network::streams::{coordinates_width, stream_in, Streams};
use crate::top::{
    ports::{clock_and_reset, head_fields, Direction, Port},
    text::{instance, Connection},
};
use torus_hdl::{buffered::BufferedSpec, Module};

/// The parameters of the Verilog text.
pub(super) struct SendText<'a> {
    pub spec: &'a BufferedSpec<'a>,
    pub streams: &'a Streams,
}

impl SendText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let what = "packets of an AXI4-Stream, with their heads, into the network.";
        parts(self.spec).module("send", what, &[self.timing()], &self.ports(), &self.body())
    }

    fn timing(&self) -> &'static str {
        match self.spec.long() {
            false => "Timing: what is taken in cycle t is offered to the network in cycle t + 1.",
            true => "Timing: a packet is offered to the network from the cycle behind its last beat on.",
        }
    }

    fn ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let (spec, id) = (self.spec, self.streams.source);
        let mut all = clock_and_reset().to_vec();
        all.extend([
            Port::new(In, id, "id_i", "node id of this processor, constant"),
            Port::new(
                In,
                coordinates_width(self.spec.torus),
                "x_i",
                "its coordinates, first dimension lowest, constant",
            ),
        ]);
        if !spec.one_local_port() {
            all.push(Port::new(In, spec.port_bits(), "port_i", "port of this local port, constant"));
        }
        all.extend(stream_in(self.streams, "a beat of a packet", "it is the last one of its packet"));
        all.extend([
            Port::new(Out, 1, "inject_valid_o", "a flit for the network"),
            Port::new(In, 1, "inject_ready_i", "the network takes it"),
        ]);
        if spec.one_local_port() {
            all.push(Port::new(Out, spec.port_bits(), "inject_port_o", "its first port"));
        }
        all.extend([
            Port::new(Out, spec.head(), "inject_head_o", "its head on the first link")
                .fields(head_fields(&spec.layout(), spec.long())),
            Port::new(Out, spec.width, "inject_data_o", "its payload"),
            Port::new(Out, 1, "error_o", "sticky: a packet was dropped, as it cannot be sent"),
        ]);
        all
    }

    fn body(&self) -> String {
        let mut text = self.head();
        text += "  wire take = s_axis_tvalid_i & s_axis_tready_o;\n\n";
        text + &match self.spec.long() {
            true => self.store().body(),
            false => self.single(),
        }
    }

    /// The head, computed from TDEST.
    fn head(&self) -> String {
        let (spec, head) = (self.spec, self.bare());
        let connect = |(port, net): (&str, &str)| -> Connection { (port.into(), net.into()) };
        let all = [
            ("x_i", "x_i"),
            ("destination_i", "s_axis_tdest_i"),
            ("legal_o", "legal"),
            ("port_o", "port"),
            ("head_o", "head"),
        ]
        .map(connect);
        let mut text = "  // The head of a packet for TDEST.\n  wire legal;\n".to_string();
        text += &format!("  wire [{}:0] port;\n  wire [{}:0] head;\n\n", spec.port_bits() - 1, head - 1);
        text += &instance(&parts(spec).name("head"), "u_head", &all);
        text += "  // Whether this local port can send it there.\n";
        text + match spec.one_local_port() {
            true => "  wire sendable = legal;\n",
            false => "  wire sendable = legal & (port == port_i);\n",
        }
    }

    /// Bits of a head without the mark of the last flit.
    fn bare(&self) -> usize {
        self.spec.head() - self.spec.long() as usize
    }

    /// The payload of a flit with this data. `mark`: whether it is the last flit of the stream's packet.
    fn payload(&self, data: &str, mark: &str) -> String {
        let Streams { data: width, source, marked, .. } = self.streams;
        let odd = self.spec.width - width - source - *marked as usize;
        let mut parts: Vec<String> = Vec::new();
        parts.extend((odd > 0).then(|| format!("{odd}'d0")));
        parts.extend(marked.then(|| mark.to_string()));
        parts.extend(["id_i".to_string(), data.to_string()]);
        format!("{{{}}}", parts.join(", "))
    }

    /// The body for packets of several flits.
    fn store(&self) -> Store {
        let spec = self.spec;
        Store {
            flits: spec.flits,
            data: self.streams.data,
            destination: self.streams.source,
            head: self.bare(),
            port: spec.one_local_port().then(|| spec.port_bits()),
            filled: self.streams.marked,
            payload: self.payload("stored", "at_end"),
        }
    }

    /// The body for packets of one flit.
    fn single(&self) -> String {
        let (data, head, one) = (self.streams.data, self.bare(), self.spec.one_local_port());
        let (mut declared, mut output, mut kept) = (String::new(), String::new(), String::new());
        if one {
            declared = format!("  reg  [{}:0] port_q;\n", self.spec.port_bits() - 1);
            output = "  assign inject_port_o = port_q;\n".into();
            kept = "      port_q <= port;\n".into();
        }
        SINGLE
            .replace("PORT_DECLARED", &declared)
            .replace("PORT_OUTPUT", &output)
            .replace("PORT_KEPT", &kept)
            .replace("DATA", &(data - 1).to_string())
            .replace("HEAD", &(head - 1).to_string())
            .replace("PAYLOAD", &self.payload("data_q", "1'b1"))
    }
}

const SINGLE: &str = "  // One flit waits for the network; up_q is 1 from the first cycle behind reset on.
  reg  up_q;
  reg  full_q;
  reg  [HEAD:0] head_q;
  reg  [DATA:0] data_q;
PORT_DECLARED
  // A packet is one beat: a longer one is dropped, up to its last beat.
  reg  inside_q;
  reg  error_q;
  wire good = sendable & s_axis_tlast_i;
  wire keep = take & ~inside_q & good;

  // A beat is taken where none waits for the network, or that one goes.
  assign s_axis_tready_o = up_q & (~full_q | inject_ready_i);
  assign inject_valid_o = full_q;
PORT_OUTPUT  assign inject_head_o = head_q;
  assign inject_data_o = PAYLOAD;
  assign error_o = error_q;

  // A packet of one beat is kept until the network takes it.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      up_q     <= 1'b0;
      full_q   <= 1'b0;
      inside_q <= 1'b0;
      error_q  <= 1'b0;
    end else begin
      up_q     <= 1'b1;
      full_q   <= keep | (full_q & ~inject_ready_i);
      inside_q <= take ? ~s_axis_tlast_i : inside_q;
      error_q  <= error_q | (take & ~inside_q & ~good);
    end
    if (keep) begin
      head_q <= head;
PORT_KEPT      data_q <= s_axis_tdata_i;
    end
  end
";
