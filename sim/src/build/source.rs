//! Reads emitted modules as text: names, lines without comments, words and literals.

use crate::{input, SimError};
use std::path::{Path, PathBuf};

/// A line without its comment and without surrounding blanks.
pub(crate) fn code(line: &str) -> &str {
    uncommented(line).trim()
}

/// The part of a line before its comment. `//` in a string is no comment.
pub(super) fn uncommented(line: &str) -> &str {
    let quotes = |text: &str| text.matches('"').count();
    let mut comments = line.match_indices("//").map(|(at, _)| at);
    let end = comments.find(|&at| quotes(&line[..at]) % 2 == 0).unwrap_or(line.len());
    line[..end].trim_end()
}

/// The words of a line: all that may be names or keywords.
pub(crate) fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$').filter(|word| !word.is_empty())
}

/// The lines that give an emitted module its timescale. Designs without timescales define the macro.
pub const TIMESCALE: [&str; 3] = ["`ifndef TORUSGEN_NO_TIMESCALE", "`timescale 1ns/1ps", "`endif"];

/// Whether a line contains something that our modules do not use and that could hide lines from a reader of
/// single lines. The macro of the timescale is not defined here, so the lines after it are active.
pub(super) fn hides(code: &str) -> bool {
    let known = code.starts_with("`default_nettype ") || TIMESCALE.contains(&code);
    let directive = code.contains('`') && !known;
    directive || code.contains("/*") || code.contains('\\')
}

/// The width and the digits of `3'd0` or `48'h801`.
pub(super) fn sized(literal: &str, base: char) -> Option<(u64, &str)> {
    let (width, digits) = literal.split_once('\'')?;
    Some((decimal(width)?, digits.strip_prefix(base)?))
}

/// A decimal number of digits only; `parse` would accept a sign.
pub(super) fn decimal(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The count of numbers from 0 to this one: the bits of `[47:0]`, the rows of `[0:7]`.
pub(super) fn count_to(last: &str) -> Option<u64> {
    decimal(last)?.checked_add(1)
}

/// The module of a file: `torus_4x4_rom` for `rtl/torus_4x4_rom.v`.
pub(super) fn module_of(file: &str) -> &str {
    file.trim_start_matches("rtl/").trim_end_matches(".v")
}

/// The suffix `_c12` of a module of processor class 12; otherwise nothing.
pub(super) fn class(module: &str) -> &str {
    match module.rsplit_once("_c") {
        Some((rest, number)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
            &module[rest.len()..]
        }
        _ => "",
    }
}

/// The file of a module in an emitted folder.
pub(crate) fn module_path(dir: &Path, module: &str) -> PathBuf {
    dir.join(format!("rtl/{module}.v"))
}

/// The text of a module. Error: no such file.
pub(crate) fn module_text(dir: &Path, module: &str) -> Result<String, SimError> {
    read(&module_path(dir, module))
}

pub(super) fn read(path: &Path) -> Result<String, SimError> {
    input::read(path, input::MODULE).map_err(|error| SimError::read(path, &error))
}
