//! Buffered networks: routers under any traffic, deadlock, faults, errors, waves.

mod axis_errors;
mod axis_heads;
#[path = "../common/mod.rs"]
mod common;
mod deadlock;
mod errors;
mod exchange;
mod faults;
mod latency;
mod saturation;
mod waves;
mod waves_refused;
