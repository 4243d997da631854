//! Pages of `torusgen report` in headless Chromium. `sweeps.rs` has those of buffered networks.

#[path = "../common/mod.rs"]
mod common;
mod diff;
mod packets;
mod runs;
