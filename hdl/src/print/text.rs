//! Layout of a module: ports in columns, constants, nets, logic, registers, parts.

use super::draft::Draft;
use super::expr::literal;
use super::lower::Stmt;
use super::names::{Net, Role};
use super::scope::{AtomInfo, Fold, Scope};
use super::Catalog;
use rust_hdl_core::prelude::{AtomKind, Verilog};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The text of a module.
pub(super) fn module(draft: &Draft, catalog: &dyn Catalog) -> String {
    let kind = draft.scope.kind();
    let mut text = comment_lines(&catalog.purpose(kind));
    text.push_str("`default_nettype none\n\n");
    let _ = writeln!(text, "module {} (\n{}\n);", catalog.module(kind), ports(draft, catalog));
    match &draft.scope.hdl {
        Verilog::Custom(body) => {
            text.push_str(&indent(body.trim_start_matches(&format!("// module {kind}\n"))))
        }
        _ => text.push_str(&body(draft, catalog)),
    }
    text.push_str(&indent(&catalog.checks(kind)));
    text.push_str("\nendmodule\n\n`default_nettype wire\n");
    text
}

fn comment_lines(lines: &[String]) -> String {
    lines.iter().map(|line| format!("// {line}").trim_end().to_string() + "\n").collect()
}

/// Two spaces before every line that is not empty.
fn indent(text: &str) -> String {
    let line = |l: &str| if l.is_empty() { "\n".into() } else { format!("  {l}\n") };
    text.lines().map(line).collect()
}

fn range(width: usize) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0]", width - 1)
    }
}

fn ports(draft: &Draft, catalog: &dyn Catalog) -> String {
    let procedural = procedural(draft);
    let ports: Vec<&AtomInfo> = draft.scope.ports().collect();
    let broad = ports.iter().map(|p| range(p.width).len()).max().unwrap_or(0);
    let long = ports.iter().map(|p| p.name.verilog().len()).max().unwrap_or(0) + 1;
    let line = |(k, port): (usize, &&AtomInfo)| {
        let name = port.name.verilog();
        let way = match port.kind {
            AtomKind::InputParameter => "input  wire",
            _ if procedural.contains(&name) => "output reg ",
            _ => "output wire",
        };
        let comma = if k + 1 < ports.len() { "," } else { "" };
        let about = catalog.port(&port.name.base, &port.name.label);
        let line = format!("  {way} {:broad$} {:long$} // {about}", range(port.width), name + comma);
        line.trim_end().trim_end_matches(" //").trim_end().to_string()
    };
    ports.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// Names that are written in a combinational block.
fn procedural(draft: &Draft) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for group in draft.groups.iter().filter(|group| !single(group)) {
        for statement in group {
            statement.writes(&mut |net| {
                names.insert(draft.name(net).to_string());
            });
        }
    }
    names
}

/// Whether a group is one plain assignment.
fn single(group: &[Stmt]) -> bool {
    matches!(group, [Stmt::Assign(..)])
}

fn body(draft: &Draft, catalog: &dyn Catalog) -> String {
    let (constants, nets) = declarations(draft);
    let sections =
        [constants, nets, wiring(draft), logic(draft), registers(draft), instances(draft, catalog)];
    let filled = sections.iter().filter(|section| !section.is_empty());
    filled.map(|section| indent(section)).collect::<Vec<_>>().join("\n")
}

/// Constants that the text mentions, and the nets between statements, registers and parts.
fn declarations(draft: &Draft) -> (String, String) {
    let procedural = procedural(draft);
    let used = mentioned(draft);
    let (mut constants, mut nets) = (String::new(), String::new());
    for (k, net) in draft.names.nets.iter().enumerate() {
        let (range, name) = (range(net.width), &net.name);
        if draft.alias[k] != k || !used[k] {
            continue;
        }
        let space = if range.is_empty() { "" } else { " " };
        if let Role::Constant(value) = net.role {
            let _ = writeln!(constants, "localparam {range}{space}{name} = {};", literal(value, net.width));
        } else if !matches!(net.role, Role::Input | Role::Output) {
            let kind = if procedural.contains(name) || register_output(draft, net) { "reg" } else { "wire" };
            let _ = writeln!(nets, "{kind:4} {range}{space}{name};");
        }
    }
    (constants, nets)
}

