//! Buffered networks, many at a time: comparison of engines, faults planted in nodes, streams, linters,
//! deadlock, latency, saturation, waves of a large run. This takes minutes: `make sweeps` runs it, `cargo
//! test` alone does not.

mod axis;
mod bench;
mod bench_lists;
mod bench_sources;
mod burst;
#[path = "../common/mod.rs"]
mod common;
mod deadlock;
mod engines;
mod fabric;
mod large_waves;
mod latency;
mod lint;
mod mutants;
mod properties;
mod saturation;
