//! `NAME_axis` of a broadcast: one stream into the network, at the source, and one out at every other
//! processor.
//!
//! A packet is the block that the source sends to all. It waits in the transmit buffer until the broadcast
//! before it has ended; the next one can arrive during its broadcast. Output streams are numbered by
//! processors as in other networks; the stream of the source itself offers nothing.

use super::{sized, top::TopText, Shape, Sized};
use crate::network::{
    memory::tops,
    streams::{stream_in, stream_out, Streams},
};
use crate::top::{
    ports::{clock_and_reset, Direction, Port},
    text::{clocked, connected, instance, instance_in_loop, integers, loop_over, Parameter},
    Grid, Straps,
};
use torus_hdl::Module;

impl Shape<'_> {
    /// The source's number among the processors.
    fn source(&self, streams: &Streams) -> usize {
        let node = streams.broadcast.expect("a broadcast");
        let found = self.base.placement.processors().binary_search_by_key(&node, |at| at.index());
        found.expect("the source is a processor")
    }

    /// The constants for the numbers of a block's beats.
    fn beats(&self) -> (String, String) {
        let widths = [
            ("FW", self.flit(), "bits of a beat's number in the block"),
            ("DW", self.streams.data, "bits of data"),
        ];
        let flit = self.flit();
        let numbers: [Sized; 2] = [
            ("FIRST", ("FW", flit, 1), "from a beat to the next one"),
            ("LAST", ("FW", flit, self.flits() - 1), "the last beat of a block"),
        ];
        (integers(&widths), sized(&numbers))
    }

    /// The module with the transmit buffer of the source.
    pub(super) fn send_one(&self) -> Module {
        let timing = [
            "Timing: a beat taken in cycle t is in its place in cycle t + 1. A word is given one cycle after",
            "its flit.",
        ];
        let (widths, numbers) = self.beats();
        let what = "the block of a broadcast waits here, which comes by an AXI4-Stream.";
        let text = (&self.send_one_ports()[..], widths + &numbers, include_str!("send_one.v"));
        self.module("send", what, &timing, text)
    }

    fn send_one_ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let mut all = clock_and_reset().to_vec();
        all.extend(stream_in(self.streams, "a beat", "it is the last one of its block"));
        all.extend([
            Port::new(Out, 1, "full_o", "there is a block"),
            Port::new(In, 1, "empty_i", "it was taken"),
            Port::new(In, self.flit(), "flit_i", "the flit that is read"),
            Port::new(Out, self.streams.data, "data_o", "that flit, one cycle later"),
            Port::new(Out, 1, "error_o", "sticky: a packet was dropped, as it is no block"),
        ]);
        all
    }

    /// The module with the receive buffer of another processor.
    pub(super) fn receive_one(&self) -> Module {
        let timing = [
            "Timing: filled_i stands with the last word of the block. The first beat is offered two cycles",
            "later, and one in every cycle in which it is taken.",
        ];
        let (widths, numbers) = self.beats();
        let what = "an AXI4-Stream of the block that a broadcast brought a processor.";
        let text = (&self.receive_one_ports()[..], widths + &numbers, include_str!("receive_one.v"));
        self.module("receive", what, &timing, text)
    }

    fn receive_one_ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let mut all = clock_and_reset().to_vec();
        all.extend([
            Port::new(Out, 1, "free_o", "a block has room"),
            Port::new(In, 1, "write_i", "a flit of it comes"),
            Port::new(In, self.flit(), "flit_i", "its number"),
            Port::new(In, self.streams.data, "data_i", "its data"),
            Port::new(In, 1, "filled_i", "it is the last one"),
        ]);
        let out = stream_out(self.streams, "a beat", Some("it is the last one of its block"));
        all.extend(out.into_iter().filter(|port| !port.is("m_axis_tid_o")));
        all
    }
}

