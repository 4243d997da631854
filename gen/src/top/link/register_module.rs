//! The registers of a link: the text of the module `NAME_link`, and the connections of its instances.

use super::{Link, Signal, Width};
use crate::top::text::Connection;

/// Keeps synthesis from making a memory of the stages: in the words of yosys, Vivado, Synplify and Quartus.
const FLIP_FLOPS: &str = "(* keep = \"true\", shreg_extract = \"no\", syn_srlstyle = \"registers\",\n     \
                          altera_attribute = \"-name AUTO_SHIFT_REGISTER_RECOGNITION OFF\" *)";

impl Link {
    /// The text of the module. Its parameters are the number of stages and the widths of the signals.
    pub(in crate::top) fn registers(&self, name: &str, header: &[String]) -> String {
        let comment: String = header.iter().map(|line| format!("// {line}\n")).collect();
        let each = |text: fn(&Signal) -> String| self.signals.iter().map(text).collect::<String>();
        let reset = |reset: bool| {
            let some = self.signals.iter().filter(move |signal| signal.is_reset() == reset);
            some.collect::<Vec<_>>()
        };
        let power_up: String = reset(true).iter().map(|signal| signal.cleared("    ", "=")).collect();
        let cleared: String = reset(true).iter().map(|signal| signal.cleared("      ", "<=")).collect();
        let moved: String = reset(true).iter().map(|signal| signal.moved("      ")).collect();
        let plain: String = reset(false).iter().map(|signal| signal.moved("    ")).collect();
        format!(
            "// {name}: the registers of a link.\n{comment}//\n\
             {what}\n\n`default_nettype none\n\n\
             module {name} #(\n{parameters}\n) (\n{ports}\n);\n\n\
             \x20 // What enters, and above it what is on its way, the oldest highest. Each stage is a row\n\
             \x20 // of flip-flops, so that it can stand anywhere along the link.\n{lines}\n\
             \x20 // Values at power-up.\n\x20 initial begin\n{power_up}  end\n\n\
             \x20 // Reset clears all that a router acts upon: everything but payloads.\n\
             \x20 always @(posedge clk_i) begin\n    if (!rst_ni) begin\n{cleared}    end else begin\n\
             {moved}    end\n{plain}  end\n\n\x20 // What comes out.\n{outputs}\nendmodule\n\n\
             `default_nettype wire\n",
            what = self.what_registers_do(),
            parameters = self.declared_parameters(),
            ports = self.declared_ports(),
            lines = each(|signal| signal.line()),
            outputs = each(|signal| signal.output()),
        )
    }

    fn what_registers_do(&self) -> &'static str {
        if !self.has_credits() {
            return "// Timing: what enters in cycle t comes out in cycle t + STAGES. Reset empties them.";
        }
        "// Timing: what enters in cycle t comes out in cycle t + STAGES; so do credits, which run the\n\
         // other way. Reset empties them."
    }

    fn declared_parameters(&self) -> String {
        let stages = ("STAGES".to_string(), 1, "registers on the way, at least one");
        let widths = self.signals.iter().filter_map(|signal| {
            let name = signal.width.parameter()?;
            Some((name.to_string(), signal.width.widest(), signal.counted()))
        });
        let all: Vec<_> = std::iter::once(stages).chain(widths).collect();
        let line = |(i, (name, value, what)): (usize, &(String, usize, &str))| {
            let comma = if i + 1 < all.len() { "," } else { "" };
            format!("  parameter integer {name} = {value}{comma}  // {what}")
        };
        all.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
    }

    fn declared_ports(&self) -> String {
        let mut all = vec![
            ("input  wire", String::new(), "clk_i".to_string(), "clock"),
            ("input  wire", String::new(), "rst_ni".to_string(), "synchronous reset, active low"),
        ];
        let side = |signal: &Signal, direction, suffix, what| {
            (direction, signal.width.range(), format!("{}_{suffix}", signal.name), what)
        };
        all.extend(self.signals.iter().map(|signal| side(signal, "input  wire", "i", signal.entering())));
        all.extend(self.signals.iter().map(|signal| side(signal, "output wire", "o", signal.leaving())));
        let range = all.iter().map(|(_, range, ..)| range.len()).max().unwrap_or(0);
        let name = all.iter().map(|(.., name, _)| name.len() + 1).max().unwrap_or(0);
        let line = |(i, (direction, bits, port, what)): (usize, &(&str, String, String, &str))| {
            let port = format!("{port}{}", if i + 1 < all.len() { "," } else { "" });
            format!("  {direction} {bits:<range$} {port:<name$}  // {what}")
        };
        all.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Declares the nets after the registers at port `q`, the `e`-th existing one.
    pub(in crate::top) fn nets_behind(&self, (e, q): (usize, usize)) -> String {
        let ranges: Vec<String> = self.signals.iter().map(|signal| signal.width.range_of(e)).collect();
        let longest = ranges.iter().map(String::len).max().unwrap_or(0);
        let net = |(signal, range): (&Signal, &String)| {
            format!("      wire {range:<longest$} {};\n", signal.behind(q))
        };
        self.signals.iter().zip(&ranges).map(net).collect()
    }

    /// The connections of a node to a link that arrives through registers.
    pub(in crate::top) fn behind_registers(&self, (_, q): (usize, usize)) -> Vec<Connection> {
        let end = |signal: &Signal| {
            let suffix = if signal.backwards { 'o' } else { 'i' };
            (format!("rx_{}_{q}_{suffix}", signal.name), signal.behind(q))
        };
        self.signals.iter().map(end).collect()
    }

    /// The connections of an instance: from the sender `tail` to the net after the registers.
    pub(in crate::top) fn through_registers(&self, (e, q): (usize, usize), tail: &str) -> Vec<Connection> {
        let ends = |signal: &Signal| {
            let (sent, behind) = (signal.sent(tail, e), signal.behind(q));
            let [enters, leaves] = if signal.backwards { [behind, sent] } else { [sent, behind] };
            [(format!("{}_i", signal.name), enters), (format!("{}_o", signal.name), leaves)]
        };
        crate::top::text::clocked(self.signals.iter().flat_map(ends).collect())
    }

    /// Assignments that connect the same nets without registers.
    pub(in crate::top) fn straight(&self, (e, q): (usize, usize), tail: &str) -> String {
        let wire = |signal: &Signal| {
            let (sent, behind) = (signal.sent(tail, e), signal.behind(q));
            let [to, from] = if signal.backwards { [sent, behind] } else { [behind, sent] };
            format!("      assign {to} = {from};\n")
        };
        self.signals.iter().map(wire).collect()
    }

    /// The parameter values of the registers on the `e`-th link of a node.
    pub(in crate::top) fn register_parameters(&self, e: usize, stages: u32) -> String {
        let stages = format!(".STAGES({stages})");
        let widths = self.signals.iter().filter_map(|signal| {
            let name = signal.width.parameter()?;
            Some(format!(".{name}({})", signal.width.value_of(e)))
        });
        std::iter::once(stages).chain(widths).collect::<Vec<_>>().join(", ")
    }
}

