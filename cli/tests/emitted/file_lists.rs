//! File lists and timescales in other tools.
//!
//! State space: networks of each kind, with all tops that there are; lists used from their folder, from
//! elsewhere, and with a prefix; modules beside a testbench with delays and beside modules without a
//! timescale. Tools: Verilator, Icarus, Yosys. Prefixes that no list can contain are refused.

use crate::common::{stdout, text, tool, torusgen};
use std::{fs, path::Path};

const KINDS: [&str; 3] =
    ["--dims 3x3", "--dims 2x3 --algorithm product-a1", "--dims 3 --router buffered --channels 2"];
/// Networks with all lists that there are: of streams, of registers, of memories behind them.
const TOPS: [&str; 4] = [
    "--dims 3 --router buffered --channels 2 --interface axis --axil",
    "--dims 3 --interface axis --local-clock --axil",
    "--dims 3x2 --switching slots --axil",
    "--dims 2x3 --algorithm product-a1 --interface axis --axil",
];

/// Emits a network into `out` below a folder.
fn emit(dir: &Path, options: &str) {
    let out = dir.join("out");
    let mut args = vec!["emit", "--name", "net", "--out", out.to_str().unwrap()];
    args.extend(options.split(' '));
    stdout(&args);
}

/// Checks that a tool prints nothing.
fn silent(name: &str, args: &[&str], dir: &Path) {
    let (good, said) = tool(name, args, dir);
    assert!(good && said.is_empty(), "{name} {}\n{said}", args.join(" "));
}

/// The file lists of a folder.
fn lists(out: &Path) -> Vec<String> {
    let names = fs::read_dir(out).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".f")).collect()
}

/// No tool is told the top: every list has one alone.
#[test]
fn lists_are_used_from_anywhere() {
    for options in KINDS.into_iter().chain(TOPS) {
        let dir = tempfile::tempdir().unwrap();
        emit(dir.path(), options);
        let lists = lists(&dir.path().join("out"));
        assert!(lists.len() >= if TOPS.contains(&options) { 3 } else { 2 }, "{options}: {lists:?}");
        for list in lists {
            silent("verilator", &["--lint-only", "-Wall", "-F", &format!("out/{list}")], dir.path());
            let args = ["-g2001", "-Wall", "-o", "../net.vvp", "-f", &list];
            let (good, said) = tool("iverilog", &args, &dir.path().join("out"));
            assert!(good && !said.contains("timescale"), "{options}: {said}");
        }
    }
}

/// The first line says how a list is used, and names it.
#[test]
fn lists_say_how_they_are_used() {
    let dir = tempfile::tempdir().unwrap();
    emit(dir.path(), KINDS[0]);
    for name in ["net", "net_board"] {
        let list = fs::read_to_string(dir.path().join(format!("out/{name}.f"))).unwrap();
        let first = list.lines().next().unwrap();
        assert!(first.starts_with("// ") && first.contains(&format!("verilator -F {name}.f")), "{first}");
        assert!(list.lines().skip(1).all(|line| line.starts_with("rtl/") && line.ends_with(".v")), "{list}");
    }
}

#[test]
fn a_prefix_stands_before_every_path() {
    for (prefix, given) in [("out", "out"), ("out", "out/"), ("$HERE/out", "$HERE/out")] {
        let dir = tempfile::tempdir().unwrap();
        emit(dir.path(), &format!("{} --filelist-prefix {given}", KINDS[0]));
        let list = fs::read_to_string(dir.path().join("out/net.f")).unwrap();
        assert!(list.lines().next().unwrap().contains(prefix), "{list}");
        let paths = list.lines().skip(1).all(|line| line.starts_with(&format!("{prefix}/rtl/net")));
        assert!(paths, "{list}");
    }
    let dir = tempfile::tempdir().unwrap();
    let absolute = dir.path().join("out");
    emit(dir.path(), &format!("{} --filelist-prefix {}", KINDS[0], absolute.display()));
    let elsewhere = tempfile::tempdir().unwrap();
    let list = absolute.join("net.f");
    let list = list.to_str().unwrap();
    silent("verilator", &["--lint-only", "-Wall", "-f", list], elsewhere.path());
    silent("iverilog", &["-g2001", "-o", "net.vvp", "-f", list], elsewhere.path());
    let run = ["sim", "--engine", "model", "--from", absolute.to_str().unwrap(), "--format", "json"];
    assert_eq!(crate::common::json(&run)["match"], true);
}

