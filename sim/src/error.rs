//! Errors of the simulation: what was asked, what is needed, what to do.
//!
//! A mismatch between the network and its schedule is not an error but the result of a run, see
//! [`crate::Mismatch`].

use crate::output::shown;
use std::fmt;
use std::path::{Path, PathBuf};
use thiserror::Error;
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

/// Everything that keeps a simulation from running.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SimError {
    /// A tool cannot be started.
    #[error(
        "a simulation was asked for, which needs {tool}, but {} ({reason}): {}",
        not_started(.tried),
        remedy(.tool)
    )]
    ToolMissing {
        /// Which one.
        tool: Tool,
        /// The program names tried.
        tried: Vec<PathBuf>,
        /// The system's answer.
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
    #[error(
        "the outputs {} of the module {} follow an input within a cycle; the tile engine is exact \
         only where every output is a register: register them, or use the fabric engine",
        all(.outputs),
        shortened(.module)
    )]
    CombinationalPath {
        /// The module.
        module: String,
        /// The outputs.
        outputs: Vec<String>,
    },
    /// A folder without a schedule.
    #[error(
        "{} has buffered routers and no schedule; a scheduled exchange needs scheduled routers: \
         emit it so, or send traffic through this one",
        shown(.dir)
    )]
    NotScheduled {
        /// The folder.
        dir: PathBuf,
    },
    /// A folder without buffered routers.
    #[error(
        "{} has scheduled routers; other traffic than its schedule's needs buffered routers: emit \
         it so",
        shown(.dir)
    )]
    NotBuffered {
        /// The folder.
        dir: PathBuf,
    },
    /// A program that contradicts itself.
    #[error(
        "the program to compare with contradicts itself ({}): emit the folder again from a verified \
         plan",
        shortened_reason(.reason)
    )]
    Program {
        /// What is wrong with it.
        reason: String,
    },
    /// A folder without message memories.
    #[error(
        "{} has no message memories, which a transpose goes through: emit it with \
         memories",
        shown(.dir)
    )]
    NoMemories {
        /// The folder.
        dir: PathBuf,
    },
    /// A number that engines read from the text and that is not stated once, as one literal.
    #[error(
        "{}, line {line}: {name} is not stated once, as one literal of its width such as `localparam \
         [3:0] {name} = 4'd1;` without directives or block comments around it; engines read it from \
         the text: correct it, or emit the folder again",
        shown(.path)
    )]
    Constant {
        /// Its module's file.
        path: PathBuf,
        /// The line, from 1 on.
        line: usize,
        /// The number's name.
        name: &'static str,
    },
    /// A fault of a link on the fabric engine.
    #[error(
        "a fault on a link was asked for on the fabric engine, whose links are the emitted wires and \
         carry what the nodes put on them: use the tiles or the model engine, or a local port that \
         is stuck"
    )]
    FabricFault,
    /// Packets that an engine cannot tell apart.
    #[error(transparent)]
    NarrowPayload(#[from] crate::narrow_payload::NarrowPayload),
    /// A line of a ROM that engines would read differently.
    #[error(
        "{}, line {line}: {}; a ROM sets each of its rows once, to one literal such as `rows[2'd1] = \
         40'h0;`, and has nothing else about them, so that every engine reads the same: correct it, \
         or emit the folder again",
        shown(.path),
        shortened_reason(.reason)
    )]
    RomText {
        /// The file.
        path: PathBuf,
        /// The line, from 1 on.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A node without the ROM that its schedule or program is in.
    #[error(
        "{} is a node without the ROM that its schedule or program is in; the model engine reads it: \
         emit the folder again",
        shown(.path)
    )]
    NoRom {
        /// Its file.
        path: PathBuf,
    },
    /// A file cannot be read.
    #[error(
        "{} cannot be read ({reason}); a simulation needs the whole folder that torusgen emit wrote: \
         check the path, or emit it again",
        shown(.path)
    )]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        reason: String,
    },
    /// A file or folder cannot be written.
    #[error(
        "{} cannot be written ({reason}): make room or give another path (TORUSGEN_CACHE moves the \
         cache)",
        shown(.path)
    )]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        reason: String,
    },
    /// `manifest.json` is none.
    #[error(
        "{} is no manifest of this version of torusgen ({}): emit the folder again",
        shown(.path),
        shortened_reason(.reason)
    )]
    Manifest {
        /// The file.
        path: PathBuf,
        /// What the parser says.
        reason: String,
    },
    /// The manifest and the expected behaviour belong to different networks.
    #[error(
        "the emitted folder has the {what} {}, what it is compared with has {}; both have to \
         come from one configuration: emit the folder again",
        shortened(.folder),
        shortened(.given)
    )]
    Inconsistent {
        /// What differs.
        what: &'static str,
        /// Its value in the emitted folder.
        folder: String,
        /// Its value in what was given to compare with.
        given: String,
    },
    /// An environment variable that names no level of optimisation.
    #[error(
        "TORUSGEN_OPTIMIZE is {:?}; the C++ compiler optimises a simulation at the levels 0, 1 and 2: set it \
         to one of them, or leave it out",
        shortened(.text)
    )]
    OptLevel {
        /// What it names.
        text: String,
    },
    /// No environment variable says where the cache is.
    #[error(
        "a compiled simulation is kept in a cache, but none of TORUSGEN_CACHE, XDG_CACHE_HOME and \
         HOME is set: set TORUSGEN_CACHE to a folder"
    )]
    NoCacheFolder,
    /// A compiled simulation cannot be loaded.
    #[error(
        "the compiled simulation {} cannot be loaded ({}); it has to come from this machine and \
         this version: delete it and run again",
        shown(.path),
        shortened_reason(.reason)
    )]
    Load {
        /// The file.
        path: PathBuf,
        /// The loader's answer.
        reason: String,
    },
    /// The waves asked for cannot be written.
    #[error(transparent)]
    Part(#[from] crate::PartError),
    /// A file of results cannot be written.
    #[error(transparent)]
    Output(#[from] crate::OutputError),
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

fn all(outputs: &[String]) -> String {
    shortened(&outputs.join(" ")).to_string()
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
            "run `make setup` or `apt-get install verilator g++`, or name the program in TORUSGEN_VERILATOR"
        }
        Tool::Compiler => "run `make setup` or `apt-get install verilator g++`, or name the program in CXX",
    }
}
