//! The text of nodes, made into netlists by Yosys, which finds nothing and makes no latch. This takes
//! minutes: `make sweeps` runs it, `cargo test` alone does not.

mod buffered;
#[path = "../common/mod.rs"]
mod common;
mod scheduled;
