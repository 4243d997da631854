//! The text of `NAME_axis`: the network, with a sender and a receiver at each local port.

use super::parts;
use crate::network::streams::{
    coordinates_width, one_clock_top, stream_ports, LocalStreams, StreamClock, Streams,
};
use crate::top::{
    module_text,
    ports::{no_sooner, of_local_ports, Port},
    text::{
        clocked, connected, instance, instance_in_loop, integers, loop_over, table, Connection, Parameter,
    },
    Grid, Straps,
};
use torus_hdl::{buffered::BufferedSpec, Module};
use torus_model::{route::coordinate_bits, Placement};
use torus_sim::port_info::{Cycle, Elements};

/// The parameters of the Verilog text.
pub(super) struct TopText<'a> {
    pub spec: &'a BufferedSpec<'a>,
    pub streams: &'a Streams,
    pub placement: &'a Placement,
}

/// A constant for the local port with number k.
const LOCAL_PORT: &str = "      localparam integer S = (k / E) * SW;\n";

/// What arrives becomes streams directly, except for the fields of a payload.
const WHOLE: &str = "  // What arrives becomes streams.
  assign m_axis_tvalid_o = eject_valid;
  assign eject_ready = m_axis_tready_i;
  assign m_axis_tlast_o = LAST;
";

