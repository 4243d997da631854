//! The reference of a run, the result of the comparison, and the texts of errors.

#[path = "../common/mod.rs"]
mod common;
mod errors;
mod reference;
mod scoreboard;
mod traffic_heads;
