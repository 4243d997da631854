//! Registers and their values at power-up. There is one clocked block for each kind of register, clock and
//! reset.

use super::draft::Draft;
use super::expr::Expr;
use super::scope::{Fold, Scope};
use super::verilog::{literal, wrapped};
use std::collections::BTreeMap;
use std::fmt::Write;

const WITH_RESET: &str = "// Registers with reset.\n";
const DATA: &str = "// Registers without reset: a valid bit tells whether they hold anything.\n";
const STRAPS: &str = "// Straps are read during reset.\n";
const POWER_UP: &str = "// Values at power-up.\n";

/// All registers of a module.
pub(super) fn registers(draft: &Draft) -> String {
    let reset = clocked(draft, Fold::Register, &["clk", "rst_n"], |pins, loads, resets| {
        format!("  if (!{}) begin\n{resets}  end else begin\n{loads}  end\n", pins[1])
    });
    let data = clocked(draft, Fold::Data, &["clk"], |_, loads, _| unindented(loads));
    let strap = clocked(draft, Fold::Strap, &["clk", "rst_n"], |pins, loads, _| {
        format!("  if (!{}) begin\n{loads}  end\n", pins[1])
    });
    let blocks = [(WITH_RESET, reset), (DATA, data), (STRAPS, strap), (POWER_UP, power_up(draft))];
    let filled = blocks.into_iter().filter(|(_, block)| !block.is_empty());
    filled.map(|(about, block)| about.to_string() + &block).collect::<Vec<_>>().join("\n")
}

fn unindented(loads: &str) -> String {
    loads.lines().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect()
}

/// The live registers of one kind.
fn folded<'a>(draft: &'a Draft, fold: Fold) -> impl Iterator<Item = (usize, &'a Scope)> {
    let children = draft.scope.children.iter().enumerate();
    children.filter(move |(k, child)| draft.live[*k] && child.fold() == fold)
}

/// The registers of one kind, a block for each set of pins. `body` lays out loads and reset values.
fn clocked(draft: &Draft, fold: Fold, pins: &[&str], body: impl Fn(&[&str], &str, &str) -> String) -> String {
    let mut domains: BTreeMap<Vec<&str>, (String, String)> = BTreeMap::new();
    for (k, child) in folded(draft, fold) {
        let pins = pins.iter().map(|pin| draft.name(draft.port(k, pin))).collect();
        let (loads, resets) = domains.entry(pins).or_default();
        *loads += &load(draft, k);
        if let Some(init) = child.atoms.iter().find(|atom| atom.name.base == "init") {
            let q = draft.name(draft.port(k, "q"));
            let _ = writeln!(resets, "    {q} <= {};", literal(init.value, init.width));
        }
    }
    let block = |(pins, (loads, resets)): (&Vec<&str>, &(String, String))| {
        format!("always @(posedge {}) begin\n{}end\n", pins[0], body(pins, loads, resets))
    };
    domains.iter().map(block).collect::<Vec<_>>().join("\n")
}

/// The load of a register: `q <= d;`, or one with an `if` where the register mostly keeps its value.
fn load(draft: &Draft, register: usize) -> String {
    let q = draft.stand_in(draft.port(register, "q"));
    let name = draft.name(q);
    match draft.value(draft.port(register, "d")) {
        Expr::Mux(test, yes, no) if *no == Expr::Net(q) => {
            let (test, yes) = (test.text(&draft.names), yes.text(&draft.names));
            wrapped("    ", &format!("if ({test}) {name} <= {yes};"))
        }
        value => wrapped("    ", &format!("{name} <= {};", value.text(&draft.names))),
    }
}

/// The value of every register at power-up: its reset value, or 0.
fn power_up(draft: &Draft) -> String {
    let value = |(k, child): (usize, &Scope)| {
        let atom = |name: &str| child.atoms.iter().find(|atom| atom.name.base == name);
        let width = atom("q").map_or(1, |q| q.width);
        let init = atom("init").map_or(0, |init| init.value);
        format!("  {} = {};\n", draft.name(draft.port(k, "q")), literal(init, width))
    };
    let kinds = [Fold::Register, Fold::Data, Fold::Strap];
    let lines: String = kinds.into_iter().flat_map(|fold| folded(draft, fold)).map(value).collect();
    if lines.is_empty() {
        lines
    } else {
        format!("initial begin\n{lines}end\n")
    }
}