impl Signal {
    /// The net between the registers and port `q`: their output, or for credits their input.
    fn behind(&self, q: usize) -> String {
        format!("rx_{}_{q}", self.name)
    }

    /// The part of the net of all links that belongs to this link.
    fn sent(&self, tail: &str, e: usize) -> String {
        self.width.part(&format!("link_{}", self.name), tail, e)
    }

    /// Whether reset clears it: all signals but payloads, as routers act upon them. A request is in the head
    /// and is read without `valid`, so a reset shorter than the link must clear heads as well.
    fn is_reset(&self) -> bool {
        self.name != "data"
    }

    fn entering(&self) -> &'static str {
        match self.name {
            "valid" => "something enters",
            "head" => "what stands beside its payload",
            "credit" => "places freed by the receiver",
            _ => "its payload",
        }
    }

    fn leaving(&self) -> &'static str {
        match self.name {
            "valid" => "something comes out",
            "head" => "what stands beside its payload",
            "credit" => "places freed, for the sender",
            _ => "its payload",
        }
    }

    fn counted(&self) -> &'static str {
        match self.name {
            "head" => "bits beside a payload",
            "credit" => "channels of the link",
            _ => "bits of a payload",
        }
    }

    /// The register, and the vector of register and input.
    fn line(&self) -> String {
        let (name, bits) = (self.name, self.width.times());
        format!(
            "  {FLIP_FLOPS}\n  reg [STAGES{bits}-1:0] {name}_q;\n  \
             wire [{}:0] {name}_line = {{{name}_q, {name}_i}};\n",
            self.width.last_of_line()
        )
    }

    fn cleared(&self, pad: &str, by: &str) -> String {
        let count = self.width.parameter().map_or("STAGES".into(), |name| format!("(STAGES*{name})"));
        format!("{pad}{}_q {by} {{{count}{{1'b0}}}};\n", self.name)
    }

    fn moved(&self, pad: &str) -> String {
        format!("{pad}{0}_q <= {0}_line[STAGES{1}-1:0];\n", self.name, self.width.times())
    }

    fn output(&self) -> String {
        let part = match self.width.parameter() {
            Some(width) => format!("[STAGES*{width} +: {width}]"),
            None => "[STAGES]".into(),
        };
        format!("  assign {0}_o = {0}_line{part};\n", self.name)
    }
}

impl Width {
    /// The name of the parameter for the width; `None` for a signal of one bit.
    fn parameter(&self) -> Option<&'static str> {
        match self {
            Width::Bit => None,
            Width::All(_, name) | Width::Each(_, name) => Some(name),
        }
    }

    /// The factor `*width` of signals with several bits.
    fn times(&self) -> String {
        self.parameter().map_or(String::new(), |name| format!("*{name}"))
    }

    /// The highest bit of the vector of register and input.
    fn last_of_line(&self) -> String {
        self.parameter().map_or("STAGES".into(), |name| format!("(STAGES+1)*{name}-1"))
    }

    fn range(&self) -> String {
        self.parameter().map_or(String::new(), |name| format!("[{name}-1:0]"))
    }

    /// The width on the `e`-th link: the parameter's name if all links have the same.
    fn value_of(&self, e: usize) -> String {
        match self {
            Width::Bit => "1".into(),
            Width::All(_, name) => name.to_string(),
            Width::Each(bits, _) => bits[e].to_string(),
        }
    }

    fn range_of(&self, e: usize) -> String {
        match self {
            Width::Bit => String::new(),
            _ => format!("[{}-1:0]", self.value_of(e)),
        }
    }
}
