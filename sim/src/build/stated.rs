//! Numbers that the model engine reads from the text of a module. Each must be stated once, as one literal.

use super::numbers::literal;
use super::source::{code, count_to, hides, module_path, read, words};
use crate::output::shown;
use crate::{Manifest, SimError};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A number that engines read from the text but that is not stated once, as one literal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{}, line {line}: {name} is not stated once, as one literal of its width such as `localparam \
     [3:0] {name} = 4'd1;` without directives or block comments around it; engines read it from \
     the text: correct it, or emit the folder again",
    shown(.path)
)]
pub struct ConstantError {
    /// The file of the module.
    pub path: PathBuf,
    /// The line, counted from 1.
    pub line: usize,
    /// The name of the number.
    pub name: &'static str,
}

/// The numbers that the model engine reads from networks with memories: module and name.
const READ: [(&str, &str); 4] = [
    ("sequencer", "LAST_PASS"),
    ("self_test", "LAST_FLIT"),
    ("self_test", "LOAD_ROW"),
    ("self_test", "RESULT_ROW"),
];

/// Refuses numbers that the model engine would read differently from Verilator. Errors: files; those of
/// [`stated`].
pub(super) fn check(dir: &Path, manifest: &Manifest) -> Result<(), SimError> {
    let read = if manifest.memory.is_some() { &READ[..] } else { &[] };
    read.iter().try_for_each(|(module, name)| stated(dir, manifest, module, name).map(|_| ()))
}

/// The number that a module states once, such as `localparam [3:0] LOAD_ROW = 4'd4;`. Errors: files; a number
/// that is not one literal of its width.
pub(crate) fn stated(
    dir: &Path,
    manifest: &Manifest,
    module: &str,
    name: &'static str,
) -> Result<u32, SimError> {
    let path = module_path(dir, &format!("{}_{module}", manifest.name));
    let text = read(&path)?;
    let lines = || (1..).zip(text.lines().map(code));
    let defines =
        |code: &str| words(code).any(|word| word == "localparam") && words(code).any(|word| word == name);
    let hidden = lines().find(|(_, code)| hides(code)).map(|(line, _)| line);
    let mut defined = lines().filter(|(_, code)| defines(code));
    let (first, second) = (defined.next(), defined.next());
    let value = first.and_then(|(_, code)| constant(code, name));
    let line = hidden.or(second.or(first).map(|(line, _)| line)).unwrap_or(1);
    match (value, second, hidden) {
        (Some(value), None, None) => Ok(value),
        _ => Err(ConstantError { path, line, name }.into()),
    }
}

/// The value in `localparam [3:0] LOAD_ROW = 4'd4;` or `localparam LAST_PASS = 1'd0;`.
fn constant(code: &str, name: &str) -> Option<u32> {
    let (left, right) = code.strip_prefix("localparam ")?.strip_suffix(';')?.split_once(" = ")?;
    let range = left.strip_suffix(name)?;
    let width = match range {
        "" => 1,
        range => count_to(range.strip_prefix('[')?.strip_suffix(":0] ")?)?,
    };
    u32::try_from(literal(right, width)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_one_literal_of_their_width() {
        let value = |code| constant(code, "LAST_FLIT");
        assert_eq!(value("localparam [3:0] LAST_FLIT = 4'd4;"), Some(4));
        assert_eq!(value("localparam LAST_FLIT = 1'd1;"), Some(1));
        for odd in [
            "localparam [3:0] LAST_FLIT = 4'd16;",
            "localparam [2:0] LAST_FLIT = 4'd4;",
            "localparam [3:0] LAST_FLIT = 4'd4 + 4'd1;",
            "localparam [3:0] LAST_FLIT = 4;",
            "localparam [3:0] LAST_FLIT = 4'h4;",
            "localparam [3:0] LAST_FLIT = 4'd4, X = 4'd1;",
            "localparam [3:0] NOT_LAST_FLIT = 4'd4;",
            "localparam LAST_FLIT = 2'd1;",
            "parameter LAST_FLIT = 1'd1;",
        ] {
            assert_eq!(value(odd), None, "{odd}");
        }
    }
}
