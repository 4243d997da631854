//! Whole networks of tiles in Icarus: every block arrives, and every link is used in the cycles it should be.
//!
//! The expected cycles come from a plain walk over rows and words. Parameters: every corner, two runs after each
//! other. A planted fault in each kind of module must be seen.

mod common;
mod stored_common;

use common::{run, write};
use std::fmt::Write;
use stored_common::{spec, Corner, CORNERS};
use torus_hdl::stored::{modules, StoredSpec};
use torus_model::{NodeId, Torus};

/// Cycles between two starts beyond the first run.
const REST: u32 = 3;

/// A testbench that prints `cycle node port` for every link in use, and `done` and `error` as they change.
fn bench(corner: &Corner, spec: &StoredSpec) -> String {
    let (torus, again) = (spec.torus, spec.start_to_done() + REST);
    let mut text = format!(
        "module bench;\n  reg clk = 0, rst_n = 0, start = 0;\n  integer k;\n  reg [{n}:0] was = 0;\n  \
         wire [{n}:0] done, error;\n",
        n = torus.len() - 1
    );
    let mut shown = String::new();
    for node in torus.nodes() {
        text += &tile(corner, spec, node);
        for port in torus.ports() {
            let name = format!("{}_{}", node.index(), port.index());
            let (node, port) = (node.index(), port.index());
            let _ = writeln!(shown, "      if (v_{name} !== 0) $display(\"%0d {node} {port}\", k);");
        }
    }
    let _ = writeln!(
        text,
        "  initial begin
    #1 clk = 1; #1 clk = 0; #1 clk = 1; #1 clk = 0; rst_n = 1;
    #1 clk = 1; #1 clk = 0;
    for (k = 0; k < {end}; k = k + 1) begin
      start = k == 0 || k == {again};
      #1
{shown}      if (done !== was) $display(\"done %0d %b\", k, done);
      if (error !== 0) $display(\"error %0d %b\", k, error);
      was = done;
      clk = 1; #1 clk = 0;
    end
    $finish;
  end
endmodule",
        end = 2 * again
    );
    text
}

/// A tile and its outgoing links.
fn tile(corner: &Corner, spec: &StoredSpec, node: NodeId) -> String {
    let (torus, n) = (spec.torus, node.index());
    let (mut wires, id) = (String::new(), spec.widths().id);
    let mut pins = format!(".clk_i(clk), .rst_ni(rst_n), .start_i(start), .id_i({id}'d{n})");
    for (i, x) in torus.coordinates(node).iter().enumerate() {
        let _ = write!(pins, ", .x_{i}_i({}'d{x})", spec.widths().coordinates[i]);
    }
    for port in torus.ports() {
        let p = port.index();
        let from = torus.nodes().find(|other| torus.neighbour(*other, port) == node).unwrap().index();
        let (head, data) = (spec.widths().head() - 1, spec.widths().payload() - 1);
        let _ =
            writeln!(wires, "  wire v_{n}_{p};\n  wire [{head}:0] h_{n}_{p};\n  wire [{data}:0] d_{n}_{p};");
        for (pin, wire) in [("valid", "v"), ("head", "h"), ("data", "d")] {
            let _ =
                write!(pins, ",\n    .rx_{pin}_{p}_i({wire}_{from}_{p}), .tx_{pin}_{p}_o({wire}_{n}_{p})");
        }
    }
    let module = spec.class_module("tile", corner.class(node));
    format!("{wires}  {module} t_{n} ({pins},\n    .done_o(done[{n}]), .error_o(error[{n}]));\n")
}

/// What the testbench should print.
fn expected(corner: &Corner, spec: &StoredSpec, torus: &Torus) -> Vec<String> {
    let (done, n) = (spec.start_to_done(), torus.len());
    let mut lines = Vec::new();
    for start in [0, done + REST] {
        if start > 0 {
            lines.push((start + 1, format!("done {} {}", start + 1, "0".repeat(n))));
        }
        let links = corner.links(spec.program).into_iter();
        lines.extend(links.map(|(slot, node, port)| {
            let cycle = start + spec.start_to_link() + slot;
            (cycle, format!("{cycle} {node} {port}"))
        }));
        lines.push((start + done, format!("done {} {}", start + done, "1".repeat(n))));
    }
    lines.sort_by_key(|(cycle, _)| *cycle);
    lines.into_iter().map(|(_, line)| line).collect()
}

/// What Icarus prints; `spoil` may change the modules' texts.
fn play(corner: &Corner, spoil: impl Fn(&str, String) -> String) -> (Vec<String>, Vec<String>) {
    let (torus, program) = (corner.torus(), corner.program());
    let spec = spec(&torus, &program);
    let mut all = modules(&spec);
    all.iter_mut().for_each(|module| module.text = spoil(&module.name, std::mem::take(&mut module.text)));
    let folder = tempfile::tempdir().unwrap();
    let files = write(folder.path(), &all);
    std::fs::write(folder.path().join("bench.v"), bench(corner, &spec)).unwrap();
    let fixed = ["-g2001", "-o", "out", "-s", "bench", "bench.v"];
    let arguments: Vec<&str> = fixed.into_iter().chain(files.iter().map(String::as_str)).collect();
    let (content, report) = run("iverilog", &arguments, folder.path());
    assert!(content, "{report}");
    let report = run("vvp", &["-n", "out"], folder.path()).1;
    (report.lines().map(str::to_string).collect(), expected(corner, &spec, &torus))
}

#[test]
fn blocks_arrive_and_links_are_used_on_time() {
    for corner in &CORNERS {
        let (seen, expected) = play(corner, |_, text| text);
        let differs = seen.iter().zip(&expected).find(|(seen, expected)| seen != expected);
        assert_eq!(differs, None, "{corner:?}");
        assert_eq!(seen.len(), expected.len(), "{corner:?}");
    }
}

#[test]
fn a_planted_fault_is_seen() {
    let corner = &CORNERS[5];
    for (module, right, wrong) in [
        ("net_bank", "if (write_i)", "if (write_i & !write_addr_i[0])"),
        ("net_memory", "value_0 | write_data_2_i", "value_0 | write_data_1_i"),
        ("net_memory", "= bank_3_read_data", "= bank_2_read_data"),
        ("net_sequencer", "next_pass = pass_q + ONE_PASS", "next_pass = pass_q"),
        ("net_sequencer", "next_phase = following", "next_phase = phase_q"),
        ("net_core", "to_1_d = program_to_1_i + offset", "to_1_d = program_to_1_i"),
        ("net_program", "rows[4'd0] = ", "rows[4'd0] = ~"),
        ("net_ledger", "rows[4'd3] = ", "rows[4'd3] = 4 ^ "),
        ("net_clerk", "reading_d = rested", "reading_d = starts"),
    ] {
        let seen = std::cell::Cell::new(false);
        let (report, expected) = play(corner, |name, text| {
            let spoilt = if name == module { text.replace(right, wrong) } else { text.clone() };
            seen.set(seen.get() | (spoilt != text));
            spoilt
        });
        assert!(seen.get(), "{module} has no {right}");
        assert!(report != expected, "{wrong} is not seen.");
    }
}
