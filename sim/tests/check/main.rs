//! The reference of a run, the result of the comparison, and the texts of errors.

mod arrivals;
#[path = "../common/mod.rs"]
mod common;
mod errors;
mod scoreboard;
mod traffic_heads;
