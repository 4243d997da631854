//! The command line: radices in every way that people write them, and the example at the end of every help
//! text.
//!
//! State space: ways of writing radices x commands; commands x short and long help.

use crate::common::{json, refused, refused_line, stdout, text};
use clap::CommandFactory;
use std::path::Path;
use torus_cli::args::Cli;

#[test]
fn radices_are_taken_alone_and_with_every_joint() {
    let dims = |line: &str| json(&line.split(' ').collect::<Vec<_>>())["dims"].to_string();
    for ways in
        [["loads 4x3", "loads 4X3", "loads 4,3"], ["loads --dims 4X3", "loads --dims 4,3", "loads -- 4x3"]]
    {
        for way in ways {
            assert_eq!(dims(&way.replace("loads", "loads --format json")), "[4,3]", "{way}");
        }
    }
    assert_eq!(dims("loads 5 --format json"), "[5]");
    let schedule = json(&["schedule", "2x3", "--format", "json"]);
    assert_eq!(schedule["messages"], 5);
    for line in ["sim 2x3 --engine model --format json", "sim --engine model --format json 2X3"] {
        let sim = json(&line.split(' ').collect::<Vec<_>>());
        assert_eq!((sim["match"].as_bool(), sim["delivered"].as_u64()), (Some(true), Some(30)), "{line}");
    }
    assert_eq!(dims("compare 4,4 --startup 1 --transmit 1 --block 1 --format json"), "[4,4]");
    assert_eq!(dims("broadcast-search 3X3 --steps 2 --format json"), "[3,3]");
    assert!(stdout(&["sweep", "3,3", "--rates", "0.1:0.1:0.1", "--measure", "100", "--engine", "model"])
        .contains("on 3x3,"));
    let dir = tempfile::tempdir().unwrap();
    let (out, page) = (dir.path().join("net"), dir.path().join("page.html"));
    let emitted = json(&["emit", "3,2", "--out", out.to_str().unwrap(), "--format", "json"]);
    assert_eq!(emitted["name"], "torus_3x2");
    stdout(&["report", "3X2", "--engine", "model", "--out", page.to_str().unwrap()]);
    assert!(std::fs::read_to_string(page).unwrap().contains("<title>torus 3x2, "));
}

/// A matrix names its configurations alike, however its radices are written.
#[test]
fn a_matrix_takes_every_joint() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("matrix.toml");
    std::fs::write(&file, "[[configuration]]\ndims = \"3X2\"\n[[configuration]]\ndims = \"4,4\"\n").unwrap();
    assert_eq!(stdout(&["regress", "--list", "--matrix", file.to_str().unwrap()]), "3x2-full\n4x4-full\n");
}

#[test]
fn radices_given_twice_or_mixed_are_refused() {
    let twice = "error: the radices are given twice; one of 4x4 alone, --dims 4x4, and -d 2 -k 4 is enough: \
                 leave the others out\n";
    let compare = "--startup 1 --transmit 1 --block 1";
    for line in
        ["loads 4x4 --dims 4x4", "schedule 4x4 -d 2", "sim -k 4 4x4", "emit -d 2 -k 4 4,4", "sweep 4x4 -k 4"]
    {
        assert_eq!(refused_line(line), twice, "{line}");
    }
    assert_eq!(refused_line(&format!("compare 4x4 -d 2 {compare}")), twice);
    assert_eq!(refused_line("broadcast-search 4x4 --dims 4x4 --steps 2"), twice);
    for text in ["4x4,4", "4,4X4", "4xX4", "4x", ",4", "+4x4", "4x-4", "4.4"] {
        let line = format!("loads {text}");
        let message = format!(
            "error: the radices {text:?} are no numbers joined by x; a torus is written like 4x4 or 3x4x5: \
                correct them\n"
        );
        assert_eq!(refused_line(&line), message);
        assert_eq!(refused_line(&format!("loads --dims={text}")), message);
    }
    assert_eq!(
        refused_line("loads 4x4294967296"),
        "error: the radices \"4x4294967296\" have one above 4294967295, the largest radix: lower it\n"
    );
    assert!(refused_line("sim 4x4 --from out").contains("cannot be used with"));
    assert!(refused_line("emit 4x4 --schedule none.json").contains("none.json cannot be read"));
    assert!(refused_line("broadcast-search --steps 2").contains("required"));
}

/// A schedule file says its torus itself.
#[test]
fn radices_beside_a_schedule_file_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("s.json");
    stdout(&["schedule", "3x3", "--out", file.to_str().unwrap()]);
    let message = refused_line(&format!("emit 3x3 --schedule {}", file.display()));
    assert!(
        message.contains("with --schedule only --width, --name, --switching, --rom, --axil, --formal,"),
        "{message}"
    );
}

/// The last paragraph of a help is an example; it runs as it stands, in a folder with nothing in it.
#[test]
fn every_help_ends_with_an_example_that_works() {
    let commands = Cli::command();
    for command in commands.get_subcommands().map(clap::Command::get_name) {
        let short = example(command, "-h");
        assert_eq!(example(command, "--help"), short, "{command}");
        let dir = tempfile::tempdir().unwrap();
        let folder = Path::new(env!("CARGO_BIN_EXE_torusgen")).parent().unwrap();
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
        let mut shell = std::process::Command::new("bash");
        shell.args(["-e", "-o", "pipefail", "-c", &short]).current_dir(&dir).env("PATH", path);
        let output = shell.envs(crate::common::short_runs()).output().unwrap();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success() && err.is_empty(), "{command}: {short}\n{out}{err}");
        written(&short, dir.path());
    }
}

fn example(command: &str, flag: &str) -> String {
    let help = stdout(&[command, flag]);
    let last = help.trim_end().rsplit("\n\n").next().unwrap();
    let example =
        last.strip_prefix("Example: ").unwrap_or_else(|| panic!("{command} {flag} ends with: {last}"));
    assert!(!example.contains('\n') && example.contains(&format!("torusgen {command} ")), "{example}");
    example.to_string()
}

/// Checks that the files exist which an example says it writes.
fn written(example: &str, dir: &Path) {
    let words: Vec<&str> = example.split(' ').collect();
    for pair in words.windows(2).filter(|pair| ["--out", "--svg", "--vcd", "--junit"].contains(&pair[0])) {
        assert!(dir.join(pair[1]).exists(), "{example}: {}", pair[1]);
    }
}

/// What was asked, what is allowed and what to do, for a value that is no number of the option.
#[test]
fn numbers_say_what_is_allowed() {
    for value in ["-1", "many", "99999999999999999999"] {
        let said = format!(
            "error: --seed {value} was asked for; it takes whole numbers from 0 to 18446744073709551615: \
             correct --seed\n\nFor more information, try '--help'.\n"
        );
        assert_eq!(refused(&["loads", "4x4", "--seed", value]), said);
    }
    let said = refused(&["loads", "-d", "two"]);
    assert!(
        said.starts_with("error: --dimensions two was asked for; it takes whole numbers: correct"),
        "{said}"
    );
}
