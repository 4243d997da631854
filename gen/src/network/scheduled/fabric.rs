//! The two fabric tops: the network for users and the self-running bench, as text.
//!
//! Nodes are identical, so each kind of node is one generate loop; a node's neighbours follow from its id by
//! the arithmetic of the torus, written once in the loop. Tables hold what does not follow: which nodes a
//! kind stands at, and the coordinates that are strapped to the traffic agents. The text of a full torus does
//! not grow with its size. (Explicit instances were measured beside it: ARCHITECTURE.md, "Generate loops".)
//!
//! Inside, links (and with all ports the local ports of a processor) are numbered by existing ports, so that
//! a torus with a radix of 2 has no unused wires; only `link_valid_o` and the bench's ejections have the
//! contract's 2d bits for each node. With one port a processor has one local port, whose index is the
//! processor's number.

use crate::top::{
    module_text,
    text::{
        bench_registers, connections, generate_loop, instance, integers, local_port_number, loop_over, plain,
        triple,
    },
    Activity, Cell, Grid, Port,
};
use torus_hdl::{NodeSpec, LINK_LATENCY};
use torus_model::{PayloadLayout, Placement, PortModel};

/// Text generator of the tops of one network.
pub struct Fabric<'a> {
    pub(super) spec: &'a NodeSpec<'a>,
    placement: &'a Placement,
    cells: &'a [Cell],
    pub(super) activity: Activity,
}

impl<'a> Fabric<'a> {
    /// The tops of the network that `cells` make together, every node in one of them, with a schedule that is
    /// busy in these slots.
    pub fn new(
        spec: &'a NodeSpec<'a>,
        placement: &'a Placement,
        cells: &'a [Cell],
        activity: Activity,
    ) -> Self {
        Fabric { spec, placement, cells, activity }
    }

