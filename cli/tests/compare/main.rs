//! Runs side by side: exchanges compared, curves of latency, the regression.

mod broadcasts;
#[path = "../common/mod.rs"]
mod common;
mod curve;
mod errors;
mod exchanges;
mod regress;
mod sweeps;
