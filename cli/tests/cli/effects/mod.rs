//! No option is ignored silently: in every situation of `table.txt` it has an effect, is accepted, or is
//! refused by its name.
//!
//! The options are those that the parser lists. The test fails for an option that is not in the table.

mod table;

use crate::common::{stdout, text, torusgen};
use clap::{Arg, Command, CommandFactory};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};
use table::{Row, Section};
use torus_cli::args::Cli;

/// Files that the table names.
fn files() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    fs::write(at("options.toml"), "width = 96\n").unwrap();
    fs::write(at("matrix.toml"), "[[configuration]]\ndims = \"2x2\"\n").unwrap();
    fs::write(at("nodes"), "0,0\n0,1\n").unwrap();
    fs::write(at("trace"), "0 0 1 1\n20 1 0 1\n").unwrap();
    stdout(&["schedule", "4x4", "--out", &at("4x4.json")]);
    stdout(&["emit", "4x4", "--out", &at("scheduled")]);
    stdout(&["sim", "4x4", "--engine", "model", "--vcd", &at("w.vcd")]);
    let regress = ["regress", "--engine", "model", "--filter", "2x2-full", "--json"];
    stdout(&[&regress[..], &[&at("results.json")]].concat());
    let sweep = ["sweep", "2x2", "--engine", "model", "--rates", "0.1:0.2:0.1", "--resume"];
    stdout(&[&sweep[..], &[&at("measured.json")]].concat());
    dir
}

/// The result of a run: its exit code, its output, the files that it wrote, and its message.
struct Left {
    code: Option<i32>,
    seen: BTreeMap<String, Vec<u8>>,
    said: String,
}

/// Runs words in a fresh folder of files.
fn run(words: &[String]) -> Left {
    let dir = files_of_their_own();
    let name = dir.path().to_str().unwrap();
    let words: Vec<String> = words.iter().map(|word| word.replace("{}", name)).collect();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let out = dir.path().join("out");
    if words[0] == "emit" && !words.contains(&"--out") {
        words.extend(["--out", out.to_str().unwrap()]);
    }
    let output = torusgen(&words);
    let mut seen = BTreeMap::new();
    collect(dir.path(), dir.path(), &mut seen);
    let printed = text(&output.stdout).replace(name, "{}");
    seen.insert("standard output".into(), printed.into_bytes());
    Left { code: output.status.code(), seen, said: text(&output.stderr) }
}

/// A copy of the files, because runs write beside them.
fn files_of_their_own() -> tempfile::TempDir {
    use std::sync::OnceLock;
    static FILES: OnceLock<tempfile::TempDir> = OnceLock::new();
    let (from, to) = (FILES.get_or_init(files), tempfile::tempdir().unwrap());
    copy(from.path(), to.path());
    to
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir(&to).unwrap();
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

fn collect(root: &Path, dir: &Path, seen: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, seen);
        } else {
            seen.insert(path.strip_prefix(root).unwrap().display().to_string(), fs::read(path).unwrap());
        }
    }
}

/// The result of a cell as a letter of the table. An error has `?` and the reason.
fn found(base: &Left, row: &Row, words: &[String]) -> Result<char, String> {
    let left = run(&[words, &row.words].concat());
    let begin: String = left.said.chars().take(300).collect();
    match left.code {
        Some(2) if row.is_named(&left.said) => Ok('r'),
        Some(0 | 1) if left.seen != base.seen || left.code != base.code => Ok('e'),
        Some(0 | 1) => Ok('a'),
        code => Err(format!("{code:?}, {begin}")),
    }
}

/// The differences between a section and the results.
fn differences(section: &Section) -> Vec<String> {
    let mut wrong = Vec::new();
    for (at, (letter, words)) in section.situations.iter().enumerate() {
        let base = run(words);
        assert!(matches!(base.code, Some(0 | 1)), "{words:?}: {}", base.said);
        for row in section.rows.iter().filter(|row| row.cells[at] != '.') {
            let found = found(&base, row, words);
            // A run that is taken may show something, such as times.
            let fits = found == Ok(row.cells[at]) || (found == Ok('e') && row.cells[at] == 'a');
            if !fits {
                wrong.push(format!(
                    "[{}] {letter} {:?}: {found:?}, not {}",
                    section.name, row.words, row.cells[at]
                ));
            }
        }
    }
    wrong
}

/// An option as text: `-d` or `--dims`.
fn option(argument: &Arg) -> Option<String> {
    let short = argument.get_short().map(|letter| format!("-{letter}"));
    short.or_else(|| argument.get_long().map(|long| format!("--{long}")))
}

fn options(command: &Command) -> BTreeSet<String> {
    command.get_arguments().filter(|argument| argument.get_id() != "help").filter_map(option).collect()
}

