//! Pages of `torusgen report` in headless Chromium: those of buffered networks, and the layout of pages at
//! several widths. This takes a minute: `make sweeps` runs it, `cargo test` alone does not.

mod buffered;
#[path = "../common/mod.rs"]
mod common;
mod layout;
