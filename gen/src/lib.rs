//! The generator: from a description of a network to the folder of its Verilog.

#![forbid(unsafe_code)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod buffered;
pub mod config;
pub mod digest;
pub mod error;
pub mod experiment;
pub mod fabric;
pub mod folder;
pub mod grid;
pub mod network;
pub mod paths;
pub mod ports;
pub mod remedies;
pub mod schedule_file;
pub mod stored;
pub mod svg;