    fn grid(&self) -> Grid<'_> {
        Grid { torus: self.spec.torus, processors: self.spec.processors }
    }

    /// Directions of travel of the existing ports, by port index.
    fn ports(&self) -> Vec<torus_model::Port> {
        self.spec.existing_ports()
    }

    /// Whether a processor has one local port, not one for each port.
    pub(super) fn has_one_local_port(&self) -> bool {
        self.spec.ports != PortModel::AllPort
    }

    /// The number of the `e`-th local port of processor `owner` among all local ports.
    fn local_port(&self, owner: &str, e: usize) -> String {
        local_port_number(self.spec.ports, owner, e)
    }

    /// Where the fields of a local port begin in a vector of fields of `width` bits.
    fn place(&self, local_port: &str, width: &str) -> String {
        if self.has_one_local_port() {
            format!("{local_port}*{width}")
        } else {
            format!("({local_port})*{width}")
        }
    }

    /// Bits of an offset: its coordinates, first dimension lowest.
    pub(super) fn offset_bits(&self) -> usize {
        self.spec.widths().coordinates.iter().sum()
    }

    /// `NAME`: the network with the local ports of every processor.
    pub fn network(&self) -> String {
        let mut body = self.network_parameters();
        body += &self.nets();
        for (number, cell) in self.cells.iter().enumerate() {
            body += &self.node_loop(number, cell);
        }
        body += &self.grid().link_outputs("link_valid");
        body += "  assign error_o = |node_error;\n";
        let what = "the network: every node, with the local ports of every processor.";
        self.module(self.spec.name, what, &network_timing(), &self.network_ports(), &body)
    }

    /// `NAME_bench`: the network with a traffic agent at every processor, running exchanges by itself.
    pub fn bench(&self) -> String {
        let mut body = self.bench_parameters();
        body += &self.bench_nets();
        body += &self.network_instance();
        body += &self.agent_loop();
        body += &self.ejections();
        body += &bench_registers("agent");
        let what = "the network and its traffic agents: one complete exchange for each pulse of start_i.";
        self.module(&format!("{}_bench", self.spec.name), what, &[], &self.bench_ports(), &body)
    }

    /// What arrives, as the bench's ports show it.
    fn ejections(&self) -> String {
        let (grid, ports) = (self.grid(), self.spec.ports);
        let layout = PayloadLayout::of_messages(self.spec.width, self.spec.torus.len());
        match layout.marked {
            true => grid.plain_data(ports, None, layout.half) + &grid.local_outputs(ports, "plain_data"),
            false => grid.local_outputs(ports, "eject_data"),
        }
    }

    fn module(&self, name: &str, what: &str, more: &[String], ports: &[Port], body: &str) -> String {
        module_text(name, what, &[&self.spec.header, more].concat(), ports, body)
    }

    fn network_parameters(&self) -> String {
        let widths = self.spec.widths();
        let mut text = integers(&[
            ("E", self.ports().len(), "existing ports of a node"),
            ("HW", widths.head(), "header bits"),
            ("W", self.spec.width, "payload bits"),
            ("OW", self.offset_bits(), "offset bits"),
        ]);
        for (number, cell) in self.cells.iter().enumerate() {
            text += &self.grid().tables(number, cell);
        }
        text + "\n"
    }

    fn nets(&self) -> String {
        let (n, e) = (self.spec.torus.len(), self.ports().len());
        let (w, hw) = (self.spec.width, self.spec.widths().head());
        format!(
            "  // Links by tail node and existing port: what leaves node n through its e-th port.\n  \
             wire [{}:0] link_valid;\n  wire [{}:0] link_head;\n  wire [{}:0] link_data;\n  \
             wire [{}:0] node_error;\n\n",
            n * e - 1,
            n * e * hw - 1,
            n * e * w - 1,
            n - 1
        )
    }

    fn node_loop(&self, number: usize, cell: &Cell) -> String {
        let mut body = self.grid().constants(number, cell);
        body += &format!("      {} u_node (\n", cell.module);
        body += &connections(&self.node_connections(cell));
        body += "      );\n";
        generate_loop(number, cell.nodes.len(), &format!("cell_{number}"), &body)
    }

    fn node_connections(&self, cell: &Cell) -> Vec<(String, String)> {
        let mut all = vec![plain("clk_i"), plain("rst_ni")];
        if !cell.processors.is_empty() {
            all.push(plain("start_i"));
            let odd = |dim: &usize| (format!("flip_{dim}_i"), format!("X{dim} % 2 == 1"));
            all.extend(self.spec.flips.iter().map(odd));
        }
        for (e, port) in self.ports().iter().enumerate() {
            let q = port.index();
            let (from, to) = (format!("T{q}*E+{e}"), format!("N*E+{e}"));
            all.extend(triple("rx", q, "i", &from, "W"));
            all.extend(triple("tx", q, "o", &to, "W"));
        }
        if !cell.processors.is_empty() {
            for (e, q) in self.spec.local_ports().into_iter().enumerate() {
                all.extend(self.local_connections(e, q));
            }
        }
        all.push(("error_o".into(), "node_error[N]".into()));
        all
    }

    fn local_connections(&self, e: usize, q: usize) -> Vec<(String, String)> {
        let local_port = self.local_port("P", e);
        let data = self.place(&local_port, "W");
        let mut all = vec![(format!("inject_valid_{q}_o"), format!("inject_valid_o[{local_port}]"))];
        all.extend(self.offset_slices(q, "o", "inject_offset_o", &local_port));
        all.push((format!("inject_data_{q}_i"), format!("inject_data_i[{data} +: W]")));
        all.push((format!("eject_valid_{q}_o"), format!("eject_valid_o[{local_port}]")));
        all.push((format!("eject_data_{q}_o"), format!("eject_data_o[{data} +: W]")));
        all
    }

    /// `.inject_offset_q_i_s(net[..])` for every dimension i.
    fn offset_slices(&self, q: usize, suffix: &str, net: &str, local_port: &str) -> Vec<(String, String)> {
        let (mut low, place) = (0, self.place(local_port, "OW"));
        let slice = |(dim, &width): (usize, &usize)| {
            let text = format!("{net}[{place}+{low} +: {width}]");
            low += width;
            (format!("inject_offset_{q}_{dim}_{suffix}"), text)
        };
        self.spec.widths().coordinates.iter().enumerate().map(slice).collect()
    }

    fn bench_parameters(&self) -> String {
        let widths = self.spec.widths();
        let mut text = integers(&[("P", self.spec.processors, "processors")]);
        if !self.has_one_local_port() {
            text += &integers(&[("E", self.ports().len(), "existing ports of a node")]);
        }
        text += &integers(&[
            ("W", self.spec.width, "payload bits"),
            ("OW", self.offset_bits(), "offset bits"),
            ("SW", widths.id + self.offset_bits(), "bits of the straps of a processor"),
        ]);
        text += "  // Straps of every processor, the last first: \
            {node id, coordinates, first dimension lowest}.\n";
        text += &self.grid().straps(self.placement, widths.id, &widths.coordinates);
        text + "\n"
    }

    fn bench_nets(&self) -> String {
        let net = |width: &str, name: &str| format!("  wire [{width}-1:0] {name};\n");
        let local_ports = if self.has_one_local_port() { "P" } else { "P*E" };
        let (offsets, data) = (format!("{local_ports}*OW"), format!("{local_ports}*W"));
        let mut text =
            net(local_ports, "inject_valid") + &net(&offsets, "inject_offset") + &net(&data, "inject_data");
        text += &(net(local_ports, "eject_valid") + &net(&data, "eject_data"));
        text += &(net("P", "agent_done") + &net("P", "agent_error"));
        text + "  wire network_error;\n\n"
    }

    fn network_instance(&self) -> String {
        let nets = ["inject_valid_o", "inject_offset_o", "inject_data_i", "eject_valid_o", "eject_data_o"];
        let mut all = vec![plain("clk_i"), plain("rst_ni"), plain("start_i")];
        all.extend(nets.iter().map(|name| (name.to_string(), name[..name.len() - 2].to_string())));
        all.push(plain("link_valid_o"));
        all.push(("error_o".into(), "network_error".into()));
        instance(self.spec.name, "u_net", &all)
    }

    fn agent_loop(&self) -> String {
        let widths = self.spec.widths();
        let mut all = vec![plain("clk_i"), plain("rst_ni"), plain("start_i")];
        let ow = self.offset_bits();
        all.push(("id_i".into(), format!("STRAPS[p*SW+{ow} +: {}]", widths.id)));
        let mut low = 0;
        for (dim, width) in widths.coordinates.iter().enumerate() {
            all.push((format!("x_{dim}_i"), format!("STRAPS[p*SW+{low} +: {width}]")));
            low += width;
        }
        for (e, q) in self.spec.local_ports().into_iter().enumerate() {
            let local_port = self.local_port("p", e);
            let data = self.place(&local_port, "W");
            all.push((format!("inject_valid_{q}_i"), format!("inject_valid[{local_port}]")));
            all.extend(self.offset_slices(q, "i", "inject_offset", &local_port));
            all.push((format!("inject_data_{q}_o"), format!("inject_data[{data} +: W]")));
            all.push((format!("eject_valid_{q}_i"), format!("eject_valid[{local_port}]")));
            all.push((format!("eject_data_{q}_i"), format!("eject_data[{data} +: W]")));
        }
        all.push(("done_o".into(), "agent_done[p]".into()));
        all.push(("error_o".into(), "agent_error[p]".into()));
        let body = format!("      {} u_agent (\n{}      );\n", self.spec.agent_module(), connections(&all));
        loop_over("p", self.spec.processors, "agent", &body)
    }
}

