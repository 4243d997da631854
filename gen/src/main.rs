//! The `torusgen` program: exit code 0 where all is equal, 1 on a mismatch, 2 on bad input.

use clap::Parser;
use std::process::ExitCode;
use torus_gen::{
    cli::Cli,
    commands::{self, Outcome},
};

fn main() -> ExitCode {
    match commands::run(Cli::parse()) {
        Ok(Outcome::Equal) => ExitCode::SUCCESS,
        Ok(Outcome::Mismatch) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
