//! `NAME`: all nodes of a network, with the local ports of its processors.

use super::{
    module_text,
    text::{clocked, instance_in_loop, integers, Connection, Parameter},
    Cell, Port, Tops,
};

/// What a kind of network declares for its `NAME`.
#[derive(Clone, Debug)]
pub struct NetworkTop {
    /// What the module is, for its header comment.
    pub what: &'static str,
    /// Lines of the header comment on timing.
    pub timing: Vec<String>,
    /// What its header says of further values at power-up.
    pub power_up: Option<&'static str>,
    /// Constants, such as widths and counts.
    pub parameters: Vec<Parameter>,
    /// Connections of nodes with a processor, which come before those of links.
    pub of_processors: Vec<Connection>,
    /// States that the node of each processor reports in a bit, such as `busy`; `NAME` reports whether any
    /// node does.
    pub states: Vec<&'static str>,
    /// Ports at which nodes are told whether the arriving link is a wrap link.
    pub wraps: Vec<torus_model::Port>,
    /// Cycles from the arrival of something wrong at a router to the report of its node.
    pub report_cycles: u32,
    /// Modules beside the nodes.
    pub beside: Beside,
    /// The ports of `NAME`.
    pub ports: Vec<Port>,
}

/// The modules beside the nodes of `NAME`.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// Their Verilog text.
    pub text: String,
    /// The net by which they report an error.
    pub error: Option<&'static str>,
    /// Whether `NAME` reports which node found an error first.
    pub error_site: bool,
}

impl Tops<'_> {
    /// The text of `NAME`.
    pub fn network_text(&self) -> String {
        let top = &self.network;
        let mut body = integers(&top.parameters);
        for (number, cell) in self.cells.iter().enumerate() {
            body += &self.grid().tables(number, cell);
        }
        body += "\n";
        body += &self.link_nets();
        for (number, cell) in self.cells.iter().enumerate() {
            let node = self.grid().constants(number, cell)
                + &self.arriving_registers()
                + &self.arrivals()
                + &instance_in_loop(&cell.module, "u_node", &self.node(cell));
            body += &self.grid().cell_loop(number, cell, &node);
        }
        body += &self.grid().link_outputs("link_valid");
        for state in &top.states {
            body += &format!("  // Whether some node is {state}.\n  assign {state}_o = |node_{state};\n");
        }
        // The net of the modules beside the nodes must be declared before it is used.
        body += &match &top.beside {
            Beside { error: Some(net), text, .. } => {
                format!("{text}\n  // Whether a node, or a module beside the nodes, reports an error.\n")
                    + &format!("  assign error_o = (|node_error) | {net};\n")
            }
            Beside { error: None, text, .. } => {
                format!("  // Whether some node reports an error.\n  assign error_o = |node_error;\n{text}")
            }
        };
        body += &self.error_site();
        let mut header = [self.header, &self.conventions(), &top.timing].concat();
        header.extend(self.reset());
        module_text(&self.base.name, top.what, &header, &top.ports, &body)
    }

    /// Bits of the widest net: that of all links, or of all local ports.
    pub fn widest_net(&self) -> usize {
        let torus = self.base.torus();
        let links = self.link.widest_net(torus.len(), torus.ports().count());
        let local_ports = self.base.placement.len() * self.base.ports.local_ports(torus);
        links.max(local_ports * self.base.width)
    }

    fn link_nets(&self) -> String {
        let (nodes, ports) = (self.base.torus().len(), self.base.torus().ports().count());
        let wire = |count: usize, name: &str| format!("  wire [{}:0] node_{name};\n", count - 1);
        let states = self.network.states.iter().map(|state| wire(self.base.placement.len(), state));
        self.link.nets(nodes, ports)
            + &states.collect::<String>()
            + &wire(nodes, "error")
            + &self.arrivals_net()
            + "\n"
    }

    /// The connections of a node of the cell.
    fn node(&self, cell: &Cell) -> Vec<Connection> {
        let (top, has_processor) = (&self.network, !cell.processors.is_empty());
        let mut all = clocked(Vec::new());
        if has_processor {
            all.extend(top.of_processors.clone());
            all.extend(top.states.iter().map(|state| (format!("{state}_o"), format!("node_{state}[P]"))));
        }
        for (e, port) in self.base.torus().ports().enumerate() {
            let q = port.index();
            if top.wraps.contains(&port) {
                all.push((format!("wrap_{q}_i"), self.grid().wrapped(port)));
            }
            all.extend(self.arriving((e, port)));
            all.extend(self.link.leaving((e, q), "N"));
        }
        if has_processor {
            all.extend(self.local.of_node());
        }
        all.push(("error_o".into(), "node_error[N]".into()));
        all
    }
}
