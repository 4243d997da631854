//! The text of nodes, judged by the tools that users have: Verilator and Icarus find nothing, nor does Yosys,
//! which makes it into netlists without latches. This takes minutes: `make sweeps` runs it, `cargo test`
//! alone does not.

mod buffered;
#[path = "../common/mod.rs"]
mod common;
mod memory;
mod scheduled;
