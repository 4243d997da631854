//! Pages of `torusgen report`, in headless Chromium: those of buffered networks, and how pages of several
//! widths are laid out. This takes a minute: `make sweeps` runs it, `cargo test` alone does not.

mod buffered;
#[path = "../common/mod.rs"]
mod common;
mod layout;
