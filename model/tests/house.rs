//! The form of the crates: no circular imports, and no files, functions and lines that are too long.
//!
//! The checks read the sources as text.

#[path = "house/imports.rs"]
mod imports;
#[path = "house/lengths.rs"]
mod lengths;

use std::{
    fs,
    path::{Path, PathBuf},
};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// The fewest Rust files of a crate, by folder: a check that finds fewer has looked in a wrong place.
const LEAST: usize = 10;

/// All Rust files below a folder, by path.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    files(folder, &["rs"])
}

/// All files below a folder with one of these endings, by path.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    let below = |path: PathBuf| if path.is_dir() { files(&path, endings) } else { vec![path] };
    let ends = |path: &PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| endings.contains(&ending))
    };
    paths.into_iter().flat_map(below).filter(ends).collect()
}
