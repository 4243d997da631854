//! The instance in `docs/axi.md`, with the network of the command above it. Tools accept it unchanged.

use crate::{
    common::{path, stdout, tool},
    pages::pages,
};

/// The page's processors, here as modules with ports only.
const CORE: &str = "module my_core #(parameter ID = 0) (
  input wire clk, input wire rst_n,
  output wire tx_valid, input wire tx_ready, output wire tx_last, output wire [31:0] tx_data,
  output wire [3:0] tx_dest,
  input wire rx_valid, output wire rx_ready, input wire rx_last, input wire [31:0] rx_data,
  input wire [3:0] rx_source
);
  assign tx_valid = 1'b0;
endmodule
";

#[test]
fn the_instance_is_taken_as_it_stands() {
    let page = pages().into_iter().find(|page| page.path == "docs/axi.md").expect("the page");
    let block = |language: &str| {
        let (_, rest) = page.text.split_once(&format!("```{language}\n")).expect("a block");
        rest.split("```").next().expect("its end").to_string()
    };
    let dir = tempfile::tempdir().expect("a temporary folder");
    let line = block("sh").trim().replace("out/noc", &path(dir.path(), "noc"));
    stdout(&line.split(' ').skip(1).collect::<Vec<_>>());
    std::fs::write(dir.path().join("noc/top.v"), block("verilog") + CORE).expect("a writable folder");
    let args =
        ["-g2001", "-Wall", "-Wno-timescale", "-s", "top", "-o", "top.vvp", "-f", "noc_axis.f", "top.v"];
    let (good, said) = tool("iverilog", &args, &dir.path().join("noc"));
    let said: Vec<_> = said.lines().filter(|line| !line.contains("timescale")).collect();
    assert!(good && said.is_empty(), "{said:?}");
}