fn register_output(draft: &Draft, net: &Net) -> bool {
    match net.role {
        Role::FromChild(child) => {
            matches!(draft.scope.children[child].fold(), Fold::Register | Fold::Data | Fold::Strap)
        }
        _ => false,
    }
}

/// Nets that a statement or a live child touches, under the name that stands for them.
fn mentioned(draft: &Draft) -> Vec<bool> {
    let mut used = vec![false; draft.names.nets.len()];
    let mut touch = |net: usize| used[draft.stand_in(net)] = true;
    for statement in draft.groups.iter().flatten() {
        statement.reads(&mut touch);
        statement.writes(&mut touch);
    }
    for (k, net) in draft.names.nets.iter().enumerate() {
        if let Role::ToChild(child) | Role::FromChild(child) = net.role {
            if draft.live[child] {
                touch(k);
            }
        }
    }
    used
}

/// The live children that are folded this way.
fn folded<'a>(draft: &'a Draft, fold: Fold) -> impl Iterator<Item = (usize, &'a Scope)> {
    let children = draft.scope.children.iter().enumerate();
    children.filter(move |(k, child)| draft.live[*k] && child.fold() == fold)
}

/// The name connected to a port of a child.
fn connected<'a>(draft: &'a Draft, child: usize, port: &str) -> &'a str {
    let position = draft.scope.children[child].ports().position(|p| p.name.verilog() == port);
    let position = position.expect("a folded leaf has the ports of its kind");
    draft.name(first_net(draft, child) + position)
}

/// The nets of a child's ports follow each other; this is the first.
fn first_net(draft: &Draft, child: usize) -> usize {
    let before = &draft.scope.children[..child];
    draft.scope.atoms.len() + before.iter().map(|c| c.ports().count()).sum::<usize>()
}

fn wiring(draft: &Draft) -> String {
    let mut text = String::new();
    for (k, child) in folded(draft, Fold::Wiring) {
        let Verilog::Custom(body) = &child.hdl else { continue };
        let expression = body.split_once("y = ").and_then(|(_, rest)| rest.split_once(';'));
        let expression = expression.expect("wiring is one assignment to y").0;
        let _ = writeln!(text, "assign {} = {};", connected(draft, k, "y"), renamed(draft, k, expression));
    }
    text
}

/// The expression of a leaf with its ports replaced by what is connected to them.
fn renamed(draft: &Draft, child: usize, expression: &str) -> String {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
    let inputs: Vec<String> = draft.scope.children[child].ports().map(|p| p.name.verilog()).collect();
    let (mut text, mut word) = (String::new(), String::new());
    for c in expression.chars().chain([' ']) {
        if part(c) {
            word.push(c);
            continue;
        }
        text.push_str(if inputs.contains(&word) { connected(draft, child, &word) } else { &word });
        word.clear();
        text.push(c);
    }
    text.trim_end().into()
}

fn logic(draft: &Draft) -> String {
    let mut text = String::new();
    for group in &draft.groups {
        if let [Stmt::Assign(net, value)] = &group[..] {
            let _ = writeln!(text, "assign {} = {};", draft.name(*net), value.text(&draft.names));
        } else {
            text.push_str("always @* begin\n");
            text.push_str(&block(draft, group, 1));
            text.push_str("end\n");
        }
    }
    text
}

