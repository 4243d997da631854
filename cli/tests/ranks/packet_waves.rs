//! Waves of packets that ranks write together: the same files as those of one process, byte for byte.
//!
//! State space: whole runs and parts, traffic below and above saturation, runs that stall. Parameters: both
//! pipelines, local ports, several flits and channels, registers on links. Corners: windows after the first
//! batch of cycles, links of one rank alone, a window after the end, packets that wait long.

use crate::grids;
use crate::packets::{with_files, Run};
use crate::waves::{recording, same_files};
use std::path::Path;
use torus_sim::ranks::Ranks;

/// The cycles and links that are written, as on the command line.
type Parts = &'static [(&'static str, &'static str)];

/// A network with its traffic, faults, and the cycles and links that are written.
const RUNS: &[(&str, &[&str], Parts)] = &[
    ("4x4 --no-burst", &[], &[("", ""), ("3:9", "dim=2"), ("", "node=2,*"), ("12:", "busiest=3")]),
    ("3x3", &[], &[("", "")]),
    ("5x3 --pipeline 2 --ports one --flits 3 --no-burst", &[], &[("", ""), ("20:45", "node=1..3,0")]),
    ("4x3 --link-stages 2,0 --deadlock bubble --flits 2 --no-burst", &[], &[("", ""), ("9:", "dim=1+")]),
    ("4x4 --placement file:LIST --no-burst", &[], &[("", "")]),
    ("4x4 --traffic trace:TRACE --flits 2", &[], &[("", ""), ("2990:5400", ""), ("3000:3010", "dim=1")]),
    (
        "4x4 --flits 2 --traffic uniform --length 1-2 --rate 0.7 --warmup 30 --measure 300 --limit 400",
        &[],
        &[("", ""), ("250:300", "node=0..1,*")],
    ),
    ("4x4 --no-burst --flits 2", &["flipped-head:5:1:6", "lost-credit:32:0:9"], &[("", "")]),
    ("4x4 --no-burst --flits 2", &["flipped-head:56:3:6"], &[("", "")]),
    ("4 --pipeline 2 --no-burst", &["stuck-ready:2:3"], &[("", ""), (":50", "")]),
];

#[test]
fn ranks_write_the_waves_of_packets() {
    let lists = tempfile::tempdir().expect("a folder");
    for (words, faults, parts) in RUNS {
        let sent = Run::new(&with_files(words, lists.path()));
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        for &part in *parts {
            let run = |out: &Path, ranks: Option<&dyn Ranks>| {
                recording(out, part, |waves| drop(sent.recorded(&faults, waves, ranks).expect("a run")))
            };
            for grid in grids(words, 2..=4) {
                assert!(same_files(run, &grid, &format!("{words} {part:?}")) > 1000);
            }
        }
    }
}

/// A window behind the end is known to be one when rank 0 has written nothing: all ranks say so.
#[test]
fn windows_behind_the_end_are_told_to_all() {
    let (sent, out) = (Run::new("4x4 --no-burst"), tempfile::tempdir().expect("a folder"));
    let run = |ranks: Option<&dyn Ranks>| {
        let found = recording(out.path(), ("90000:", ""), |waves| sent.recorded(&[], waves, ranks).map(drop));
        found.expect_err("an error").to_string()
    };
    let (alone, said) = (run(None), torus_sim::ranks::threads::on_threads(3, |ranks| run(Some(ranks))));
    assert_eq!(said[0], alone);
    assert_eq!([&said[1], &said[2]], [&format!("rank 0: {alone}"); 2]);
    assert_eq!(std::fs::read_dir(out.path()).expect("a folder").count(), 0);
}
