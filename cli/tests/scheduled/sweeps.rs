//! Scheduled networks, many at a time: comparison of engines, faults planted in nodes, tables, linters,
//! builds that are compiled again. This takes minutes: `make sweeps` runs it, `cargo test` alone does not.

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
