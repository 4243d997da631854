//! Networks without faults.
//!
//! State space: one and two exchanges with four further ones, on every number of ranks up to a few, in all
//! grids of blocks. Parameters: all properties of networks with exchanges. Corners: radix 2, odd and unequal
//! radices, one dimension, blocks of one node, cuts in all dimensions, blocks without a processor, registers
//! on links.

use crate::{folder, grids, on_ranks, simulated, told};
use torus_gen::{digest::digest, experiment::emitted, network::AnyNetwork, NetworkOptions};

/// Options of networks, and the largest number of ranks for each.
const NETWORKS: &[(&str, usize)] = &[
    ("2", 2),
    ("5", 5),
    ("2x3", 2),
    ("3x2", 3),
    ("4x4", 4),
    ("5x4 --ports one", 5),
    ("6x6 --placement linear", 4),
    ("4x4x4 --placement linear", 4),
    ("3x5x2", 3),
    ("2x2x2x3", 2),
    ("2x2x3", 12),
    ("4x4 --placement file:LIST", 4),
    ("4x4 --placement multilinear:t=2", 3),
    ("5x3 --link-stages 1,0", 5),
    ("4x4 --link-stages 3", 4),
    ("4x5 --switching slots", 4),
    ("5x4 --switching slots --link-stages 1,2", 4),
    ("6x6 --switching generator", 3),
    ("5x5 --switching generator", 5),
    ("4x4 --rom block", 2),
    ("2x3 --algorithm table", 2),
    ("3x3 --algorithm table --flits 2", 9),
    ("4x4 --algorithm product-a3", 4),
    ("4x3 --algorithm table --ports one", 4),
    ("5 --algorithm table", 4),
    ("3x3x3 --kind broadcast --source 1,0,2", 3),
];

#[test]
fn ranks_show_what_one_process_shows() {
    for &(words, most) in NETWORKS {
        let list = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(list.path(), "0,0\n0,2\n3,3\n").expect("a list of processors");
        let dir = folder(&words.replace("LIST", list.path().to_str().expect("UTF-8")));
        for reported in [1, 2] {
            let alone = simulated(&dir, None, reported);
            assert!(alone.matches(), "{words}: {}", alone.details());
            for grid in grids(words, 1..=most) {
                let shared = on_ranks(&dir, &grid, reported);
                assert_eq!(told(&shared), told(&alone), "{words} on {grid:?}");
                assert_eq!(shared.timings.exchanged.cycles > 0, grid.len() > 1, "{words} on {grid:?}");
            }
        }
    }
}

/// Routes that turn from the second dimension to the first, so heads are wider on links of the second one.
#[test]
fn heads_cross_cuts_of_any_dimension_as_a_whole() {
    let (there, back) = ("b".repeat(20) + "aa", "b".repeat(20) + "AA");
    let lines = format!("0 0 2,20 {there}\n0 1 3,20 {back}\n");
    let entry =
        |class, x, word| format!(r#"{{"slot": 0, "class": {class}, "offset": [{x}, 20], "word": "{word}"}}"#);
    let state = r#""placement": "file", "processors": [0, 100], "routing": "balanced", "kind": "oneshot""#;
    let counts = r#""length": 22, "lower_bound": 22, "makespan": 22, "messages": 2"#;
    let text = format!(
        r#"{{"dims": [5, 40], "port_model": "all", {state}, {counts}, "digest": "{}", "entries": [{}, {}]}}"#,
        digest(&lines),
        entry(0, 2, &there),
        entry(1, 3, &back)
    );
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text).expect("a schedule");
    let network = AnyNetwork::of_schedule_file(file.path(), &NetworkOptions::default()).expect("a network");
    let dir = emitted(&network.files().expect("files")).expect("a folder");
    let alone = simulated(&dir, None, 1);
    assert!(alone.matches(), "{}", alone.details());
    for grid in grids("5x40", [2, 4]) {
        assert_eq!(told(&on_ranks(&dir, &grid, 1)), told(&alone), "{grid:?}");
    }
}
