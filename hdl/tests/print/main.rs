//! The printer: what it prints means what rust-hdl means.

#[path = "../common/mod.rs"]
mod common;
mod equivalence;
mod expressions;
