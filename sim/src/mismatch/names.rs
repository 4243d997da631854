//! Nodes, links and local ports with their names in mismatches.

use std::fmt;
use torus_model::{LinkId, NodeId, Port, PortModel, Torus};

/// A node with its name `(x1,..,xd)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedNode {
    /// The node.
    pub id: NodeId,
    /// Its name.
    pub name: String,
}

impl NamedNode {
    /// The named node of a torus.
    pub fn new(torus: &Torus, id: NodeId) -> Self {
        NamedNode { id, name: torus.node_name(id) }
    }
}

impl fmt::Display for NamedNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// A link with its name `(x1,..,xd) i+`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedLink {
    /// The link.
    pub id: LinkId,
    /// Its name.
    pub name: String,
}

impl NamedLink {
    /// The named link of a torus.
    pub fn new(torus: &Torus, id: LinkId) -> Self {
        NamedLink { id, name: torus.link_name(id) }
    }

    /// The link with this number, which may be an absent one that must never be in use.
    pub fn numbered(torus: &Torus, id: usize) -> Option<Self> {
        let slots = torus.port_slots();
        let link = torus.link(torus.node_at(id / slots)?, Port::from_index(id % slots));
        Some(NamedLink::new(torus, link))
    }
}

impl fmt::Display for NamedLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// A local port of a processor: the one of a port, or the only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalPort {
    /// One of several, by its port.
    Of(Port),
    /// The only one; its number is 0.
    Only,
}

impl LocalPort {
    /// The local port with this number.
    pub fn new(ports: PortModel, number: usize) -> Self {
        match ports {
            PortModel::AllPort => LocalPort::Of(Port::from_index(number)),
            PortModel::OnePort | PortModel::SinglePort => LocalPort::Only,
        }
    }
}

impl fmt::Display for LocalPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LocalPort::Of(port) => port.fmt(f),
            LocalPort::Only => f.write_str("0"),
        }
    }
}
