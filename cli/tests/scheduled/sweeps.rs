//! Scheduled networks, many at a time: engines held together, faults planted in nodes, tables, linters, what
//! is compiled again. This takes minutes: `make sweeps` runs it, `cargo test` alone does not.

mod axis;
mod builds;
#[path = "../common/mod.rs"]
mod common;
mod engines;
mod lint;
mod mutants;
mod registers;
mod slot_ports;
mod tables;
