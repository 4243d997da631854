//! Verilator without the Perl script around it, which takes as long to start as a small network to lint.

use std::process::Command;
use std::sync::OnceLock;

/// The program of a tool: for `verilator` what its script starts, where that can be had.
pub fn directly(tool: &str) -> &str {
    static PROGRAM: OnceLock<&str> = OnceLock::new();
    let there = || Command::new("verilator_bin").arg("--version").output().is_ok();
    match tool {
        "verilator" => PROGRAM.get_or_init(|| if there() { "verilator_bin" } else { "verilator" }),
        other => other,
    }
}
