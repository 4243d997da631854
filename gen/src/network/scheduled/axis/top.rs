//! The text of `NAME_axis`: the network, with a sender and a receiver at each processor.

use super::Shape;
use crate::{
    network::scheduled::slot_ports::{SourceForm, Unused},
    network::streams::{one_clock_top, stream_ports, LocalStreams, StreamClock},
    top::{
        module_text,
        ports::{no_sooner, Port},
        text::{
            clocked, connected, instance, instance_in_loop, integers, loop_over, table, Connection, Parameter,
        },
        Grid, Straps,
    },
};
use torus_hdl::Module;

/// The parameters of the Verilog text.
pub(super) struct TopText<'a> {
    pub shape: &'a Shape<'a>,
}

/// Cycles from taking a word, if a frame under way carries it, to its first link.
const FIRST_LINK: u32 = 3;

/// Cycles from its last link to the stream.
const LINK_TO_STREAM: u32 = 3;

impl TopText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let name = one_clock_top(self.shape.spec.name, self.shape.streams.local_clock);
        let what = "the network, with an AXI4-Stream in and one out at every processor.";
        let first = 5 + self.shape.spec.link_latency();
        let timing = format!(
            "Timing: if no frame is under way, slot 0 of a word taken in cycle t is on links in t + {first}."
        );
        let header = [self.shape.spec.header.clone(), vec![timing]].concat();
        Module { text: module_text(&name, what, &header, &self.ports(), &self.body()), name }
    }

    /// The ports, with streams in the network's clock.
    pub fn ports(&self) -> Vec<Port> {
        let sent = |cycles| no_sooner("s_axis_tvalid_i", cycles);
        let (link, arrival) = (sent(FIRST_LINK), sent(FIRST_LINK + LINK_TO_STREAM));
        stream_ports(&self.local(), StreamClock::Network { link, arrival })
    }

    /// The streams.
    pub fn local(&self) -> LocalStreams<'_> {
        let Shape { spec, streams, .. } = self.shape;
        LocalStreams::of_processors(spec.torus, spec.processors, streams)
    }

    fn body(&self) -> String {
        let Shape { spec, streams, .. } = self.shape;
        let straps = Straps { id: streams.source, coordinates: spec.widths().coordinates };
        let grid = Grid { torus: spec.torus, processors: spec.processors };
        let mut text = integers(&self.parameters(&straps));
        text += "  // Messages of a frame at the local ports of a processor, the last first.\n";
        text += &table("EXPECTED", self.shape.count_bits(), &self.expected());
        text += &straps.table(grid, &self.shape.schedule.placement);
        text += NETS;
        text += &self.open();
        text += &instance(spec.name, "u_net", &clocked(self.network()));
        text += "  // One start for all.\n";
        text += &instance(&self.shape.parts().name("start"), "u_start", &clocked(connected(&START)));
        text += "  // Every word is a packet.\n  assign m_axis_tlast_o = {P{1'b1}};\n\n";
        text += "  // Streams in, streams out.\n";
        let inside = instance_in_loop(&self.shape.parts().name("send"), "u_send", &clocked(connected(&SEND)))
            + &instance_in_loop(&self.shape.parts().name("receive"), "u_receive", &clocked(self.receive()));
        text + loop_over("p", spec.processors, "processor", &inside).trim_end() + "\n"
    }

    /// The ports of the network that nothing uses here.
    fn unused(&self) -> Vec<Unused> {
        let mut all = self.shape.slots.unused();
        all.retain(|open| open.port != SOURCE.0);
        all
    }

    fn open(&self) -> String {
        let net = |open: &Unused| format!("  wire [{}:0] {};\n", open.bits - 1, open.net);
        let all: String = self.unused().iter().map(net).collect();
        if all.is_empty() {
            all
        } else {
            format!("  // Not used here.\n{all}\n")
        }
    }

    fn network(&self) -> Vec<Connection> {
        let mut all = connected(&NETWORK);
        all.extend(self.shape.streams.error_site());
        all.extend(self.unused().iter().map(|open| (open.port.to_string(), open.net.to_string())));
        all
    }

    fn receive(&self) -> Vec<Connection> {
        let place = ("x_i", "STRAPS[p*SW +: OW]");
        let place = (self.shape.form == SourceForm::Offset).then_some(place);
        let mut all = connected(place.as_slice());
        all.extend(connected(&RECEIVE));
        all
    }

    fn expected(&self) -> Vec<(usize, String)> {
        let (each, all) = (self.shape.each, &self.shape.expected);
        let row = |(i, &count): (usize, &usize)| match all.len() > each {
            true => (count, format!("processor {}, local port {}", i / each, i % each)),
            false => (count, format!("local port {i} of every processor")),
        };
        all.iter().enumerate().map(row).collect()
    }

    fn parameters(&self, straps: &Straps) -> Vec<Parameter> {
        let (shape, place) = (self.shape, self.shape.offset_bits());
        vec![
            ("P", shape.spec.processors, "number of processors"),
            ("E", shape.each, "local ports of a processor"),
            ("DW", shape.streams.data, "bits of data"),
            ("IW", straps.id, "bits of a node id"),
            ("W", shape.spec.width, "payload bits of the network: {present, data}"),
            ("FW", shape.source_bits(), "bits of a source, as the network says it"),
            ("OW", place, "bits of an offset, and of the coordinates of a node"),
            ("SW", straps.id + place, "bits of the straps of a processor"),
            ("CW", shape.count_bits(), "bits of a number of messages"),
            ("R", shape.expected.len() / shape.each, "processors in the table of messages"),
        ]
    }
}

