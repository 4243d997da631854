//! What the header of `NAME` defines: how nodes, ports, links and processors are numbered, in which order the
//! elements of vectors stand, the fields of an element, and what reset does.

use super::{Port, Tops};
use torus_model::{Sign, Torus};
use torus_sim::port_info::{Field, PortInfo};

/// What reset does in every network.
const RESET: [&str; 2] = [
    "Reset: one cycle of rst_ni = 0 is enough; it is needed after power-up.",
    "Power-up: in nodes and on links, registers that reset sets have the same value from the start. Others \
     may have none: nothing depends on them before they are set or written.",
];

impl Tops<'_> {
    /// The comment lines on numbers and on the fields of vectors.
    pub(super) fn conventions(&self) -> Vec<String> {
        let ports: Vec<PortInfo> = self.network.ports.iter().map(Port::info).collect();
        let torus = self.base.torus();
        let mut lines = vec![nodes(torus), numbered(torus), links(torus)];
        lines.extend(self.local_ports());
        lines.push(self.elements(&ports));
        lines.extend(ports.iter().flat_map(fields));
        lines
    }

    /// The comment lines on reset and on values at power-up.
    pub(super) fn reset(&self) -> impl Iterator<Item = String> {
        RESET.into_iter().chain(self.network.power_up).map(String::from)
    }

    /// Which local port has what begins or ends by a port; `None` with one local port.
    fn local_ports(&self) -> Option<String> {
        let all = self.base.torus().ports().count() == self.base.torus().port_slots();
        let which = if all { "port e" } else { "the e-th of these ports, from 0" };
        (!self.local.is_one()).then(|| format!("Local port e has what begins or ends its route by {which}."))
    }

    /// The order of the elements of vectors.
    fn elements(&self, ports: &[PortInfo]) -> String {
        let each = self.local.each();
        let of_processor = |port: &&PortInfo| port.elements.as_ref().is_some_and(|all| all.of == "processor");
        let alone = |port: &PortInfo| port.elements.iter().all(|all| all.ports.is_empty());
        let (one, several): (Vec<_>, Vec<_>) =
            ports.iter().filter(of_processor).partition(|port| alone(port));
        let order = match (one.is_empty(), several.is_empty()) {
            (_, true) => "element p is of processor p".to_string(),
            (true, false) => format!("element p*{each} + e is of processor p, local port e"),
            (false, false) => {
                format!("element p*{each} + e is of processor p, local port e; of memory ports, element p")
            }
        };
        format!("Processors are numbered by node id, from 0. Vectors, lowest bits first: {order}.")
    }
}

/// The id of a node by its coordinates.
fn nodes(torus: &Torus) -> String {
    let term = |dim: usize| match torus.stride(dim) {
        1 => format!("x{}", dim + 1),
        stride => format!("x{}*{stride}", dim + 1),
    };
    let terms: Vec<String> = (0..torus.d()).map(term).collect();
    format!("Node id: {}, of coordinates from 0.", terms.join(" + "))
}

/// The ports of a node.
fn numbered(torus: &Torus) -> String {
    let name = |port: torus_model::Port| {
        let sign = if port.sign() == Sign::Plus { '+' } else { '-' };
        format!("{} {sign}x{}", port.index(), port.dim() + 1)
    };
    let ports: Vec<String> = torus.ports().map(name).collect();
    format!("Ports: {}; + leads to the next coordinate, - to the one before.", ports.join(", "))
}

/// The id of a link by the node and the port that it leaves.
fn links(torus: &Torus) -> String {
    let slots = torus.port_slots();
    let absent =
        if torus.ports().count() < slots { "; ids of ports that do not exist stay free" } else { "" };
    format!("Link id: node*{slots} + port, of the node and port that the link leaves{absent}.")
}

/// The fields of an element of a port, lowest bits first.
fn fields(port: &PortInfo) -> Vec<String> {
    let bits = |field: &Field| match field.range() {
        Some((high, low)) if high == low => format!("[{low}]"),
        _ => format!("[{}]", field.bits),
    };
    let widest = port.fields.iter().map(|field| bits(field).len()).max().unwrap_or(0);
    let line = |field: &Field| format!("  {:<widest$} {}: {}", bits(field), field.name, field.meaning);
    let element = if port.elements.is_some() { "an element of " } else { "" };
    let head = (widest > 0).then(|| format!("Fields of {element}{}:", port.name));
    head.into_iter().chain(port.fields.iter().map(line)).collect()
}
