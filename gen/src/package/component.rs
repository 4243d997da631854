//! The IP-XACT description (IEEE 1685-2014) of a top: its ports, its files, and its AXI4-Streams or its
//! AXI4-Lite slave as bus interfaces.
//!
//! One vector for each signal holds the ports of all streams. The bus interface of a stream selects its bits
//! by `partSelect`, so tools connect stream by stream. The bus definitions are those that Arm publishes.

use super::{Core, Top};
use serde::Serialize;
use torus_sim::port_info::{Elements, PortInfo};

/// A top as an IP-XACT component. Templates see the description of the network, too.
#[derive(Clone, Debug, Serialize)]
pub struct Component<'a> {
    #[serde(flatten)]
    core: &'a Core,
    /// The top and its ports.
    top: &'a Top,
    /// Its bus interfaces: its streams, or its slave.
    bus_interfaces: Vec<BusInterface>,
    /// The file with the timing constraints of its clocks.
    constraints: String,
}

/// A stream, or an AXI4-Lite slave, as a bus interface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BusInterface {
    /// Its name; `s_axis_2` is the third stream into the network.
    pub name: String,
    /// Of a stream the direction, and the node and port that it belongs to.
    pub meaning: String,
    /// The bus.
    pub bus: Bus,
    /// `slave` into the network, `master` out of it.
    pub mode: &'static str,
    /// Clock, reset and the signals of the bus.
    pub maps: Vec<PortMap>,
}

/// A bus, by name and version of its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bus {
    name: &'static str,
    version: &'static str,
}

/// The ports of a top that are interfaces of one bus.
struct Side {
    /// The name of the interfaces, and what the names of their ports begin with.
    name: &'static str,
    ports: &'static str,
    /// What the names of signals in the bus definition begin with.
    signals: &'static str,
    mode: &'static str,
    meaning: &'static str,
    bus: Bus,
}

const STREAM: Bus = Bus { name: "AXI4Stream", version: "r0p0_1" };
const LITE: Bus = Bus { name: "AXI4-Lite", version: "r0p0_0" };

const SIDES: [Side; 3] = [
    Side {
        name: "s_axis",
        ports: "s_axis_t",
        signals: "T",
        mode: "slave",
        meaning: "into the network",
        bus: STREAM,
    },
    Side {
        name: "m_axis",
        ports: "m_axis_t",
        signals: "T",
        mode: "master",
        meaning: "out of the network",
        bus: STREAM,
    },
    Side {
        name: "s_axil",
        ports: "s_axil_",
        signals: "",
        mode: "slave",
        meaning: "the addresses of registers, and of memories where there are some",
        bus: LITE,
    },
];

/// A signal of a bus, and the bits of a port that carry it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PortMap {
    /// The name in the bus definition.
    pub logical: String,
    /// The port of the top.
    pub physical: String,
    /// The highest and the lowest bit, if the port has further bits.
    pub part: Option<(usize, usize)>,
}

impl<'a> Component<'a> {
    /// The component of a top of the network. Panics if the folder has no such top.
    pub fn new(core: &'a Core, module: &str) -> Self {
        let top = core.top(module);
        let ports = &top.info;
        let clocked = ports.iter().any(|port| port.clock.is_some());
        let constraints = if clocked { module } else { core.name() };
        Component {
            core,
            top,
            bus_interfaces: SIDES.iter().flat_map(|side| side.interfaces(core, ports)).collect(),
            constraints: format!("{constraints}.sdc"),
        }
    }
}

impl Side {
    /// The interfaces of this side: a stream for each element, or one slave.
    fn interfaces(&self, core: &Core, ports: &[PortInfo]) -> Vec<BusInterface> {
        let Some(first) = ports.iter().find(|port| self.signal(port).is_some()) else { return Vec::new() };
        let Side { name, mode, meaning, bus, .. } = *self;
        let of = |name, meaning, e| BusInterface { name, meaning, bus, mode, maps: self.maps(ports, e) };
        match &first.elements {
            None => vec![of(name.into(), meaning.into(), 0)],
            Some(elements) => {
                let stream =
                    |e| of(format!("{name}_{e}"), format!("{meaning}, {}", owner(core, elements, e)), e);
                (0..elements.count).map(stream).collect()
            }
        }
    }

