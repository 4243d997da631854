//! Packets through buffered tiles on several ranks: the results of one process, also with faults and waves.
//!
//! State space: exchanges with burst and probes, with the model of each block beside them, and patterns.
//! Parameters: both rules, pipelines and local ports, several flits, payloads of several words, registers on
//! links, on two to four ranks in all grids of blocks. Corners: radix 2, odd and unequal radices, one
//! dimension, nodes without a processor, cuts in all dimensions. Faults: every kind at links between ranks
//! and elsewhere; routers that damage payloads, or have fewer credits than the model.

use crate::common::edit;
use crate::grids;
use crate::packets::{faults, with_files, Run};
use crate::waves::{recording, same_files};
use std::path::Path;
use torus_sim::ranks::{threads::on_threads, Ranks};
use torus_sim::{Engine, Recording};

/// Networks and their traffic.
const SOUND: &[&str] = &[
    "2x3 --ports one",
    "4x3",
    "4x4 --placement file:LIST --no-burst",
    "3x4 --deadlock bubble --flits 2 --link-stages 2,1",
    "5 --pipeline 2 --width 80 --link-stages 0,wrap=3",
    "4x3 --pipeline 2 --ports one --flits 3 --traffic uniform --length 1-3 --rate 0.3 --measure 300",
];

#[test]
fn packets_on_tiles_of_ranks_are_those_of_one_process() {
    let files = tempfile::tempdir().expect("a folder");
    for words in SOUND {
        let run = Run::on(Engine::Tiles, &with_files(words, files.path()));
        assert!(run.agrees(&[], &grids(words, 2..=4), words), "{words}");
        let shared = on_threads(2, |ranks| run.report(&[], Some(ranks)));
        assert!(shared[0].timings.exchanged.bytes > 0, "{words}");
    }
}

/// Networks with faults, and their numbers of ranks.
const BROKEN: &[(&str, &[usize])] = &[
    ("4x3 --no-burst", &[2, 4]),
    ("3x4 --deadlock bubble --flits 2 --link-stages 2,1 --no-burst", &[2, 3]),
    ("2x3 --ports one --no-burst", &[2]),
];

#[test]
fn ranks_tell_the_same_faults_of_tiles() {
    let (mut differ, mut all) = (0, 0);
    for &(words, sizes) in BROKEN {
        let (run, grids) = (Run::on(Engine::Tiles, words), grids(words, sizes.iter().copied()));
        let faults = faults(&run);
        // Every fifth one is of each kind in turn, and of each port.
        for at in (0..faults.len()).step_by(5) {
            let broken: Vec<String> =
                faults.iter().cycle().skip(at).step_by(5).take(1 + at % 2).cloned().collect();
            (differ, all) = (differ + usize::from(!run.agrees(&broken, &grids, words)), all + 1);
        }
    }
    assert!(differ > all / 3, "{differ} of {all} differ");
}

/// Routers with changed outputs: the change, and words of the message.
const CHANGED: &[(&str, &str, &str)] = &[
    ("data_q <= flit[63:0];", "data_q <= flit[63:0] ^ 64'h800000000;", "was changed under way"),
    ("_q <= 3'd4;", "_q <= 3'd3;", "does not show what the model of the routers shows"),
];

#[test]
fn ranks_see_routers_that_are_wrong() {
    for (from, to, why) in CHANGED {
        let run = Run::on(Engine::Tiles, "4x3 --width 64");
        edit(run.dir.path(), "torus_4x3_output_3", |text| text.replace(from, to));
        assert!(!run.agrees(&[], &grids("4x3", [2, 4]), to), "{to}");
        let said = run.report(&[], None).details().to_string();
        assert!(said.contains(why), "{to}: {said}");
    }
}

#[test]
fn ranks_write_the_waves_of_tiles() {
    for (words, fault, part) in [
        ("4x3 --no-burst", "", ("", "")),
        ("3x4 --deadlock bubble --flits 2 --link-stages 2,1 --no-burst", "", ("9:", "dim=1+")),
        ("4x3 --no-burst", "lost-credit:5:1:2", ("", "node=0..1,*")),
    ] {
        let sent = Run::on(Engine::Tiles, words);
        let faults: Vec<String> =
            Some(fault.to_string()).filter(|fault| !fault.is_empty()).into_iter().collect();
        let run = |out: &Path, ranks: Option<&dyn Ranks>| {
            recording(out, part, |waves: Recording| {
                drop(sent.recorded(&faults, waves, ranks).expect("a run"))
            })
        };
        for grid in grids(words, 2..=4) {
            assert!(same_files(run, &grid, &format!("{words} {part:?}")) > 1000);
        }
    }
}