impl TopText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let name = one_clock_top(self.spec.name, self.streams.local_clock);
        let what = "the network, with an AXI4-Stream in and one out at every local port.";
        let header = [self.spec.header.clone(), self.timing()].concat();
        Module { text: module_text(&name, what, &header, &self.ports(), &self.body()), name }
    }

    /// The comment lines about timing.
    fn timing(&self) -> Vec<String> {
        let taken = match self.spec.long() {
            false => "a packet taken in cycle t",
            true => "a packet whose last beat is taken in cycle t",
        };
        vec![format!("Timing: {taken} is on its first link in cycle t + {}, or later.", self.first_link())]
    }

    fn local_ports(&self) -> usize {
        self.placement.len() * self.spec.local_ports().len()
    }

    fn elements(&self) -> Elements {
        let ports = self.spec.existing().iter().map(|port| port.index()).collect();
        of_local_ports(self.placement.len(), self.spec.ports, ports)
    }

    /// The ports, with streams in the network's clock.
    pub fn ports(&self) -> Vec<Port> {
        let (link, arrival) = (no_sooner("s_axis_tvalid_i", self.first_link()), self.arrival());
        stream_ports(&self.local(), StreamClock::Network { link, arrival })
    }

    /// The streams.
    pub fn local(&self) -> LocalStreams<'_> {
        LocalStreams {
            torus: self.spec.torus,
            streams: self.streams,
            local: self.elements(),
            one: self.spec.one_local_port(),
        }
    }

    /// Cycles from the last beat of a packet to its first link.
    fn first_link(&self) -> u32 {
        1 + self.spec.pipeline.cycles() as u32
    }

    fn arrival(&self) -> Cycle {
        no_sooner("s_axis_tvalid_i", self.first_link() + self.spec.pipeline.cycles() as u32)
    }

    fn body(&self) -> String {
        let straps = self.straps();
        let grid = Grid { torus: self.spec.torus, processors: self.placement.len() };
        let mut text = integers(&self.parameters());
        if !self.spec.one_local_port() {
            let ports = self.spec.existing();
            let each: Vec<_> = ports.iter().map(|port| (port.index(), port.to_string())).collect();
            text += "  // Ports that the local ports of a processor lead to, the last first.\n";
            text += &table("PORTS", self.spec.port_bits(), &each);
        }
        text += &straps.table(grid, self.placement);
        text += &self.nets();
        text += &instance(self.spec.name, "u_net", &self.network());
        text += "  // What streams bring goes into the network.\n";
        let sender = parts(self.spec).name("send");
        let send = LOCAL_PORT.to_string() + &instance_in_loop(&sender, "u_send", &self.sender());
        text += &loop_over("k", self.local_ports(), "send", &send);
        text += &self.receive();
        text.trim_end().to_string() + "\n"
    }

    fn straps(&self) -> Straps {
        Straps { id: self.streams.source, coordinates: coordinate_bits(self.spec.torus) }
    }

    fn parameters(&self) -> Vec<Parameter> {
        let mut all = vec![
            ("L", self.local_ports(), "local ports of all processors"),
            ("E", self.spec.local_ports().len(), "local ports of a processor"),
            ("DW", self.streams.data, "bits of data"),
            ("IW", self.streams.source, "bits of a node id"),
            ("HW", self.spec.head(), "bits beside a payload"),
            ("W", self.spec.width, "payload bits of the network: {source, data}"),
        ];
        if self.streams.marked {
            all[5].2 = "payload bits of the network: {mark of the last flit, source, data}";
        }
        all.push(("PW", self.spec.port_bits(), "bits of a port number"));
        let coordinates = coordinates_width(self.spec.torus);
        all.push(("CW", coordinates, "bits of the coordinates of a node"));
        all.push(("SW", self.streams.source + coordinates, "bits of the straps of a processor"));
        all
    }

    fn nets(&self) -> String {
        let mut all = vec![("L", "inject_valid"), ("L", "inject_ready")];
        all.extend(self.spec.one_local_port().then_some(("L*PW", "inject_port")));
        all.extend([
            ("L*HW", "inject_head"),
            ("L*W", "inject_data"),
            ("L", "eject_valid"),
            ("L", "eject_ready"),
        ]);
        all.extend(self.spec.long().then_some(("L", "eject_last")));
        all.push(("L*W", "eject_data"));
        let line = |(width, name): &(&str, &str)| format!("  wire [{width}-1:0] {name};\n");
        format!("\n{}\n", all.iter().map(line).collect::<String>())
    }

    fn network(&self) -> Vec<Connection> {
        let (one, long) = (self.spec.one_local_port(), self.spec.long());
        let mut all = vec![("inject_valid_i", "inject_valid"), ("inject_ready_o", "inject_ready")];
        all.extend(one.then_some(("inject_port_i", "inject_port")));
        all.extend([
            ("inject_head_i", "inject_head"),
            ("inject_data_i", "inject_data"),
            ("eject_valid_o", "eject_valid"),
            ("eject_ready_i", "eject_ready"),
        ]);
        all.extend(long.then_some(("eject_last_o", "eject_last")));
        all.extend([
            ("eject_data_o", "eject_data"),
            ("link_valid_o", "link_valid_o"),
            ("error_o", "error_o"),
        ]);
        let mut all = connected(&all);
        all.extend(self.streams.error_site());
        clocked(all)
    }

    /// The connections of the sender at local port k.
    fn sender(&self) -> Vec<Connection> {
        let one = self.spec.one_local_port();
        let mut all = vec![("id_i", "STRAPS[S+CW +: IW]"), ("x_i", "STRAPS[S +: CW]")];
        all.extend((!one).then_some(("port_i", "PORTS[(k % E)*PW +: PW]")));
        all.extend([
            ("s_axis_tvalid_i", "s_axis_tvalid_i[k]"),
            ("s_axis_tready_o", "s_axis_tready_o[k]"),
            ("s_axis_tdata_i", "s_axis_tdata_i[k*DW +: DW]"),
            ("s_axis_tlast_i", "s_axis_tlast_i[k]"),
            ("s_axis_tdest_i", "s_axis_tdest_i[k*IW +: IW]"),
            ("inject_valid_o", "inject_valid[k]"),
            ("inject_ready_i", "inject_ready[k]"),
        ]);
        all.extend(one.then_some(("inject_port_o", "inject_port[k*PW +: PW]")));
        all.extend([
            ("inject_head_o", "inject_head[k*HW +: HW]"),
            ("inject_data_o", "inject_data[k*W +: W]"),
            ("error_o", "s_axis_error_o[k]"),
        ]);
        clocked(connected(&all))
    }

    /// Makes streams from what arrives.
    fn receive(&self) -> String {
        if self.streams.marked {
            let all = [
                ("eject_valid_i", "eject_valid[r]"),
                ("eject_ready_o", "eject_ready[r]"),
                ("eject_last_i", "eject_last[r]"),
                ("eject_data_i", "eject_data[r*W +: W]"),
                ("m_axis_tvalid_o", "m_axis_tvalid_o[r]"),
                ("m_axis_tready_i", "m_axis_tready_i[r]"),
                ("m_axis_tdata_o", "m_axis_tdata_o[r*DW +: DW]"),
                ("m_axis_tlast_o", "m_axis_tlast_o[r]"),
                ("m_axis_tid_o", "m_axis_tid_o[r*IW +: IW]"),
            ];
            let module = parts(self.spec).name("receive");
            let inside = instance_in_loop(&module, "u_receive", &clocked(connected(&all)));
            return "  // What arrives becomes streams.\n".to_string()
                + &loop_over("r", self.local_ports(), "receive", &inside);
        }
        let mut inside = String::from("      assign m_axis_tdata_o[r*DW +: DW] = eject_data[r*W +: DW];\n");
        inside += "      assign m_axis_tid_o[r*IW +: IW] = eject_data[r*W+DW +: IW];\n";
        if self.spec.width > self.streams.data + self.streams.source {
            inside += "      wire unused_bit = eject_data[r*W+W-1];\n";
        }
        let whole = WHOLE.replace("LAST", if self.spec.long() { "eject_last" } else { "{L{1'b1}}" });
        whole + &loop_over("r", self.local_ports(), "receive", &inside)
    }
}
