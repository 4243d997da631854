//! Licences and sources of all dependencies that are built here, against `deny.toml`.
//!
//! `cargo deny` needs the network and is a separate program. This test asks `cargo metadata`, for the
//! platform of the test.

use serde_json::Value;
use std::{collections::BTreeSet, path::Path, process::Command};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

fn printed(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).current_dir(root()).output();
    let output = output.unwrap_or_else(|why| panic!("{program}: {why}"));
    assert!(output.status.success(), "{program} {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The packages that cargo uses for this platform.
fn packages() -> Vec<Value> {
    let version = printed("rustc", &["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let args = ["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host];
    let json: Value = serde_json::from_str(&printed(env!("CARGO"), &args)).expect("JSON");
    json["packages"].as_array().expect("packages").clone()
}

/// The licences that `deny.toml` allows.
fn allowed() -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let table: toml::Table = text.parse().expect("TOML");
    let list = table["licenses"]["allow"].as_array().expect("a list of licences");
    list.iter().map(|name| name.as_str().expect("a name").to_string()).collect()
}

/// The sets of licences that satisfy an expression: `(A OR B) AND C`, `A/B`, `A WITH exception OR B`.
fn ways(expression: &str) -> Vec<BTreeSet<String>> {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let ways = either(&words, &mut at);
    assert_eq!(at, words.len(), "{expression}");
    ways
}

fn either(words: &[&str], at: &mut usize) -> Vec<BTreeSet<String>> {
    let mut all = both(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        all.extend(both(words, at));
    }
    all
}

fn both(words: &[&str], at: &mut usize) -> Vec<BTreeSet<String>> {
    let mut all = one(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        let more = one(words, at);
        all = all.iter().flat_map(|way| more.iter().map(move |other| way | other)).collect();
    }
    all
}

fn one(words: &[&str], at: &mut usize) -> Vec<BTreeSet<String>> {
    let word = words[*at];
    *at += 1;
    if word == "(" {
        let inner = either(words, at);
        *at += 1;
        return inner;
    }
    if words.get(*at) == Some(&"WITH") {
        *at += 2;
        return vec![BTreeSet::from([format!("{word} WITH {}", words[*at - 1])])];
    }
    vec![BTreeSet::from([word.to_string()])]
}

#[test]
fn every_dependency_has_a_licence_of_the_list() {
    let allowed = allowed();
    for package in packages() {
        let licence =
            package["license"].as_str().unwrap_or_else(|| panic!("{} has no licence", package["name"]));
        let fits = ways(licence).iter().any(|way| way.is_subset(&allowed));
        assert!(fits, "{} {}: {licence} is not in deny.toml", package["name"], package["version"]);
    }
}

/// A list grows by itself otherwise.
#[test]
fn every_licence_of_the_list_is_needed() {
    let (allowed, packages) = (allowed(), packages());
    for name in &allowed {
        let rest: BTreeSet<String> = allowed.iter().filter(|other| *other != name).cloned().collect();
        let needs = |package: &Value| {
            !ways(package["license"].as_str().unwrap_or_default()).iter().any(|way| way.is_subset(&rest))
        };
        assert!(packages.iter().any(needs), "no dependency needs {name}");
    }
}

#[test]
fn dependencies_come_from_the_registry_or_this_repository() {
    for package in packages() {
        let source = package["source"].as_str();
        let good =
            source.is_none_or(|source| source.starts_with("registry+") && source.contains("crates.io-index"));
        assert!(good, "{}: {source:?}", package["name"]);
    }
}

#[test]
fn expressions_are_read_as_they_are_meant() {
    let set = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<BTreeSet<_>>();
    assert_eq!(ways("MIT/Apache-2.0"), [set(&["MIT"]), set(&["Apache-2.0"])]);
    assert_eq!(ways("(MIT OR ISC) AND Zlib"), [set(&["MIT", "Zlib"]), set(&["ISC", "Zlib"])]);
    assert_eq!(ways("A WITH x OR MIT"), [set(&["A WITH x"]), set(&["MIT"])]);
}
