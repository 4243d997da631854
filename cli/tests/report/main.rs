//! Pages of `torusgen report`, in headless Chromium.

mod buffered;
#[path = "../common/mod.rs"]
mod common;
mod runs;
