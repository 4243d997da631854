//! The text of `NAME_axis`: the network, one control for all processors, and buffers at each processor.

use super::Shape;
use crate::{
    network::memory::tops,
    network::streams::{one_clock_top, stream_ports, LocalStreams, StreamClock},
    top::{
        module_text,
        ports::{no_sooner, Port},
        text::{clocked, connected, instance, instance_in_loop, integers, loop_over, Parameter},
        Grid, Straps,
    },
};
use torus_hdl::{Module, LINK_LATENCY};

/// The parameters of the Verilog text.
pub(super) struct TopText<'a> {
    pub shape: &'a Shape<'a>,
}

/// Cycles from the last beat of an exchange to its first row; a broadcast takes one less, as the place of its
/// block need not be computed.
const TO_LOAD: u32 = 3;
/// Cycles from the last row of the blocks to the start of the program.
const TO_START: u32 = 1;
/// Cycles from the first row of the results to the first beat, besides one for each flit that is stored.
const TO_STREAM: u32 = 5;

impl TopText<'_> {
    /// The module.
    pub fn module(&self) -> Module {
        let (spec, [link, arrival]) = (self.shape.spec, self.cycles());
        let (what, run) = match self.shape.streams.broadcast {
            None => ("the network, with an AXI4-Stream in and one out at every processor.", "an exchange"),
            Some(_) => (
                "the network, with an AXI4-Stream in at the source and one out at every other processor.",
                "a block",
            ),
        };
        let timing = format!(
            "Timing: the last beat of {run} in cycle t, nothing under way: slot 0 in t + {link},\n\
             the first beats out in t + {arrival}."
        );
        let header = [spec.header.clone(), timing.lines().map(str::to_string).collect()].concat();
        let name = one_clock_top(spec.name, self.shape.streams.local_clock);
        Module { text: module_text(&name, what, &header, &self.ports(), &self.body()), name }
    }

    /// Cycles from the last beat of an exchange, if the network is idle: to slot 0, and to the first beats
    /// out of the network.
    fn cycles(&self) -> [u32; 2] {
        let flits = self.shape.flits() as u32;
        let [load, all] = self.shape.rows().map(|rows| rows as u32 * flits);
        let to_load = if self.shape.streams.broadcast.is_some() { TO_LOAD - 1 } else { TO_LOAD };
        let start = to_load + load + TO_START;
        [start + 1 + LINK_LATENCY as u32, start + self.shape.slots + 3 + all - load + TO_STREAM]
    }

    /// The ports, with streams in the network's clock.
    pub fn ports(&self) -> Vec<Port> {
        let [link, arrival] = self.cycles().map(|cycles| no_sooner("s_axis_tvalid_i", cycles));
        stream_ports(&self.local(), StreamClock::Network { link, arrival })
    }

    /// The streams.
    pub fn local(&self) -> LocalStreams<'_> {
        let Shape { spec, streams, .. } = self.shape;
        LocalStreams::of_processors(spec.torus, spec.processors, streams)
    }

    fn body(&self) -> String {
        if self.shape.streams.broadcast.is_some() {
            return self.broadcast_body();
        }
        let Shape { spec, streams, .. } = self.shape;
        let straps = Straps { id: streams.source, coordinates: spec.widths().coordinates };
        let grid = Grid { torus: spec.torus, processors: spec.processors };
        let mut text = integers(&self.parameters(&straps));
        text += &tops::processor_tables(grid, self.shape.cells);
        text += &straps.table(grid, &self.shape.base.placement);
        text += &NETS.replace("EJECTED", &self.ejected());
        text += &self.network();
        text += "  // One control for all.\n";
        text += &instance(&self.shape.parts().name("control"), "u_control", &clocked(connected(&CONTROL)));
        text += &self.roms(&straps, grid);
        text += "  // Streams in, streams out.\n";
        let parts = [("send", &SEND[..]), ("copy", &COPY[..]), ("receive", &RECEIVE[..])];
        let part = |(part, all): (&str, &[(&str, &str)])| {
            instance_in_loop(&self.shape.parts().name(part), &format!("u_{part}"), &clocked(connected(all)))
        };
        let inside: String = parts.into_iter().map(part).collect();
        text + loop_over("p", spec.processors, "processor", &inside).trim_end() + "\n"
    }

    /// The instance of the network.
    pub(super) fn network(&self) -> String {
        let mut all = connected(&NETWORK);
        all.extend(self.shape.streams.error_site());
        instance(self.shape.spec.name, "u_net", &clocked(all))
    }

    /// The instances of the expected-data ROMs of all processors.
    pub(super) fn roms(&self, straps: &Straps, grid: Grid) -> String {
        let Shape { spec, cells, .. } = self.shape;
        let roms = tops::classes(cells).map(|(class, _)| tops::expected_rom(spec, straps, class));
        roms.map(|rom| rom.text(grid, cells)).collect()
    }

    /// The number of local ports of all processors; their flits are not used here.
    pub(super) fn ejected(&self) -> String {
        (self.shape.spec.processors * tops::local_ports(self.shape.spec).each()).to_string()
    }

    fn parameters(&self, straps: &Straps) -> Vec<Parameter> {
        let (spec, shape) = (self.shape.spec, self.shape);
        let mut all = vec![
            ("PN", spec.processors, "number of processors"),
            ("DW", shape.streams.data, "bits of data"),
            ("IW", straps.id, "bits of a node id"),
            ("A", spec.widths().address(), "bits of a flit's address"),
            ("LB", spec.widths().expected_row, "bits of a row number of the expected-data ROM"),
            ("FW", shape.flit(), "bits of a flit's number in its block"),
        ];
        all.extend(straps.parameters());
        all
    }
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
  wire [PN-1:0] full;
  wire [PN-1:0] free;
  wire [PN*LB-1:0] expected_addr = {PN{row}};
  wire [PN-1:0] expected_valid;
  wire [PN*A-1:0] expected_place;
  wire [PN*OW-1:0] expected_partner;
  wire [PN-1:0] receive_write;
  wire [PN*OW-1:0] receive_offset;
  wire [PN*FW-1:0] receive_flit;
  // Not used here.
  wire [EJECTED-1:0] unused_valid;
  wire [EJECTED*DW-1:0] unused_data;

