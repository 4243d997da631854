//! "How to add" in CONTRIBUTING.md against the code: the files that mention existing items of each kind.

use crate::pages::{files, root};

/// The files of the crates that contain one of the names outside comments. Tests and benchmarks are left
/// out.
fn naming(names: &[&str]) -> Vec<String> {
    let crates =
        ["model", "hdl", "sim", "gen", "cli"].iter().flat_map(|name| files(&root().join(name).join("src")));
    let named = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        path.extension().is_some_and(|end| end == "rs")
            && code.any(|line| names.iter().any(|name| line.contains(name)))
    };
    let own = |path: std::path::PathBuf| path.strip_prefix(root()).expect("below").display().to_string();
    crates.filter(named).map(own).collect()
}

/// The text of a section, to the next heading.
fn section(title: &str) -> String {
    let text = std::fs::read_to_string(root().join("CONTRIBUTING.md")).expect("a page");
    let (_, rest) =
        text.split_once(&format!("### {title}\n")).unwrap_or_else(|| panic!("no section {title}"));
    rest.split("\n#").next().unwrap_or_default().to_string()
}

/// Asserts that a section cites the files that contain a name. A file in the same folder as a cited one
/// counts as cited.
fn cites(title: &str, names: &[&str], aside: &[&str]) {
    let (section, found) = (section(title), naming(names));
    assert!(found.len() > 2, "{names:?} are in {found:?} only");
    for path in found {
        let cited = section.contains(&path) || aside.iter().any(|folder| path.starts_with(folder));
        assert!(cited, "CONTRIBUTING.md, {title}: {path} names {names:?} and is not in the list");
    }
}

#[test]
fn an_algorithm_touches_what_is_listed() {
    cites("An algorithm", &["product-a3", "product_a3", "ProductA3"], &["model/src/collective/product/"]);
}

#[test]
fn an_engine_touches_what_is_listed() {
    cites("An engine", &["Engine::Model"], &[]);
}

#[test]
fn a_kind_touches_what_is_listed() {
    cites("A kind of network", &["impl Kind for ", "pub enum Facts", "AnyNetwork {"], &["gen/src/network/"]);
}
