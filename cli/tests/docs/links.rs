//! Links, anchors and cited files, on pages and in the comments of the code.

use crate::pages::{files, pages, root, Page};
use std::{collections::BTreeSet, path::Path};

/// The pages, and other files in which links are checked.
fn documents() -> Vec<Page> {
    let mut all = pages();
    for name in ["ARCHITECTURE.md", "CHANGELOG.md"] {
        let text = std::fs::read_to_string(root().join(name)).expect("a document of the repository");
        all.push(Page { path: name.into(), text });
    }
    all
}

/// Folders of the repository that hold its files.
const FOLDERS: [&str; 12] = [
    "model",
    "hdl",
    "sim",
    "gen",
    "cli",
    "docs",
    "constraints",
    "contrib",
    "third_party",
    "examples",
    "cocotb",
    ".github",
];

/// All files and folders of the repository, by path.
fn repository() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let top = std::fs::read_dir(root()).expect("the repository").map(|entry| entry.expect("an entry").path());
    let top: Vec<_> = top.filter(|path| path.is_file()).collect();
    let below = FOLDERS.iter().map(|folder| root().join(folder)).filter(|path| path.exists());
    for path in below.flat_map(|folder| files(&folder)).chain(top) {
        let name = path.strip_prefix(root()).expect("below the root");
        all.extend(name.ancestors().map(|path| path.to_str().expect("UTF-8").to_string()));
    }
    all.remove("");
    all
}

/// The text with empty lines instead of fenced blocks.
pub fn prose(text: &str) -> String {
    let mut fenced = false;
    let line = |line: &str| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        if fenced || fence {
            "\n".to_string()
        } else {
            format!("{line}\n")
        }
    };
    text.lines().map(line).collect()
}

/// The targets of `[text](target)` and of images.
fn targets(text: &str) -> Vec<(usize, String)> {
    let of_line = |(number, line): (usize, &str)| {
        let parts = line.split("](").skip(1);
        let target = |part: &str| part.split(')').next().unwrap_or_default().to_string();
        parts.map(|part| (number + 1, target(part))).collect::<Vec<_>>()
    };
    prose(text).lines().enumerate().flat_map(of_line).collect()
}

/// The anchors of a page's headings, as forges and mdBook make them.
fn anchors(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in prose(text).lines().filter(|line| line.starts_with('#')) {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let slug: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let same = all.iter().filter(|other| **other == slug).count();
        all.push(if same == 0 { slug } else { format!("{slug}-{same}") });
    }
    all
}

