//! Long words for every option of every command; the largest inputs.
//! This takes a minute: `make sweeps` runs it, `cargo test` alone does not.

#[path = "../common/mod.rs"]
mod common;
mod large;
mod quoted;
