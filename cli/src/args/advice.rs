//! Adds a tip to a usage error: the option, command or value that was probably meant, from the table of near
//! names.

use super::{
    hints::{self, among, squeezed, Near},
    Cli,
};
use clap::{
    error::{ContextKind, ContextValue, ErrorKind},
    Command, CommandFactory, Error,
};
use std::{any::TypeId, error::Error as _, num::ParseIntError, path::Path};
use torus_gen::error::UsageError;
use torus_model::{
    quote::shortened,
    torus::{radices, TorusError},
};

/// The parser's error with our tip, if there is one, instead of the parser's own guess. `words`: the whole
/// command line.
pub fn advised(mut error: Error, words: &[String]) -> Error {
    let Some(tip) = of_error(&error, words) else { return of_number(&error, words).unwrap_or(error) };
    let guesses = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    guesses.into_iter().for_each(|guess| _ = error.remove(guess));
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// The tip for a usage error of the commands, if there is one.
pub fn of_usage_error(error: &UsageError, words: &[String]) -> Option<String> {
    let given =
        words.iter().zip(words.iter().skip(1)).map(|(option, value)| (option.as_str(), value.as_str()));
    let joined = words.iter().filter_map(|word| word.split_once('='));
    let value = given.chain(joined).find_map(|(option, value)| hints::value(option, value));
    let alone = || match error {
        UsageError::Model(torus_model::Error::Torus(TorusError::Syntax { text })) => of_word(text, words),
        _ => None,
    };
    value.map(str::to_string).or_else(alone)
}

fn of_error(error: &Error, words: &[String]) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::UnknownArgument => of_argument(text(ContextKind::InvalidArg)?, words),
        ErrorKind::InvalidSubcommand => of_command(text(ContextKind::InvalidSubcommand)?),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let option = text(ContextKind::InvalidArg)?.split(' ').next()?;
            of_value(option, text(ContextKind::InvalidValue)?, words)
        }
        ErrorKind::ArgumentConflict => {
            let mut both = [ContextKind::InvalidArg, ContextKind::PriorArg].into_iter().filter_map(text);
            let folder = both.any(|argument| argument.starts_with("--from "));
            folder.then(|| "the folder of --from says what the network is: leave the other out".into())
        }
        _ => None,
    }
}

/// The error of a value that is no whole number, or not in its range, in words for users; `None` for other
/// errors.
fn of_number(error: &Error, words: &[String]) -> Option<Error> {
    let (ContextValue::String(argument), ContextValue::String(value)) =
        (error.get(ContextKind::InvalidArg)?, error.get(ContextKind::InvalidValue)?)
    else {
        return None;
    };
    let option = argument.split(' ').next()?;
    let source = error.source()?;
    let range = match source.downcast_ref::<ParseIntError>() {
        Some(_) => any_range(option, words)?,
        None => range(&source.to_string())?,
    };
    let said = format!(
        "{option} {} was asked for; it takes whole numbers{range}: correct {option}\n\nFor more information, \
         try '--help'.\n",
        shortened(value)
    );
    Some(Error::raw(error.kind(), said))
}

/// The range in the parser's words, such as `0 is not in 1..=64`.
fn range(said: &str) -> Option<String> {
    let (least, most) = said.split_once(" is not in ")?.1.split_once("..=")?;
    Some(format!(" from {least} to {most}"))
}

/// The range of an option that takes any number. Those of 32 bits differ from option to option.
fn any_range(option: &str, words: &[String]) -> Option<String> {
    let command = command(words)?;
    let mut all = command.get_arguments();
    let of_option =
        all.find(|one| one.get_long().is_some_and(|long| option.strip_prefix("--") == Some(long)));
    let wide = of_option.is_some_and(|one| {
        let of = one.get_value_parser().type_id();
        of == TypeId::of::<u64>() || of == TypeId::of::<usize>()
    });
    Some(if wide { format!(" from 0 to {}", u64::MAX) } else { String::new() })
}

fn of_argument(argument: &str, words: &[String]) -> Option<String> {
    match argument.strip_prefix('-') {
        // With one dash before a whole word, the parser has read only its first letter.
        Some(letter) if letter.chars().count() == 1 => {
            let long = words.iter().find(|word| word.starts_with(argument) && word.len() > argument.len());
            long.and_then(|word| of_option(word, words)).or_else(|| of_option(argument, words))
        }
        Some(_) => of_option(argument, words),
        None => of_word(argument, words),
    }
}

