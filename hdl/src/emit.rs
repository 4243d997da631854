//! The modules of a scheduled network's nodes as Verilog text, with their names and comments.

use crate::kernel::{Router, Tile};
use crate::print::{print, Catalog};
use crate::router_docs::{self, direction, turn_table};
use crate::slot_docs::{exit_table, target, SLOT_ROUTER_NAMELESS};
use crate::spec::{NodeSpec, SlotTable};
use crate::timing_docs;
use rust_hdl_core::prelude::{check_all, Block};
use torus_model::{HeaderLayout, Port, PortModel};

/// A module: its name and the text of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// The name of the module. Its file is `rtl/<name>.v`.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

/// Every module of a network except its tops, leaves first. The same specification gives the same bytes.
///
/// Panics if the specification contradicts itself or a kernel cannot be printed. Both are faults of the
/// program.
pub fn modules(spec: &NodeSpec) -> Vec<Module> {
    spec.check();
    let mut all: Vec<Module> = Vec::new();
    let mut add = |kind: &str, class: usize, block: &mut dyn Block| {
        for module in printed(kind, block, &PortDocs { spec, class }) {
            if !all.iter().any(|known| known.name == module.name) {
                all.push(module);
            }
        }
    };
    if spec.with_transit {
        add("transit", 0, &mut Router::transit(spec));
    }
    for class in 0..spec.images.len() {
        add("tile", class, &mut Tile::new(spec, class));
    }
    all
}

/// The modules of a block and of the blocks in it. Panics if rust-hdl's checks refuse the block.
pub(crate) fn printed(kind: &str, block: &mut dyn Block, catalog: &dyn Catalog) -> Vec<Module> {
    block.connect_all();
    if let Err(fault) = check_all(block) {
        panic!("The {kind} kernel is not connected as rust-hdl wants it: {fault:?}.");
    }
    let texts = print(kind, block, catalog)
        .unwrap_or_else(|fault| panic!("The {kind} kernel cannot be printed. {fault}"));
    texts.into_iter().map(|(name, text)| Module { name, text }).collect()
}

/// The names and comments of one processor class.
struct PortDocs<'a> {
    spec: &'a NodeSpec<'a>,
    class: usize,
}

impl Catalog for PortDocs<'_> {
    fn module(&self, kind: &str) -> String {
        match kind {
            "schedule" => self.spec.rom_module(self.class),
            "node" => self.spec.node_module(self.class),
            "tile" => self.spec.tile_module(self.class),
            "transit" => self.spec.transit_module(),
            "router" | "slot_router" => self.spec.router_module(),
            "agent" => self.spec.agent_module(),
            "mirror" => self.spec.mirror_module(),
            part if router_docs::summary(part).is_some() => format!("{}_{part}", self.spec.name),
            other => panic!("A block called {other} has no module name."),
        }
    }

    fn purpose(&self, kind: &str) -> Vec<String> {
        let what = match kind {
            "schedule" if self.spec.is_generated() => GENERATOR,
            kind => summary(kind),
        };
        let mut lines = vec![format!("{}: {what}", self.module(kind))];
        lines.extend(self.spec.header.iter().cloned());
        if matches!(kind, "router" | "slot_router" | "transit" | "node" | "tile") {
            lines.push(format!("Directions, by the number in a name: {}.", self.directions()));
        }
        if self.spec.slot_table.is_none() && matches!(kind, "router" | "transit" | "node" | "tile") {
            lines.push(layout(&self.spec.widths().layout));
            lines.push(
                "On a link only the runs that a message can have there; above the header its request:".into(),
            );
            lines.push(
                "bit 0 at its destination, bit 1 straight on, then the turns that are wired, in order."
                    .into(),
            );
        }
        if matches!(kind, "router" | "transit") {
            lines.extend(turn_table(self.spec.turns));
        }
        lines.extend(self.table_of(kind).map_or(Vec::new(), exit_table));
        lines.extend(timing_docs::scheduled(kind, self.spec.link_latency()));
        lines
    }

    fn port(&self, _kind: &str, base: &str, label: &str) -> String {
        let about = about(base);
        let link = base.starts_with("rx_") || base.starts_with("tx_");
        let one_port = self.spec.ports != PortModel::AllPort && !link;
        match label.split_once('_') {
            _ if base.starts_with("setting") => format!("{about} {}", self.exit_name(label)),
            None if label.is_empty() => about.into(),
            None if base == "x_i" || base == "flip_i" => format!("{about} {}", number(label) + 1),
            None if one_port => about.into(),
            None => format!("{}: {about}", direction(number(label))),
            Some((_, dim)) if one_port => format!("{about} {}", number(dim) + 1),
            Some((port, dim)) => format!("{}: {about} {}", direction(number(port)), number(dim) + 1),
        }
    }

    fn place(&self, kind: &str, _variable: &str, index: usize) -> String {
        let one_port = matches!(kind, "agent" | "mirror") && self.spec.ports != PortModel::AllPort;
        if let Some(exit) = self.table_of(kind).and_then(|table| table.exits.get(index)) {
            return target(exit.target, self.spec.ports);
        }
        match self.spec.existing_ports().get(index) {
            Some(port) if !one_port => direction(port.index()),
            _ => "the one port".into(),
        }
    }

    fn nameless(&self, kind: &str, base: &str) -> bool {
        match kind {
            "router" | "transit" => router_docs::NAMELESS.contains(&base),
            "slot_router" => SLOT_ROUTER_NAMELESS.contains(&base),
            "agent" => matches!(base, "wide" | "payload" | "sent"),
            _ => false,
        }
    }

    fn known(&self, kind: &str) -> bool {
        let shared = matches!(kind, "router" | "slot_router" | "agent" | "mirror");
        self.class > 0 && (shared || router_docs::summary(kind).is_some())
    }

    fn attribute(&self, kind: &str) -> &'static str {
        router_docs::attribute(kind)
    }

    fn checks(&self, kind: &str) -> String {
        match kind {
            "router" if self.spec.ports != PortModel::AllPort => conflict(ONE_PORT),
            "router" => conflict(ALL_PORTS),
            "transit" => conflict(TRANSIT),
            "slot_router" => conflict(UNEXPECTED),
            _ => String::new(),
        }
    }
}

