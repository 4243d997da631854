//! A message stays short even if an input has 100 kB: every option and word of every command, every text of
//! every file.
//!
//! The options are those that the parser lists, so new ones are included. None of them accepts such an
//! input: exit code 2. Files have texts that no command reads, so for them the exit code may also be 0 or 1.

mod files;

use crate::common::{stdout, text, torusgen};
use clap::{Arg, Command, CommandFactory};
use torus_cli::args::Cli;

/// The bytes of an input. One word of a command line has at most 128 KiB.
const LONG: usize = 100_000;

/// The most bytes of a message.
const MESSAGE: usize = 2048;

/// This piece, repeated.
fn long(piece: &str) -> String {
    piece.repeat(LONG / piece.len())
}

/// Runs a command, whose message has to be short. Returns its exit code.
fn short_message(words: &[&str]) -> Option<i32> {
    let output = torusgen(words);
    let said = text(&output.stderr);
    let begin = |text: &str| text.chars().take(200).collect::<String>();
    let shown: Vec<String> = words.iter().map(|word| begin(word)).collect();
    assert!(said.len() < MESSAGE, "torusgen {shown:?}: {} bytes, {}", said.len(), begin(&said));
    assert!(!said.contains("panicked"), "torusgen {shown:?}: {}", begin(&said));
    output.status.code()
}

/// Options whose values have parts: the part before the long one.
const PARTS: [(&str, &str); 10] = [
    ("placement", "file:"),
    ("placement", "linear:coeff="),
    ("placement", "multilinear:t="),
    ("traffic", "trace:"),
    ("traffic", "all-to-all:"),
    ("traffic", "hotspot:percent="),
    ("fault", "lost-credit:"),
    ("links", "node="),
    ("window", "0:"),
    ("rates", "0.1:0.9:"),
];

/// Long values of an argument: a name, a number, a list, and forms that its parts allow.
fn values(argument: &Arg) -> Vec<String> {
    let parts = PARTS.iter().filter(|(id, _)| argument.get_id() == id);
    let plain = ["a", "7", "3x", "1,"].map(long);
    plain.into_iter().chain(parts.map(|(_, begin)| begin.to_string() + &long("a"))).collect()
}

/// The words that give a value to an argument.
fn words(argument: &Arg, value: &str) -> Vec<String> {
    let takes = argument.get_action().takes_values();
    let count = argument.get_num_args().map_or(1, |range| range.min_values().max(1));
    match argument.get_long() {
        None => vec![value.to_string()],
        Some(long) if !takes => vec![format!("--{long}={value}")],
        Some(long) => [format!("--{long}")].into_iter().chain(vec![value.to_string(); count]).collect(),
    }
}

/// A usual value of a required argument. Files are those that exist.
fn usual(argument: &Arg, wave: &str) -> Vec<String> {
    let value = match argument.get_id().as_str() {
        "file" => wave,
        "out" => "out.html",
        "shell" => "bash",
        _ => "1",
    };
    words(argument, value)
}

/// Further options, so that every way of reading an option is used.
fn contexts(command: &Command, folder: &str) -> Vec<Vec<String>> {
    let has = |id: &str| command.get_arguments().any(|argument| argument.get_id() == id);
    let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let mut all = vec![Vec::new()];
    all.extend(has("traffic").then(|| words("2x2 --router buffered --engine model")));
    all.extend(has("traffic").then(|| words("2x2 --router buffered --engine model --traffic uniform")));
    all.extend(has("vcd").then(|| words(&format!("--engine model --vcd {folder}/new.vcd"))));
    all.extend(has("algorithm").then(|| words("--kind broadcast")));
    all.extend(has("steps").then(|| words("3x3")));
    all.extend(has("schedule").then(|| words(&format!("--schedule {folder}/schedule.json"))));
    all
}

#[test]
fn messages_of_every_option_are_short() {
    let files = files::Files::new();
    let (wave, folder) = (files.path("2x2.vcd"), files.path(""));
    let mut all = Cli::command();
    all.build();
    let mut given = 0;
    for command in all.get_subcommands().filter(|command| command.get_name() != "help") {
        for argument in command.get_arguments().filter(|argument| argument.get_id() != "help") {
            let others = command.get_arguments().filter(|other| other.is_required_set());
            let others = others.filter(|other| other.get_id() != argument.get_id());
            let needed: Vec<String> = others.flat_map(|other| usual(other, &wave)).collect();
            for context in contexts(command, &folder) {
                for value in values(argument) {
                    let words = [
                        vec![command.get_name().to_string()],
                        needed.clone(),
                        context.clone(),
                        words(argument, &value),
                    ];
                    let words = words.concat();
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    assert_eq!(
                        short_message(&words),
                        Some(2),
                        "{} {}",
                        command.get_name(),
                        argument.get_id()
                    );
                    given += 1;
                }
            }
        }
    }
    assert!(given > 1000, "{given} options of all commands");
}

#[test]
fn messages_of_words_that_nothing_takes_are_short() {
    for word in [long("a"), "--".to_string() + &long("a"), "-".to_string() + &long("a")] {
        assert_eq!(short_message(&[&word]), Some(2));
        for command in Cli::command().get_subcommands() {
            assert_eq!(short_message(&[command.get_name(), &word, &word]), Some(2), "{}", command.get_name());
        }
    }
}
