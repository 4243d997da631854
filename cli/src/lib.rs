//! The command line of torusgen: arguments, commands, reports, comparisons, regressions.
//!
//! This crate alone knows arguments, tables and terminals. What it shows comes from `torus_gen` (networks and their
//! files), `torus_sim` (runs) and `torus_model` (loads and schedules).

#![forbid(unsafe_code)]
// Printing has one place, `console`: these macros panic when a pipe is closed or a disk full.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod args;
pub mod axis;
pub mod commands;
pub mod compare;
pub mod console;
pub mod curve;
pub mod matrix;
pub mod outputs;
pub mod progress;
pub mod regress;
pub mod report;
pub mod table;
