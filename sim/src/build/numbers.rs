//! Numbers that are loaded with the network and are not compiled into the code: radices, strides, counts of
//! nodes and messages, the length of the schedule.
//!
//! Emitted modules state them as `localparam [2:0] RADIX_0 = 3'd6;`. For Verilator, a register of the same
//! name replaces the constant. While reset is low it takes a value that the shim has set. So a tile of
//! another radix with the same widths is the same code. Verilator evaluates logic that reads the register
//! after the clock edge, as with coordinates. (If the value were an input, everything computed from it would
//! be computed twice.)
//!
//! A file whose constants cannot be replaced in this way keeps them, and so differs from the files of other
//! networks.

use super::source::{class, code, count_to, decimal, hides, sized};
use crate::engine::Contents;
use std::collections::BTreeSet;

/// The suffix of the value from which the register of a number is set.
pub(super) const SEED: &str = "_at_reset";

/// The numbers that depend on radices or schedule, and on which no width depends.
const NAMES: &[&str] = &["RADIX_", "STRIDE_", "NODES", "BATCH", "MOST", "BEFORE_LAST"];

/// A number in a line such as `localparam [2:0] RADIX_0 = 3'd6;`.
struct Number<'a> {
    range: &'a str,
    name: &'a str,
    literal: &'a str,
}

impl<'a> Number<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let (range, rest) = line.trim().strip_prefix("localparam [")?.split_once("] ")?;
        let (name, literal) = rest.strip_suffix(';')?.split_once(" = ")?;
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = Number { range, name, literal };
        (NAMES.contains(&stem) && number.value().is_some()).then_some(number)
    }

    /// The value, if it is a single literal of the declared width.
    fn value(&self) -> Option<u64> {
        let width = count_to(self.range.strip_suffix(":0")?)?;
        literal(self.literal, width)
    }
}

/// The value of a literal such as `6'd36`, if 6 is the given width.
pub(super) fn literal(text: &str, width: u64) -> Option<u64> {
    let (stated, digits) = sized(text, 'd')?;
    let fits = |value: &u64| stated == width && (width >= 64 || value >> width == 0);
    decimal(digits).filter(fits)
}

/// The numbers of a module. There are none if lines may be hidden, or if a number is defined twice.
fn numbers(text: &str) -> Vec<Number<'_>> {
    let found: Vec<Number> = text.lines().filter_map(Number::of).collect();
    let names: BTreeSet<&str> = found.iter().map(|number| number.name).collect();
    let plain = names.len() == found.len() && !text.lines().any(|line| hides(code(line)));
    if plain {
        found
    } else {
        Vec::new()
    }
}

/// The text of the module with registers in place of its numbers.
pub(super) fn lifted(text: &str) -> String {
    let found = numbers(text);
    if found.is_empty() {
        return text.to_string();
    }
    let line = |line: &str| match Number::of(line) {
        Some(Number { range, name, .. }) => {
            format!("  reg [{range}] {name};\n  reg [{range}] {name}{SEED};\n")
        }
        None => format!("{line}\n"),
    };
    let body: String = text.lines().map(line).collect();
    let taken: String =
        found.iter().map(|n| format!("    if (!rst_ni) {0} <= {0}{SEED};\n", n.name)).collect();
    body.replacen("\nendmodule", &format!("\n  always @(posedge clk_i) begin\n{taken}  end\nendmodule"), 1)
}

/// The lines of Verilator's configuration for the numbers of a module.
pub(super) fn kept_alive(module: &str, text: &str) -> String {
    let line = |n: Number| format!("public_flat_rw -module \"{module}\" -var \"{}{SEED}\"\n", n.name);
    numbers(text).into_iter().map(line).collect()
}

/// The numbers of a module, with names such as `agent.RADIX_0`, as two words each.
pub(super) fn contents(owner: &str, text: &str) -> Vec<Contents> {
    let number = |n: &Number| {
        let value = n.value()?;
        let data = vec![value as u32, (value >> 32) as u32];
        Some(Contents { name: format!("{owner}.{}", n.name), words: 2, data })
    };
    numbers(text).iter().filter_map(number).collect()
}

/// The macro that lists the numbers of a verilated class: `#define TG_NUMBERS(X) X("agent.RADIX_0", member)`.
pub(super) fn listed(header: &str) -> String {
    let mut list = String::new();
    for member in header.lines().filter_map(|line| line.trim().strip_suffix(';')?.rsplit_once(' ')) {
        let Some((path, number)) = member.1.strip_suffix(SEED).and_then(|name| name.rsplit_once("__DOT__"))
        else {
            continue;
        };
        let instance = path.rsplit("__DOT__").next().unwrap_or(path);
        list += &format!(" X(\"{}.{number}\", {})", owner(instance), member.1);
    }
    format!("#define TG_NUMBERS(X){list}\n")
}

