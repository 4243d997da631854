//! The tops of a network with message memories: nodes with their memory ports, and the bench with a self-test
//! agent at every processor. Nodes and expected-data ROMs are one generate loop for each class, self-test
//! agents one for all.

use crate::top::{
    module_text,
    text::{
        bench_registers, connections, generate_loop, instance, integers, local_port_number, loop_over, place,
        plain, triple,
    },
    Activity, Cell, Grid,
};
use torus_hdl::stored::StoredSpec;
use torus_model::{Placement, PortModel};

/// Text generator of the tops of one network.
pub struct MemoryFabric<'a> {
    pub(super) spec: &'a StoredSpec<'a>,
    placement: &'a Placement,
    cells: &'a [Cell],
    pub(super) activity: Activity,
}

impl<'a> MemoryFabric<'a> {
    /// The tops of the network that `cells` make together: one cell for each class, in order, then the
    /// routers of nodes without processor. The programs are busy in these slots.
    pub fn new(
        spec: &'a StoredSpec<'a>,
        placement: &'a Placement,
        cells: &'a [Cell],
        activity: Activity,
    ) -> Self {
        MemoryFabric { spec, placement, cells, activity }
    }

    fn grid(&self) -> Grid<'_> {
        Grid { torus: self.spec.torus, processors: self.spec.processors }
    }

    pub(super) fn existing_local_ports(&self) -> Vec<usize> {
        self.spec.program.ports.existing_local_ports(self.spec.torus)
    }

    /// The number of the `e`-th local port of processor `owner` among all local ports.
    fn local_port(&self, owner: &str, e: usize) -> String {
        local_port_number(self.spec.program.ports, owner, e)
    }

    /// `NAME`: the network with the memory port of every processor.
    pub fn network(&self) -> String {
        let mut body = self.network_parameters();
        body += &self.nets();
        for (number, cell) in self.cells.iter().enumerate() {
            let mut inside = self.grid().constants(number, cell);
            let ports = connections(&self.node_connections(cell));
            inside += &format!("      {} u_node (\n{ports}      );\n", cell.module);
            body += &generate_loop(number, cell.nodes.len(), &format!("cell_{number}"), &inside);
        }
        body += &self.grid().link_outputs("link_valid");
        body += "  assign busy_o = |node_busy;\n  assign error_o = |node_error;\n";
        let what = "The network: every node, with the memory port of every processor.";
        module_text(self.spec.name, what, &self.spec.header, &self.network_ports(), &body)
    }

    /// `NAME_bench`: the network with a self-test agent at every processor, which loads, starts and checks.
    pub fn bench(&self) -> String {
        let mut body = self.bench_parameters();
        body += &self.bench_nets();
        body += &self.network_instance();
        let classes = self.cells.iter().filter(|cell| !cell.processors.is_empty());
        for (number, cell) in classes.enumerate() {
            body += &self.expected_rom_loop(number, cell);
        }
        body += &self.self_test_loop();
        body += &self.ejections();
        body += &bench_registers("self_test");
        let what =
            "The network and its self-test agents: for each pulse of start_i all memories are loaded, the \
                    program runs once, and the results are read back and compared.";
        let name = format!("{}_bench", self.spec.name);
        module_text(&name, what, &self.spec.header, &self.bench_ports(), &body)
    }

    fn network_parameters(&self) -> String {
        let widths = self.spec.widths();
        let mut text = integers(&[
            ("E", self.spec.torus.ports().count(), "existing ports of a node"),
            ("HW", widths.head(), "header bits"),
            ("A", widths.address(), "bits of a flit's address"),
            ("W", self.spec.width, "bits of a flit's data"),
            ("LW", widths.payload(), "bits of a flit on a link, header aside"),
        ]);
        for (number, cell) in self.cells.iter().enumerate() {
            text += &self.grid().tables(number, cell);
        }
        text + "\n"
    }

    fn nets(&self) -> String {
        let (n, p, e) = (self.spec.torus.len(), self.spec.processors, self.spec.torus.ports().count());
        let (lw, hw) = (self.spec.widths().payload(), self.spec.widths().head());
        format!(
            "  // Links by tail node and existing port: what leaves node n through its e-th port.\n  \
             wire [{}:0] link_valid;\n  wire [{}:0] link_head;\n  wire [{}:0] link_data;\n  \
             wire [{}:0] node_busy;\n  wire [{}:0] node_error;\n\n",
            n * e - 1,
            n * e * hw - 1,
            n * e * lw - 1,
            p - 1,
            n - 1
        )
    }

    fn node_connections(&self, cell: &Cell) -> Vec<(String, String)> {
        let mut all = vec![plain("clk_i"), plain("rst_ni")];
        if !cell.processors.is_empty() {
            all.push(plain("start_i"));
            all.push(("busy_o".into(), "node_busy[P]".into()));
        }
        for (e, port) in self.spec.torus.ports().enumerate() {
            let q = port.index();
            all.extend(triple("rx", q, "i", &format!("T{q}*E+{e}"), "LW"));
            all.extend(triple("tx", q, "o", &format!("N*E+{e}"), "LW"));
        }
        if !cell.processors.is_empty() {
            all.extend(MEMORY_PORTS.map(|(port, width)| (port.into(), of_processor(port, "P", width))));
            for (e, q) in self.existing_local_ports().into_iter().enumerate() {
                let local_port = self.local_port("P", e);
                all.push((format!("eject_valid_{q}_o"), format!("eject_valid_o[{local_port}]")));
                all.push((
                    format!("eject_data_{q}_o"),
                    format!("eject_data_o[{} +: W]", place(&local_port, "W")),
                ));
            }
        }
        all.push(("error_o".into(), "node_error[N]".into()));
        all
    }

    /// What arrives, as the bench's ports show it: ids without what stands above them.
    fn ejections(&self) -> String {
        let (grid, ports, layout) = (self.grid(), self.spec.program.ports, self.spec.payload());
        let low = if self.spec.program.broadcast { layout.half } else { layout.id };
        match layout.marked {
            true => {
                let kept = Some([layout.id, low]);
                grid.plain_data(ports, kept, layout.half) + &grid.local_outputs(ports, "plain_data")
            }
            false => grid.local_outputs(ports, "eject_data"),
        }
    }

    fn bench_parameters(&self) -> String {
        let widths = self.spec.widths();
        let mut text = integers(&[("PN", self.spec.processors, "processors")]);
        if self.spec.program.ports == PortModel::AllPort {
            text += &integers(&[("E", self.spec.torus.ports().count(), "existing ports of a node")]);
        }
        let coordinates: usize = widths.coordinates.iter().sum();
        text += &integers(&[
            ("A", widths.address(), "bits of a flit's address"),
            ("W", self.spec.width, "bits of a flit's data"),
            ("LB", widths.expected_row, "bits of a row number of the expected-data ROM"),
            ("OW", coordinates, "offset bits"),
            ("SW", widths.id + coordinates, "bits of the straps of a processor"),
        ]);
        // A expected-data ROM's processors are those of its nodes; which nodes they are does not matter here.
        for (number, cell) in self.split_cells() {
            text += &self.grid().processor_table(number, cell);
        }
        text += "  // Straps of every processor, the last first: \
            {node id, coordinates, first dimension lowest}.\n";
        text += &self.grid().straps(self.placement, widths.id, &widths.coordinates);
        text + "\n"
    }

    /// The cells of several classes of processors, with their numbers.
    fn split_cells(&self) -> impl Iterator<Item = (usize, &Cell)> {
        let several = self.cells.iter().filter(|cell| !cell.processors.is_empty()).count() > 1;
        self.cells.iter().enumerate().filter(move |(_, cell)| several && !cell.processors.is_empty())
    }

    fn bench_nets(&self) -> String {
        let net = |width: &str, name: &str| format!("  wire [{width}-1:0] {name};\n");
        let local_ports = match self.spec.program.ports {
            PortModel::AllPort => "PN*E",
            PortModel::OnePort | PortModel::SinglePort => "PN",
        };
        let mut text = String::new();
        for (port, width) in MEMORY_PORTS {
            let width = if width.is_empty() { "PN".to_string() } else { format!("PN*{width}") };
            text += &net(&width, net_of(port));
        }
        text += &(net(local_ports, "eject_valid") + &net(&format!("{local_ports}*W"), "eject_data"));
        text += &(net("PN*LB", "expected_addr") + &net("PN", "expected_valid"));
        text += &(net("PN*A", "expected_place") + &net("PN*OW", "expected_partner"));
        text +=
            &(net("PN", "self_test_start") + &net("PN", "self_test_done") + &net("PN", "self_test_error"));
        text + "  wire network_start;\n  wire network_busy;\n  wire network_error;\n\n"
    }

    fn network_instance(&self) -> String {
        let mut all = vec![plain("clk_i"), plain("rst_ni")];
        all.push(("start_i".into(), "network_start".into()));
        all.push(("busy_o".into(), "network_busy".into()));
        all.extend(MEMORY_PORTS.map(|(port, _)| (port.to_string(), net_of(port).to_string())));
        all.extend(["eject_valid_o", "eject_data_o"].map(|port| (port.into(), net_name(port).into())));
        all.push(plain("link_valid_o"));
        all.push(("error_o".into(), "network_error".into()));
        // All self-test agents are in step.
        "  assign network_start = &self_test_start;\n\n".to_string()
            + &instance(self.spec.name, "u_net", &all)
    }

    fn expected_rom_loop(&self, number: usize, cell: &Cell) -> String {
        let mut inside = self.grid().processor_constant(number, cell);
        let mut all = vec![plain("clk_i"), plain("rst_ni")];
        all.push(("addr_i".into(), "expected_addr[P*LB +: LB]".into()));
        all.push(("valid_o".into(), "expected_valid[P]".into()));
        all.push(("place_o".into(), "expected_place[P*A +: A]".into()));
        all.extend(self.partner("partner", "o", "P"));
        let module = self.spec.class_module("expected_rom", number);
        inside += &format!("      {module} u_expected_rom (\n{}      );\n", connections(&all));
        generate_loop(number, cell.processors.len(), &format!("expected_{number}"), &inside)
    }

    fn partner(&self, name: &str, suffix: &str, owner: &str) -> Vec<(String, String)> {
        let mut low = 0;
        let slice = |(dim, &width): (usize, &usize)| {
            let text = format!("expected_partner[{owner}*OW+{low} +: {width}]");
            low += width;
            (format!("{name}_{dim}_{suffix}"), text)
        };
        self.spec.widths().coordinates.iter().enumerate().map(slice).collect()
    }

    fn self_test_loop(&self) -> String {
        let widths = self.spec.widths();
        let coordinates: usize = widths.coordinates.iter().sum();
        let mut all = vec![plain("clk_i"), plain("rst_ni"), plain("start_i")];
        all.push(("id_i".into(), format!("STRAPS[p*SW+{coordinates} +: {}]", widths.id)));
        let mut low = 0;
        for (dim, width) in widths.coordinates.iter().enumerate() {
            all.push((format!("x_{dim}_i"), format!("STRAPS[p*SW+{low} +: {width}]")));
            low += width;
        }
        all.push(("expected_addr_o".into(), "expected_addr[p*LB +: LB]".into()));
        all.push(("expected_valid_i".into(), "expected_valid[p]".into()));
        all.push(("expected_place_i".into(), "expected_place[p*A +: A]".into()));
        all.extend(self.partner("expected_partner", "i", "p"));
        all.push(("node_start_o".into(), "self_test_start[p]".into()));
        all.push(("node_busy_i".into(), "network_busy".into()));
        // What the self-test agent gives, the node takes.
        for (port, width) in MEMORY_PORTS {
            let turned =
                if port.ends_with("_i") { port.replace("_i", "_o") } else { port.replace("_o", "_i") };
            all.push((turned, of_processor(net_of(port), "p", width)));
        }
        all.push(("done_o".into(), "self_test_done[p]".into()));
        all.push(("error_o".into(), "self_test_error[p]".into()));
        let body =
            format!("      {} u_self_test (\n{}      );\n", self.spec.module("self_test"), connections(&all));
        loop_over("p", self.spec.processors, "self_test", &body)
    }
}

/// The ports of a memory, with the parameter that is their width for each processor; none: a bit.
const MEMORY_PORTS: [(&str, &str); 4] =
    [("mem_write_i", ""), ("mem_addr_i", "A"), ("mem_data_i", "W"), ("mem_data_o", "W")];

/// The bench's net at a port of a memory: `mem_data_o` is read data, `mem_data_i` is written.
fn net_of(port: &str) -> &str {
    match port {
        "mem_write_i" => "mem_write",
        "mem_addr_i" => "mem_addr",
        "mem_data_i" => "mem_wdata",
        _ => "mem_rdata",
    }
}

fn net_name(port: &str) -> &str {
    &port[..port.len() - 2]
}

/// A processor's part of a vector.
fn of_processor(net: &str, owner: &str, width: &str) -> String {
    match width {
        "" => format!("{net}[{owner}]"),
        width => format!("{net}[{owner}*{width} +: {width}]"),
    }
}