/// The tip for a word without dashes that no argument takes.
fn of_word(word: &str, words: &[String]) -> Option<String> {
    let named = Command::get_name;
    match command(words) {
        _ if word.contains('=') => of_option(word, words),
        Some(command) if named(&command) == "regress" && radices(word).is_some() => {
            Some("--filter runs the configurations whose names contain a text".into())
        }
        Some(command) if !command.get_arguments().any(|argument| argument.get_id() == "radices") => None,
        Some(_) if radices(word).is_some() || among("x X * by", word) => {
            Some("radices are one word, joined by x: 4x4 or 3x4x5".into())
        }
        Some(command) => of_path(Path::new(word), &command),
        None => None,
    }
}

/// The tip for a file or folder that must be given by an option.
fn of_path(path: &Path, command: &Command) -> Option<String> {
    let ends = |ending| path.extension().is_some_and(|is| is == ending);
    let (option, what) = match () {
        () if path.is_dir() => ("--from", "runs an emitted folder"),
        () if ends("toml") => ("--config", "reads a file of options"),
        () if ends("json") || ends("txt") || ends("shd") => ("--schedule", "builds from a schedule file"),
        () => return None,
    };
    has(command, option).then(|| format!("{option} {what}"))
}

fn of_command(name: &str) -> Option<String> {
    if radices(name).is_some() {
        return Some("a command comes first, as in torusgen emit 4x4; torusgen --help lists them".into());
    }
    hints::command(name).map(|meant| format!("it is torusgen {meant}"))
}

/// The tip for an option that the command does not have, as it was written, possibly with `=` and a value.
fn of_option(written: &str, words: &[String]) -> Option<String> {
    let name = squeezed(written.split('=').next()?);
    let (all, command) = (Cli::command(), command(words));
    if let Some(own) = command.as_ref().and_then(|command| alike(command, &name)) {
        return Some(format!("it is {own}"));
    }
    let has = |option: &str| command.as_ref().is_some_and(|command| has(command, option));
    let rows: Vec<&Near> = hints::OPTIONS.iter().filter(|near| among(near.names, &name)).collect();
    match rows.iter().find(|near| near.option.is_none_or(has)) {
        Some(Near { option, what, .. }) => Some(option.map_or(what.to_string(), |is| format!("{is} {what}"))),
        None => {
            let elsewhere = all.get_subcommands().find_map(|command| alike(command, &name));
            let option = elsewhere.or_else(|| rows.first()?.option.map(str::to_string))?;
            Some(format!("{option} is an option of torusgen {}", holders(&all, &option)))
        }
    }
}

/// The option of a command with this name, apart from case, dashes and underscores.
fn alike(command: &Command, name: &str) -> Option<String> {
    let long = command.get_arguments().filter_map(|argument| argument.get_long());
    long.into_iter().find(|long| squeezed(long) == name).map(|long| format!("--{long}"))
}

/// The tip for a value that the parser does not accept.
fn of_value(option: &str, value: &str, words: &[String]) -> Option<String> {
    let command = command(words)?;
    let short = command.get_arguments().find(|one| one.get_long().is_some_and(|long| option.ends_with(long)));
    if let Some(letter) = short.and_then(|one| one.get_short()) {
        // With one dash before a whole word, the parser has read the rest of it as a value.
        if words.contains(&format!("-{letter}{value}")) {
            return of_option(&format!("{letter}{value}"), words);
        }
        if radices(value).is_some_and(|radices| radices.len() > 1) {
            return Some("radices stand alone, as in torusgen emit 4x4, or behind --dims".into());
        }
    }
    hints::value(option, value).map(str::to_string)
}

/// The command that a command line names.
fn command(words: &[String]) -> Option<Command> {
    let all = Cli::command();
    words.iter().skip(1).find_map(|word| all.find_subcommand(word)).cloned()
}

fn has(command: &Command, option: &str) -> bool {
    let is = |long: &str| Some(long) == option.strip_prefix("--");
    let letter = |short: char| format!("-{short}") == option;
    command.get_arguments().any(|one| one.get_long().is_some_and(is) || one.get_short().is_some_and(letter))
}

/// The commands that have an option, separated by commas.
fn holders(all: &Command, option: &str) -> String {
    let with = all.get_subcommands().filter(|command| has(command, option));
    let names: Vec<&str> = with.map(Command::get_name).collect();
    names.join(", ")
}
