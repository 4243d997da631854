//! How pages of `torusgen report` are laid out, in headless Chromium of several widths.
//! This takes a minute: `make sweeps` runs it, `cargo test` alone does not.

#[path = "../common/mod.rs"]
mod common;
mod layout;
