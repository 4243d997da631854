//! From Verilog to a report, and the cache of compiled simulations.

mod cache;
#[path = "../common/mod.rs"]
mod common;
mod ring3;
