//! The torus as generate loops: at which nodes a module stands, and where their traffic comes from.
//!
//! Each kind of node is one loop. The id of a node is the loop index, or comes from a table if the kind does
//! not stand at all nodes. Coordinates and the tails of arriving links follow by arithmetic. The loop index
//! is `g<number>`; constants inside are `N` (node id), `P` (processor), `X<dim>` (coordinate) and `T<port>`
//! (tail of the link that arrives).

use super::{
    node_id::node_bits,
    text::{entry, generate_loop, generate_loop_where, loop_over, plane, table},
    Cell,
};
use crate::limits::MAX_LISTED;
use torus_model::{route::bits, NodeId, Placement, Port, PortModel, Sign, Torus};

/// A torus whose nodes are of several kinds.
#[derive(Clone, Copy, Debug)]
pub struct Grid<'a> {
    /// The torus.
    pub torus: &'a Torus,
    /// Number of processors.
    pub processors: usize,
}

/// What the index of the loop over the nodes of one kind counts.
enum Indices {
    /// Node ids: the kind stands at every node.
    Nodes,
    /// Entries of a table of node ids.
    Entries,
    /// Node ids, too, and a table has a bit for each node, set where the kind stands. This is for nodes
    /// without processor in a large network, whose listed ids would be most of the text.
    NodesWithBit,
}

