//! Errors of external tools: which one was needed, what it printed, what to do.

use crate::output::shown;
use std::fmt;
use std::path::PathBuf;
use thiserror::Error;
use torus_model::quote::shortened;

/// The external tool that an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Verilator, which turns Verilog into C++.
    Verilator,
    /// The C++ compiler.
    Compiler,
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Tool::Verilator => "verilator",
            Tool::Compiler => "the C++ compiler",
        })
    }
}

/// An external tool that cannot be started or fails.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ToolError {
    /// A tool cannot be started.
    #[error(
        "a simulation was asked for, which needs {tool}, but {} ({reason}): {}",
        not_started(.tried),
        remedy(.tool)
    )]
    Missing {
        /// The tool.
        tool: Tool,
        /// The program names tried.
        tried: Vec<PathBuf>,
        /// The error that the operating system reports.
        reason: String,
    },
    /// A tool ran and failed.
    #[error(
        "{tool} ({}) was given {} and failed; it has to accept every emitted file: if the folder \
         was edited, emit it again, else try another version with {}. It says: {output}",
        shown(.program),
        shortened(.subject),
        variable(.tool)
    )]
    Failed {
        /// The tool.
        tool: Tool,
        /// The program.
        program: PathBuf,
        /// The file or module that it was given.
        subject: String,
        /// First lines of what it wrote to stderr.
        output: String,
    },
}

fn not_started(tried: &[PathBuf]) -> String {
    let names: Vec<_> = tried.iter().map(|name| shown(name)).collect();
    match &names[..] {
        [name] => format!("{name} cannot be started"),
        names => format!("neither {} can be started", names.join(" nor ")),
    }
}

fn variable(tool: &Tool) -> &'static str {
    match tool {
        Tool::Verilator => "TORUSGEN_VERILATOR",
        Tool::Compiler => "CXX",
    }
}

fn remedy(tool: &Tool) -> &'static str {
    match tool {
        Tool::Verilator => {
            "run `apt-get install verilator g++` (in the source tree `make setup`), name the program in \
             TORUSGEN_VERILATOR, or use the engine model, which needs none"
        }
        Tool::Compiler => {
            "run `apt-get install verilator g++` (in the source tree `make setup`), name the program in CXX, \
             or use the engine model, which needs none"
        }
    }
}