#[test]
fn the_table_has_every_option_of_every_command() {
    let sections = table::read();
    let own = |name: &str| -> BTreeSet<String> {
        let sections = sections.iter().filter(|section| section.name == name);
        sections.flat_map(|section| &section.rows).map(|row| row.words[0].clone()).collect()
    };
    let all = Cli::command();
    for command in all.get_subcommands() {
        let name = if command.get_name() == "emit" { "network" } else { command.get_name() };
        assert!(sections.iter().any(|section| section.name == name), "[{name}] is not in the table");
        let mut known = own(name);
        if command.get_arguments().any(|argument| argument.get_id() == "router") {
            let emit = own("network");
            known.extend(emit.into_iter().filter(|option| {
                !["--schedule", "--out", "--filelist-prefix", "--formal", "--axil", "--format"]
                    .contains(&&option[..])
            }));
        }
        assert_eq!(options(command), known, "options of {name}, and those of the table");
    }
}

#[test]
fn networks() {
    check(&["network"]);
}

#[test]
fn runs() {
    check(&["sim", "report", "sweep"]);
}

#[test]
fn other_commands() {
    check(&[
        "loads",
        "schedule",
        "verify",
        "compare",
        "broadcast-search",
        "waves",
        "regress",
        "man",
        "completions",
    ]);
}

fn check(names: &[&str]) {
    let sections = table::read();
    let chosen = sections.iter().filter(|section| names.contains(&&section.name[..]));
    let wrong: Vec<String> = chosen.flat_map(differences).collect();
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// Options that describe no network.
const OTHERS: [&str; 7] =
    ["--config", "--schedule", "--out", "--filelist-prefix", "--formal", "--axil", "--format"];

/// What is refused of a network is refused by every command that has it, and what is taken is taken by
/// `loads`.
#[test]
fn commands_take_the_same_of_a_network() {
    let network = table::read().into_iter().find(|section| section.name == "network").expect("[network]");
    let rows: Vec<&Row> = network.rows.iter().filter(|row| !OTHERS.contains(&&row.words[0][..])).collect();
    for words in ["loads", "schedule", "sim --engine model", "sweep --engine model", "report --out {}/r.html"]
    {
        let words: Vec<String> = words.split(' ').map(str::to_string).collect();
        for (at, (letter, kind)) in network.situations.iter().enumerate() {
            if takes_kind(&words[0], *letter) {
                let chosen = rows.iter().filter(|row| row.cells[at] != '.');
                let chosen = chosen.filter(|row| row.cells[at] == 'r' || words[0] == "loads");
                chosen.for_each(|row| agree(&[&words, &kind[1..]].concat(), row, row.cells[at] == 'r'));
            }
        }
    }
}

/// Whether a command takes this kind of network. Only `emit` takes a schedule file; a sweep takes only
/// buffered routers, and a schedule only others.
fn takes_kind(command: &str, letter: char) -> bool {
    match command {
        "sweep" => letter == 'U',
        "schedule" => !['F', 'U'].contains(&letter),
        _ => letter != 'F',
    }
}

/// Checks that the option is refused by its name, or is not, as the table says for `emit`.
fn agree(words: &[String], row: &Row, refused: bool) {
    let all = [words, &row.words].concat();
    let left = run(&all);
    let found = left.code == Some(2) && row.is_named(&left.said);
    assert_eq!(found, refused, "{all:?}: {:?} {}", left.code, left.said);
}

/// Numbers that mean nothing, or lead beyond what is counted.
#[test]
fn numbers_without_a_meaning_are_refused() {
    let buffered = ["sim", "2x2", "--engine", "model", "--router", "buffered"];
    let uniform = ["--traffic", "uniform"];
    let most = u64::MAX.to_string();
    for (words, option) in [
        ([&buffered[..], &["--length=-1"]].concat(), "--length"),
        ([&buffered[..], &uniform, &["--length=-1"]].concat(), "--length"),
        ([&buffered[..], &uniform, &["--warmup", &most]].concat(), "--warmup"),
        ([&buffered[..], &uniform, &["--measure", &most]].concat(), "--measure"),
        ([&buffered[..], &uniform, &["--limit", &most]].concat(), "--limit"),
        (vec!["sweep", "2x2", "--warmup", &most], "--warmup"),
        (vec!["sweep", "2x2", "--jobs", "0"], "--jobs"),
        (vec!["regress", "--jobs", "0"], "--jobs"),
        (vec!["waves", "{}/w.vcd", "--busiest", "0"], "--busiest"),
    ] {
        let left = run(&words.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(left.code, Some(2), "{words:?}: {}", left.said);
        assert!(left.said.contains(option), "{words:?}: {}", left.said);
    }
}
