//! Errors of the simulation: what was asked, what is needed, what to do.
//!
//! A mismatch between the network and its schedule is not an error but the result of a run, see
//! [`crate::Mismatch`].

use crate::output::shown;
use std::fmt;
use std::path::{Path, PathBuf};
use torus_model::quote::{shortened, shortened_reason};

/// Which outside tool an error speaks of.
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

/// Everything that keeps a simulation from running. Variants carry values; [`fmt::Display`] makes the
/// paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SimError {
    /// A tool cannot be started.
    ToolMissing {
        /// Which one.
        tool: Tool,
        /// The program names tried.
        tried: Vec<PathBuf>,
        /// The system's answer.
        reason: String,
    },
    /// A tool ran and failed.
    ToolFailed {
        /// Which one.
        tool: Tool,
        /// The program.
        program: PathBuf,
        /// What it was given.
        subject: String,
        /// First lines of what it wrote to stderr.
        output: String,
    },
    /// A tile has a combinational path from an input to an output.
    CombinationalPath {
        /// The module.
        module: String,
        /// The outputs.
        outputs: Vec<String>,
    },
    /// A folder without a schedule.
    NotScheduled {
        /// The folder.
        dir: PathBuf,
    },
    /// A folder without buffered routers.
    NotBuffered {
        /// The folder.
        dir: PathBuf,
    },
    /// A program that contradicts itself.
    Program {
        /// What is wrong with it.
        reason: String,
    },
    /// A folder without message memories.
    NotStored {
        /// The folder.
        dir: PathBuf,
    },
    /// A number that engines read from the text and that is not stated once, as one literal.
    Constant {
        /// Its module's file.
        path: PathBuf,
        /// The line, from 1 on.
        line: usize,
        /// The number's name.
        name: &'static str,
    },
    /// A fault of a link on the fabric engine.
    FabricFault,
    /// A line of a ROM that engines would read differently.
    RomText {
        /// The file.
        path: PathBuf,
        /// The line, from 1 on.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A node without the ROM that its schedule or program is in.
    NoRom {
        /// Its file.
        path: PathBuf,
    },
    /// A file cannot be read.
    Read {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        reason: String,
    },
    /// A file or folder cannot be written.
    Write {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        reason: String,
    },
    /// `manifest.json` is none.
    Manifest {
        /// The file.
        path: PathBuf,
        /// What the parser says.
        reason: String,
    },
    /// The manifest and the expected behaviour belong to different networks.
    Inconsistent {
        /// What differs.
        what: &'static str,
        /// Its value in the emitted folder.
        folder: String,
        /// Its value in what was given to compare with.
        given: String,
    },
    /// No environment variable says where the cache is.
    NoCacheFolder,
    /// A compiled simulation cannot be loaded.
    Load {
        /// The file.
        path: PathBuf,
        /// The loader's answer.
        reason: String,
    },
    /// The waves asked for cannot be written.
    Part(crate::PartError),
    /// A file of results cannot be written.
    Output(crate::OutputError),
}

impl From<crate::OutputError> for SimError {
    fn from(error: crate::OutputError) -> Self {
        SimError::Output(error)
    }
}

impl From<crate::PartError> for SimError {
    fn from(error: crate::PartError) -> Self {
        SimError::Part(error)
    }
}

impl SimError {
    /// A file that cannot be read.
    pub fn read(path: &Path, error: &std::io::Error) -> Self {
        SimError::Read { path: path.to_path_buf(), reason: error.to_string() }
    }

    /// A file or folder that cannot be written.
    pub fn write(path: &Path, error: &std::io::Error) -> Self {
        SimError::Write { path: path.to_path_buf(), reason: error.to_string() }
    }
}

impl std::error::Error for SimError {}