impl Grid<'_> {
    /// The tables of one kind: its node ids, and its processor numbers if there are several kinds of
    /// processors.
    pub fn tables(&self, number: usize, cell: &Cell) -> String {
        let nodes = match self.indices(cell) {
            Indices::Nodes => String::new(),
            Indices::Entries => {
                let nodes: Vec<_> = cell.nodes.iter().map(|&node| (node, self.at(node))).collect();
                table(&format!("NODE_{number}"), self.node_bits(), &nodes)
            }
            Indices::NodesWithBit => plane(&format!("AT_{number}"), self.torus.len(), &cell.nodes),
        };
        nodes + &self.processor_table(number, cell)
    }

    /// The loop over the nodes of one kind, with its comment.
    pub fn cell_loop(&self, number: usize, cell: &Cell, node: &str) -> String {
        let label = format!("cell_{number}");
        let (which, ids) = match (cell.processors.is_empty(), self.is_split(cell)) {
            (true, _) => ("without a processor".into(), ""),
            (false, true) => (format!("with a processor of class {number}"), ", P: its processor"),
            (false, false) => ("with a processor".into(), ", P: its processor"),
        };
        let about =
            format!("  // Nodes {which}. N: node id{ids}, X: coordinates, T: where links come from.\n");
        about
            + &match self.indices(cell) {
                Indices::NodesWithBit => generate_loop_where(number, self.torus.len(), &label, node),
                Indices::Nodes | Indices::Entries => generate_loop(number, cell.nodes.len(), &label, node),
            }
    }

    /// The table of processor numbers of one kind, if there are several kinds of processors.
    pub fn processor_table(&self, number: usize, cell: &Cell) -> String {
        match self.is_split(cell) {
            true => {
                let at = |(&processor, &node): (&usize, &usize)| (processor, self.at(node));
                let all: Vec<_> = cell.processors.iter().zip(&cell.nodes).map(at).collect();
                table(&format!("PROC_{number}"), self.processor_bits(), &all)
            }
            false => String::new(),
        }
    }

    /// The constant `P`, the processor number, in the loop over the nodes of one kind.
    pub fn processor_constant(&self, number: usize, cell: &Cell) -> String {
        let processor = match self.is_split(cell) {
            true => entry("PROC", number, self.processor_bits()),
            false => format!("g{number}"),
        };
        format!("      localparam integer P = {processor};\n")
    }

    /// The constants of a node: its id, its processor number, its coordinates, and for each port the node
    /// from which traffic arrives.
    pub fn constants(&self, number: usize, cell: &Cell) -> String {
        let index = format!("g{number}");
        let constant = |name: &str, value: String| format!("      localparam integer {name} = {value};\n");
        let node = match self.indices(cell) {
            Indices::Entries => entry("NODE", number, self.node_bits()),
            Indices::Nodes | Indices::NodesWithBit => index,
        };
        let mut text = constant("N", node);
        if !cell.processors.is_empty() {
            text += &self.processor_constant(number, cell);
        }
        for dim in 0..self.torus.d() {
            let (stride, n) = (self.torus.stride(dim), self.torus.dims()[dim]);
            text += &constant(&format!("X{dim}"), format!("N / {stride} % {n}"));
        }
        self.torus.ports().for_each(|port| text += &constant(&format!("T{}", port.index()), self.tail(port)));
        text
    }

    /// A Verilog bit: whether the link in direction `port` that ends here is a wrap link.
    pub fn wrapped(&self, port: Port) -> String {
        format!("({}) ? 1'b1 : 1'b0", self.is_behind_wrap(port))
    }

    /// The same as a Verilog condition.
    pub fn is_behind_wrap(&self, port: Port) -> String {
        let end = if port.sign() == Sign::Plus { 0 } else { self.torus.dims()[port.dim()] - 1 };
        format!("X{} == {end}", port.dim())
    }

    /// The Verilog expression of the node from which the link in direction `port` comes.
    fn tail(&self, port: Port) -> String {
        let (dim, n) = (port.dim(), self.torus.dims()[port.dim()] as usize);
        let stride = self.torus.stride(dim);
        let wrap = stride * (n - 1);
        match port.sign() {
            Sign::Plus => format!("(X{dim} == 0) ? N + {wrap} : N - {stride}"),
            Sign::Minus => format!("(X{dim} == {}) ? N - {wrap} : N + {stride}", n - 1),
        }
    }

    /// The table `STRAPS`: for every processor `{node id, coordinates}`, first dimension lowest.
    pub fn straps(&self, placement: &Placement, id: usize, coordinates: &[usize]) -> String {
        let strap = |node: &NodeId| {
            let x = |dim| self.torus.coordinate(*node, dim) as usize;
            let fields = coordinates.iter().enumerate();
            let (code, low) = fields.fold((0, 0), |(code, low), (dim, w)| (code | x(dim) << low, low + w));
            (code | node.index() << low, self.at(node.index()))
        };
        let straps: Vec<_> = placement.processors().iter().map(strap).collect();
        table("STRAPS", id + coordinates.iter().sum::<usize>(), &straps)
    }

    /// Assigns `link_valid_o` from `net`, which has a bit for each node and existing port. The port has 2d
    /// bits for each node, 0 for absent ports.
    pub fn link_outputs(&self, net: &str) -> String {
        let (slots, ports) = (self.torus.port_slots(), self.torus.ports().collect::<Vec<_>>());
        if ports.len() == slots {
            return format!("  // Which links carry something.\n  assign link_valid_o = {net};\n");
        }
        let bit = |slot: usize| match ports.iter().position(|port| port.index() == slot) {
            Some(e) => format!("      assign link_valid_o[l*{slots}+{slot}] = {net}[l*E+{e}];\n"),
            None => format!("      assign link_valid_o[l*{slots}+{slot}] = 1'b0;\n"),
        };
        "  // Which links carry something. Ports that do not exist read 0.\n".to_string()
            + &loop_over("l", self.torus.len(), "link", &(0..slots).map(bit).collect::<String>())
    }

    /// Declares `plain_data`: the payloads that a bench ejects, not inverted. `kept`: how many low bits of
    /// each half are shown, the high half first, if the halves contain other bits than ids.
    pub fn plain_data(&self, model: PortModel, kept: Option<[usize; 2]>, half: usize) -> String {
        let local_ports = self.processors * model.existing_local_ports(self.torus).len();
        let ones = |bits: usize| match half - bits {
            0 => format!("{{{bits}{{1'b1}}}}"),
            above => format!("{above}'d0, {{{bits}{{1'b1}}}}"),
        };
        let plain = "eject_data[t*W +: W] ^ {W{eject_data[t*W+W-1]}}";
        let (said, data) = match kept {
            Some([high, low]) => (
                format!(
                    ", above its ids are numbers of run and flit.\n  localparam [W-1:0] IDS = {{{}, {}}};\n",
                    ones(high),
                    ones(low)
                ),
                format!("({plain}) & IDS"),
            ),
            None => (".\n".into(), plain.into()),
        };
        format!("  // The highest bit of a payload says that all of it is inverted{said}")
            + &format!("  wire [{local_ports}*W-1:0] plain_data;\n")
            + &loop_over("t", local_ports, "plain", &format!("      assign plain_data[t*W +: W] = {data};\n"))
    }

    /// Assigns the ejection ports of a bench. Every processor has one or 2d local ports; those of absent
    /// ports read 0. `net`: the payloads.
    pub fn local_outputs(&self, model: PortModel, net: &str) -> String {
        let (slots, local_ports) = (model.local_ports(self.torus), model.existing_local_ports(self.torus));
        if local_ports.len() == slots {
            return format!(
                "  // What processors receive.\n  assign eject_valid_o = eject_valid;\n  \
                 assign eject_data_o = {net};\n\n"
            );
        }
        let local_port = |slot: usize| {
            let (valid, data) = match local_ports.iter().position(|&local_port| local_port == slot) {
                Some(e) => (format!("eject_valid[v*E+{e}]"), format!("{net}[(v*E+{e})*W +: W]")),
                None => ("1'b0".into(), "{W{1'b0}}".into()),
            };
            format!(
                "      assign eject_valid_o[v*{slots}+{slot}] = {valid};\n      \
                 assign eject_data_o[(v*{slots}+{slot})*W +: W] = {data};\n"
            )
        };
        "  // What processors receive. Local ports that do not exist read 0.\n".to_string()
            + &loop_over("v", self.processors, "local_port", &(0..slots).map(local_port).collect::<String>())
    }

    /// `node 5 at (1,1)`, for comments.
    pub fn at(&self, node: usize) -> String {
        let id = self.torus.node_at(node).expect("a cell's nodes are nodes of the torus");
        let x: Vec<String> = self.torus.coordinates(id).iter().map(u32::to_string).collect();
        format!("node {node} at ({})", x.join(","))
    }

    fn indices(&self, cell: &Cell) -> Indices {
        match cell.nodes.len() {
            all if all == self.torus.len() => Indices::Nodes,
            _ if cell.processors.is_empty() && self.torus.len() > MAX_LISTED => Indices::NodesWithBit,
            _ => Indices::Entries,
        }
    }

    /// Whether the kind has only some of the processors, so that the loop index is not the processor number.
    fn is_split(&self, cell: &Cell) -> bool {
        !cell.processors.is_empty() && cell.processors.len() < self.processors
    }

    fn node_bits(&self) -> usize {
        node_bits(self.torus.len())
    }

    fn processor_bits(&self) -> usize {
        bits(self.processors).max(1)
    }
}
