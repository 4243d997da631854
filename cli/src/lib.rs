//! The command line of torusgen: arguments, commands, reports, comparisons, regressions.
//!
//! Only this crate knows arguments, tables and terminals. Its results come from `torus_gen` (networks and
//! their files), `torus_sim` (runs) and `torus_model` (loads and schedules).
//!
//! A command line is parsed into arguments ([`args`]), and [`commands::run`] runs the command. Commands print
//! only by [`console`], write files only by [`outputs`], and end with an [`Outcome`](outcome::Outcome):
//! equal, or a mismatch. Bad input, or a tool that fails, is an error: the program adds a tip on options
//! (`args::advice`) and ends with exit code 2. The larger commands have their own modules: [`report`] makes
//! the page of a run, [`compare`] the costs of algorithms, [`curve`] latency-throughput curves, and
//! [`regress`] runs a [`matrix`] of configurations.
//!
//! # Example
//! A complete exchange of 4x4, by the cycle model, compared with the schedule and the exact loads:
//! ```
//! use clap::Parser;
//! use torus_cli::{args::Cli, commands, outcome::Outcome};
//!
//! let cli = Cli::try_parse_from(["torusgen", "sim", "4x4", "--engine", "model"])?;
//! assert_eq!(commands::run(cli)?, Outcome::Equal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
// Only `console` prints: these macros panic when a pipe is closed or a disk is full.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod args;
pub mod axis;
pub mod commands;
pub mod compare;
pub mod console;
pub mod curve;
pub mod doctor;
pub mod json;
pub mod latency;
pub mod link_lines;
pub mod matrix;
pub mod outcome;
pub mod outputs;
pub mod passed_on;
pub mod progress;
pub mod project;
pub mod quote;
pub mod ranks;
pub mod regress;
pub mod report;
pub mod shard;
pub mod stages;
pub mod table;
