//! The layout of a module: its comment, its ports in columns, and its body.

use super::body::{body, driven};
use super::draft::Draft;
use super::scope::AtomInfo;
use super::verilog::{comment, indent, range, COLUMNS};
use super::Catalog;
use rust_hdl_core::prelude::{AtomKind, Verilog};
use std::fmt::Write;

/// The text of a module.
pub(super) fn module(draft: &Draft, catalog: &dyn Catalog) -> String {
    let kind = draft.scope.kind();
    let mut text = comment_lines(&catalog.purpose(kind));
    text.push_str("\n`default_nettype none\n\n");
    text.push_str(catalog.attribute(kind));
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
    let line = |line: &String| match line.len() > 107 {
        true => comment("", line, COLUMNS),
        false => format!("// {line}").trim_end().to_string() + "\n",
    };
    lines.iter().map(line).collect()
}

/// A line of the port list: direction, width, name and comment.
struct Line {
    way: &'static str,
    range: String,
    name: String,
    about: String,
}

fn lines(draft: &Draft, catalog: &dyn Catalog) -> Vec<Line> {
    let registers = driven(draft);
    let line = |port: &AtomInfo| {
        let name = port.name.verilog();
        let way = match port.kind {
            AtomKind::InputParameter => "input  wire",
            _ if registers.contains(&name) => "output reg ",
            _ => "output wire",
        };
        let about = catalog.port(draft.scope.kind(), &port.name.base, &port.name.label);
        Line { way, range: range(port.width), name, about }
    };
    draft.scope.ports().map(line).collect()
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