";

const NETWORK: [(&str, &str); 10] = [
    ("start_i", "start"),
    ("busy_o", "busy"),
    ("mem_write_i", "mem_write"),
    ("mem_addr_i", "mem_addr"),
    ("mem_data_i", "mem_wdata"),
    ("mem_data_o", "mem_rdata"),
    ("eject_valid_o", "unused_valid"),
    ("eject_data_o", "unused_data"),
    ("link_valid_o", "link_valid_o"),
    ("error_o", "error_o"),
];

pub(super) const CONTROL: [(&str, &str); 10] = [
    ("full_i", "full"),
    ("free_i", "free"),
    ("busy_i", "busy"),
    ("row_o", "row"),
    ("load_o", "load"),
    ("store_o", "store"),
    ("flit_o", "flit"),
    ("empty_o", "empty"),
    ("start_o", "start"),
    ("filled_o", "filled"),
];

const SEND: [(&str, &str); 12] = [
    ("x_i", "STRAPS[p*SW +: OW]"),
    ("s_axis_tvalid_i", "s_axis_tvalid_i[p]"),
    ("s_axis_tready_o", "s_axis_tready_o[p]"),
    ("s_axis_tdata_i", "s_axis_tdata_i[p*DW +: DW]"),
    ("s_axis_tlast_i", "s_axis_tlast_i[p]"),
    ("s_axis_tdest_i", "s_axis_tdest_i[p*IW +: IW]"),
    ("full_o", "full[p]"),
    ("empty_i", "empty"),
    ("offset_i", "expected_partner[p*OW +: OW]"),
    ("flit_i", "flit"),
    ("data_o", "mem_wdata[p*DW +: DW]"),
    ("error_o", "s_axis_error_o[p]"),
];

const COPY: [(&str, &str); 11] = [
    ("load_i", "load"),
    ("store_i", "store"),
    ("flit_i", "flit"),
    ("valid_i", "expected_valid[p]"),
    ("place_i", "expected_place[p*A +: A]"),
    ("partner_i", "expected_partner[p*OW +: OW]"),
    ("mem_write_o", "mem_write[p]"),
    ("mem_addr_o", "mem_addr[p*A +: A]"),
    ("receive_write_o", "receive_write[p]"),
    ("receive_offset_o", "receive_offset[p*OW +: OW]"),
    ("receive_flit_o", "receive_flit[p*FW +: FW]"),
];

const RECEIVE: [(&str, &str); 12] = [
    ("x_i", "STRAPS[p*SW +: OW]"),
    ("free_o", "free[p]"),
    ("write_i", "receive_write[p]"),
    ("offset_i", "receive_offset[p*OW +: OW]"),
    ("flit_i", "receive_flit[p*FW +: FW]"),
    ("data_i", "mem_rdata[p*DW +: DW]"),
    ("filled_i", "filled"),
    ("m_axis_tvalid_o", "m_axis_tvalid_o[p]"),
    ("m_axis_tready_i", "m_axis_tready_i[p]"),
    ("m_axis_tdata_o", "m_axis_tdata_o[p*DW +: DW]"),
    ("m_axis_tlast_o", "m_axis_tlast_o[p]"),
    ("m_axis_tid_o", "m_axis_tid_o[p*IW +: IW]"),
];
