//! Networks with message memories: files, errors, the cycle model.

#[path = "../common/mod.rs"]
mod common;
mod errors;
mod files;
mod model;