/// When a message's data are taken, and when it is where: a diagram of the first slot.
fn network_timing() -> Vec<String> {
    let last = LINK_LATENCY + 3;
    let cycles: String = (0..=last).map(|cycle| format!("{cycle:<4}")).collect();
    let wave = |high: std::ops::Range<usize>| -> String {
        let cycle = |c: usize| match (high.contains(&c), c == high.start, c + 1 == high.end) {
            (false, _, _) => "____",
            (_, true, true) => "/~~\\",
            (_, true, false) => "/~~~",
            (_, false, true) => "~~~\\",
            _ => "~~~~",
        };
        (0..=last).map(cycle).collect()
    };
    let line = |name: &str, high, about: &str| format!("  {name:<14} {}  {about}", wave(high));
    vec![
        "Timing of a message of two hops in slot 0; slot s is s cycles later:".into(),
        format!("  {:<14} {}", "cycle", cycles.trim_end()),
        line("start_i", 0..1, "a frame begins"),
        line("inject_valid_o", LINK_LATENCY - 1..LINK_LATENCY, "inject_data_i is taken"),
        line("link_valid_o", LINK_LATENCY..LINK_LATENCY + 2, "on its first link, then on its second"),
        line("eject_valid_o", LINK_LATENCY + 2..LINK_LATENCY + 3, "eject_data_o holds the payload"),
        format!(
            "Slot s injects in cycle {} + s after start_i. inject_data_i must stand in the same cycle as",
            LINK_LATENCY - 1
        ),
        "inject_valid_o and inject_offset_o. A block RAM addressed by inject_offset_o answers one cycle late"
            .into(),
        "and must not be connected directly.".into(),
    ]
}
