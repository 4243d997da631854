//! The `torusgen` program: exit code 0 where all is equal, 1 on a mismatch, 2 on bad input.

#![deny(clippy::print_stdout, clippy::print_stderr)]

use clap::Parser;
use std::process::ExitCode;
use torus_gen::{
    cli::Cli,
    commands::{self, Outcome},
    console,
};

fn main() -> ExitCode {
    let found = match Cli::try_parse() {
        Ok(cli) => commands::run(cli),
        Err(error) if error.use_stderr() => {
            console::complain_usage(&error);
            return ExitCode::from(2);
        }
        Err(help) => console::print_help(&help).map(|()| Outcome::Equal).map_err(Into::into),
    };
    match found {
        Ok(Outcome::Equal) => ExitCode::SUCCESS,
        Ok(Outcome::Mismatch) => ExitCode::from(1),
        Err(error) => {
            console::complain_line(format_args!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}
