//! The body of a kernel's module: constants, nets of registers and parts, logic by section, registers,
//! parts.

use super::arrange::Item;
use super::clocked::registers;
use super::draft::Draft;
use super::lower::Stmt;
use super::names::Role;
use super::scope::{AtomInfo, Fold, Scope};
use super::verilog::{comment, indent, literal, spaced, wrapped, COLUMNS};
use super::Catalog;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The body of a module whose block is a kernel.
pub(super) fn body(draft: &Draft, catalog: &dyn Catalog) -> String {
    let sections =
        [constants(draft), nets(draft), logic(draft), indent(&registers(draft)), instances(draft, catalog)];
    let filled = sections.iter().filter(|section| !section.is_empty());
    filled.map(String::as_str).collect::<Vec<_>>().join("\n")
}

/// The names that clocked or combinational blocks drive.
pub(super) fn driven(draft: &Draft) -> BTreeSet<String> {
    let blocks = draft.items.iter().filter(|item| item.single().is_none());
    let mut names: BTreeSet<String> =
        blocks.flat_map(Item::written).map(|net| draft.name(net).into()).collect();
    for (child, leaf) in draft.scope.children.iter().enumerate().filter(|(k, _)| draft.live[*k]) {
        if matches!(leaf.fold(), Fold::Register | Fold::Data | Fold::Strap) {
            names.insert(draft.name(draft.port(child, "q")).into());
        }
    }
    names
}

/// The nets that the text reads, and those that parts drive.
fn mentioned(draft: &Draft) -> Vec<bool> {
    let mut used = vec![false; draft.names.nets.len()];
    let mut touch = |net: usize| used[draft.stand_in(net)] = true;
    draft.items.iter().flat_map(|item| &item.statements).for_each(|s| s.reads(&mut touch));
    for (k, net) in draft.names.nets.iter().enumerate() {
        match net.role {
            Role::ToChild(child) if draft.live[child] => draft.value(k).reads(&mut touch),
            Role::FromChild(child) if draft.live[child] => touch(k),
            _ => {}
        }
    }
    used
}

fn constants(draft: &Draft) -> String {
    let used = mentioned(draft);
    let mut text = String::new();
    for (net, _) in draft.names.nets.iter().zip(used).filter(|(_, used)| *used) {
        if let Role::Constant(value) = net.role {
            let (range, value) = (spaced(net.width), literal(value, net.width));
            let _ = writeln!(text, "  localparam {range}{} = {value};", net.name);
        }
    }
    text
}

/// Declares the nets that no assignment declares: registers that are not ports, and nets of parts.
fn nets(draft: &Draft) -> String {
    let used = mentioned(draft);
    let written: BTreeSet<usize> = draft.items.iter().flat_map(Item::written).collect();
    let (mut registers, mut wires) = (String::new(), String::new());
    for (k, net) in draft.names.nets.iter().enumerate() {
        let child = match net.role {
            Role::FromChild(child) | Role::ToChild(child) => child,
            _ => continue,
        };
        if !used[k] || draft.alias[k] != k || written.contains(&k) || draft.inlined.contains_key(&k) {
            continue;
        }
        let (range, name) = (spaced(net.width), &net.name);
        let _ = match draft.scope.children[child].fold() {
            Fold::Module => writeln!(wires, "  wire {range}{name};"),
            Fold::Wiring => Ok(()),
            _ => writeln!(registers, "  reg  {range}{name};"),
        };
    }
    let headed =
        |about: &str, lines: String| if lines.is_empty() { lines } else { about.to_string() + &lines };
    headed("  // Registers that are not ports.\n", registers)
        + &headed("  // Outputs of the instances below.\n", wires)
}

/// Assignments with their declarations, and combinational blocks. A section begins with its comment.
fn logic(draft: &Draft) -> String {
    let mut text = String::new();
    let mut section = 0;
    for item in &draft.items {
        if item.section != section {
            section = item.section;
            text += if text.is_empty() { "" } else { "\n" };
            text += &comment("  ", &draft.sections[section], COLUMNS);
        }
        text += &match item.single() {
            Some((net, value)) => {
                let value = value.text(&draft.names);
                wrapped("  ", &format!("{} = {value};", declared("wire", draft, net)))
            }
            None => combinational(draft, item),
        };
    }
    text
}

/// The left side of an assignment to a net, with the net's declaration if it is not a port.
fn declared(kind: &str, draft: &Draft, net: usize) -> String {
    let (net, name) = (draft.stand_in(net), draft.name(net));
    match draft.names.nets[net].role {
        Role::Output => format!("assign {name}"),
        _ => format!("{kind} {}{name}", spaced(draft.names.nets[net].width)),
    }
}

fn combinational(draft: &Draft, item: &Item) -> String {
    let own = |net: &usize| draft.names.nets[draft.stand_in(*net)].role != Role::Output;
    let declarations = item.written().into_iter().filter(own);
    let mut text: String = declarations.map(|net| format!("  {};\n", declared("reg ", draft, net))).collect();
    text.push_str("  always @* begin\n");
    text.push_str(&block(draft, &item.statements, 2));
    text.push_str("  end\n");
    text
}

fn block(draft: &Draft, statements: &[Stmt], depth: usize) -> String {
    let (pad, mut text) = ("  ".repeat(depth), String::new());
    for statement in statements {
        match statement {
            Stmt::Assign(net, value) => {
                text += &wrapped(&pad, &format!("{} = {};", draft.name(*net), value.text(&draft.names)))
            }
            Stmt::If(test, yes, no) => {
                let otherwise = match &no[..] {
                    [] => String::new(),
                    [Stmt::If(..)] => format!(" else {}", block(draft, no, depth).trim()),
                    _ => format!(" else begin\n{}{pad}end", block(draft, no, depth + 1)),
                };
                let (test, yes) = (test.text(&draft.names), block(draft, yes, depth + 1));
                let _ = writeln!(text, "{pad}if ({test}) begin\n{yes}{pad}end{otherwise}");
            }
        }
    }
    text
}

fn instances(draft: &Draft, catalog: &dyn Catalog) -> String {
    let instance = |(k, child): (usize, &Scope)| {
        let connections = connections(draft, k, child);
        let long = connections.iter().map(|(port, _)| port.len()).max().unwrap_or(0);
        let line = |(port, value): &(String, String)| {
            wrapped("    ", &format!(".{port:long$} ({value})")).trim_end().to_string()
        };
        let lines: Vec<String> = connections.iter().map(line).collect();
        let name = child.name.verilog();
        format!("  {} u_{name} (\n{}\n  );\n", catalog.module(child.kind()), lines.join(",\n"))
    };
    let parts = draft.scope.children.iter().enumerate();
    let parts = parts.filter(|(k, child)| draft.live[*k] && child.fold() == Fold::Module);
    parts.map(instance).collect::<Vec<_>>().join("\n")
}

/// The ports of a part and the values connected to them.
fn connections(draft: &Draft, number: usize, child: &Scope) -> Vec<(String, String)> {
    let first = draft.first_net(number);
    let one =
        |(i, port): (usize, &AtomInfo)| (port.name.verilog(), draft.value(first + i).text(&draft.names));
    child.ports().enumerate().map(one).collect()
}
