//! Networks with message memories: plans and programs, engines, faults planted in nodes, linters, Icarus.

#[path = "../common/mod.rs"]
mod common;
mod engines;
mod errors;
mod files;
mod icarus;
mod lint;
mod model;
mod mutants;
