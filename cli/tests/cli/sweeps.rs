//! Long words for every option of every command.
//! This takes a minute: `make sweeps` runs it, `cargo test` alone does not.

#[path = "../common/mod.rs"]
mod common;
mod quoted;
