//! The printer: its Verilog has the meaning of the kernel in rust-hdl.

#[path = "../common/mod.rs"]
mod common;
mod equivalence;
mod expressions;
