//! Waves of a large buffered network.

use crate::common::{json, path};
use std::fs;

/// 4096 nodes: a window of cycles and the busiest links make a small file, which the reader takes as any
/// other.
#[test]
fn a_large_run_gives_a_small_file() {
    let dir = tempfile::tempdir().unwrap();
    let (vcd, fst) = (path(dir.path(), "x.vcd"), path(dir.path(), "x.fst"));
    let run = "sim --router buffered --dims 16x16x16 --ports one --traffic uniform --rate 0.02 --warmup 30 \
               --measure 40 --window 20:60 --links busiest=16 --format json";
    let words: Vec<_> = run.split_whitespace().chain(["--vcd", &vcd, "--fst", &fst]).collect();
    let found = json(&words);
    assert_eq!(found["match"], true);
    let sizes = [&vcd, &fst].map(|file| fs::metadata(file).unwrap().len());
    assert!(sizes.iter().all(|&size| (1000..60_000).contains(&size)), "{sizes:?}");
    let counts = json(&["waves", &fst, "--busiest", "99", "--format", "json"]);
    assert_eq!(counts.as_array().unwrap().len(), 16);
    assert_eq!(json(&["waves", &vcd, "--diff", &fst, "--format", "json"])["match"], true);
}
