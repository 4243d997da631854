//! Finds the external programs: which are installed, in which version, and what each is needed for.
//!
//! Programs are looked for as the commands do it: first by the environment variables that name them, then by
//! their names in PATH, then where `make setup-fpga` and `make setup-packages` install them below the working
//! directory. Each is asked for its version; a program that does not answer counts as missing.

mod programs;

pub use programs::{Need, Program, PROGRAMS};

use serde::Serialize;
use std::{
    ffi::OsString,
    path::Path,
    process::{Command, Stdio},
};

/// The result for one program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Its usual name.
    pub tool: &'static str,
    /// Whether `sim` and the commands that use it need the program.
    pub required: bool,
    /// The purpose for which it is needed.
    pub needed_for: &'static str,
    /// The name by which it was called; `None` if none answered.
    pub program: Option<String>,
    /// The first line of its version; `None` if none answered.
    pub version: Option<String>,
    /// The command that installs it.
    pub install: &'static str,
}

impl Finding {
    /// Whether it is missing although `sim` needs it.
    pub fn is_fatal(&self) -> bool {
        self.required && self.program.is_none()
    }
}

/// Looks for every program, in the order of [`PROGRAMS`].
pub fn findings() -> Vec<Finding> {
    PROGRAMS.iter().map(found).collect()
}

fn found(program: &Program) -> Finding {
    let answer =
        candidates(program).into_iter().find_map(|called| Some((version(&called, program)?, called)));
    let (version, called) = answer.unzip();
    Finding {
        tool: program.tool,
        required: program.need == Need::Sim,
        needed_for: program.needed_for,
        program: called.map(|called| called.to_string_lossy().into_owned()),
        version,
        install: program.install,
    }
}

/// The names to try for a program, in order. If the environment names one, only that is tried.
fn candidates(program: &Program) -> Vec<OsString> {
    let named = program.variables.iter().filter_map(std::env::var_os).find(|value| !value.is_empty());
    match named {
        Some(named) => vec![named],
        None => {
            let installed = program.installed.iter().filter(|path| Path::new(path).is_file());
            program.names.iter().chain(installed).map(OsString::from).collect()
        }
    }
}

/// The command of a variable, which may hold arguments, too: `g++ -m64`.
fn command(called: &OsString) -> Command {
    let words = called.to_str().filter(|_| !Path::new(called).exists());
    let mut words = words.into_iter().flat_map(str::split_whitespace);
    let mut command = Command::new(words.next().map_or(called.clone(), OsString::from));
    command.args(words);
    command
}

/// The first line of the answer that is not empty.
fn version(called: &OsString, program: &Program) -> Option<String> {
    let mut command = command(called);
    let output = command.arg(program.ask).stdin(Stdio::null()).output().ok()?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let line = said.lines().map(str::trim).find(|line| !line.is_empty())?;
    output.status.success().then(|| line.to_string())
}
