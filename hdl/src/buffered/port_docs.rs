//! The names of a buffered network's modules, and the comments in their Verilog.

mod offer_docs;
mod row_docs;

use crate::print::Catalog;
use crate::router_docs::{self, direction, turn_table};
use crate::spec::buffered::{BufferedSpec, Pipeline, INJECT_DEPTH};
use crate::timing_docs;
use torus_model::quantity;

/// The names and comments of one network.
pub(super) struct PortDocs<'a> {
    pub spec: &'a BufferedSpec<'a>,
}

impl Catalog for PortDocs<'_> {
    fn module(&self, kind: &str) -> String {
        format!("{}_{kind}", self.spec.name)
    }

    fn purpose(&self, kind: &str) -> Vec<String> {
        let mut lines = vec![format!("{}: {}", self.module(kind), self.summary(kind))];
        lines.extend(self.spec.header.iter().cloned());
        if kind == "router" || kind == "transit" {
            lines.push(self.head_fields());
            lines.extend(turn_table(self.spec.turns));
        }
        let timing = timing_docs::buffered(part(kind), self.spec.pipeline);
        lines.extend(timing.or_else(|| timing_docs::of_logic(kind)));
        lines
    }

    fn port(&self, kind: &str, base: &str, label: &str) -> String {
        if let Some(about) = self.parts().about(kind, base, label) {
            return about;
        }
        let about = about(base);
        match label.parse::<usize>() {
            Ok(_) if self.spec.one_local_port() && is_local(base) => about.into(),
            Ok(number) => format!("{}: {about}", direction(number)),
            Err(_) => about.into(),
        }
    }

    fn attribute(&self, kind: &str) -> &'static str {
        router_docs::attribute(kind)
    }

    fn checks(&self, kind: &str) -> String {
        match kind {
            "router" | "transit" => FAULT.into(),
            _ => String::new(),
        }
    }
}

impl PortDocs<'_> {
    /// The comments for the parts of this network's routers.
    fn parts(&self) -> PartDocs {
        match self.spec.pipeline {
            Pipeline::OneCycle => row_docs::DOCS,
            Pipeline::TwoCycles => offer_docs::DOCS,
        }
    }

    fn summary(&self, kind: &str) -> String {
        if let Some(summary) = self.parts().summary(kind) {
            return summary.into();
        }
        match kind {
            "buffer" => {
                format!(
                    "the {} flits of a virtual channel; if it is empty, a flit may leave as it arrives.",
                    self.spec.depth
                )
            }
            "inject_buffer" => {
                format!("the {INJECT_DEPTH} flits of an injection port; its ready is a register.")
            }
            "router" => format!(
                "a router with input buffers and credits; a free flit takes {} a hop.",
                match self.spec.pipeline {
                    Pipeline::OneCycle => "one cycle",
                    Pipeline::TwoCycles => "two cycles",
                }
            ),
            stage if stage.starts_with("mux_") => router_docs::summary(stage).unwrap_or_default().into(),
            "transit" => "the router of a node without processor.".into(),
            "checker" => {
                "it checks and counts what a processor receives in one exchange; for benches.".into()
            }
            lock if lock.ends_with("lock") => {
                "a round-robin arbiter; while it is locked, it grants only who was served last.".into()
            }
            _ => "a round-robin arbiter: who was served comes last from then on.".into(),
        }
    }

    /// The comment line that says what a head is made of.
    fn head_fields(&self) -> String {
        let spec = self.spec;
        let last = if spec.long() { "last 1 bit, " } else { "" };
        let channel = match spec.channel_bits() {
            0 => String::new(),
            width => format!("channel {}, ", quantity(width, "bit")),
        };
        format!("Head {}: {last}{channel}header {}.", quantity(spec.head(), "bit"), spec.layout().in_words())
    }
}

/// The description of a port, by its name and its label. `None` if the port is like those of other modules.
type OfPort = fn(base: &str, label: &str) -> Option<String>;

