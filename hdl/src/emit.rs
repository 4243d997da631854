//! The modules of a network's nodes as text, with the names and comments that go with them.

use crate::kernel::{Router, Tile};
use crate::print::{print, Catalog};
use crate::spec::NodeSpec;
use rust_hdl_core::prelude::{check_all, Block};
use torus_model::{Port, PortModel};

/// A module: its name and the text of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// The module's name; the file is `rtl/<name>.v`.
    pub name: String,
    /// The whole file.
    pub text: String,
}

/// Every module of a network but its tops, leaves first. The same specification gives the same bytes.
///
/// Panics where the specification contradicts itself or a kernel cannot be printed: both are faults of the
/// program.
pub fn modules(spec: &NodeSpec) -> Vec<Module> {
    spec.check();
    let mut all: Vec<Module> = Vec::new();
    let mut add = |kind: &str, class: usize, block: &mut dyn Block| {
        for module in printed(kind, block, &Sheet { spec, class }) {
            if !all.iter().any(|known| known.name == module.name) {
                all.push(module);
            }
        }
    };
    if spec.with_pass {
        add("pass", 0, &mut Router::pass(spec));
    }
    for class in 0..spec.images.len() {
        add("tile", class, &mut Tile::new(spec, class));
    }
    all
}

/// A block and the blocks inside it, once rust-hdl's checks are content with it.
pub(crate) fn printed(kind: &str, block: &mut dyn Block, catalog: &dyn Catalog) -> Vec<Module> {
    block.connect_all();
    if let Err(fault) = check_all(block) {
        panic!("The {kind} kernel is not connected as rust-hdl wants it: {fault:?}.");
    }
    let texts = print(kind, block, catalog)
        .unwrap_or_else(|fault| panic!("The {kind} kernel cannot be printed. {fault}"));
    texts.into_iter().map(|(name, text)| Module { name, text }).collect()
}

/// Names and comments of one processor class.
struct Sheet<'a> {
    spec: &'a NodeSpec<'a>,
    class: usize,
}

impl Catalog for Sheet<'_> {
    fn module(&self, kind: &str) -> String {
        match kind {
            "rom" => self.spec.rom_module(self.class),
            "node" => self.spec.node_module(self.class),
            "tile" => self.spec.tile_module(self.class),
            "pass" => self.spec.pass_module(),
            "router" => self.spec.router_module(),
            "endpoint" => self.spec.endpoint_module(),
            "mirror" => self.spec.mirror_module(),
            other => panic!("A block called {other} has no module name."),
        }
    }

    fn purpose(&self, kind: &str) -> Vec<String> {
        let widths = self.spec.widths();
        let mut lines = vec![format!("{}: {}", self.module(kind), summary(kind))];
        lines.extend(self.spec.header.iter().cloned());
        lines.push(format!("Torus {}; {} processors.", self.spec.torus, self.spec.processors));
        let (layout, slots) = (&widths.layout, self.spec.images.get(self.class).map_or(0, |i| i.rows.len()));
        lines.push(format!(
            "Payload {} bits; header {} bits: {} of hops, {} further runs of 1 + {} + {} bits; {slots} slots.",
            self.spec.width,
            layout.width(),
            layout.hop_bits,
            layout.segments,
            layout.port_bits,
            layout.hop_bits,
        ));
        lines
    }

    fn port(&self, base: &str, label: &str) -> String {
        let about = about(base);
        let link = base.starts_with("rx_") || base.starts_with("tx_");
        let only_lane = self.spec.ports != PortModel::AllPort && !link;
        match label.split_once('_') {
            None if label.is_empty() => about.into(),
            None if base == "x_i" || base == "flip_i" => format!("{about} {}", number(label) + 1),
            None if only_lane => about.into(),
            None => format!("{}, {about}", direction(label)),
            Some((_, dim)) if only_lane => format!("{about} {}", number(dim) + 1),
            Some((port, dim)) => format!("{}, {about} {}", direction(port), number(dim) + 1),
        }
    }

    fn known(&self, kind: &str) -> bool {
        self.class > 0 && matches!(kind, "router" | "endpoint" | "mirror")
    }

    fn checks(&self, kind: &str) -> String {
        match kind {
            "router" if self.spec.ports != PortModel::AllPort => CONFLICT.replace(ALL_PORTS, ONE_LANE),
            "router" | "pass" => CONFLICT.into(),
            _ => String::new(),
        }
    }
}

/// What can be wrong in a router with a lane for each port, and in one with one lane.
const ALL_PORTS: &str = "two messages want one output, or a message wants a turn that is not wired";
const ONE_LANE: &str =
    "two messages want one output or are home at once, or a message wants a port or turn that \
                        is not wired";

const CONFLICT: &str = "
`ifndef SYNTHESIS
always @(posedge clk_i) begin
  if (rst_ni && fault) begin
    $display(\"%m: two messages want one output, or a message wants a turn that is not wired.\");
  end
end
`endif
";

fn number(label: &str) -> usize {
    label.parse().expect("labels are numbers")
}

fn direction(label: &str) -> String {
    format!("dimension {}", Port::from_index(number(label)).to_string().replace(['+', '-'], ", "))
        + &Port::from_index(number(label)).to_string()[1..]
}

fn summary(kind: &str) -> &'static str {
    match kind {
        "rom" => "the schedule of one processor class, a row for each slot.",
        "node" => "router, schedule ROM and slot counter of a processor's node.",
        "tile" => "a node with the source and sink of its messages.",
        "mirror" => {
            "swaps the signs of a ROM row where a coordinate is odd, so that one ROM serves all nodes."
        }
        "pass" => "the router of a node without processor.",
        "endpoint" => "source and sink of one processor's messages, for benches.",
        _ => "a scheduled router without buffers, arbitration or flow control; one cycle a hop.",
    }
}

fn about(base: &str) -> &'static str {
    match base.strip_suffix("_i").or(base.strip_suffix("_o")).unwrap_or(base) {
        "clk" => "clock, rising edge",
        "rst_ni" => "synchronous reset, active low",
        "start" => "one pulse begins a frame",
        "slot" => "slot of the schedule",
        "id" => "node id, read during reset",
        "x" => "coordinate, read during reset: dimension",
        "flip" => "the coordinate is odd, read during reset: dimension",
        "rx_valid" => "a message arrives",
        "rx_head" => "its header",
        "rx_data" => "its payload",
        "tx_valid" => "a message leaves",
        "tx_head" => "its header",
        "tx_data" => "its payload",
        "inject_valid" => "the processor sends",
        "inject_port" | "port" | "rom_port" => "the port it leaves by",
        "inject_head" => "its header",
        "inject_data" => "payload to send",
        "inject_offset" | "offset" | "rom_offset" => "destination minus source in dimension",
        "eject_valid" => "a message for the processor",
        "eject_data" => "its payload",
        "valid" | "rom_valid" => "a message begins here",
        "head" | "rom_head" => "its header",
        "done" => "all messages of the frame are received",
        "error" => "sticky: the schedule or a message is broken",
        _ => "",
    }
}
