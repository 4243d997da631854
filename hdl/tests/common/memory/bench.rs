//! A network of tiles in Icarus: two runs one after the other, with every use of a link printed.

use crate::common::{run, write};
use std::fmt::Write;
use torus_hdl::memory::{modules, MemorySpec};
use torus_model::NodeId;

/// Cycles between two starts, in addition to the first run.
const REST: u32 = 3;

/// A network: its specification, and the class of every node.
pub struct Network<'a> {
    pub spec: MemorySpec<'a>,
    pub classes: Vec<usize>,
}

impl Network<'_> {
    /// The output of Icarus: `cycle node port` for every link in use, and `done` and `error` when they
    /// change. `spoil` may change the modules' texts.
    pub fn play(&self, spoil: impl Fn(&str, String) -> String) -> Vec<String> {
        let mut all = modules(&self.spec);
        all.iter_mut().for_each(|module| module.text = spoil(&module.name, std::mem::take(&mut module.text)));
        let folder = tempfile::tempdir().unwrap();
        let files = write(folder.path(), &all);
        std::fs::write(folder.path().join("bench.v"), self.bench()).unwrap();
        let fixed = ["-g2001", "-o", "out", "-s", "bench", "bench.v"];
        let arguments: Vec<&str> = fixed.into_iter().chain(files.iter().map(String::as_str)).collect();
        let (content, report) = run("iverilog", &arguments, folder.path());
        assert!(content, "{report}");
        let report = run("vvp", &["-n", "out"], folder.path()).1;
        report.lines().map(str::to_string).collect()
    }

    /// The expected output for these uses of links, `(slot, node, port)`.
    pub fn expected(&self, links: impl IntoIterator<Item = (u32, usize, usize)>) -> Vec<String> {
        let (done, n) = (self.spec.start_to_done(), self.spec.torus.len());
        let links: Vec<_> = links.into_iter().collect();
        let mut lines = Vec::new();
        for start in [0, done + REST] {
            if start > 0 {
                lines.push((start + 1, 0, 0, format!("done {} {}", start + 1, "0".repeat(n))));
            }
            lines.extend(links.iter().map(|(slot, node, port)| {
                let cycle = start + self.spec.start_to_link() + slot;
                (cycle, *node, *port, format!("{cycle} {node} {port}"))
            }));
            lines.push((start + done, 0, 0, format!("done {} {}", start + done, "1".repeat(n))));
        }
        lines.sort();
        lines.into_iter().map(|(.., line)| line).collect()
    }

    fn bench(&self) -> String {
        let (torus, again) = (self.spec.torus, self.spec.start_to_done() + REST);
        let (mut tiles, mut shown) = (String::new(), String::new());
        for node in torus.nodes() {
            tiles += &self.tile(node);
            for port in torus.ports() {
                let (node, port) = (node.index(), port.index());
                let show = format!("$display(\"%0d {node} {port}\", k)");
                let _ = writeln!(shown, "      if (v_{node}_{port} !== 0) {show};");
            }
        }
        format!(
            "module bench;
  reg clk = 0, rst_n = 0, start = 0;
  integer k;
  reg [{n}:0] was = 0;
  wire [{n}:0] done, error;
{tiles}  initial begin
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
endmodule
",
            n = torus.len() - 1,
            end = 2 * again
        )
    }

    /// A tile and the links that leave it.
    fn tile(&self, node: NodeId) -> String {
        let (torus, widths, n) = (self.spec.torus, self.spec.widths(), node.index());
        let (heads, data) = (self.spec.link_heads(), widths.payload() - 1);
        let mut wires = String::new();
        let mut pins = format!(".clk_i(clk), .rst_ni(rst_n), .start_i(start), .id_i({}'d{n})", widths.id);
        for (i, x) in torus.coordinates(node).iter().enumerate() {
            let _ = write!(pins, ", .x_{i}_i({}'d{x})", widths.coordinates[i]);
        }
        for (port, head) in torus.ports().zip(heads.iter().map(|bits| bits - 1)) {
            let p = port.index();
            let from = torus.nodes().find(|other| torus.neighbour(*other, port) == node).unwrap().index();
            let _ = writeln!(
                wires,
                "  wire v_{n}_{p};\n  wire [{head}:0] h_{n}_{p};\n  wire [{data}:0] d_{n}_{p};"
            );
            for (pin, wire) in [("valid", "v"), ("head", "h"), ("data", "d")] {
                let _ = write!(
                    pins,
                    ",\n    .rx_{pin}_{p}_i({wire}_{from}_{p}), .tx_{pin}_{p}_o({wire}_{n}_{p})"
                );
            }
        }
        let module = self.spec.class_module("tile", self.classes[n]);
        format!("{wires}  {module} t_{n} ({pins},\n    .done_o(done[{n}]), .error_o(error[{n}]));\n")
    }
}
