//! Finds Verilator and the C++ compiler, and runs them. Their output is kept for error messages.

mod error;

pub use error::{Tool, ToolError};

use crate::input;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, PoisonError};
use torus_model::quote::shortened_to;

/// The most lines of a tool's stderr in an error message.
const LINES: usize = 6;
/// The most characters of these lines.
const MOST_OF_OUTPUT: usize = 1200;

/// The programs to use; `None`: look in PATH.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tools {
    /// Verilator.
    pub verilator: Option<PathBuf>,
    /// The C++ compiler; `None`: the one that the environment names, else the system's.
    pub compiler: Option<PathBuf>,
}

impl Tools {
    /// Environment variables that name Verilator, in order of precedence.
    pub const VERILATOR_VARIABLES: &[&str] = &["TORUSGEN_VERILATOR", "VERILATOR"];
    /// The names of Verilator in PATH, in order of preference. `verilator` is a Perl script that calls
    /// `verilator_bin` and takes 60 ms to start.
    pub const VERILATOR_NAMES: &[&str] = &["verilator_bin", "verilator"];
    /// The variable that names the C++ compiler.
    pub const COMPILER_VARIABLE: &str = "CXX";
    /// Its name in PATH.
    pub const COMPILER_NAME: &str = "c++";

    /// The tools that the environment names. The compiler stays `None`: its variable is read later.
    pub fn from_env() -> Self {
        let named = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let verilator = Tools::VERILATOR_VARIABLES.iter().find_map(named);
        Tools { verilator: verilator.map(PathBuf::from), compiler: None }
    }
}

/// Programs that were found, by the tools that were asked for. Asking a compiler for its identity takes as
/// long as a short run.
struct Known<T>(Mutex<Vec<(Tools, T)>>);

impl<T: Clone> Known<T> {
    const fn new() -> Self {
        Known(Mutex::new(Vec::new()))
    }

    /// The known result, or else the one that `find` returns. Threads do not wait for each other, so two may
    /// do the same search.
    fn get(&self, tools: &Tools, find: impl FnOnce() -> Result<T, ToolError>) -> Result<T, ToolError> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = known().iter().find(|(wished, _)| wished == tools) {
            return Ok(found.clone());
        }
        let found = find()?;
        known().push((tools.clone(), found.clone()));
        Ok(found)
    }
}

/// Verilator: the program, and the version that it reports.
#[derive(Clone, Debug)]
pub(crate) struct Verilator {
    pub program: PathBuf,
    pub version: String,
}

impl Verilator {
    /// Finds Verilator. Within a process, the same request is answered from memory.
    pub fn find(tools: &Tools) -> Result<Self, ToolError> {
        static FOUND: Known<Verilator> = Known::new();
        FOUND.get(tools, || Verilator::look_for(tools))
    }

    /// Asks the requested program, or those in PATH, for its version.
    fn look_for(tools: &Tools) -> Result<Self, ToolError> {
        let candidates = match &tools.verilator {
            Some(program) => vec![program.clone()],
            None => Tools::VERILATOR_NAMES.iter().map(PathBuf::from).collect(),
        };
        let mut reason = String::new();
        for program in &candidates {
            match version(program) {
                Ok(version) => return Ok(Verilator { program: program.clone(), version }),
                Err(error) => reason = error,
            }
        }
        Err(ToolError::Missing { tool: Tool::Verilator, tried: candidates, reason })
    }

    /// The folder that contains `include/verilated.h`.
    pub fn root(&self) -> Result<PathBuf, ToolError> {
        let mut command = Command::new(&self.program);
        let output = run(Tool::Verilator, command.args(["--getenv", "VERILATOR_ROOT"]), "--getenv")?;
        Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
    }
}

/// The C++ compiler as found by the `cc` crate, with the flags of the environment.
#[derive(Clone)]
pub(crate) struct Compiler {
    pub tool: cc::Tool,
    pub version: String,
}

