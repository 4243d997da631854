//! Port models: how many messages a processor may send and receive in one slot.
//!
//! A processor is joined to its node by *local ports*: injection ports, by which its messages enter the
//! network, and as many ejection ports, by which they leave it. The port model says how many there are.

use crate::{names::named, Port, Torus};

/// How many messages a processor may inject and eject in one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortModel {
    /// One message for each link of the node, each way.
    AllPort,
    /// One message each way: a processor sends at most one in a slot and receives at most one.
    OnePort,
    /// One message each way for the whole node: messages that it only forwards count as well.
    SinglePort,
}

impl PortModel {
    /// Number of local ports of a processor, each way. With all ports there is one for each port slot; the
    /// slots of absent ports count.
    pub fn local_ports(self, torus: &Torus) -> usize {
        match self {
            PortModel::AllPort => torus.port_slots(),
            PortModel::OnePort | PortModel::SinglePort => 1,
        }
    }

    /// Numbers of the local ports that exist: those of existing ports, or 0 alone.
    pub fn existing_local_ports(self, torus: &Torus) -> Vec<usize> {
        match self {
            PortModel::AllPort => torus.ports().map(Port::index).collect(),
            PortModel::OnePort | PortModel::SinglePort => vec![0],
        }
    }

    /// Number of the local port for messages that leave the source, or reach the destination, by this port.
    pub fn local_port(self, port: Port) -> usize {
        match self {
            PortModel::AllPort => port.index(),
            PortModel::OnePort | PortModel::SinglePort => 0,
        }
    }

    /// How many messages a processor of this torus can send in one slot.
    pub fn width(self, torus: &Torus) -> usize {
        match self {
            PortModel::AllPort => torus.ports().count(),
            PortModel::OnePort | PortModel::SinglePort => 1,
        }
    }
}

named!(PortModel, "port model", AllPort => "all", OnePort => "one", SinglePort => "single");
