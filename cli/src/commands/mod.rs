//! The commands: each takes its arguments and returns whether everything was equal.

pub mod ask;
pub mod broadcast_search;
pub mod compare;
pub mod emit;
pub mod folder;
pub mod loads;
pub mod regress;
pub mod report;
pub mod schedule;
pub mod sim;
pub mod stored;
pub mod sweep;
pub mod timings;
pub mod traffic;
pub mod verify;
pub mod waves;

use crate::{
    args::{Cli, Command, NetworkArgs},
    console::print,
    outputs,
};
use clap::CommandFactory;
use std::{fmt, io, str};
use torus_gen::{
    config::{Description, NetworkOptions},
    error::Refusal,
};

/// What a command found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything is equal: exit code 0.
    Equal,
    /// A mismatch, already printed: exit code 1.
    Mismatch,
}

/// Runs a command. Errors: bad input, or a tool that is missing or fails (exit code 2).
pub fn run(cli: Cli) -> anyhow::Result<Outcome> {
    outputs::check(&cli.command)?;
    match cli.command {
        Command::Loads(args) => loads::run(&args)?,
        Command::Schedule(args) => schedule::run(&args)?,
        Command::Verify(args) => return Ok(verify::run(&args)?),
        Command::Emit(args) => emit::run(&args)?,
        Command::Sim(args) => return Ok(sim::run(&args)?),
        Command::Compare(args) => compare::run(&args)?,
        Command::BroadcastSearch(args) => broadcast_search::run(&args)?,
        Command::Report(args) => return Ok(report::run(&args)?),
        Command::Sweep(args) => return sweep::run(&args),
        Command::Waves(args) => return Ok(waves::run(&args)?),
        Command::Regress(args) => return regress::run(&args),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "torusgen", &mut text);
            print(String::from_utf8_lossy(&text))?;
        }
    }
    Ok(Outcome::Equal)
}

/// What options and file describe, checked.
pub fn described(args: &NetworkArgs) -> Result<Description, Refusal> {
    Description::new(&options(args)?)
}

/// The options given, over those of the file.
pub fn options(args: &NetworkArgs) -> Result<NetworkOptions, Refusal> {
    let file = args.config.as_deref().map(NetworkOptions::from_file).transpose()?.unwrap_or_default();
    Ok(args.described()?.over(file))
}

/// Prints a JSON value with a newline. Error: standard output cannot be written.
pub fn print_json(value: &impl serde::Serialize) -> Result<(), Refusal> {
    print(format_args!("{}\n", Json(value)))
}

/// A value as JSON, made as it is printed.
struct Json<'a, T>(&'a T);

impl<T: serde::Serialize> fmt::Display for Json<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        serde_json::to_writer_pretty(Pieces(f), self.0).map_err(|_| fmt::Error)
    }
}

/// Where pieces of JSON go; each of them is UTF-8.
struct Pieces<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl io::Write for Pieces<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(bytes).map_err(io::Error::other)?;
        self.0.write_str(text).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// JSON text with a newline.
pub fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).expect("numbers, strings and lists are JSON") + "\n"
}