/// The owner of a number: `agent` for the instance `u_agent` or the module `torus_4x4_agent_c2`.
pub(super) fn owner(name: &str) -> &str {
    let name = name.strip_suffix(class(name)).unwrap_or(name);
    name.rsplit('_').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODE: &str = "\
module n_node_c2 (
  input wire clk_i
);
  localparam [5:0] MOST = 6'd36;
  localparam [5:0] BEFORE_LAST = 6'd35;
  localparam [5:0] ONE = 6'd1;
  initial begin
    slot_q = 6'd0;
  end
endmodule
";

    const LIFTED: &str = "\
module n_node_c2 (
  input wire clk_i
);
  reg [5:0] MOST;
  reg [5:0] MOST_at_reset;
  reg [5:0] BEFORE_LAST;
  reg [5:0] BEFORE_LAST_at_reset;
  localparam [5:0] ONE = 6'd1;
  initial begin
    slot_q = 6'd0;
  end
  always @(posedge clk_i) begin
    if (!rst_ni) MOST <= MOST_at_reset;
    if (!rst_ni) BEFORE_LAST <= BEFORE_LAST_at_reset;
  end
endmodule
";

    #[test]
    fn numbers_become_registers_and_other_constants_stay() {
        assert_eq!(lifted(NODE), LIFTED);
        assert_eq!(lifted(&LIFTED.replace("MOST", "ROW")), LIFTED.replace("MOST", "ROW"));
    }

    #[test]
    fn numbers_are_read_as_words() {
        let number = |name: &str, value| Contents { name: name.into(), words: 2, data: vec![value, 0] };
        assert_eq!(contents("node", NODE), [number("node.MOST", 36), number("node.BEFORE_LAST", 35)]);
    }

    /// Another value of the same width is the same text; another literal elsewhere is not.
    #[test]
    fn other_numbers_are_the_same_text() {
        let other = NODE.replace("36;", "42;").replace("35;", "41;");
        assert_eq!(lifted(&other), LIFTED);
        assert_ne!(lifted(&other.replace("slot_q = 6'd0", "slot_q = 6'd36")), LIFTED);
    }

    /// Numbers that are not one literal stay: taken from the text they would have another value, or come from
    /// the wrong line.
    #[test]
    fn numbers_that_are_not_one_literal_stay() {
        let last = "  localparam [5:0] BEFORE_LAST = 6'd35;";
        let kept = [
            "  localparam [5:0] BEFORE_LAST = 6'd36 - 6'd1;",
            "  localparam [5:0] BEFORE_LAST = 6'd99;",
            "  localparam [4:0] BEFORE_LAST = 6'd35;",
            "  localparam [5:0] BEFORE_LAST = 6'd35; localparam [5:0] NODES = 6'd1;",
            "  localparam [5:0] BEFORE_LAST = 6'd3_5;",
        ];
        for line in kept {
            assert!(lifted(&NODE.replace(last, line)).contains(line), "{line}");
        }
        for line in [
            "`ifdef A",
            "/*",
            "  localparam [5:0] BEFORE_LAST = 6'd34;\n  localparam [5:0] BEFORE_LAST = 6'd35;",
        ] {
            let text = NODE.replace(last, &format!("{line}\n{last}"));
            assert_eq!(lifted(&text), text, "{line}");
            assert_eq!(contents("node", &text), []);
        }
    }

    #[test]
    fn members_are_listed_by_owner() {
        let header = "  CData/*5:0*/ n_tile_c2__DOT__u_node__DOT__MOST_at_reset;\n  CData/*5:0*/ \
            n_tile_c2__DOT__u_node__DOT__MOST;\n  CData/*2:0*/ \
            n_tile_c2__DOT__u_agent__DOT__RADIX_0_at_reset;\n";
        let expected = "#define TG_NUMBERS(X) X(\"node.MOST\", n_tile_c2__DOT__u_node__DOT__MOST_at_reset) \
            X(\"agent.RADIX_0\", n_tile_c2__DOT__u_agent__DOT__RADIX_0_at_reset)\n";
        assert_eq!(listed(header), expected);
        assert_eq!(["u_node", "t_4x4_agent_c12"].map(owner), ["node", "agent"]);
    }

    #[test]
    fn verilator_is_told_of_each() {
        let expected = "public_flat_rw -module \"n\" -var \"MOST_at_reset\"\npublic_flat_rw -module \"n\" \
            -var \"BEFORE_LAST_at_reset\"\n";
        assert_eq!(kept_alive("n", NODE), expected);
    }
}
