//! Files, functions and lines that are too long.
//!
//! The sources are formatted, so a function ends at the brace with the same indentation as its first line.

use crate::{files, folder, rust_files, LEAST};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Folders of the crates whose lengths are checked.
const SHORT: &[&str] = &["model", "hdl", "gen"];

/// Folders of sources whose lengths are checked, without their tests.
const SHORT_SOURCES: &[&str] = &["sim/src", "cli/src"];

/// Texts of which only the width of lines is checked: a folder, and the ends of names.
const NARROW: &[(&str, &[&str])] = &[
    ("cli/tests", &["rs", "sh", "py"]),
    ("cli/benches", &["rs"]),
    ("sim/tests", &["rs"]),
    ("sim/src/shim", &["h", "cpp"]),
    ("constraints", &["py", "sh"]),
];

/// The largest number of lines of a file, lines of a function, and columns of a line.
const FILE_LINES: usize = 300;
const FUNCTION_LINES: usize = 40;
const COLUMNS: usize = 110;

/// Functions that may be longer: rust-hdl's derive wants all signals of a block in one struct, so that its
/// constructor is one literal; its macro reads the forms that a test of the printer tries in one function;
/// and a session and a page's data are one literal each, too.
const WHOLE: &[(&str, &str)] = &[
    ("hdl/src/kernel/agent.rs", "fn new("),
    ("hdl/src/kernel/buffered/router/build.rs", "fn build("),
    ("hdl/src/kernel/buffered/pipelined/router/build.rs", "fn build("),
    ("hdl/src/kernel/mirror.rs", "fn new("),
    ("hdl/src/kernel/node.rs", "fn new("),
    ("hdl/src/kernel/router/build.rs", "fn build("),
    ("hdl/src/kernel/slot_router/build.rs", "fn new("),
    ("hdl/src/kernel/memory/message_memory.rs", "fn new("),
    ("hdl/src/kernel/memory/processor.rs", "fn new("),
    ("hdl/src/kernel/memory/self_test.rs", "fn new("),
    ("hdl/src/kernel/memory/sequencer.rs", "fn new("),
    ("hdl/tests/print/expressions.rs", "fn update("),
    ("sim/src/traffic/session.rs", "fn open("),
    ("cli/src/report/mod.rs", "fn data("),
    ("cli/src/report/traffic.rs", "fn data("),
];

/// The parts of a file that are too long, with their positions.
fn too_long(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    if lines.len() > FILE_LINES {
        found.push(format!("{}: {} lines", file.display(), lines.len()));
    }
    found.extend(too_wide(file, &text));
    for (at, line) in lines.iter().enumerate() {
        let whole = WHOLE.iter().any(|(path, name)| file.ends_with(path) && line.contains(name));
        if let Some(length) = function_lines(&lines[at..]).filter(|&n| n > FUNCTION_LINES && !whole) {
            found.push(format!("{}:{}: a function of {length} lines", file.display(), at + 1));
        }
    }
    found
}

/// The lines of a file that are too wide.
fn too_wide(file: &Path, text: &str) -> Vec<String> {
    let columns = (1..).zip(text.lines().map(|line| line.chars().count()));
    let wide = columns.filter(|(_, columns)| *columns > COLUMNS);
    wide.map(|(line, columns)| format!("{}:{line}: {columns} columns", file.display())).collect()
}

/// The number of lines of the function that begins in the first line, if one does.
fn function_lines(lines: &[&str]) -> Option<usize> {
    let start = lines[0].trim_start();
    let words = start.split("fn ").next()?;
    let is_function = start.contains("fn ")
        && words
            .split_whitespace()
            .all(|word| word.starts_with("pub") || ["const", "unsafe", "async"].contains(&word));
    let close = format!("{}}}", &lines[0][..lines[0].len() - start.len()]);
    let open =
        lines.iter().position(|line| line.ends_with('{') || line.ends_with(';') || line.ends_with('}'))?;
    (is_function && lines[open].ends_with('{')).then_some(())?;
    lines.iter().position(|line| *line == close).map(|end| end + 1)
}

#[test]
fn nothing_is_too_long() {
    let parts = ["src", "tests", "examples", "benches"];
    for name in SHORT.iter().chain(SHORT_SOURCES) {
        let files = rust_files(&folder(name)).len();
        assert!(files >= LEAST, "{name} has {files} files");
    }
    let folders = SHORT.iter().flat_map(|name| parts.map(|part| folder(name).join(part)));
    let folders = folders.chain(SHORT_SOURCES.iter().map(|name| folder(name)));
    let found: Vec<String> =
        folders.flat_map(|folder| rust_files(&folder)).flat_map(|file| too_long(&file)).collect();
    assert!(found.is_empty(), "{} too long:\n{}", found.len(), found.join("\n"));
}

/// Each function that may be longer is there, and is longer.
#[test]
fn exceptions_are_needed() {
    for (path, name) in WHOLE {
        let text = fs::read_to_string(folder(path)).expect("a file of functions");
        let lines: Vec<&str> = text.lines().collect();
        let starts = (0..lines.len()).filter(|&at| lines[at].contains(name));
        let longest = starts.filter_map(|at| function_lines(&lines[at..])).max();
        assert!(longest.is_some_and(|lines| lines > FUNCTION_LINES), "{path}: {name} has {longest:?} lines");
    }
}

#[test]
fn no_line_is_too_wide() {
    let of = |(name, endings): &(&str, &[&str])| files(&folder(name), endings);
    let all: Vec<PathBuf> = NARROW.iter().flat_map(of).chain([folder("Makefile")]).collect();
    assert!(all.len() > 100, "{} files are found", all.len());
    let wide = |file: &PathBuf| too_wide(file, &fs::read_to_string(file).expect("UTF-8"));
    let found: Vec<String> = all.iter().flat_map(wide).collect();
    assert!(found.is_empty(), "{} too wide:\n{}", found.len(), found.join("\n"));
}