/// A path relative to a page, with `..` resolved.
fn joined(page: &str, target: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            ".." => _ = parts.pop().expect("a link out of the repository"),
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn links_lead_somewhere() {
    let (all, there) = (documents(), repository());
    for page in &all {
        for (line, target) in targets(&page.text) {
            let at = format!("{}:{line}: {target}", page.path);
            if target.starts_with("http") {
                assert!(target.starts_with("https://"), "{at}: not https");
                continue;
            }
            let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let path = if path.is_empty() { page.path.clone() } else { joined(&page.path, path) };
            assert!(there.contains(&path), "{at}: no such file");
            if !anchor.is_empty() {
                let page = all.iter().find(|page| page.path == path);
                let page = page.unwrap_or_else(|| panic!("{at}: an anchor in what is not a page"));
                assert!(anchors(&page.text).contains(&anchor.to_string()), "{at}: no such heading");
            }
        }
    }
}

/// The words of a text that look like files of a repository, by a known ending, or like folders in folders.
fn cited(text: &str) -> Vec<&str> {
    let part = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let words = text.split(|c: char| !part(c)).map(|word| word.trim_end_matches('.'));
    let file = |word: &&str| {
        let end = word.rsplit_once('.').map_or("", |(_, end)| end);
        let known = ["md", "rs", "sh", "h", "cpp", "js", "lpf", "pcf", "xdc", "yml"].contains(&end);
        let folder = word.ends_with('/') && word.matches('/').count() > 1;
        (known || folder) && !word.contains("//") && !word.starts_with(['/', '.', '-'])
    };
    words.filter(file).collect()
}

/// Files of other projects that are cited: of Verilator, and of the crate that reads FST.
const OTHERS: [&str; 3] = ["verilated.h", "reader.rs", "io.rs"];

/// Whether a cited file exists, by its whole path or the end of one.
fn is_there(there: &BTreeSet<String>, word: &str) -> bool {
    let word = word.trim_end_matches('/');
    OTHERS.iter().any(|other| word.ends_with(other))
        || there.contains(word)
        || there.iter().any(|path| path.ends_with(&format!("/{word}")))
}

#[test]
fn cited_files_of_pages_are_there() {
    let (there, mut missing) = (repository(), Vec::new());
    for page in documents() {
        for (number, line) in prose(&page.text).lines().enumerate() {
            // Addresses are other people's; marks and commands name files that are written.
            let own = line.split("https://").next().unwrap_or_default();
            let written =
                |word: &&str| ["out/", "NAME.", "NAME_axis."].iter().any(|begin| word.starts_with(begin));
            for word in cited(own).into_iter().filter(|word| !written(word)) {
                if !is_there(&there, word) {
                    missing.push(format!("{}:{}: {word} is not there", page.path, number + 1));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// `cargo test -p PACKAGE --test NAME WORD`: the crate has a folder of tests of that name, without its
/// `_sweeps`, and in it a file whose name has the word.
#[test]
fn named_tests_are_there() {
    let (there, mut missing, mut found) = (repository(), Vec::new(), 0);
    for page in documents() {
        for command in page.text.split("`cargo test -p torusgen").skip(1) {
            let command = command.split('`').next().unwrap_or_default();
            let (package, rest) = command.split_once(' ').unwrap_or((command, ""));
            let folder = if package.is_empty() { "cli" } else { package.trim_start_matches('-') };
            for name in rest.split("--test ").skip(1) {
                let (name, word) = name.trim().split_once(' ').unwrap_or((name.trim(), ""));
                let start = format!("{folder}/tests/{}/", name.trim_end_matches("_sweeps"));
                found += 1;
                if !there.iter().any(|path| path.starts_with(&start) && path[start.len()..].contains(word)) {
                    missing.push(format!("{}: --test {name} {word} of {folder} is not there", page.path));
                }
            }
        }
    }
    assert!(found > 5 && missing.is_empty(), "{found} found, {}", missing.join("\n"));
}

#[test]
fn cited_files_of_comments_are_there() {
    let (there, mut missing) = (repository(), Vec::new());
    let code = there.iter().filter(|path| [".rs", ".sh", ".toml"].iter().any(|end| path.ends_with(end)));
    for path in code.filter(|path| Path::new(&root()).join(path).is_file()) {
        let text = std::fs::read_to_string(root().join(path)).expect("a text");
        for (number, line) in text.lines().enumerate() {
            let mark = if path.ends_with(".rs") { "//" } else { "# " };
            let Some((_, comment)) = line.split_once(mark) else { continue };
            for word in cited(comment.split("https://").next().unwrap_or_default()) {
                if !is_there(&there, word) {
                    missing.push(format!("{path}:{}: {word} is not there", number + 1));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn anchors_are_those_of_forges() {
    let page = "# Ports of `NAME`\n```\n# no heading\n```\n## Why?\n## Why?\n### A_b, c\n";
    assert_eq!(anchors(page), ["ports-of-name", "why", "why-1", "a_b-c"]);
    assert_eq!(joined("docs/a/b.md", "../c.md"), "docs/c.md");
    let named = "see `model/src/a.rs`, b.md. and model/src/, not e.g. or 1.5, a/b";
    assert_eq!(cited(named), ["model/src/a.rs", "b.md", "model/src/"]);
}
