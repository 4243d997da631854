//! Standard output and standard error that are closed or full: no panic, and an exit code that gives the
//! result.
#![cfg(unix)]

use crate::common::{short_runs, stdout, text};
use std::{
    fs::File,
    os::{fd::OwnedFd, unix::net::UnixStream},
    process::{Command, Output, Stdio},
};

/// One end of a pipe whose reader has closed it.
fn closed() -> Stdio {
    let (ours, theirs) = UnixStream::pair().unwrap();
    drop(theirs);
    OwnedFd::from(ours).into()
}

fn full() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

fn run(args: &[&str], out: Stdio, err: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_torusgen"));
    command.args(args).envs(short_runs()).stdin(Stdio::null()).stdout(out).stderr(err);
    command.spawn().unwrap().wait_with_output().unwrap()
}

/// Every command in each of its formats, with the files that they read and write in `dir`.
fn commands(dir: &str) -> Vec<Vec<String>> {
    let (schedule, waves) = (format!("{dir}/s.json"), format!("{dir}/w.vcd"));
    stdout(&["schedule", "--dims", "3x3", "--out", &schedule]);
    stdout(&["sim", "--dims", "3x3", "--engine", "model", "--vcd", &waves]);
    let printing = [
        "loads --dims 16x16 --links",
        "schedule --dims 3x3",
        "schedule --dims 3x3 --algorithm product-a1",
        "verify {dir}/s.json",
        "emit --dims 3x3 --out {dir}/out",
        "emit --dims 3x3 --algorithm product-a1 --out {dir}/stored",
        "emit --dims 3x3 --router buffered --out {dir}/buffered",
        "sim --dims 3x3 --engine model",
        "sim --dims 3x3 --engine model --router buffered",
        "compare --dims 4x4 --startup 1 --transmit 1 --block 1",
        "broadcast-search --dims 3x3 --steps 2",
        "sweep --dims 3x3 --engine model --rates 0.1:0.2:0.1 --measure 100",
        "waves {dir}/w.vcd",
        "waves {dir}/w.vcd --busiest 3",
        "waves {dir}/w.vcd --follow 0,0 1,1",
        "waves {dir}/w.vcd --diff {dir}/w.vcd",
        "regress --filter 4x4-linear-oneshot --engine model",
    ];
    let plain = [
        "report --dims 3x3 --engine model --out {dir}/r.html",
        "regress --list",
        "completions bash",
        "--version",
        "--help",
        "loads --help",
    ];
    let split = |line: String| -> Vec<String> {
        line.replace("{dir}", dir).split_whitespace().map(String::from).collect()
    };
    let in_formats = |line: &&str| ["text", "json", "csv"].map(|format| format!("{line} --format {format}"));
    let lines = printing.iter().flat_map(in_formats).chain(plain.map(String::from));
    lines.map(split).collect()
}

fn each_command(check: impl Fn(&[&str])) {
    let dir = tempfile::tempdir().unwrap();
    for command in commands(dir.path().to_str().unwrap()) {
        check(&command.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    each_command(|args| {
        let output = run(args, closed(), Stdio::piped());
        assert_eq!(text(&output.stderr), "", "torusgen {}", args.join(" "));
        assert_eq!(output.status.code(), Some(0), "torusgen {}", args.join(" "));
    });
}

#[test]
fn a_full_disk_is_an_error() {
    each_command(|args| {
        let output = run(args, full(), Stdio::piped());
        assert_eq!(
            text(&output.stderr),
            "error: standard output cannot be written: no storage space; make room, or send it elsewhere\n",
            "torusgen {}",
            args.join(" ")
        );
        assert_eq!(output.status.code(), Some(2), "torusgen {}", args.join(" "));
    });
}

/// A mismatch stays one, whoever reads it; bad input stays bad where nobody can be told.
#[test]
fn the_exit_code_says_what_was_found() {
    let fault = "flipped-head:0:1:2";
    let sim = ["sim", "--dims", "3x3", "--router", "buffered", "--engine", "model", "--fault", fault];
    for err in [full, closed] {
        assert_eq!(run(&sim, Stdio::null(), err()).status.code(), Some(1));
        assert_eq!(run(&["loads", "--dims", "4x?"], Stdio::null(), err()).status.code(), Some(2));
        assert_eq!(run(&["loads", "--dimms", "4"], Stdio::null(), err()).status.code(), Some(2));
    }
    let output = run(&sim, closed(), Stdio::piped());
    assert_eq!(output.status.code(), Some(1));
    assert!(!output.stderr.is_empty());
}
