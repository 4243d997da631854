//! Random networks on all engines. This takes minutes: `make sweeps` runs it, `cargo test` alone does not.

#[path = "../common/mod.rs"]
mod common;

mod engines;
#[allow(dead_code)]
mod mutation;
#[allow(dead_code)]
mod runner;