impl fmt::Display for SimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimError::Part(error) => error.fmt(f),
            SimError::Output(error) => error.fmt(f),
            SimError::ToolMissing { tool, tried, reason } => {
                let names: Vec<_> = tried.iter().map(|name| shown(name)).collect();
                let started = match &names[..] {
                    [name] => format!("{name} cannot be started"),
                    names => format!("neither {} can be started", names.join(" nor ")),
                };
                write!(f, "a simulation was asked for, which needs {tool}, but {started} ({reason}): {}", remedy(*tool))
            }
            SimError::ToolFailed { tool, program, subject, output } => write!(
                f,
                "{tool} ({}) was given {} and failed; it has to accept every emitted file: if the folder \
                 was edited, emit it again, else try another version with {}. It says: {output}",
                shown(program),
                shortened(subject),
                variable(*tool)
            ),
            SimError::CombinationalPath { module, outputs } => write!(
                f,
                "the outputs {} of the module {} follow an input within a cycle; the tile engine is exact \
                 only where every output is a register: register them, or use the fabric engine",
                shortened(&outputs.join(" ")),
                shortened(module)
            ),
            SimError::Read { path, reason } => write!(
                f,
                "{} cannot be read ({reason}); a simulation needs the whole folder that torusgen emit wrote: \
                 check the path, or emit it again",
                shown(path)
            ),
            SimError::Write { path, reason } => write!(
                f,
                "{} cannot be written ({reason}): make room or give another path (TORUSGEN_CACHE moves the \
                 cache)",
                shown(path)
            ),
            SimError::Manifest { path, reason } => write!(
                f,
                "{} is no manifest of this version of torusgen ({}): emit the folder again",
                shown(path),
                shortened_reason(reason)
            ),
            SimError::NotScheduled { dir } => write!(
                f,
                "{} has buffered routers and no schedule; a scheduled exchange needs --router scheduled: \
                 emit it so, or send traffic through this one",
                shown(dir)
            ),
            SimError::NotBuffered { dir } => write!(
                f,
                "{} has scheduled routers; other traffic than its schedule's needs --router buffered: emit \
                    it so",
                shown(dir)
            ),
            SimError::Inconsistent { what, folder, given } => write!(
                f,
                "the emitted folder has the {what} {}, what it is compared with has {}; both have to \
                 come from one configuration: emit the folder again",
                shortened(folder),
                shortened(given)
            ),
            SimError::Program { reason } => write!(
                f,
                "the program to compare with contradicts itself ({}): emit the folder again from a verified \
                    plan",
                shortened_reason(reason)
            ),
            SimError::NotStored { dir } => write!(
                f,
                "{} has no message memories, which a transpose goes through: emit it with --memory or \
                    --algorithm",
                shown(dir)
            ),
            SimError::Constant { path, line, name } => write!(
                f,
                "{}, line {line}: {name} is not stated once, as one literal of its width such as `localparam \
                 [3:0] {name} = 4'd1;` without directives or block comments around it; engines read it from \
                 the text: correct it, or emit the folder again",
                shown(path)
            ),
            SimError::FabricFault => f.write_str(
                "a fault on a link was asked for on the fabric engine, whose links are the emitted wires and \
                 carry what the nodes put on them: use the tiles or the model engine, or a local port that \
                 is stuck",
            ),
            SimError::RomText { path, line, reason } => write!(
                f,
                "{}, line {line}: {}; a ROM sets each of its rows once, to one literal such as `rows[2'd1] = \
                 40'h0;`, and has nothing else about them, so that every engine reads the same: correct it, \
                 or emit the folder again",
                shown(path),
                shortened_reason(reason)
            ),
            SimError::NoRom { path } => write!(
                f,
                "{} is a node without the ROM that its schedule or program is in; the model engine reads it: \
                 emit the folder again",
                shown(path)
            ),
            SimError::NoCacheFolder => f.write_str(
                "a compiled simulation is kept in a cache, but none of TORUSGEN_CACHE, XDG_CACHE_HOME and \
                 HOME is set: set TORUSGEN_CACHE to a folder",
            ),
            SimError::Load { path, reason } => write!(
                f,
                "the compiled simulation {} cannot be loaded ({}); it has to come from this machine and \
                 this version: delete it and run again",
                shown(path),
                shortened_reason(reason)
            ),
        }
    }
}

fn variable(tool: Tool) -> &'static str {
    match tool {
        Tool::Verilator => "TORUSGEN_VERILATOR",
        Tool::Compiler => "CXX",
    }
}

fn remedy(tool: Tool) -> &'static str {
    match tool {
        Tool::Verilator => {
            "run `make setup` or `apt-get install verilator g++`, or name the program in TORUSGEN_VERILATOR"
        }
        Tool::Compiler => "run `make setup` or `apt-get install verilator g++`, or name the program in CXX",
    }
}