impl PortDocs<'_> {
    /// The slot table, if `kind` is the router that slots set.
    fn table_of(&self, kind: &str) -> Option<&SlotTable> {
        self.spec.slot_table.filter(|_| kind == "slot_router")
    }

    /// The name of an exit by its label: `+x1` for `x1_plus`.
    fn exit_name(&self, label: &str) -> String {
        let exits = self.spec.slot_table.iter().flat_map(|table| &table.exits);
        let found = exits.into_iter().find(|exit| exit.label(self.spec.ports) == label);
        found.map_or(String::new(), |exit| target(exit.target, self.spec.ports))
    }

    /// The existing ports with their directions: `0 +x1, 1 -x1, ..`
    fn directions(&self) -> String {
        let ports = self.spec.existing_ports();
        let one = |port: &Port| format!("{} {}", port.index(), direction(port.index()));
        ports.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

/// The possible faults in a router with a local port for each direction, and in one with one local port.
const ALL_PORTS: &str = "two messages want one output, or a message wants a turn that is not wired";
const TRANSIT: &str = "two messages want one output, or one has no further way";
const UNEXPECTED: &str = "a message arrives in a slot in which none is expected";
const ONE_PORT: &str =
    "two messages want one output or arrive at once, or one wants a turn that is not wired";

/// Verilog that reports a fault in simulation. A proven schedule has none.
fn conflict(what: &str) -> String {
    format!(
        "
// In simulation a fault is reported at once.
`ifndef SYNTHESIS
always @(posedge clk_i) begin
  if (rst_ni && fault) begin
    $display(\"%m: {what}.\");
  end
end
`endif
"
    )
}

/// A comment with the fields of a header.
fn layout(layout: &HeaderLayout) -> String {
    let field = |from: usize, width: usize| match width {
        1 => format!("[{from}]"),
        _ => format!("[{}:{from}]", from + width - 1),
    };
    let mut text = format!("Header: hops left in this run less one {}", field(0, layout.hop_bits));
    for run in 0..layout.segments {
        let from = layout.hop_bits + run * layout.group_bits();
        let port = from + 1;
        let hops = port + layout.port_bits;
        text += &format!(
            "; run {}: present [{from}], port {}, hops less one {}",
            run + 2,
            field(port, layout.port_bits),
            field(hops, layout.hop_bits)
        );
    }
    text + "."
}

/// The description of the generator that replaces the ROM of a frame played by a rule.
const GENERATOR: &str = "the schedule of all processors, generated slot by slot; there is no ROM.";

fn number(label: &str) -> usize {
    label.parse().expect("labels are numbers")
}

fn summary(kind: &str) -> &'static str {
    if let Some(part) = router_docs::summary(kind) {
        return part;
    }
    match kind {
        "schedule" => "the schedule of one processor class, a row for each slot.",
        "node" => "router, schedule and slot counter of a processor's node.",
        "tile" => "a node with its traffic agent, for simulation.",
        "mirror" => {
            "swaps the signs of a ROM row where a coordinate is odd, so that one ROM serves all nodes."
        }
        "transit" => "the router of a node without processor.",
        "slot_router" => "a scheduled router without headers: the slot says what each output takes.",
        "agent" => "the traffic agent of one processor: it fills payloads and checks arrivals; for benches.",
        _ => "a scheduled router without buffers, arbitration or flow control; one cycle a hop.",
    }
}

fn about(base: &str) -> &'static str {
    match base.strip_suffix("_i").or(base.strip_suffix("_o")).unwrap_or(base) {
        "clk" => "clock, rising edge",
        "rst_ni" => "synchronous reset, active low",
        "start" => "one pulse begins a frame",
        "slot" => "slot of the schedule",
        "restart" => "the next slot is the first one, with no message under way",
        "running" => "a frame is under way",
        "id" => "node id, read during reset",
        "x" => "coordinate, read during reset: dimension",
        "flip" => "the coordinate is odd, read during reset: dimension",
        "rx_valid" => "a message arrives",
        "rx_head" => "its request and header",
        "rx_data" => "its payload",
        "tx_valid" => "a message leaves",
        "tx_head" => "its request and header",
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
        "setting" => "what is taken to",
        "expected" => "a message may arrive",
        "error" => "sticky: a conflict, a wrong message or an early start",
        _ => router_docs::about(base).unwrap_or_default(),
    }
}