const NETS: &str = "
  wire start;
  wire [P-1:0] pending;
  wire [P-1:0] room;
  wire [P*E-1:0] inject_valid;
  wire [P*E*OW-1:0] inject_offset;
  wire [P*E*W-1:0] inject_data;
  wire [P*E-1:0] eject_valid;
  wire [P*E*FW-1:0] eject_source;
  wire [P*E*W-1:0] eject_data;

";

/// The port that shows the sender of an arriving message.
const SOURCE: (&str, &str) = ("eject_source_o", "eject_source");

const NETWORK: [(&str, &str); 9] = [
    ("start_i", "start"),
    ("inject_valid_o", "inject_valid"),
    ("inject_offset_o", "inject_offset"),
    ("inject_data_i", "inject_data"),
    ("eject_valid_o", "eject_valid"),
    ("eject_data_o", "eject_data"),
    SOURCE,
    ("link_valid_o", "link_valid_o"),
    ("error_o", "error_o"),
];

const START: [(&str, &str); 3] = [("pending_i", "pending"), ("room_i", "room"), ("start_o", "start")];

const SEND: [(&str, &str); 11] = [
    ("x_i", "STRAPS[p*SW +: OW]"),
    ("s_axis_tvalid_i", "s_axis_tvalid_i[p]"),
    ("s_axis_tready_o", "s_axis_tready_o[p]"),
    ("s_axis_tdata_i", "s_axis_tdata_i[p*DW +: DW]"),
    ("s_axis_tlast_i", "s_axis_tlast_i[p]"),
    ("s_axis_tdest_i", "s_axis_tdest_i[p*IW +: IW]"),
    ("pending_o", "pending[p]"),
    ("inject_valid_i", "inject_valid[p*E +: E]"),
    ("inject_offset_i", "inject_offset[p*E*OW +: E*OW]"),
    ("inject_data_o", "inject_data[p*E*W +: E*W]"),
    ("error_o", "s_axis_error_o[p]"),
];

const RECEIVE: [(&str, &str); 10] = [
    ("start_i", "start"),
    ("expected_i", "EXPECTED[(p % R)*E*CW +: E*CW]"),
    ("room_o", "room[p]"),
    ("eject_valid_i", "eject_valid[p*E +: E]"),
    ("eject_source_i", "eject_source[p*E*FW +: E*FW]"),
    ("eject_data_i", "eject_data[p*E*W +: E*W]"),
    ("m_axis_tvalid_o", "m_axis_tvalid_o[p]"),
    ("m_axis_tready_i", "m_axis_tready_i[p]"),
    ("m_axis_tdata_o", "m_axis_tdata_o[p*DW +: DW]"),
    ("m_axis_tid_o", "m_axis_tid_o[p*IW +: IW]"),
];
