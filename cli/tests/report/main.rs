//! Pages of `torusgen report`, in headless Chromium. Those of buffered networks: `sweeps.rs`.

#[path = "../common/mod.rs"]
mod common;
mod diff;
mod packets;
mod runs;
