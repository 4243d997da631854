//! Our printer against rust-hdl's own: Yosys proves the Verilog of both equal for one router.
//!
//! The registers at the outputs are matched by the names of the ports, so induction over one step is enough.
//! A planted fault must make the proof fail, or it would prove nothing.

use crate::common::{ordered_turns, run, spec, torus};
use rust_hdl_core::prelude::*;
use torus_hdl::kernel::Router;
use torus_hdl::{modules, NodeSpec};
use torus_model::PortModel::{self, AllPort, OnePort};
use torus_model::RomImage;

/// rust-hdl's Verilog of the router, with our names.
fn stock(spec: &NodeSpec) -> String {
    let mut router = Router::new(spec);
    router.connect_all();
    let mut text = generate_verilog(&router);
    text = by_position(&without_comments(&text));
    let n = spec.torus.ports().count();
    for (q, side) in (0..n).flat_map(|q| ["i", "o"].map(|side| (q, side))) {
        text = text.replace(&format!("_{side}${q}"), &format!("_{q}_{side}"));
    }
    // It declares every output as a register, also those of parts whose text is ours.
    text.replace('$', "_")
        .replace("assign request_o", "always @* request_o")
        .replace("assign y_o", "always @* y_o")
        .replace("assign z_o", "always @* z_o")
}

/// Removes the comments of a kernel. rust-hdl prints them wrongly: `// comment!`, and the text on the next
/// line.
fn without_comments(text: &str) -> String {
    let comment = |line: &&str| line.contains("// comment!") || line.trim_start().starts_with("(\"");
    text.lines().filter(|line| !comment(line)).flat_map(|line| [line, "\n"]).collect()
}

/// Replaces the labels of grids and ports by positions, because rust-hdl's text declares `turn$1_2` and then
/// uses `turn$6`. Declarations come first and in order.
fn by_position(text: &str) -> String {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for word in text.split(|c| !part(c)) {
        let Some((base, label)) = word.split_once('$') else { continue };
        // The port of a part in a grid has its name behind the label.
        let label = label.split('$').next().unwrap_or(label);
        let pair = label.contains('_') && label.chars().all(|c| c.is_ascii_digit() || c == '_');
        let grid = pair || label.ends_with("_plus") || label.ends_with("_minus");
        if grid && !seen.contains(&(base, label)) {
            seen.push((base, label));
        }
    }
    let mut text = text.to_string();
    for (k, (base, label)) in seen.iter().enumerate() {
        let position = seen[..k].iter().filter(|(other, _)| other == base).count();
        text = text.replace(&format!(" {base}${label};"), &format!(" {base}${position};"));
        text = text.replace(&format!(" {base}${label} ="), &format!(" {base}${position} ="));
        for before in [' ', '('] {
            let (from, to) = (format!("{before}{base}${label}$"), format!("{before}{base}${position}$"));
            text = text.replace(&from, &to);
        }
    }
    text
}

/// Whether Yosys proves the two texts equal, and its output.
fn equal(ours: &str, stock: &str) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ours.v"), ours).unwrap();
    std::fs::write(folder.path().join("stock.v"), stock).unwrap();
    let read = |file: &str, top: &str, name: &str| {
        format!(
            "read_verilog -DSYNTHESIS -DTORUSGEN_LUT6 {file}; hierarchy -check -top {top}; proc; flatten; \
             opt_clean; rename {top} {name}; design -stash {name}; "
        )
    };
    let script = read("stock.v", "top", "gold")
        + &read("ours.v", "net_router", "gate")
        + "design -copy-from gold -as gold gold; design -copy-from gate -as gate gate; \
           equiv_make gold gate equiv; hierarchy -top equiv; equiv_simple; equiv_induct; \
           equiv_status -assert";
    run("yosys", &["-p", &script], folder.path())
}

fn texts(dims: &str, ports: PortModel) -> (String, String) {
    let torus = torus(dims);
    let (images, turns) = ([RomImage::idle(1, ports.local_ports(&torus))], ordered_turns(&torus));
    let spec = NodeSpec { width: 12, ports, ..spec(&torus, &images, &turns) };
    let parts = ["net_router", "net_request_", "net_mux_"];
    let ours = modules(&spec).into_iter().filter(|m| parts.iter().any(|part| m.name.starts_with(part)));
    (ours.map(|module| module.text).collect(), stock(&spec))
}

fn both_print_the_same(dims: &str, ports: PortModel) {
    let (ours, stock) = texts(dims, ports);
    let (same, report) = equal(&ours, &stock);
    assert!(same && report.contains("Equivalence successfully proven!"), "{dims} {ports}:\n{report}");
}

#[test]
fn both_printers_print_the_same_router() {
    for (dims, ports) in [("5", AllPort), ("4x4", AllPort), ("5", OnePort), ("4x4", OnePort)] {
        both_print_the_same(dims, ports);
    }
}

#[test]
fn both_printers_print_the_same_router_of_three_dimensions() {
    both_print_the_same("3x3x3", AllPort);
}

#[test]
fn a_planted_fault_is_found() {
    let (ours, stock) = texts("4x4", AllPort);
    for (right, wrong) in [
        ("continues_0 = rx_head_0_i[6];", "continues_0 = rx_head_0_i[5];"),
        (".head_i    (rx_head_1_i[4]),", ".head_i    (rx_head_1_i[3]),"),
        ("(select_3_0 ? rx_head_1_i[4] :", "(select_3_0 ? rx_head_0_i[4] :"),
        ("later_i ? {12{odd_i}}", "later_i ? {12{!odd_i}}"),
        ("take_i ? ((y_i & d_i)", "take_i ? ((y_i & c_i)"),
        ("request_o[0] = run_ends & !head_i[1];", "request_o[0] = run_ends;"),
        ("taken_2 = inject_valid_2_i | continues_2 |", "taken_2 = inject_valid_2_i | continues_2 &"),
        ("error_o <= error_o | fault;", "error_o <= fault;"),
    ] {
        assert!(ours.contains(right), "{right}");
        let (same, report) = equal(&ours.replace(right, wrong), &stock);
        assert!(!same && report.contains("unproven"), "{wrong}:\n{report}");
    }
}
