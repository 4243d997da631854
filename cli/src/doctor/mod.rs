//! Which outside programs are there, in which version, and what each is needed for.
//!
//! A program is looked for as the commands look for it: by the variables of the environment that name it,
//! then by its names in PATH, then where `make setup-fpga` and `make setup-packages` install it below the
//! working directory. It is asked for its version; one that does not answer is as good as none.

mod programs;

pub use programs::{Need, Program, PROGRAMS};

use serde::Serialize;
use std::{
    ffi::OsString,
    path::Path,
    process::{Command, Stdio},
};

/// What was found of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What people call it.
    pub tool: &'static str,
    /// Whether `sim` and what is built on it need it.
    pub required: bool,
    /// What it is needed for.
    pub needed_for: &'static str,
    /// How it was called; nothing where none answered.
    pub program: Option<String>,
    /// The first line that it says of its version; nothing where none answered.
    pub version: Option<String>,
    /// The Debian or PyPI package that brings it.
    pub install: &'static str,
}

impl Finding {
    /// Whether something is missing that `sim` needs.
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

/// What a program may be called, the first choice first. One that the environment names is the only one.
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

/// The first line that is not empty.
fn version(called: &OsString, program: &Program) -> Option<String> {
    let mut command = Command::new(called);
    let output = command.arg(program.ask).stdin(Stdio::null()).output().ok()?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let line = said.lines().map(str::trim).find(|line| !line.is_empty())?;
    output.status.success().then(|| line.to_string())
}
