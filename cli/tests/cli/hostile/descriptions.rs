//! Descriptions of networks, regressions and traffic.

use super::{refused, run, text, Files, MIB};
use serde_json::json;

#[test]
fn descriptions_of_networks() {
    let files = Files::new();
    let list = |n: usize| (0..n).map(|i| format!("{},{}\n", i / 300, i % 300)).collect::<String>();
    let options = [
        "x=[".to_string() + &"0,".repeat(MIB / 2 - 8) + "]",
        "x=[".to_string() + &"0,".repeat(30_000) + "]",
        "x=".to_string() + &"[".repeat(60_000),
        "a".to_string() + &".a".repeat(30_000) + "=1",
        (0..6_000).map(|i| format!("a{i}=1\n")).collect(),
        format!("name=\"{}\"", "a".repeat(65_000)),
        format!("dims=\"{}3\"", "3x".repeat(32_000)),
        format!("{}=1", "a".repeat(65_000)),
        "d=4294967295\nk=4294967295".to_string(),
    ];
    for text in options {
        refused(&["loads", "--config", &files.file("o.toml", text)]);
    }
    let large = |i| format!("[[configuration]]\nname=\"n{i}\"\ndims=\"1024x1024\"\nseed={i}\n");
    let matrices = [
        (0..15_000).map(large).collect::<String>(),
        "[[configuration]]\n".repeat(58_000),
        "[[configuration]]\ndims=[\"".to_string() + &"3x3\",\"".repeat(150_000) + "\"]\n",
        "a=1\n".repeat(MIB / 4),
    ];
    for text in matrices {
        refused(&["regress", "--list", "--matrix", &files.file("m.toml", text)]);
    }
    let nodes = files.file("nodes", list(90_000));
    refused(&["loads", "--dims", "3x3", "--placement", &format!("file:{nodes}")]);
    refused(&["loads", "--dims", "3x3", "--separator", &files.file("s", "1,".repeat(MIB / 2))]);
}

/// Loads and their digest, without the text of all loads.
#[test]
fn large_tori_fit() {
    let files = Files::new();
    let nodes: String = (0..90_000).map(|i| format!("{},{}\n", i / 300, i % 300)).collect();
    let nodes = format!("file:{}", files.file("nodes", nodes));
    let output = run(&["loads", "--format", "json", "--dims", "1448x1448", "--placement", &nodes]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn results_and_traces() {
    let files = Files::new();
    let results = |configurations: usize| {
        json!({
            "generator": "torusgen", "engine": "model", "matrix": "0",
            "configurations": vec!["a"; configurations], "results": [],
        })
    };
    for text in ["[".repeat(MIB), "{\"a\":".repeat(MIB / 5), results(200_000).to_string()] {
        refused(&["regress", "--merge", &files.file("r.json", text)]);
    }
    let sim = [
        "sim",
        "--dims",
        "3x3",
        "--router",
        "buffered",
        "--engine",
        "model",
        "--limit",
        "20000",
        "--traffic",
    ];
    let latest = format!("{} 0 1 1\n", u64::MAX);
    for text in ["0 0 1 4294967295\n".repeat(1000), "0 0 ".to_string() + &"1".repeat(MIB - 8), latest] {
        let trace = format!("trace:{}", files.file("trace", text));
        refused(&[&sim[..], &[&trace]].concat());
    }
    let trace = format!("trace:{}", files.file("trace", "0 0 1 1\n".repeat(MIB / 8)));
    let output = run(&[&sim[..], &[&trace]].concat());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", text(&output.stderr));
}
