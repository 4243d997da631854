//! Waves on the command line, and damaged ones. `buffered/waves.rs` has those of buffered networks.

#[path = "../common/mod.rs"]
mod common;
mod damage;
mod parts;
mod vectors;
