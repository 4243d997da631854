//! The names and comments of the modules of a network with message memories.

use crate::print::Catalog;
use crate::router_docs::{self, direction, turn_table};
use crate::spec::memory::MemorySpec;
use crate::timing_docs;
use torus_model::{quantity, PortModel};

/// The kinds of modules that each class has for itself.
pub(super) const OWN: [&str; 4] = ["program", "node", "expected_rom", "tile"];

/// The names and comments of one class.
pub(super) struct PortDocs<'a> {
    pub spec: &'a MemorySpec<'a>,
    pub class: usize,
}

impl Catalog for PortDocs<'_> {
    fn module(&self, kind: &str) -> String {
        match OWN.contains(&kind) {
            true => self.spec.class_module(kind, self.class),
            false => self.spec.module(kind),
        }
    }

    fn purpose(&self, kind: &str) -> Vec<String> {
        let mut lines = vec![format!("{}: {}", self.module(kind), summary(kind))];
        lines.extend(self.spec.header.iter().cloned());
        lines.push(self.memory_and_payload());
        if kind == "router" || kind == "transit" {
            lines.extend(turn_table(&self.spec.turns));
        }
        lines.extend(timing_docs::memory(kind, self.spec.start_to_done()));
        lines
    }

    fn place(&self, kind: &str, _variable: &str, index: usize) -> String {
        match self.spec.torus.ports().nth(index) {
            Some(port) if matches!(kind, "router" | "transit") => direction(port.index()),
            _ => index.to_string(),
        }
    }

    fn nameless(&self, kind: &str, base: &str) -> bool {
        matches!(kind, "router" | "transit") && router_docs::NAMELESS.contains(&base)
    }

    fn attribute(&self, kind: &str) -> &'static str {
        router_docs::attribute(kind)
    }

    fn port(&self, _kind: &str, base: &str, label: &str) -> String {
        let about = about(base);
        let link = base.starts_with("rx_") || base.starts_with("tx_");
        let one_local_port = self.spec.program.ports != PortModel::AllPort && !link;
        match label.parse::<usize>() {
            Ok(number) if about.ends_with("dimension") => format!("{about} {}", number + 1),
            Ok(_) if one_local_port => about.into(),
            Ok(number) => format!("{}: {about}", direction(number)),
            Err(_) => about.into(),
        }
    }

    fn checks(&self, kind: &str) -> String {
        let says = match kind {
            "router" | "transit" => {
                "two messages want one output or are at their destination at once, or one names no output"
            }
            "memory" => {
                "two flits of one bank in one cycle, a bank that does not exist, or a write while busy"
            }
            _ => return String::new(),
        };
        format!(
            "\n// In simulation a fault is reported at once.\n\
             `ifndef SYNTHESIS\nalways @(posedge clk_i) begin\n  if (rst_ni && fault) begin\n    \
             $display(\"%m: {says}.\");\n  end\nend\n`endif\n"
        )
    }
}

impl PortDocs<'_> {
    /// The comment line that says what memories and payloads are made of.
    fn memory_and_payload(&self) -> String {
        let (program, widths) = (self.spec.program, self.spec.widths());
        format!(
            "Memory: {} of {}. Payload {}: address {} + {}, data {}; header {}.",
            quantity(program.banks, "bank"),
            quantity(program.depth, "flit"),
            quantity(widths.payload(), "bit"),
            widths.bank,
            widths.index,
            widths.data,
            widths.layout.in_words()
        )
    }
}

fn summary(kind: &str) -> &'static str {
    if let Some(part) = router_docs::summary(kind) {
        return part;
    }
    match kind {
        "transit" => "the router of a node without processor.",
        "bank" => "memory of flits with one read and one write port.",
        "memory" => "the message memory: banks, crossbars to and from the local ports, a port for the host.",
        "sequencer" => {
            "it steps through the rows of a program, and repeats a phase for each flit of a block."
        }
        "core" => "router, message memory and sequencer: a processor's node without its program.",
        "program" => "what a processor sends, from where and to where; rows that hold for some cycles.",
        "node" => "a processor's node with its program.",
        "expected_rom" => "the blocks to load before a run, and those to find after it.",
        "self_test" => {
            "it loads the blocks, starts the node, reads the results back and compares; for benches."
        }
        "tile" => "a node with its self-test agent, for simulation.",
        _ => "a scheduled router without buffers, arbitration or flow control; one cycle a hop.",
    }
}

fn about(base: &str) -> &'static str {
    if let Some(text) = router_docs::about(base) {
        return text;
    }
    match base.strip_suffix("_i").or(base.strip_suffix("_o")).unwrap_or(base) {
        "clk" => "clock, rising edge",
        "rst_ni" => "synchronous reset, active low",
        "start" => "one pulse begins a run",
        "busy" => "a run is under way",
        "done" => "the results of the run are read and compared",
        "error" => "sticky: flits conflict, a flit is wrong, or a port is misused",
        "id" => "node id, read during reset",
        "x" => "coordinate, read during reset: dimension",
        "rx_valid" => "a flit arrives",
        "tx_valid" => "a flit leaves",
        "rx_head" | "tx_head" => "its request and header",
        "inject_head" => "its header",
        "rx_data" | "tx_data" | "inject_data" => "its address and data",
        "inject_valid" => "the processor sends",
        "inject_port" => "the port it leaves by",
        "eject_valid" => "a flit for the processor",
        "eject_data" => "its data",
        "mem_write" | "host_write" => "the host writes a flit",
        "mem_addr" | "host_addr" => "where the host reads and writes",
        "mem_data" | "host_data" => "the host's data: to write, or read a cycle after the address",
        name => about_parts(name),
    }
}

/// The descriptions of the ports of a node's parts.
fn about_parts(name: &str) -> &'static str {
    match name {
        "addr" => "row",
        "program_addr" => "row of the next cycle, not a register",
        "cycles" | "program_cycles" => "cycles that the row holds, less one",
        "last" | "program_last" => "last row of a phase",
        "again" | "program_again" => "with last: once for each flit; without: halt",
        "send" | "program_send" => "flits leave here",
        "port" | "program_port" => "the port they leave by",
        "head" | "program_head" => "their header",
        "from" | "program_from" => "address of the first here",
        "to" | "program_to" => "address of the first at the receiver",
        "offset" => "what is added to the row's addresses",
        "read_valid" => "a flit is read",
        "read_addr" => "from where",
        "read_data" => "one cycle later: the flit",
        "write_valid" | "write" => "a flit is written",
        "write_addr" => "to where",
        "write_data" => "the flit",
        "valid" | "expected_valid" => "there is a block",
        "place" | "expected_place" => "address of its first flit",
        "partner" | "expected_partner" => "other processor minus this node, dimension",
        "expected_addr" => "row of the expected-data ROM",
        "node_start" => "one pulse starts the node",
        "node_busy" => "its run is under way",
        _ => "",
    }
}
