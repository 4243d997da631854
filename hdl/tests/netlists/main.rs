//! The Verilog of nodes, checked by the tools of users: Verilator, Icarus and Yosys find no problem, and
//! Yosys makes netlists without latches. This takes minutes: `make sweeps` runs it, `cargo test` alone does
//! not.

mod buffered;
#[path = "../common/mod.rs"]
mod common;
mod memory;
mod scheduled;