#[test]
fn prefixes_that_no_list_can_hold_are_refused() {
    for prefix in ["", "a b", "a//b", "-x", "a\nb", "a\"b", "é", &"a".repeat(1025)] {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("out");
        let prefix_is = format!("--filelist-prefix={prefix}");
        let output = torusgen(&["emit", "3x3", "--out", out.to_str().unwrap(), &prefix_is]);
        assert_eq!(output.status.code(), Some(2), "{prefix:?}");
        let said = text(&output.stderr);
        assert!(
            said.contains("in front of the paths of file lists") && said.contains("--filelist-prefix"),
            "{said}"
        );
        assert!(!out.exists());
    }
}

/// A testbench with its own delays beside our modules, before or after them. Its times are those that it
/// states.
const TESTBENCH: &str = "`timescale 1ns/1ps
module bench;
  reg clk = 1'b0; wire [3:0] idle;
  net dut (.clk_i(clk), .rst_ni(1'b0), .start_i(1'b0), .inject_data_i(1152'd0), .error_o(idle[0]));
  always #1.5 clk = ~clk;
  initial #30 begin $display(\"%0t\", $time); $finish; end
endmodule
";

#[test]
fn modules_stand_beside_testbenches_with_delays() {
    let dir = tempfile::tempdir().unwrap();
    emit(dir.path(), KINDS[0]);
    let out = dir.path().join("out");
    fs::write(out.join("bench.v"), TESTBENCH).unwrap();
    for order in [["-f", "net.f", "bench.v"], ["bench.v", "-f", "net.f"]] {
        let args = [&["-g2001", "-Wtimescale", "-s", "bench", "-o", "bench.vvp"], &order[..]].concat();
        silent("iverilog", &args, &out);
    }
    let (good, said) = tool("vvp", &["-n", "bench.vvp"], &out);
    assert!(good && said.lines().next() == Some("30000"), "{said}");
    let lint =
        ["--lint-only", "--timing", "-Wall", "-Wno-fatal", "--top-module", "bench", "bench.v", "-f", "net.f"];
    let (_, said) = tool("verilator", &lint, &out);
    assert!(!said.contains("TIMESCALEMOD"), "{said}");
}

/// The macro works in the modules of registers, too, which no list above has.
#[test]
fn registers_heed_the_macro() {
    let stored = "--algorithm one-row --axil";
    for words in ["--axil", "--router buffered --axil", stored] {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("out");
        let words: Vec<&str> = words.split(' ').collect();
        stdout(&[&["emit", "3x3", "--name", "net", "--out", out.to_str().unwrap()], &words[..]].concat());
        let texts = fs::read_dir(out.join("axil")).unwrap().map(|entry| entry.unwrap().path());
        let texts: Vec<_> = texts.filter(|path| path.extension().is_some_and(|end| end == "v")).collect();
        assert!(texts.len() >= 2, "{texts:?}");
        for path in texts {
            let text = fs::read_to_string(&path).unwrap();
            let guarded = "`ifndef TORUSGEN_NO_TIMESCALE\n`timescale 1ns/1ps\n`endif\n";
            assert!(text.contains(guarded) && text.matches("`timescale").count() == 1, "{path:?}");
        }
    }
}

/// Designs without any timescale define the macro: no tool finds some modules with one and some without.
#[test]
fn a_macro_leaves_the_timescale_out() {
    let dir = tempfile::tempdir().unwrap();
    emit(dir.path(), KINDS[0]);
    let out = dir.path().join("out");
    fs::write(
        out.join("other.v"),
        "module other(input wire a_i, output wire b_o);\n  assign b_o = a_i;\nendmodule\n",
    )
    .unwrap();
    let lint = |more: &[&str]| {
        let args = [&["--lint-only", "-Wall", "-Wno-MULTITOP", "other.v", "-f", "net.f"], more].concat();
        tool("verilator", &args, &out).1
    };
    assert!(lint(&[]).contains("TIMESCALEMOD"), "without the macro Verilator says so");
    let said = lint(&["-DTORUSGEN_NO_TIMESCALE"]);
    assert!(said.is_empty(), "{said}");
    let args =
        ["-g2001", "-Wtimescale", "-DTORUSGEN_NO_TIMESCALE", "-o", "net.vvp", "other.v", "-f", "net.f"];
    silent("iverilog", &args, &out);
}
