//! The `torusgen` program: exit code 0 where all is equal, 1 on a mismatch, 2 on bad input.

#![deny(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use torus_cli::{
    args::{
        advice::{advised, of_usage_error},
        brief::brief,
        headings,
        remedies::message,
    },
    commands, console,
    outcome::Outcome,
};
use torus_gen::error::UsageError;
use torus_sim::scratch::remove_on_signals;

fn main() -> ExitCode {
    if let Err(error) = remove_on_signals() {
        // The next run removes what a signal leaves.
        console::complain_line(format_args!("signals cannot be waited for ({error})"));
    }
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let found = match headings::parse() {
        Ok(cli) => commands::run(cli),
        Err(error) if error.use_stderr() => {
            console::complain_usage(&brief(advised(error, &words)));
            return ExitCode::from(2);
        }
        Err(help) => console::print_help(&help).map(|()| Outcome::Equal).map_err(Into::into),
    };
    match found {
        Ok(Outcome::Equal) => ExitCode::SUCCESS,
        Ok(Outcome::Mismatch) => ExitCode::from(1),
        Err(error) => {
            let usage = error.downcast_ref::<UsageError>();
            let said = usage.map_or_else(|| format!("{error:#}"), message);
            console::complain_line(format_args!("error: {said}"));
            if let Some(tip) = usage.and_then(|error| of_usage_error(error, &words)) {
                console::complain_line(format_args!("\n  tip: {tip}"));
            }
            ExitCode::from(2)
        }
    }
}
