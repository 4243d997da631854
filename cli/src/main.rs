//! The `torusgen` program: exit code 0 if everything is equal, 1 on a mismatch, 2 on an error.

#![deny(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use torus_cli::{
    args::{
        advice::{advised, of_usage_error},
        brief::brief,
        headings,
        remedies::message,
        Cli,
    },
    commands, console,
    outcome::Outcome,
    ranks,
};
use torus_gen::error::UsageError;
use torus_sim::{ranks::Ranks, scratch::remove_on_signals};

fn main() -> ExitCode {
    if let Err(error) = remove_on_signals() {
        // Files that remain after a signal are removed by the next run.
        console::complain_line(format_args!("signals cannot be waited for ({error})"));
    }
    let parsed = headings::parse();
    let ranks = match ranks::start(parsed.as_ref().ok().and_then(|cli| cli.command.blocks())) {
        Ok(ranks) => ranks,
        Err(error) => return fail(&error.into(), &[]),
    };
    run(parsed, ranks.as_deref())
}

/// Runs the command in a single process, or as one of several ranks.
fn run(parsed: Result<Cli, clap::Error>, ranks: Option<&dyn Ranks>) -> ExitCode {
    let silent = ranks::is_silent(ranks);
    if silent {
        console::silence();
    }
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let found = match parsed {
        Ok(cli) => meet(ranks, commands::run_on(cli, ranks)),
        Err(error) if error.use_stderr() => {
            console::complain_usage(&brief(advised(error, &words)));
            return ExitCode::from(if silent { 0 } else { 2 });
        }
        Err(help) => console::print_help(&help).map(|()| Outcome::Equal).map_err(Into::into),
    };
    match found {
        // Rank 0 reports the result: the starter would end all ranks when the first one fails.
        _ if silent => ExitCode::SUCCESS,
        Ok(Outcome::Equal) => ExitCode::SUCCESS,
        Ok(Outcome::Mismatch) => ExitCode::from(1),
        Err(error) => fail(&error, &words),
    }
}

/// Prints an error, with a tip if there is one.
fn fail(error: &anyhow::Error, words: &[String]) -> ExitCode {
    let usage = error.downcast_ref::<UsageError>();
    let said = usage.map_or_else(|| format!("{error:#}"), message);
    console::complain_line(format_args!("error: {said}"));
    if let Some(tip) = usage.and_then(|error| of_usage_error(error, words)) {
        console::complain_line(format_args!("\n  tip: {tip}"));
    }
    ExitCode::from(2)
}

/// Sends the other ranks an error that came before the ranks communicated, as they are waiting for this one.
fn meet(ranks: Option<&dyn Ranks>, found: anyhow::Result<Outcome>) -> anyhow::Result<Outcome> {
    if let (Some(ranks), Err(error)) = (ranks.filter(|ranks| !ranks.has_met()), &found) {
        ranks.all(error.to_string().as_bytes());
    }
    found
}
