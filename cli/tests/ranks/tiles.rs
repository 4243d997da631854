//! Tiles on several ranks: the results of one process, also with waves and faults.
//!
//! State space: two exchanges with four further ones. Parameters: headers, slots, memories, one local port,
//! payloads of several words, registers on links, on two to four ranks in all grids of blocks. Corners: radix
//! 2, one dimension, cuts in all dimensions, blocks without a processor. Faults: some bits of ROMs inverted.

use crate::common::{edit, memory::flip};
use crate::packets::with_files;
use crate::waves::{recording, same_files};
use crate::{folder, grids, on_grid, told};
use std::path::Path;
use torus_gen::experiment::{exchange, Repetitions, RunOptions};
use torus_gen::network::AnyNetwork;
use torus_sim::ranks::{Grid, Ranks};
use torus_sim::{scratch::ScratchFolder, Engine, OptLevel, Recording, Report};

/// Networks, a module with rows whose bits are inverted, and these bits.
const NETWORKS: &[(&str, &str, &[usize])] = &[
    ("4x3", "torus_4x3_rom", &[0, 3, 9]),
    ("2x3 --width 80", "torus_2x3_rom", &[]),
    ("5 --ports one", "torus_5_rom", &[]),
    ("4x4 --placement linear --link-stages 2,1", "torus_4x4_rom", &[5]),
    ("4x4 --placement file:LIST", "torus_4x4_rom", &[]),
    ("3x4 --switching slots", "torus_3x4_rom", &[2, 7]),
    ("3x3 --algorithm table --flits 2", "torus_3x3_program", &[4]),
];

fn simulated(dir: &ScratchFolder, waves: Recording, ranks: Option<&dyn Ranks>) -> Report {
    let network = AnyNetwork::of_folder(dir.path()).expect("an emitted folder");
    let golden_model = network.task().golden_model().expect("exchanges");
    let run = RunOptions { ranks, waves, optimize: Some(OptLevel::O0), ..RunOptions::quiet(Engine::Tiles) };
    let repetitions = Repetitions { reported: 2, further: 4 };
    exchange(golden_model, network.link_loads(), dir.path(), repetitions, run, |_| ()).expect("a run")
}

fn agrees(dir: &ScratchFolder, grid: &Grid, what: &str) -> bool {
    let alone = simulated(dir, Recording::default(), None);
    let shared = on_grid(grid, |ranks| simulated(dir, Recording::default(), Some(ranks)));
    assert_eq!(told(&shared[0]), told(&alone), "{what} on {grid:?}");
    assert!(shared[0].timings.exchanged.bytes > 0, "{what} on {grid:?}");
    alone.matches()
}

#[test]
fn tiles_on_ranks_are_those_of_one_process() {
    let lists = tempfile::tempdir().expect("a folder");
    for &(words, module, bits) in NETWORKS {
        let dir = folder(&with_files(words, lists.path()));
        let grids = grids(words, 2..=4);
        grids.iter().for_each(|grid| assert!(agrees(&dir, grid, words), "{words}"));
        let run = |out: &Path, ranks: Option<&dyn Ranks>| {
            recording(out, ("", ""), |waves| drop(simulated(&dir, waves, ranks)));
        };
        assert!(same_files(run, &grids[grids.len() - 1], words) > 1000);
        let differs = |bit: &&usize| {
            let invert = || edit(dir.path(), module, |text| flip(text, 1, 1 << **bit));
            invert();
            let right = agrees(&dir, &grids[*bit % grids.len()], &format!("{words}: bit {bit}"));
            invert();
            !right
        };
        assert!(bits.is_empty() || bits.iter().filter(differs).count() > 0, "{words}");
    }
}
