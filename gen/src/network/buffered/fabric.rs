//! The network of buffered routers as text: one generate loop for each kind of node, links and credits
//! between them.
//!
//! A processor has one local port, or one for each existing port; a local port is a valid/ready handshake
//! each way. Credits run against the links: what node n frees behind the link that ends at it goes to that
//! link's tail.

use crate::top::{
    ports::{after, head_fields, module_text, of_links, of_local_ports, Direction, Port},
    text::{connections, generate_loop, integers, place, plain},
    Cell, Grid,
};
use torus_hdl::buffered::BufferedSpec;
use torus_model::{Placement, RingRule};
use torus_sim::port_info::{Cycle, Elements};

/// Text generator of the network.
pub struct BufferedFabric<'a> {
    pub(super) spec: &'a BufferedSpec<'a>,
    pub(super) grid: Grid<'a>,
    cells: &'a [Cell],
}

impl<'a> BufferedFabric<'a> {
    /// The network that `cells` make together; every node is in one of them.
    pub fn new(spec: &'a BufferedSpec<'a>, placement: &'a Placement, cells: &'a [Cell]) -> Self {
        BufferedFabric { spec, grid: Grid { torus: spec.torus, processors: placement.len() }, cells }
    }

    /// `NAME`: the network with the local ports of every processor.
    pub fn network(&self) -> String {
        let mut body = self.parameters();
        body += &self.nets();
        for (number, cell) in self.cells.iter().enumerate() {
            let node = format!(
                "{}      {} u_node (\n{}      );\n",
                self.grid.constants(number, cell),
                cell.module,
                connections(&self.node(cell))
            );
            body += &generate_loop(number, cell.nodes.len(), &format!("cell_{number}"), &node);
        }
        body += &self.grid.link_outputs("link_valid");
        body += "  assign error_o = |node_error;\n";
        let what = "The network: every node, with the local ports of every processor.";
        module_text(self.spec.name, what, &self.spec.header, &self.ports(), &body)
    }

    fn local_port_count(&self) -> usize {
        self.grid.processors * self.spec.local_ports().len()
    }

    /// Ports of the network.
    pub fn ports(&self) -> Vec<Port> {
        use Direction::{In, Out};
        let (torus, local_ports, w) = (self.spec.torus, self.local_port_count(), self.spec.width);
        let which = if self.spec.one_local_port() {
            "bit = processor"
        } else {
            "processor p, local port e: bit p*E+e"
        };
        let local = self.local_ports(self.spec.local_ports());
        let port =
            |direction, width, name, what| Port::new(direction, local_ports * width, name, what).of(&local);
        let with = |other: &str| after(other, 0);
        let mut all = vec![
            Port::new(In, 1, "clk_i", "clock"),
            Port::new(In, 1, "rst_ni", "synchronous reset, active low"),
            port(In, 1, "inject_valid_i", which),
            port(Out, 1, "inject_ready_o", "it is taken if valid too"),
        ];
        if self.spec.one_local_port() {
            let first = port(In, self.spec.port_bits(), "inject_port_i", "its first port");
            all.push(first.at(with("inject_valid_i")));
        }
        all.extend([
            port(In, self.spec.head(), "inject_head_i", "its head on the first link")
                .fields(head_fields(&self.spec.layout(), self.spec.long()))
                .at(with("inject_valid_i")),
            port(In, w, "inject_data_i", "its payload").at(with("inject_valid_i")),
            port(Out, 1, "eject_valid_o", "a flit for this processor").at(no_sooner("inject_valid_i", 2)),
            port(In, 1, "eject_ready_i", "it is taken"),
        ]);
        if self.spec.long() {
            let last = port(Out, 1, "eject_last_o", "it is the last of its packet");
            all.push(last.at(with("eject_valid_o")));
        }
        all.extend([
            port(Out, w, "eject_data_o", "its payload").at(with("eject_valid_o")),
            Port::new(Out, torus.link_slots(), "link_valid_o", "bit = link id")
                .of(&of_links(torus))
                .at(no_sooner("inject_valid_i", 1)),
            Port::new(Out, 1, "error_o", "sticky: a buffer overflowed, a credit is wrong, a head has no way"),
        ]);
        all
    }

    /// An element for each local port, those of `ports` where a processor has several.
    pub(super) fn local_ports(&self, ports: Vec<usize>) -> Elements {
        of_local_ports(self.grid.processors, self.spec.ports, ports)
    }

