//! The generator: from a description of a network to Verilog, and the command line around it.

#![forbid(unsafe_code)]
// Printing has one place, `console`: these macros panic when a pipe is closed or a disk full.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod axis;
pub mod buffered;
pub mod cli;
pub mod commands;
pub mod compare;
pub mod config;
pub mod console;
pub mod curve;
pub mod digest;
pub mod error;
pub mod experiment;
pub mod fabric;
pub mod folder;
pub mod grid;
pub mod matrix;
pub mod network;
pub mod outputs;
pub mod paths;
pub mod ports;
pub mod progress;
pub mod regress;
pub mod remedies;
pub mod report;
pub mod schedule_file;
pub mod stored;
pub mod svg;
pub mod table;