impl Compiler {
    /// Finds the compiler. Within a process, the same request is answered from memory. `scratch`: a folder
    /// for the probes of the `cc` crate.
    pub fn find(tools: &Tools, scratch: &Path) -> Result<Self, ToolError> {
        static FOUND: Known<Compiler> = Known::new();
        FOUND.get(tools, || Compiler::look_for(tools, scratch))
    }

    fn look_for(tools: &Tools, scratch: &Path) -> Result<Self, ToolError> {
        let missing = |program: &Path, reason: String| ToolError::Missing {
            tool: Tool::Compiler,
            tried: vec![program.to_path_buf()],
            reason,
        };
        let mut build = cc::Build::new();
        if let Some(program) = &tools.compiler {
            build.compiler(program);
        }
        let triple = env!("TORUSGEN_TARGET");
        build.cpp(true).target(triple).host(triple).out_dir(scratch).inherit_rustflags(false);
        build.cargo_metadata(false).cargo_warnings(false).cargo_debug(false).cargo_output(false);
        build.opt_level(2).debug(false).warnings(false).pic(true).std("c++14");
        build.flag("-fvisibility=hidden").flag("-fvisibility-inlines-hidden");
        // Avoids slow loads: two 32-bit registers that were just stored and are read as 64 bits must wait for
        // the cache.
        build.flag("-fno-tree-slp-vectorize");
        vectors().iter().for_each(|flag| _ = build.flag(flag));
        let default = tools.compiler.clone().unwrap_or_else(|| PathBuf::from(Tools::COMPILER_NAME));
        let tool = build.try_get_compiler().map_err(|error| missing(&default, error.to_string()))?;
        let version = version(tool.path()).map_err(|reason| missing(tool.path(), reason))?;
        Ok(Compiler { tool, version })
    }

    /// Everything about the compiler on which a compiled file depends.
    pub fn identity(&self) -> Vec<Vec<u8>> {
        let mut words = vec![os_bytes(self.tool.path().as_os_str()), self.version.clone().into_bytes()];
        words.extend(self.tool.args().iter().map(|arg| os_bytes(arg)));
        words.extend(self.tool.get_envs().flat_map(|(name, value)| [os_bytes(name), os_bytes(value)]));
        words
    }
}

/// The flags for loops over many tiles (build/lanes): pragmas ask for vectors, of 32 bytes if this processor
/// has them. All units have them, because a precompiled header serves only units of the same instructions.
fn vectors() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return vec!["-fopenmp-simd", "-mavx2"];
    }
    vec!["-fopenmp-simd"]
}

fn os_bytes(text: &OsStr) -> Vec<u8> {
    text.as_encoded_bytes().to_vec()
}

fn version(program: &Path) -> Result<String, String> {
    let output = Command::new(program).arg("--version").output().map_err(|error| input::reason(&error))?;
    if !output.status.success() {
        return Err(format!("--version ends with {}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// Runs a tool. `subject`: what it is given, for messages. Errors: it cannot be started, or it fails.
pub(crate) fn run(tool: Tool, command: &mut Command, subject: &str) -> Result<Output, ToolError> {
    let program = PathBuf::from(command.get_program());
    let output = command.output().map_err(|error| ToolError::Missing {
        tool,
        tried: vec![program.clone()],
        reason: input::reason(&error),
    })?;
    if output.status.success() {
        return Ok(output);
    }
    let output = head(&String::from_utf8_lossy(&output.stderr));
    Err(ToolError::Failed { tool, program, subject: subject.to_string(), output })
}

/// The first lines of stderr, joined into one.
fn head(stderr: &str) -> String {
    let lines: Vec<_> = stderr.lines().map(str::trim).filter(|line| !line.is_empty()).take(LINES).collect();
    if lines.is_empty() {
        "(nothing)".to_string()
    } else {
        shortened_to(&lines.join(" / "), MOST_OF_OUTPUT).into_owned()
    }
}