    /// The signal of the bus that a port carries: `TDATA` for `s_axis_tdata_i`; `None` for other ports.
    fn signal(&self, port: &PortInfo) -> Option<String> {
        let signal = port.name.strip_prefix(self.ports)?.trim_end_matches("_i").trim_end_matches("_o");
        Some(format!("{}{}", self.signals, signal.to_uppercase()))
    }

    /// The signals of interface `e`: clock and reset first.
    fn maps(&self, ports: &[PortInfo], e: usize) -> Vec<PortMap> {
        let signals: Vec<_> = ports.iter().filter_map(|port| Some((port, self.signal(port)?))).collect();
        let clock = signals.first().and_then(|(port, _)| port.clock.as_deref()).unwrap_or("clk_i");
        let reset = clock.replace("clk_i", "rst_ni");
        let whole = [("ACLK", clock), ("ARESETn", reset.as_str())].map(|(logical, physical)| PortMap {
            logical: logical.into(),
            physical: physical.into(),
            part: None,
        });
        let part = |(port, logical): (&PortInfo, String)| {
            let width = port.elements.as_ref().map_or(port.width, |elements| elements.width);
            let part = (port.width > width).then_some(((e + 1) * width - 1, e * width));
            PortMap { logical, physical: port.name.clone(), part }
        };
        whole.into_iter().chain(signals.into_iter().map(part)).collect()
    }
}

/// The node of stream `e`, and its port if a node has a stream for each port.
fn owner(core: &Core, elements: &Elements, e: usize) -> String {
    let each = elements.ports.len().max(1);
    let source = core.manifest().interface.as_ref().and_then(|interface| interface.broadcast);
    let one = source.filter(|_| elements.of == "source");
    let at = one.unwrap_or_else(|| core.manifest().processors[e / each]);
    let silent = one.is_none() && source == Some(at);
    let node = format!("node {at}{}", if silent { ", the source, which gets nothing" } else { "" });
    match elements.ports.get(e % each) {
        Some(&port) => format!("{node}, port {}", core.port_names[port]),
        None => node,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(name: &str, width: usize, (count, each): (usize, usize), clock: Option<&str>) -> PortInfo {
        let elements = Elements { count, width: each, of: "processor".into(), ports: Vec::new() };
        PortInfo {
            name: name.into(),
            direction: "input".into(),
            width,
            meaning: String::new(),
            elements: (count > 0).then_some(elements),
            fields: Vec::new(),
            clock: clock.map(str::to_string),
            cycle: None,
        }
    }

    /// Vectors and single bits, one stream and several, either clock; ports that belong to no stream.
    #[test]
    fn every_signal_has_its_bits() {
        let ports = |clock| {
            [
                port("clk_i", 1, (0, 1), None),
                port("s_axis_tvalid_i", 3, (3, 1), clock),
                port("s_axis_tdata_i", 24, (3, 8), clock),
                port("s_axis_error_o", 3, (3, 1), clock),
                port("m_axis_tid_o", 2, (1, 2), clock),
                port("s_axil_awaddr_i", 13, (0, 1), None),
            ]
        };
        let said = |clock, side: usize, e| {
            let map = |map: PortMap| format!("{} {} {:?}", map.logical, map.physical, map.part);
            SIDES[side].maps(&ports(clock), e).into_iter().map(map).collect::<Vec<_>>().join("; ")
        };
        assert_eq!(
            said(None, 0, 2),
            "ACLK clk_i None; ARESETn rst_ni None; TVALID s_axis_tvalid_i Some((2, 2)); \
             TDATA s_axis_tdata_i Some((23, 16))"
        );
        assert_eq!(said(None, 2, 0), "ACLK clk_i None; ARESETn rst_ni None; AWADDR s_axil_awaddr_i None");
        assert_eq!(
            said(Some("local_clk_i"), 1, 0),
            "ACLK local_clk_i None; ARESETn local_rst_ni None; TID m_axis_tid_o None"
        );
    }
}
