//! Comparisons of runs: exchanges, curves of latency, regressions.

mod broadcasts;
#[path = "../common/mod.rs"]
mod common;
mod curve;
mod errors;
mod exchanges;
mod regress;
mod sweeps;
