//! `torusgen doctor` with a PATH of fake programs.
//!
//! State space: all programs that it asks for, none, each of the two that `sim` needs alone; a program that
//! fails, one that prints its version on standard error, and one that is named by the environment.
#![cfg(unix)]

use crate::common::text;
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output},
};

/// Programs, and the shell commands that answer when they are asked for their version.
const ALL: [(&str, &str); 10] = [
    ("verilator_bin", "echo Verilator 5.006"),
    ("c++", "echo; echo 'c++ (Debian) 12.2.0'; echo 'Copyright'"),
    ("make", "echo GNU Make 4.3"),
    ("iverilog", "[ $1 = -V ] && echo 'Icarus Verilog version 11.0 (stable) ()'"),
    ("yosys", "[ $1 = -V ] && echo Yosys 0.23"),
    ("nextpnr-ecp5", "echo 'nextpnr-ecp5 -- Version 0.6' >&2"),
    ("fusesoc", "echo 2.4.7"),
    ("python3", "echo Python 3.11.2"),
    ("gtkwave", "echo GTKWave Analyzer v3.3.118"),
    ("chromium", "echo Chromium 120.0"),
];

/// Runs `torusgen doctor ARGS` with a PATH that is only a folder with these programs.
fn doctor(programs: &[(&str, &str)], args: &[&str], variables: &[(&str, &str)]) -> Output {
    let dir = tempfile::tempdir().unwrap();
    for (name, does) in programs {
        let path = dir.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{does}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_torusgen"));
    command.arg("doctor").args(args).current_dir(dir.path()).env("PATH", dir.path());
    ["TORUSGEN_VERILATOR", "VERILATOR", "CXX"].iter().for_each(|name| _ = command.env_remove(name));
    command.envs(variables.iter().copied()).output().unwrap()
}

fn without(name: &str) -> Vec<(&'static str, &'static str)> {
    ALL.into_iter().filter(|(other, _)| *other != name).collect()
}

fn golden(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)).unwrap()
}

#[test]
fn what_is_there() {
    let output = doctor(&ALL, &[], &[]);
    assert_eq!(text(&output.stdout), golden("doctor_all.txt"));
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

#[test]
fn what_is_missing() {
    let output = doctor(&[], &[], &[]);
    assert_eq!(text(&output.stdout), golden("doctor_none.txt"));
    let said =
        "error: sim needs tools that were not found, Verilator and C++ compiler: apt-get install verilator, \
                apt-get install g++; sim --engine model needs none\n";
    assert_eq!((output.status.code(), &text(&output.stderr)[..]), (Some(2), said));
}

/// Whoever lacks one of the two that `sim` needs is told of that one; nothing else matters.
#[test]
fn sim_needs_two() {
    for (name, _) in ALL {
        let output = doctor(&without(name), &["--format", "json"], &[]);
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let needed = ["verilator_bin", "c++"].contains(&name);
        assert_eq!(output.status.code(), Some(if needed { 2 } else { 0 }), "{name}");
        assert_eq!(json["sim"], !needed, "{name}");
        let missing = json["tools"].as_array().unwrap().iter().filter(|tool| tool["program"].is_null());
        assert_eq!(missing.count(), 1, "{name}");
        assert_eq!(text(&output.stderr).is_empty(), !needed, "{name}");
    }
}

#[test]
fn a_program_that_fails_is_none() {
    let broken = [without("verilator_bin"), vec![("verilator_bin", "echo Verilator; exit 1")]].concat();
    assert_eq!(doctor(&broken, &[], &[]).status.code(), Some(2));
    // Behind it stands the script around it.
    let script = [broken, vec![("verilator", "echo Verilator 4.0 by its script")]].concat();
    let output = doctor(&script, &["--format", "csv"], &[]);
    assert_eq!(output.status.code(), Some(0));
    let line = "Verilator,true,\"verilator\",\"Verilator 4.0 by its script\"";
    assert!(text(&output.stdout).contains(line), "{}", text(&output.stdout));
}

/// As `sim` does: a program that is named is the only one.
#[test]
fn the_environment_names_programs() {
    let mine = [&ALL[..], &[("mine", "echo Mine 1")]].concat();
    for (variable, tool) in
        [("TORUSGEN_VERILATOR", "Verilator"), ("VERILATOR", "Verilator"), ("CXX", "C++ compiler")]
    {
        let output = doctor(&mine, &["--format", "csv"], &[(variable, "mine")]);
        let said = text(&output.stdout);
        assert!(said.contains(&format!("{tool},true,\"mine\",\"Mine 1\"")), "{variable}: {said}");
        assert_eq!(doctor(&ALL, &[], &[(variable, "absent")]).status.code(), Some(2), "{variable}");
        let said = text(&doctor(&mine, &["--format", "csv"], &[(variable, "mine -m64")]).stdout);
        assert!(said.contains(&format!("{tool},true,\"mine -m64\",\"Mine 1\"")), "{variable}: {said}");
    }
}
