//! Scheduled networks: schedules and tables, engines held together, faults planted in nodes, linters.

mod builds;
#[path = "../common/mod.rs"]
mod common;
mod engines;
mod further;
mod lint;
mod mutants;
mod schedule_keys;
mod tables;
