//! Networks with message memories: files and errors.

#[path = "../common/mod.rs"]
mod common;
mod errors;
mod files;
