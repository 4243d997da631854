//! The end of the tutorial: its design compiles around the network, all messages arrive, and its tool
//! commands succeed.

use crate::{common::icarus::Emitted, common::tool, pages::pages};

/// The fenced blocks of the tutorial in a language.
fn fenced(language: &str) -> Vec<String> {
    let page = pages().into_iter().find(|page| page.path == "docs/tutorial.md").expect("a tutorial");
    let opening = format!("\n```{language}\n");
    let parts = page.text.split(&opening).skip(1);
    parts.map(|part| part.split("\n```").next().unwrap_or_default().to_string() + "\n").collect()
}

/// Runs the design for one exchange and prints the messages that arrived.
const TESTBENCH: &str = "module testbench;
  reg clk = 0, rst = 0, start = 0;
  wire [35:0] arrived; wire error;
  my_design dut (.clk_i(clk), .rst_ni(rst), .start_i(start), .arrived_o(arrived), .error_o(error));
  always #5 clk = ~clk;
  initial begin
    repeat (4) @(negedge clk); rst = 1;
    @(negedge clk); start = 1; @(negedge clk); start = 0;
    repeat (20) @(negedge clk);
    $display(\"%h %b\", arrived, error); $finish;
  end
endmodule
";

#[test]
fn the_design_of_the_tutorial_works() {
    let net = Emitted::new("3x3");
    let designs = fenced("verilog");
    assert_eq!(designs.len(), 1, "one design in the tutorial");
    let folder = net.folder();
    std::fs::write(folder.join("my_design.v"), &designs[0]).unwrap();
    std::fs::write(folder.join("testbench.v"), TESTBENCH).unwrap();
    let lint = [
        "--lint-only",
        "-Wall",
        "-Wno-UNUSED",
        "--top-module",
        "my_design",
        "-f",
        "torus_3x3.f",
        "my_design.v",
    ];
    let (good, said) = tool("verilator", &lint, &folder);
    assert!(good, "{said}");
    let files =
        ["-g2001", "-s", "testbench", "-o", "t.vvp", "-f", "torus_3x3.f", "my_design.v", "testbench.v"];
    let (good, said) = tool("iverilog", &files, &folder);
    assert!(good, "{said}");
    let (_, said) = tool("vvp", &["-n", "t.vvp"], &folder);
    assert_eq!(said.lines().next(), Some("fffffffff 0"), "every local port gets a message");
}

#[test]
fn the_tool_commands_of_the_tutorial_succeed() {
    let net = Emitted::new("3x3");
    let tools =
        fenced("text").into_iter().find(|block| block.contains("verilator")).expect("a block of tools");
    assert_eq!(tools.lines().count(), 3);
    for line in tools.lines() {
        let (good, said) = tool("sh", &["-c", line], &net.folder());
        assert!(good, "{line}: {said}");
    }
}
