//! The counts of our router in `docs/rtl_review.md`, counted again in the golden files.

use crate::pages::root;
use std::collections::BTreeSet;

const ROUTER: &str = "cli/tests/golden/torus_4x4_linear/rtl/torus_4x4_router.v";

/// The names of the modules that a text instantiates.
fn instances(text: &str) -> BTreeSet<&str> {
    text.lines()
        .filter_map(|line| line.strip_prefix("  torus_4x4_")?.split_once(" u_").map(|name| name.0))
        .collect()
}

#[test]
fn the_review_counts_what_is_there() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).expect("a file of the repository");
    let (text, page) = (read(ROUTER), read("docs/rtl_review.md"));
    let lines = text.lines().count();
    let comments = text.lines().filter(|line| line.contains("//")).count();
    let ports =
        text.lines().filter(|line| line.starts_with("  input ") || line.starts_with("  output ")).count();
    let parts = instances(&text).len();
    for row in [
        format!("| lines, with a comment | {lines}, {comments}, and {parts} small modules |"),
        format!("| ports of the module | {ports}: one for each direction and field |"),
    ] {
        assert!(page.contains(&row), "docs/rtl_review.md has to say: {row}");
    }
}
