//! Runs side by side: exchanges compared, curves of latency, the regression.

#[path = "../common/mod.rs"]
mod common;
mod curve;
mod exchanges;
mod regress;