impl TopText<'_> {
    /// The body of `NAME_axis`.
    pub(super) fn broadcast_body(&self) -> String {
        let Shape { spec, streams, .. } = self.shape;
        let straps = Straps { id: streams.source, coordinates: spec.widths().coordinates };
        let grid = Grid { torus: spec.torus, processors: spec.processors };
        let node = streams.broadcast.unwrap_or_default();
        let mut text = integers(&self.broadcast_parameters(&straps));
        text += &format!("  localparam [IW-1:0] NODE = {}'d{node};  // its node\n", streams.source);
        text += &tops::processor_tables(grid, self.shape.cells);
        text += &NETS.replace("EJECTED", &self.ejected());
        text += &self.network();
        text += "  // One control for all.\n";
        let own = |part: &str| self.shape.parts().name(part);
        text += &instance(&own("control"), "u_control", &clocked(connected(&super::top::CONTROL)));
        text += &self.roms(&straps, grid);
        text += "  // The stream in, at the source.\n";
        text += &instance(&own("send"), "u_send", &clocked(connected(&SEND)));
        text += "  // Streams out, at all others.\n";
        let copy = instance_in_loop(&own("copy"), "u_copy", &clocked(connected(&COPY)));
        let receive = instance_in_loop(&own("receive"), "u_receive", &clocked(connected(&RECEIVE)));
        let inside = copy + &AT_SOURCE.replace("RECEIVE", &deeper(&receive));
        text + loop_over("p", spec.processors, "processor", &inside).trim_end() + "\n"
    }

    fn broadcast_parameters(&self, straps: &Straps) -> Vec<Parameter> {
        let shape = self.shape;
        vec![
            ("PN", shape.spec.processors, "number of processors"),
            ("SOURCE", shape.source(shape.streams), "the processor that sends"),
            ("DW", shape.streams.data, "bits of data"),
            ("IW", straps.id, "bits of a node id"),
            ("A", shape.spec.widths().address(), "bits of a flit's address"),
            ("LB", shape.spec.widths().expected_row, "bits of a row number of the expected-data ROM"),
            ("FW", shape.flit(), "bits of a flit's number in its block"),
            straps.parameters()[0],
        ]
    }
}

fn deeper(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

const NETS: &str = "
  wire start;
  wire busy;
  wire [PN-1:0] mem_write;
  wire [PN*A-1:0] mem_addr;
  wire [PN*DW-1:0] mem_wdata;
  wire [PN*DW-1:0] mem_rdata;
  wire [LB-1:0] row;
  wire load;
  wire store;
  wire [FW-1:0] flit;
  wire empty;
  wire filled;
  wire full;
  wire [DW-1:0] block;
  wire [PN-1:0] free;
  wire [PN*LB-1:0] expected_addr = {PN{row}};
  wire [PN-1:0] expected_valid;
  wire [PN*A-1:0] expected_place;
  wire [PN*OW-1:0] expected_partner;
  wire [PN-1:0] receive_write;
  wire [PN*FW-1:0] receive_flit;
  // Not used here.
  wire unused_partner = ^expected_partner;
  wire [EJECTED-1:0] unused_valid;
  wire [EJECTED*DW-1:0] unused_data;

";

const SEND: [(&str, &str); 9] = [
    ("s_axis_tvalid_i", "s_axis_tvalid_i"),
    ("s_axis_tready_o", "s_axis_tready_o"),
    ("s_axis_tdata_i", "s_axis_tdata_i"),
    ("s_axis_tlast_i", "s_axis_tlast_i"),
    ("full_o", "full"),
    ("empty_i", "empty"),
    ("flit_i", "flit"),
    ("data_o", "block"),
    ("error_o", "s_axis_error_o"),
];

const COPY: [(&str, &str); 9] = [
    ("load_i", "load"),
    ("store_i", "store"),
    ("flit_i", "flit"),
    ("valid_i", "expected_valid[p]"),
    ("place_i", "expected_place[p*A +: A]"),
    ("mem_write_o", "mem_write[p]"),
    ("mem_addr_o", "mem_addr[p*A +: A]"),
    ("receive_write_o", "receive_write[p]"),
    ("receive_flit_o", "receive_flit[p*FW +: FW]"),
];

const RECEIVE: [(&str, &str); 9] = [
    ("free_o", "free[p]"),
    ("write_i", "receive_write[p]"),
    ("flit_i", "receive_flit[p*FW +: FW]"),
    ("data_i", "mem_rdata[p*DW +: DW]"),
    ("filled_i", "filled"),
    ("m_axis_tvalid_o", "m_axis_tvalid_o[p]"),
    ("m_axis_tready_i", "m_axis_tready_i[p]"),
    ("m_axis_tdata_o", "m_axis_tdata_o[p*DW +: DW]"),
    ("m_axis_tlast_o", "m_axis_tlast_o[p]"),
];

/// The modules at the source, and at all other processors.
const AT_SOURCE: &str = "      assign mem_wdata[p*DW +: DW] = block;
      assign m_axis_tid_o[p*IW +: IW] = NODE;
      if (p == SOURCE) begin : source
        assign free[p] = 1'b1;
        assign m_axis_tvalid_o[p] = 1'b0;
        assign m_axis_tdata_o[p*DW +: DW] = {DW{1'b0}};
        assign m_axis_tlast_o[p] = 1'b0;
        wire unused = ^{receive_write[p], receive_flit[p*FW +: FW], mem_rdata[p*DW +: DW],
          m_axis_tready_i[p]};
      end else begin : other
RECEIVE      end
";
