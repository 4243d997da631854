//! Random command lines: exit code 0, 1 or 2, an error in one paragraph, no panic, no incomplete file.
//!
//! Words are parsed and options described in this process. A sample of them runs as separate processes on
//! small networks.

use crate::common::{text, torusgen};
use crate::runner::{cases, run};
use clap::Parser;
use proptest::{prelude::*, sample::select};
use torus_cli::args::Cli;
use torus_gen::{Description, NetworkOptions, KEYS};

/// Values that some option accepts, and some that none accepts.
const VALUES: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "8",
    "31",
    "32",
    "64",
    "4096",
    "4294967296",
    "-1",
    "1e9",
    "",
    "x",
    "4x4",
    "2x3",
    "3",
    "2x2x2",
    "1x4",
    "full",
    "linear",
    "linear:c=1",
    "multilinear:t=2",
    "multilinear:t=9",
    "file:/none",
    "odr",
    "udr",
    "balanced",
    "all",
    "one",
    "single",
    "frame",
    "oneshot",
    "exchange",
    "broadcast",
    "cyclic",
    "dihedral",
    "headers",
    "slots",
    "generator",
    "scheduled",
    "buffered",
    "dateline",
    "bubble",
    "plus",
    "parity",
    "native",
    "axis",
    "table",
    "product-a1",
    "product-a2",
    "product-a3",
    "suh-shin",
    "divide-1",
    "one-row",
    "broadcast-lines",
    "0,0",
    "1,1",
    "reg",
    "torus",
    "a b",
    "\u{1f600}",
];

/// Options of one network, each key once, with any value.
fn options() -> impl Strategy<Value = Vec<(&'static str, &'static str)>> {
    let value = || select(VALUES);
    let dims = prop_oneof![8 => select(&["2", "3", "4x4", "2x3", "3x3", "2x2x2"][..]), 1 => value()];
    let others = prop::sample::subsequence(&KEYS[3..], 0..5).prop_flat_map(move |keys| {
        let values = prop::collection::vec(select(VALUES), keys.len());
        values.prop_map(move |values| keys.iter().copied().zip(values).collect::<Vec<_>>())
    });
    (dims, others).prop_map(|(dims, mut others)| {
        others.push(("dims", dims));
        others
    })
}

fn as_words(command: &str, options: &[(&str, &str)]) -> Vec<String> {
    let named = options.iter().flat_map(|(key, value)| [format!("--{key}"), value.to_string()]);
    [command.to_string()].into_iter().chain(named).collect()
}

/// Checks that a message is one paragraph and not empty.
fn assert_reads_well(said: &str) {
    assert!(!said.trim().is_empty() && said.len() < 2048 && !said.contains("panicked"), "{said}");
}

/// Whether options describe a network. An error has to be a proper message.
fn describes(drawn: &[(&str, &str)]) -> bool {
    let number = |value: &str| value.parse::<u64>().map_or_else(|_| value.into(), serde_json::Value::from);
    let keys = drawn.iter().map(|(key, value)| (key.to_string(), number(value)));
    let Ok(options) = NetworkOptions::from_keys(serde_json::Value::Object(keys.collect())) else {
        return false;
    };
    Description::new(&options).map_err(|error| assert_reads_well(&error.to_string())).is_ok()
}

#[test]
fn options_are_described_or_refused() {
    let takes = |drawn: Vec<(&str, &str)>| {
        let words = as_words("loads", &drawn);
        let parsed = Cli::try_parse_from(["torusgen".to_string()].into_iter().chain(words));
        parsed.map_or_else(|error| assert_reads_well(&error.to_string()), |_| ());
        Ok(describes(&drawn))
    };
    run("options", cases(4000), &options(), takes, |drawn| as_words("loads", &drawn).join(" "));
}

#[test]
fn commands_end_with_an_exit_code() {
    let commands = select(&["loads", "schedule", "emit", "sim"][..]);
    let takes = |(command, drawn): (&str, Vec<(&str, &str)>)| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (out, mut words) = (folder.path().join("out"), as_words(command, &drawn));
        match command {
            "emit" => words.extend(["--out".into(), out.display().to_string()]),
            "sim" => words.extend(["--engine".into(), "model".into()]),
            _ => {}
        }
        let output = torusgen(&words.iter().map(String::as_str).collect::<Vec<_>>());
        if output.status.code() == Some(0) {
            return Ok(true);
        }
        prop_assert_eq!(output.status.code(), Some(2), "{:?}: {}", words, text(&output.stderr));
        assert_reads_well(&text(&output.stderr));
        prop_assert!(!out.exists(), "{words:?} left {}", out.display());
        Ok(false)
    };
    let shown = |(command, drawn): (&str, Vec<_>)| as_words(command, &drawn).join(" ");
    run("commands", cases(4000) / 40, &(commands, options()), takes, shown);
}
