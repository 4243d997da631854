//! Starts Verilator without its Perl script, which takes as long to start as a small network to lint.

use std::process::Command;
use std::sync::OnceLock;

/// The program of a tool. For `verilator` it is the program that the script starts, if it can be found.
pub fn directly(tool: &str) -> &str {
    static PROGRAM: OnceLock<&str> = OnceLock::new();
    let there = || Command::new("verilator_bin").arg("--version").output().is_ok();
    match tool {
        "verilator" => PROGRAM.get_or_init(|| if there() { "verilator_bin" } else { "verilator" }),
        other => other,
    }
}
