//! Adds remedies to errors: the options of the command line that help, which libraries do not know.

use super::Cli;
use clap::{Command, CommandFactory};
use std::{collections::BTreeSet, sync::OnceLock};
use torus_gen::{file_error::FileError, UsageError};
use torus_model::{channel::ChannelError, placement::PlacementError, torus::TorusError, Error, StagesError};

/// The complete message of an error: its text with options as users write them, and a remedy if that is an
/// option.
pub fn message(error: &UsageError) -> String {
    let said = match error {
        // Texts from tools and files are quoted unchanged.
        UsageError::Sim(_) => error.to_string(),
        _ => spelled(&error.to_string()),
    };
    match remedy(error) {
        Some(remedy) => format!("{said}: {remedy}"),
        None => said,
    }
}

/// Replaces names of options in the form `'width'` of the libraries by the form of the command line,
/// `--width`.
fn spelled(text: &str) -> String {
    static OPTIONS: OnceLock<BTreeSet<String>> = OnceLock::new();
    let options = OPTIONS.get_or_init(|| names(&Cli::command()));
    let mut parts: Vec<String> = text.split('\'').map(str::to_string).collect();
    // Every second part is a text between two quotation marks.
    let mut at = 1;
    while at + 1 < parts.len() {
        if options.contains(&parts[at]) {
            let dashes = if parts[at].len() == 1 { "-" } else { "--" };
            let joined = format!("{}{dashes}{}{}", parts[at - 1], parts[at], parts[at + 1]);
            parts.splice(at - 1..=at + 1, [joined]);
        } else {
            at += 1;
        }
    }
    parts.join("'")
}

/// The names of all options of all commands, without dashes.
fn names(command: &Command) -> BTreeSet<String> {
    let long = command.get_arguments().filter_map(|argument| argument.get_long().map(str::to_string));
    let short = command.get_arguments().filter_map(|argument| argument.get_short().map(String::from));
    long.chain(short).chain(command.get_subcommands().flat_map(names)).collect()
}

/// The remedy for an error whose own message does not contain it.
pub fn remedy(error: &UsageError) -> Option<String> {
    match error {
        UsageError::Model(error) | UsageError::File(FileError::Contents { error, .. }) => of_model(error),
        _ => None,
    }
}

fn of_model(error: &Error) -> Option<String> {
    Some(match error {
        Error::Torus(TorusError::NoDimension) => "give -d 2 -k 4 or --dims 4x4".into(),
        Error::Placement(PlacementError::CoprimeRadices { .. }) => {
            "use --placement full or file:PATH, or a torus like 4x4x8".into()
        }
        Error::Placement(PlacementError::TooFewProcessors { .. }) => {
            "place more, or use --placement full".into()
        }
        Error::Stages(error) => of_stages(error).into(),
        Error::Channel(ChannelError::Count { step, .. }) => format!("give --channels {step}"),
        Error::Channel(ChannelError::Depth { least, .. }) => {
            format!("give --depth {least}, or shorten the packets")
        }
        _ => return None,
    })
}

fn of_stages(error: &StagesError) -> &'static str {
    match error {
        StagesError::Syntax { .. } => "correct --link-stages",
        StagesError::Number { .. } => "lower --link-stages",
        StagesError::Dimensions { .. } => "give --link-stages one number for all, or one for each dimension",
        StagesError::NoWrap { .. } => "leave wrap= out of --link-stages",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torus_model::{ChannelAssignment, Placement, RingRule, Routing, Torus};

    fn message(error: impl Into<Error>) -> String {
        super::message(&UsageError::Model(error.into()))
    }

    /// For each error whose remedy is an option, the complete message that a user sees.
    #[test]
    fn messages_name_the_options_that_help() {
        let torus: Torus = "4x3".parse().expect("a torus");
        let node = torus.node(&[0, 0]);
        let plan = ChannelAssignment::new(&torus, RingRule::Dateline, Routing::Udr, 2);
        let messages = [
            message(Torus::new(&[]).expect_err("no dimension")),
            message(Placement::linear(&torus, None, 0).expect_err("radices differ")),
            message(Placement::listed(&torus, &[node]).expect_err("one processor")),
            message(plan.expect_err("a multiple of 4 is needed")),
            message(RingRule::Bubble.check_depth(3, 2).expect_err("a depth of 4 is needed")),
        ];
        assert_eq!(
            messages,
            [
                "a torus of 0 dimensions was asked for; at least 1 is needed: give -d 2 -k 4 or --dims 4x4",
                "a linear or multilinear placement was asked for on 4x3, whose radices have no common \
                 divisor but 1; its form is taken modulo the greatest one: use --placement full or \
                 file:PATH, or a torus like 4x4x8",
                "an exchange needs at least 2 processors; the placement has 1: place more, or use \
                    --placement full",
                "links of 2 virtual channels were asked for; the dateline rule with udr routing in \
                 2 dimensions needs a multiple of 4, up to 64: give --channels 4",
                "buffers of 3 flits were asked for; the bubble rule with packets of up to 2 flits needs 4 or \
                 more: give --depth 4, or shorten the packets",
            ]
        );
    }
}
