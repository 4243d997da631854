//! The place of the first error: the node, and the links by which something arrived at it then.
//!
//! Networks with registers have it. `NAME` contains the module `NAME_error_site`, which watches the nodes;
//! every top around `NAME` passes its output on.

use super::{
    node_id::node_bits,
    ports::{Direction, Port},
    text::{clocked, instance, plain},
    Tops,
};
use torus_hdl::Module;
use torus_model::Torus;
use torus_sim::port_info::Field;

/// The name of the port at all tops.
pub const PORT: &str = "error_site_o";

/// The width of the port `{found, node, ports}`. `nodes`: the number of nodes; `ports`: the ports of each.
pub fn width(nodes: usize, ports: usize) -> usize {
    1 + node_bits(nodes) + ports
}

/// The port, which is the same at every top.
pub fn port(torus: &Torus) -> Port {
    let what = "where an error was first, until reset: {found, node, ports}";
    let (node, links) = (node_bits(torus.len()), torus.port_slots());
    let fields = [
        ("ports", links, "bit = port: something came by the link in this direction then"),
        ("node", node, "node id of the node that found it"),
        ("found", 1, "1: a node found one"),
    ];
    let fields = fields.map(|(name, bits, meaning)| (name.to_string(), bits, meaning.to_string()));
    Port::new(Direction::Out, width(torus.len(), links), PORT, what).fields(Field::stack(fields))
}

/// The module that watches the nodes. `header`: the comment lines that open every file.
pub fn module(network: &str, header: &[String]) -> Module {
    let text = include_str!("error_site.v").replace("HEADER", &header.join("\n// "));
    Module { name: format!("{network}_error_site"), text: text.replace("NAME", network) }
}

impl Tops<'_> {
    fn has_error_site(&self) -> bool {
        self.network.beside.error_site
    }

    /// Inside the loop over the nodes of a cell: the assignment of what arrives at a node.
    pub(super) fn arrivals(&self) -> String {
        if !self.has_error_site() {
            return String::new();
        }
        let valid = |slot: usize| {
            let mut ports = self.base.torus().ports().enumerate();
            let end = ports.find(|(_, port)| port.index() == slot).map(|port| self.arriving(port));
            let wire = format!("rx_valid_{slot}_i");
            end.and_then(|all| all.into_iter().find(|(name, _)| *name == wire))
                .map_or("1'b0".into(), |(_, net)| net)
        };
        let slots = self.base.torus().port_slots();
        let all: Vec<String> = (0..slots).rev().map(valid).collect();
        let nets = all.join(",\n        ");
        format!("      assign node_arrives[N*{slots} +: {slots}] = {{\n        {nets}\n      }};\n")
    }

    /// The declaration of the net of what arrives at the nodes.
    pub(super) fn arrivals_net(&self) -> String {
        match self.has_error_site() {
            true => format!("  wire [{}:0] node_arrives;\n", self.base.torus().link_slots() - 1),
            false => String::new(),
        }
    }

    /// The instance of the module that watches the nodes.
    pub(super) fn error_site(&self) -> String {
        if !self.has_error_site() {
            return String::new();
        }
        let torus = self.base.torus();
        let parameters = format!(
            ".N({}), .B({}), .L({}), .D({})",
            torus.len(),
            node_bits(torus.len()),
            torus.port_slots(),
            self.network.report_cycles
        );
        let nets = [("error_i", "node_error"), ("arrives_i", "node_arrives"), ("site_o", PORT)];
        let all = nets.map(|(port, net)| (port.to_string(), net.to_string())).to_vec();
        let module = format!("{}_error_site #({parameters})", self.base.name);
        "\n  // The node that reports an error first.\n".to_string()
            + instance(&module, "u_error_site", &clocked(all)).trim_end()
            + "\n"
    }

    /// The connection of `error_site_o` to the network, for the tops around it.
    pub(super) fn error_site_of_network(&self) -> Option<super::text::Connection> {
        self.has_error_site().then(|| plain(PORT))
    }
}
