//! `torusgen regress` in parts: shards, merged results, runs that were killed.

use crate::common::{stdout, text, torusgen};
use serde_json::Value;
use std::{collections::BTreeSet, fs, path::Path, path::PathBuf};

/// Three configurations of one tile, and their names.
const MATRIX: &str =
    "[[configuration]]\ndims = \"3\"\n\n[[configuration]]\ndims = \"4\"\n\n[[configuration]]\ndims = \"5\"\n";
const NAMES: [&str; 3] = ["3-full", "4-full", "5-full"];

/// A folder with the matrix, and paths in it.
struct Bench(tempfile::TempDir);

impl Bench {
    fn new() -> Self {
        let bench = Bench(tempfile::tempdir().unwrap());
        fs::write(bench.path("matrix.toml"), MATRIX).unwrap();
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn run(&self, more: &[&str]) -> String {
        stdout(&[&["regress", "--matrix", &self.file("matrix.toml")], more].concat())
    }

    /// The message of a usage error, without the folder.
    fn refused(&self, args: &[&str]) -> String {
        let output = torusgen(&[&["regress"], args].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
        text(&output.stderr).replace(&format!("{}/", self.0.path().display()), "")
    }

    fn read(&self, name: &str) -> Value {
        read(&self.path(name))
    }

    fn write(&self, name: &str, value: &Value) {
        fs::write(self.path(name), value.to_string()).unwrap();
    }
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn names(results: &Value) -> Vec<&str> {
    results["results"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect()
}

/// The results without their times.
fn timeless(mut results: Value) -> Value {
    results["results"].as_array_mut().unwrap().iter_mut().for_each(|row| row["seconds"] = 0.into());
    results
}

#[test]
fn shards_are_parts_of_the_matrix() {
    let all = stdout(&["regress", "--list"]);
    for n in 1..=7 {
        let shards = (1..=n).map(|i| stdout(&["regress", "--list", "--shard", &format!("{i}/{n}")]));
        let shards: Vec<String> = shards.collect();
        let listed: Vec<&str> = shards.iter().flat_map(|shard| shard.lines()).collect();
        assert_eq!(listed.len(), all.lines().count(), "{n}");
        assert_eq!(BTreeSet::from_iter(listed), BTreeSet::from_iter(all.lines()), "{n}");
        let sizes: Vec<usize> = shards.iter().map(|shard| shard.lines().count()).collect();
        assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1, "{sizes:?}");
    }
}

#[test]
fn a_shard_is_one_of_n() {
    let bench = Bench::new();
    for shard in ["0/3", "4/3", "x"] {
        assert_eq!(
            bench.refused(&["--shard", shard]),
            format!(
                "error: --shard {shard} was asked for; a shard is I/N, the I-th of N parts, with I from 1 to \
                 N and N up to 65536: give one such as 1/4\n"
            )
        );
    }
}

#[test]
fn shards_merge_into_what_one_run_gives() {
    let bench = Bench::new();
    let [one, two, whole] = ["1.json", "2.json", "whole.json"].map(|name| bench.file(name));
    bench.run(&["--shard", "1/2", "--json", &one]);
    bench.run(&["--shard", "2/2", "--json", &two]);
    bench.run(&["--json", &whole]);
    let (merged, xml) = (bench.file("merged.json"), bench.file("merged.xml"));
    let out = stdout(&["regress", "--merge", &two, &one, "--json", &merged, "--junit", &xml]);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[1].starts_with("3-full ") && lines[3].starts_with("5-full "), "{out}");
    assert!(lines[4].starts_with("3 configurations: 3 equal, 0 different, 0 not run; slowest "), "{out}");
    assert_eq!(lines[4].matches(" s").count(), 1 + 3, "three times: {out}");
    assert_eq!(names(&bench.read("merged.json")), NAMES);
    // Deterministic but for the seconds.
    assert_eq!(timeless(bench.read("merged.json")), timeless(bench.read("whole.json")));
    assert!(fs::read_to_string(xml).unwrap().contains("tests=\"3\" failures=\"0\" errors=\"0\""));
    refusals_of_merge(&bench);
}

fn refusals_of_merge(bench: &Bench) {
    let [one, two, whole] = ["1.json", "2.json", "whole.json"].map(|name| bench.file(name));
    let (first, second) = (bench.read("1.json"), bench.read("2.json"));
    assert_eq!(
        bench.refused(&["--merge", &one]),
        format!(
            "error: {} of the 3 configurations are in none of the files, the first {}; a merge needs all of \
             them: add the missing shards, or resume those that ended early\n",
            names(&second).len(),
            names(&second)[0]
        )
    );
    assert_eq!(
        bench.refused(&["--merge", &whole, &one]),
        format!(
            "error: the configuration {} is in 1.json and in a file before it; a merge needs each once: give \
             every shard's file once, all of one --shard ../N\n",
            names(&first)[0]
        )
    );
    let mut foreign = second.clone();
    foreign["matrix"] = "0123456789abcdef".into();
    bench.write("foreign.json", &foreign);
    assert_eq!(
        bench.refused(&["--merge", &one, &bench.file("foreign.json")]),
        format!(
            "error: foreign.json holds results of another regression: its matrix is 0123456789abcdef, here \
             it is {}; only results of the same program, matrix, filter and engine go together: give files \
             of one regression\n",
            first["matrix"].as_str().unwrap()
        )
    );
    let file = bench.file("matrix.toml");
    assert!(bench
        .refused(&["--merge", &two, &file])
        .starts_with("error: matrix.toml holds no results of a "));
}

#[test]
fn a_killed_run_resumes() {
    let bench = Bench::new();
    let file = bench.file("kept.json");
    bench.run(&["--resume", &file]);
    let whole = bench.read("kept.json");
    assert_eq!(names(&whole), NAMES);
    // Killed before the second was finished; the third was different.
    let mut cut = whole.clone();
    let rows = cut["results"].as_array_mut().unwrap();
    rows.remove(1);
    (rows[1]["match"], rows[1]["details"], rows[1]["cycles"]) = (false.into(), "a link".into(), 1.into());
    rows[0]["seconds"] = 1234.5.into();
    bench.write("kept.json", &cut);
    let out = bench.run(&["--resume", &file, "--junit", &bench.file("kept.xml")]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 4, "two were run: {out}");
    assert!(lines[1].starts_with("4-full ") && lines[2].starts_with("5-full "), "{out}");
    assert!(
        lines[3].starts_with("3 configurations: 3 equal, 0 different, 0 not run; slowest 3-full 1234.50 s, "),
        "{out}"
    );
    assert_eq!(timeless(bench.read("kept.json")), timeless(whole));
    assert!(fs::read_to_string(bench.path("kept.xml")).unwrap().contains("tests=\"3\""));
}

#[test]
fn only_the_same_regression_resumes() {
    let bench = Bench::new();
    let (file, matrix) = (bench.file("kept.json"), bench.file("matrix.toml"));
    bench.run(&["--filter", "3-", "--resume", &file]);
    let before = fs::read(&file).unwrap();
    let said = bench.refused(&["--matrix", &matrix, "--resume", &file]);
    assert!(
        said.starts_with("error: kept.json holds results of another regression: its matrix is "),
        "{said}"
    );
    assert_eq!(fs::read(&file).unwrap(), before, "nothing is lost");
    fs::write(&file, "{").unwrap();
    let said = bench.refused(&["--matrix", &matrix, "--resume", &file]);
    assert!(said.starts_with("error: kept.json holds no results of a regression (EOF "), "{said}");
}

/// Scheduled, buffered and with memories: each runs on all engines, and the files say so.
#[test]
fn several_engines_are_held_together() {
    let bench = Bench::new();
    let more = "[[configuration]]\ndims = \"3\"\nrouter = \"buffered\"\n\n[[configuration]]\ndims = \
        \"3\"\nalgorithm = \"product-a2\"\n";
    fs::write(bench.path("matrix.toml"), format!("{MATRIX}\n{more}")).unwrap();
    let (both, plain) = (bench.file("both.json"), bench.file("plain.json"));
    let out = bench.run(&["--engines", "tiles,model,fabric", "--json", &both]);
    assert!(out.contains("\n5 configurations: 5 equal, 0 different, 0 not run; "), "{out}");
    bench.run(&["--json", &plain]);
    let (both, mut plain) = (timeless(bench.read("both.json")), timeless(bench.read("plain.json")));
    assert_eq!(both["engine"], "tiles,model,fabric");
    let engines: Vec<String> =
        both["results"].as_array().unwrap().iter().map(|row| row["engines"].to_string()).collect();
    let all = "[\"tiles\",\"model\",\"fabric\"]";
    assert_eq!(engines, [all; 5]);
    // All else is the first engine's.
    plain["engine"] = both["engine"].clone();
    for (row, with) in
        plain["results"].as_array_mut().unwrap().iter_mut().zip(both["results"].as_array().unwrap())
    {
        assert!(row.get("engines").is_none());
        row["engines"] = with["engines"].clone();
    }
    assert_eq!(both, plain);
    let said = bench.refused(&["--engine", "tiles", "--engines", "tiles,model"]);
    assert!(said.starts_with("error: the argument '--engine <ENGINE>' cannot be used with"), "{said}");
    let said = bench.refused(&["--engines", "model,tiles,model"]);
    assert_eq!(said, "error: --engines gives model twice: leave one of them out\n");
}

/// Errors name the configuration, and a name that is given is that of the report.
#[test]
fn configurations_are_named() {
    let bench = Bench::new();
    let matrix = |text: &str| {
        fs::write(bench.path("matrix.toml"), text).unwrap();
        bench.file("matrix.toml")
    };
    let bad = "[[configuration]]\ndims = \"3\"\n[[configuration]]\nd = \"two\"\n";
    let said = bench.refused(&["--matrix", &matrix(bad)]);
    assert!(said.contains("matrix.toml, configuration 2, gives d another kind of value"), "{said}");
    let said = bench.refused(&["--matrix", &matrix("[[configuration]]\ndims = \"3\"\nrouter = \"x\"\n")]);
    assert!(said.starts_with("error: the configuration 3-full-x of the matrix: the router \"x\""), "{said}");
    let said = bench.refused(&["--matrix", &matrix("# none\n[[configuration]]\ndims = 3 4\n")]);
    assert!(said.contains(" (line 3: "), "{said}");
    let two = "[[configuration]]\ndims = \"3\"\n[[configuration]]\ndims = \"3\"\nname = \"again\"\n";
    let listed = stdout(&["regress", "--list", "--matrix", &matrix(two)]);
    assert_eq!(listed, "3-full\nagain\n");
}

#[test]
fn names_are_different() {
    let bench = Bench::new();
    fs::write(bench.path("matrix.toml"), format!("{MATRIX}\n[[configuration]]\ndims = \"3\"\n")).unwrap();
    assert_eq!(
        bench.refused(&["--matrix", &bench.file("matrix.toml")]),
        "error: two configurations of the matrix are named 3-full; reports tell them apart by their names: \
         leave one out, change one of its options, or give it a name\n"
    );
}
