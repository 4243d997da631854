//! Runs of the program. Each command runs once, even if several tables need it.

use crate::Mode;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    path::PathBuf,
    process::Command,
    sync::{Arc, Mutex, OnceLock},
};

/// The outputs of the commands.
pub struct Runs {
    mode: Mode,
    printed: Mutex<BTreeMap<String, Arc<OnceLock<String>>>>,
}

impl Runs {
    /// No outputs yet.
    pub fn new(mode: Mode) -> Self {
        Runs { mode, printed: Mutex::default() }
    }

    /// The engine of simulations: the emitted Verilog or, if only cheap tables are made, the model engine.
    /// Other tests check that both are equal.
    pub fn engine(&self) -> &'static str {
        match self.mode {
            Mode::Cheap | Mode::Seconds | Mode::WriteQuick => "model",
            Mode::All | Mode::Write | Mode::WriteEvery => "tiles",
        }
    }

    /// Standard output of `torusgen OPTIONS`.
    pub fn text(&self, options: &str) -> String {
        let cell = self.printed.lock().expect("no panics").entry(options.into()).or_default().clone();
        cell.get_or_init(|| printed(&words(options))).clone()
    }

    /// The same as JSON.
    pub fn json(&self, options: &str) -> Value {
        let text = self.text(&format!("{options} --format json"));
        serde_json::from_str(&text).unwrap_or_else(|why| panic!("torusgen {options}: {why}"))
    }

    /// A whole number in the JSON that a command prints.
    pub fn number(&self, options: &str, key: &str) -> u64 {
        self.json(options)[key].as_u64().unwrap_or_else(|| panic!("torusgen {options}: no number {key}"))
    }
}

/// The program: `TORUSGEN`, or the one that cargo built.
pub fn program() -> PathBuf {
    std::env::var_os("TORUSGEN").map_or_else(|| env!("CARGO_BIN_EXE_torusgen").into(), PathBuf::from)
}

/// `torusgen WORDS` in the repository's root, with a cache that lives as long as the build folder.
pub fn printed(words: &[String]) -> String {
    let mut command = Command::new(program());
    command.args(words).current_dir(super::pages::root()).envs(super::common::short_runs());
    let output = command.output().unwrap_or_else(|why| panic!("{}: {why}", program().display()));
    let shown = words.join(" ");
    assert!(output.status.success(), "torusgen {shown}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap_or_else(|why| panic!("torusgen {shown}: {why}"))
}

/// The words of a command. A value in single quotes is one word.
pub fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    let split = |(number, part): (usize, &str)| match number % 2 {
        0 => part.split_whitespace().map(str::to_string).collect(),
        _ => vec![part.to_string()],
    };
    parts.flat_map(split).collect()
}
