//! The networks in `examples/`: each is emitted, and the result is simulated and compared.
//!
//! The test does what a user does with such a file: `emit --config FILE`, then `sim --from DIR`, with the
//! model engine and with Verilator.

use crate::common::{examples, json, stdout};
use std::path::Path;

/// Emits a network and simulates the folder.
fn runs(example: &Path, engine: &str) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = dir.path().join("net").display().to_string();
    stdout(&["emit", "--config", &example.display().to_string(), "--out", &out]);
    let result = json(&["sim", "--from", &out, "--engine", engine, "--format", "json"]);
    let shown = example.display();
    assert_eq!(result["match"], true, "{shown}: {result}");
    assert!(result["delivered"].as_u64().is_some_and(|count| count > 0), "{shown}: {result}");
}

#[test]
fn each_is_emitted_and_simulated() {
    for example in examples() {
        runs(&example, "model");
    }
}

#[test]
fn each_is_simulated_in_verilator() {
    for example in examples() {
        runs(&example, "tiles");
    }
}

/// The first line says who would want the network, and everything else is a key.
#[test]
fn each_says_who_would_want_it() {
    for example in examples() {
        let text = std::fs::read_to_string(&example).expect("a text");
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let said =
            first.strip_prefix("# For ").is_some_and(|rest| rest.contains(": ") && rest.ends_with('.'));
        assert!(said, "{}: \"# For WHOM: WHAT.\" is first, not {first:?}", example.display());
        assert!(lines.all(|line| line.contains(" = ")), "{}: {text}", example.display());
    }
}