    fn parameters(&self) -> String {
        let mut text = integers(&[
            ("E", self.spec.existing().len(), "existing ports of a node"),
            ("V", self.spec.channels, "channels of a link"),
            ("HW", self.spec.head(), "bits beside a payload"),
            ("W", self.spec.width, "payload bits"),
        ]);
        if self.spec.one_local_port() {
            text += &integers(&[("PW", self.spec.port_bits(), "bits of a port number")]);
        }
        for (number, cell) in self.cells.iter().enumerate() {
            text += &self.grid.tables(number, cell);
        }
        text + "\n"
    }

    fn nets(&self) -> String {
        let n = self.spec.torus.len();
        let links = n * self.spec.existing().len();
        let wire = |width: usize, name: &str| format!("  wire [{}:0] {name};\n", width - 1);
        "  // Links by tail node and existing port: what leaves node n through its e-th port, and its \
            credits.\n"
            .to_string()
            + &wire(links, "link_valid")
            + &wire(links * self.spec.head(), "link_head")
            + &wire(links * self.spec.width, "link_data")
            + &wire(links * self.spec.channels, "link_credit")
            + &wire(n, "node_error")
            + "\n"
    }

    fn node(&self, cell: &Cell) -> Vec<(String, String)> {
        let mut all = vec![plain("clk_i"), plain("rst_ni")];
        for (e, port) in self.spec.existing().into_iter().enumerate() {
            let q = port.index();
            if self.spec.rule == RingRule::Dateline && self.spec.torus.dims()[port.dim()] > 2 {
                all.push((format!("wrap_{q}_i"), self.grid.wrapped(port)));
            }
            all.extend(side("rx", q, ('i', 'o'), &format!("T{q}*E+{e}")));
            all.extend(side("tx", q, ('o', 'i'), &format!("N*E+{e}")));
        }
        if !cell.processors.is_empty() {
            self.spec
                .local_ports()
                .into_iter()
                .enumerate()
                .for_each(|(e, l)| all.extend(self.local_port(e, l)));
        }
        all.push(("error_o".into(), "node_error[N]".into()));
        all
    }

    /// The connections of a processor's `e`-th local port, called `l`.
    fn local_port(&self, e: usize, l: usize) -> Vec<(String, String)> {
        let local_port = if self.spec.one_local_port() { "P".to_string() } else { format!("P*E+{e}") };
        let bit = |port: &str, net: &str| (port.to_string(), format!("{net}[{local_port}]"));
        let field = |port: &str, net: &str, width: &str| {
            (port.to_string(), format!("{net}[{} +: {width}]", place(&local_port, width)))
        };
        let mut all = vec![
            bit(&format!("inject_valid_{l}_i"), "inject_valid_i"),
            bit(&format!("inject_ready_{l}_o"), "inject_ready_o"),
        ];
        if self.spec.one_local_port() {
            all.push(field(&format!("inject_port_{l}_i"), "inject_port_i", "PW"));
        }
        all.push(field(&format!("inject_head_{l}_i"), "inject_head_i", "HW"));
        all.push(field(&format!("inject_data_{l}_i"), "inject_data_i", "W"));
        all.push(bit(&format!("eject_valid_{l}_o"), "eject_valid_o"));
        all.push(bit(&format!("eject_ready_{l}_i"), "eject_ready_i"));
        if self.spec.long() {
            all.push(bit(&format!("eject_last_{l}_o"), "eject_last_o"));
        }
        all.push(field(&format!("eject_data_{l}_o"), "eject_data_o", "W"));
        all
    }
}

/// So many cycles after another port, or later where flits wait.
pub(super) fn no_sooner(port: &str, cycles: u32) -> Cycle {
    Cycle { at_least: true, ..after(port, cycles) }
}

/// The four connections of a link's end; its credits run the other way.
fn side(name: &str, q: usize, (with, against): (char, char), link: &str) -> Vec<(String, String)> {
    vec![
        (format!("{name}_valid_{q}_{with}"), format!("link_valid[{link}]")),
        (format!("{name}_head_{q}_{with}"), format!("link_head[({link})*HW +: HW]")),
        (format!("{name}_data_{q}_{with}"), format!("link_data[({link})*W +: W]")),
        (format!("{name}_credit_{q}_{against}"), format!("link_credit[({link})*V +: V]")),
    ]
}
