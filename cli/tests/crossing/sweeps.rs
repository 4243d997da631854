//! Networks whose streams have a separate clock, many at a time. This takes minutes: `make sweeps` runs it,
//! `cargo test` alone does not.

#[path = "../common/mod.rs"]
mod common;
mod networks;
