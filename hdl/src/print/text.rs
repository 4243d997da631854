//! Layout of a module: what it is for, its ports in columns, its body.

use super::body::{body, driven};
use super::draft::Draft;
use super::verilog::{comment, indent, range};
use super::Catalog;
use rust_hdl_core::prelude::{AtomKind, Verilog};
use std::fmt::Write;

/// The text of a module.
pub(super) fn module(draft: &Draft, catalog: &dyn Catalog) -> String {
    let kind = draft.scope.kind();
    let mut text = comment_lines(&catalog.purpose(kind));
    text.push_str("`default_nettype none\n\n");
    text.push_str(catalog.attribute(kind));
    let _ = writeln!(text, "module {} (\n{}\n);", catalog.module(kind), ports(draft, catalog));
    match &draft.scope.hdl {
        Verilog::Custom(body) => {
            let body =
                body.trim_start_matches(&format!("// module {kind}\n")).trim_start_matches("// packed\n");
            text.push_str(&indent(body))
        }
        _ => text.push_str(&body(draft, catalog)),
    }
    text.push_str(&indent(&catalog.checks(kind)));
    text.push_str("\nendmodule\n\n`default_nettype wire\n");
    text
}

fn comment_lines(lines: &[String]) -> String {
    let line = |line: &String| match line.len() > 107 {
        true => comment("", line),
        false => format!("// {line}").trim_end().to_string() + "\n",
    };
    lines.iter().map(line).collect()
}

/// A port as it is printed: direction, width, name and comment.
struct Line {
    way: &'static str,
    range: String,
    name: String,
    about: String,
}

fn lines(draft: &Draft, catalog: &dyn Catalog) -> Vec<Line> {
    let registers = driven(draft);
    let mut lines: Vec<Line> = Vec::new();
    for port in draft.scope.ports() {
        let bus = draft.scope.packed() && port.name.element;
        let name = if bus { port.name.base.clone() } else { port.name.verilog() };
        if lines.iter().any(|line| line.name == name) {
            continue;
        }
        let way = match port.kind {
            AtomKind::InputParameter => "input  wire",
            _ if registers.contains(&name) => "output reg ",
            _ => "output wire",
        };
        let width = if bus { port.width * draft.scope.elements(&name) } else { port.width };
        let label = if bus { "" } else { &port.name.label };
        let about = catalog.port(&port.name.base, label);
        lines.push(Line { way, range: range(width), name, about });
    }
    lines
}

fn ports(draft: &Draft, catalog: &dyn Catalog) -> String {
    let ports = lines(draft, catalog);
    let broad = ports.iter().map(|p| p.range.len()).max().unwrap_or(0);
    let long = ports.iter().map(|p| p.name.len()).max().unwrap_or(0) + 1;
    let line = |(k, port): (usize, &Line)| {
        let comma = if k + 1 < ports.len() { "," } else { "" };
        let name = format!("{}{comma}", port.name);
        let line = format!("  {} {:broad$} {name:long$} // {}", port.way, port.range, port.about);
        line.trim_end().trim_end_matches(" //").trim_end().to_string()
    };
    ports.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}
