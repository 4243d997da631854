//! Tiles that are computed in vectors, against the cycle model, in every link and cycle.
//!
//! Other tests build without optimisation, where tiles are computed one by one. State space: every kind of
//! network. Corners: too few nodes, less than one vector, more than one; nodes without a processor; payloads
//! of more than 64 bits; packets of several flits; tiles without ROMs, and with different ones.

use crate::common::{cold_cache, path, text};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// A C++ compiler that notes the files that it compiles.
const COMPILER: &str = "#!/bin/sh
for word; do
  case $word in *.cpp) echo \"$word\" >> \"$NOTES\";; esac
done
exec c++ \"$@\"
";

/// The waves of a run in which all is equal, and the number of vectors that were compiled.
fn run(dir: &Path, cache: &Path, words: &str, engine: &[&str]) -> (Vec<u8>, usize) {
    let [compiler, notes, waves] = ["compiler", "notes", "waves.vcd"].map(|name| path(dir, name));
    std::fs::write(&compiler, COMPILER).unwrap();
    std::fs::set_permissions(&compiler, PermissionsExt::from_mode(0o755)).unwrap();
    std::fs::write(&notes, "").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_torusgen"));
    command.arg("sim").args(words.split(' ')).args(["--engine"]).args(engine).args(["--vcd", &waves]);
    let output = command.env("TORUSGEN_CACHE", cache).env("CXX", &compiler).env("NOTES", &notes).output();
    let output = output.expect("the program that cargo built");
    assert!(output.status.success(), "{words} {engine:?}: {}", text(&output.stderr));
    let compiled = std::fs::read_to_string(&notes).unwrap().matches("_lanes.cpp").count();
    (std::fs::read(&waves).unwrap(), compiled)
}

/// Compares networks in tiles and in the model, with the number of kinds of tiles that have vectors.
fn compare(networks: &[(&str, usize)]) {
    let cache = cold_cache();
    networks.iter().for_each(|(words, vectors)| compare_one(words, *vectors, &cache));
}

fn compare_one(words: &str, vectors: usize, cache: &tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let (waves, _) = run(dir.path(), cache.path(), words, &["model"]);
    let (of_tiles, compiled) = run(dir.path(), cache.path(), words, &["tiles", "--optimize", "1"]);
    assert_eq!(compiled, vectors, "{words}");
    assert!(of_tiles == waves, "{words}: the waves differ");
}

#[test]
fn scheduled_networks() {
    compare(&[
        ("4x4", 1),
        ("3x5", 0),
        ("6x6 --placement linear", 2),
        ("5x5 --switching generator", 1),
        ("5x5 --switching slots --width 66", 0),
        ("4x6 --kind broadcast", 1),
        ("5x4 --ports one --link-stages 1", 1),
    ]);
}

#[test]
fn networks_with_memories() {
    compare(&[("4x4 --algorithm divide-1", 1), ("4x6 --algorithm product-a2 --width 40", 1)]);
}

#[test]
fn buffered_networks() {
    compare(&[
        ("5x7 --router buffered", 1),
        // Links that are busy in every cycle, for longer than their counts of 8 bits reach.
        ("4x4 --router buffered --channels 2 --traffic neighbour --rate 1 --measure 100", 1),
        ("2x3x4 --router buffered --pipeline 2", 1),
        ("3x3x3 --router buffered --deadlock bubble --placement linear", 2),
        ("2x9 --router buffered --ports one --width 40 --depth 3", 1),
    ]);
}
