//! The port models: how many messages a processor may send and receive in one slot.

use crate::{names::named, Port, Torus};

/// How many messages a processor may inject and eject in one slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortModel {
    /// One per link of the node, each way.
    AllPort,
    /// One, each way: a processor sends at most one message a slot, and receives at most one.
    OnePort,
    /// A node sends at most one message a slot and receives at most one, those it forwards included.
    SinglePort,
}

impl PortModel {
    /// Lanes of a processor, each way; with all ports a lane for each port slot, absent ports counted.
    pub fn lanes(self, torus: &Torus) -> usize {
        match self {
            PortModel::AllPort => torus.port_slots(),
            PortModel::OnePort | PortModel::SinglePort => 1,
        }
    }

    /// The lanes that exist, by number: those of existing ports, or a single 0.
    pub fn existing_lanes(self, torus: &Torus) -> Vec<usize> {
        match self {
            PortModel::AllPort => torus.ports().map(Port::index).collect(),
            PortModel::OnePort | PortModel::SinglePort => vec![0],
        }
    }

    /// The lane that serves a message which leaves, or arrives, by this port.
    pub fn lane(self, port: Port) -> usize {
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
