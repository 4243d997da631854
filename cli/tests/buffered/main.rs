//! Buffered networks: routers under any traffic, engines held together, deadlock, faults, linters, waves.

mod axis;
mod axis_errors;
mod axis_heads;
mod bench;
mod bench_lists;
mod burst;
#[path = "../common/mod.rs"]
mod common;
mod deadlock;
mod engines;
mod errors;
mod exchange;
mod fabric;
mod faults;
mod latency;
mod lint;
mod mutants;
mod properties;
mod saturation;
mod waves;
mod waves_refused;
