//! Networks with message memories, many at a time: comparison of engines, faults planted in nodes, Icarus,
//! linters. This takes minutes: `make sweeps` runs it, `cargo test` alone does not.

mod axis;
mod broadcast_streams;
#[path = "../common/mod.rs"]
mod common;
mod engines;
mod icarus;
mod lint;
mod model;
mod mutants;
