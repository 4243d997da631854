//! The networks in `examples/`, as their first lines describe them.

use super::{markdown, Cost, Table};
use crate::common;

pub const TABLES: &[Table] = &[Table {
    name: "examples",
    command: "the first line of each file",
    cost: Cost::Moment,
    make: |_| examples(),
}];

fn examples() -> String {
    let row = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("an example");
        let said = text.lines().next().and_then(|line| line.strip_prefix("# For "));
        let (whom, what) = said.and_then(|said| said.split_once(": ")).expect("# For WHOM: WHAT.");
        let name = path.file_name().expect("a file").to_string_lossy();
        vec![format!("`{name}`"), whom.to_string(), what.trim_end_matches('.').to_string()]
    };
    markdown(&["file", "for", "what"], common::examples().iter().map(row))
}
