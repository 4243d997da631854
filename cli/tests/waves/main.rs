//! Waves from the command line, and damaged ones. Those of buffered networks: `buffered/waves.rs`.

#[path = "../common/mod.rs"]
mod common;
mod damage;
mod parts;
