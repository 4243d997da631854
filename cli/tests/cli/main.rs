//! The command line: commands and options, errors and hints, output and files.

mod command_line;
mod commands;
#[path = "../common/mod.rs"]
mod common;
mod console;
mod dimensions;
mod doctor;
mod effects;
mod errors;
mod file_errors;
mod help;
mod hints;
mod hostile;
mod new;
mod outputs;
mod wide;