/// The comments for the parts of one kind of router: what each module is, and what its ports are.
struct PartDocs {
    input: &'static str,
    output: &'static str,
    eject: &'static str,
    inject: &'static str,
    of_input: OfPort,
    /// Of outputs and ejection ports.
    of_requester: OfPort,
    of_inject: OfPort,
}

impl PartDocs {
    /// What a kind of module is, and what its ports are. `None` if it is not one of these parts.
    fn of(&self, kind: &str) -> Option<(&'static str, OfPort)> {
        match part(kind) {
            "input" => Some((self.input, self.of_input)),
            "output" => Some((self.output, self.of_requester)),
            "eject" => Some((self.eject, self.of_requester)),
            "inject" => Some((self.inject, self.of_inject)),
            _ => None,
        }
    }

    fn summary(&self, kind: &str) -> Option<&'static str> {
        self.of(kind).map(|(summary, _)| summary)
    }

    fn about(&self, kind: &str, base: &str, label: &str) -> Option<String> {
        self.of(kind).and_then(|(_, of_port)| of_port(base, label))
    }
}

/// The kind of part without the numbers in it: `output` for `transit_output_3_at_2`.
fn part(kind: &str) -> &str {
    let kind = kind.trim_start_matches("transit_");
    if kind == "inject_buffer" {
        return kind;
    }
    kind.split('_').next().unwrap_or(kind)
}

const FAULT: &str = "
// In simulation a fault is reported at once.
`ifndef SYNTHESIS
always @(posedge clk_i) begin
  if (rst_ni && fault) begin
    $display(\"%m: a buffer overflows, a credit is one too many, or a head names no output.\");
  end
end
`endif
";

fn is_local(base: &str) -> bool {
    base.starts_with("inject") || base.starts_with("eject")
}

/// The ports of the stages of a multiplexer.
const STAGES: [&str; 10] = ["a_i", "b_i", "c_i", "d_i", "odd_i", "later_i", "take_i", "y_i", "y_o", "z_o"];

fn about(base: &str) -> &'static str {
    if let Some(stage) = router_docs::about(base).filter(|_| STAGES.contains(&base)) {
        return stage;
    }
    match base.strip_suffix("_i").or(base.strip_suffix("_o")).unwrap_or(base) {
        "clk" => "clock, rising edge",
        "rst_ni" => "synchronous reset, active low",
        "start" => "one pulse begins an exchange",
        "id" => "node id, read during reset",
        "done" => "all packets of the exchange have arrived",
        "wrap" => "strap: flits arrive over the wrap link",
        "error" => "sticky: a buffer overflows, a credit is too many, or a head is wrong",
        "wrong" => "sticky: a flit is not for this node, or a packet too many arrives",
        "push" => "a flit arrives",
        "pop" => "the flit at the output leaves",
        "valid" => "a flit is there",
        "ready" => "there is room",
        "overflow" => "a flit arrives while the buffer is full",
        "head" | "push_head" => "its head",
        "data" | "push_data" => "its payload",
        "req" => "request",
        "grant" => "this request is granted",
        "any" => "some request is granted",
        "push_port" => "its first port",
        "last" => "it ends its packet",
        "credit" => "credits; a bit for each channel",
        "fault" => "a flit too many, a credit too many, or a head that names no output",
        "served" => "who is granted is served: the pointer moves",
        "lock" => "only who was served last may be granted",
        name => about_links(name),
    }
}

fn about_links(name: &str) -> &'static str {
    match name {
        "rx_valid" => "a flit arrives",
        "rx_head" => "its head",
        "rx_data" => "its payload",
        "rx_credit" => "credits for the sender; a bit for each channel",
        "tx_valid" => "a flit leaves",
        "tx_head" => "its head",
        "tx_data" => "its payload",
        "tx_credit" => "credits from the receiver; a bit for each channel",
        "inject_valid" => "the processor sends a flit",
        "inject_ready" => "it is taken",
        "inject_port" => "its first port",
        "inject_head" => "its head, as on the first link",
        "inject_data" => "its payload",
        "eject_valid" => "a flit for the processor",
        "eject_ready" => "it is taken",
        "eject_last" => "it ends its packet",
        "eject_data" => "its payload",
        _ => "",
    }
}