fn block(draft: &Draft, statements: &[Stmt], depth: usize) -> String {
    let (pad, mut text) = ("  ".repeat(depth), String::new());
    for statement in statements {
        let _ = match statement {
            Stmt::Assign(net, value) => {
                writeln!(text, "{pad}{} = {};", draft.name(*net), value.text(&draft.names))
            }
            Stmt::If(test, yes, no) => {
                let otherwise = match no.is_empty() {
                    true => String::new(),
                    false => format!(" else begin\n{}{pad}end", block(draft, no, depth + 1)),
                };
                let test = test.text(&draft.names);
                let yes = block(draft, yes, depth + 1);
                writeln!(text, "{pad}if ({test}) begin\n{yes}{pad}end{otherwise}")
            }
        };
    }
    text
}

/// Registers in as few clocked blocks as there are kinds, clocks and resets.
fn registers(draft: &Draft) -> String {
    let reset = clocked(draft, Fold::Register, &["clk", "rst_n"], |pins, loads, resets| {
        format!("  if (!{}) begin\n{resets}  end else begin\n{loads}  end\n", pins[1])
    });
    let data = clocked(draft, Fold::Data, &["clk"], |_, loads, _| loads.replace("    ", "  "));
    let strap = clocked(draft, Fold::Strap, &["clk", "rst_n"], |pins, loads, _| {
        format!("  if (!{}) begin\n{loads}  end\n", pins[1])
    });
    let blocks = [power_up(draft), reset, data, strap];
    blocks.into_iter().filter(|block| !block.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The registers of one kind, a block for each set of pins; `body` lays out loads and reset values.
fn clocked(draft: &Draft, fold: Fold, pins: &[&str], body: impl Fn(&[&str], &str, &str) -> String) -> String {
    let mut domains: BTreeMap<Vec<&str>, (String, String)> = BTreeMap::new();
    for (k, child) in folded(draft, fold) {
        let pins = pins.iter().map(|pin| connected(draft, k, pin)).collect();
        let (loads, resets) = domains.entry(pins).or_default();
        let (q, d) = (connected(draft, k, "q"), connected(draft, k, "d"));
        let _ = writeln!(loads, "    {q} <= {d};");
        if let Some(init) = child.atoms.iter().find(|atom| atom.name.base == "init") {
            let _ = writeln!(resets, "    {q} <= {};", literal(init.value, init.width));
        }
    }
    let block = |(pins, (loads, resets)): (&Vec<&str>, &(String, String))| {
        format!("always @(posedge {}) begin\n{}end\n", pins[0], body(pins, loads, resets))
    };
    domains.iter().map(block).collect::<Vec<_>>().join("\n")
}

/// The value of every register at power-up: that of its reset, or 0.
fn power_up(draft: &Draft) -> String {
    let value = |(k, child): (usize, &Scope)| {
        let atom = |name: &str| child.atoms.iter().find(|atom| atom.name.base == name);
        let width = atom("q").map_or(1, |q| q.width);
        let init = atom("init").map_or(0, |init| init.value);
        format!("  {} = {};\n", connected(draft, k, "q"), literal(init, width))
    };
    let kinds = [Fold::Register, Fold::Data, Fold::Strap];
    let lines: String = kinds.into_iter().flat_map(|fold| folded(draft, fold)).map(value).collect();
    if lines.is_empty() {
        lines
    } else {
        format!("initial begin\n{lines}end\n")
    }
}

fn instances(draft: &Draft, catalog: &dyn Catalog) -> String {
    let instance = |(k, child): (usize, &Scope)| {
        let long = child.ports().map(|p| p.name.verilog().len()).max().unwrap_or(0);
        let first = first_net(draft, k);
        let line = |(i, port): (usize, &AtomInfo)| {
            format!("  .{:long$} ({})", port.name.verilog(), draft.name(first + i))
        };
        let lines: Vec<String> = child.ports().enumerate().map(line).collect();
        format!("{} u_{} (\n{}\n);\n", catalog.module(child.kind()), child.name.verilog(), lines.join(",\n"))
    };
    folded(draft, Fold::Module).map(instance).collect::<Vec<_>>().join("\n")
}
