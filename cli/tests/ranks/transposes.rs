//! Random data through the memories of networks on several ranks.
//!
//! State space: one exchange with two further ones, on every number of ranks up to the first radix.
//! Parameters: algorithms, ports, flits, placements. Corners: radix 2, blocks without a processor, one
//! dimension.
//!
//! Faults: bits of rows of programs, so that other flits are read than those that were sent, or flits are
//! read elsewhere.

use crate::common::{edit, memory::flip};
use crate::{folder, grids, on_grid};
use torus_gen::experiment::{transpose_data, RunOptions};
use torus_gen::network::{AnyNetwork, Task};
use torus_sim::ranks::{Grid, Ranks};
use torus_sim::transpose::TransposeReport;
use torus_sim::{scratch::ScratchFolder, Engine, OptLevel};

const NETWORKS: &[(&str, usize)] = &[
    ("2x3 --algorithm table", 2),
    ("5 --algorithm table", 5),
    ("4x4 --algorithm table --flits 2", 4),
    ("4x4 --algorithm product-a3", 3),
    ("4x4 --algorithm suh-shin", 4),
    ("4x3 --algorithm table --ports one", 4),
    ("4x4 --algorithm table --placement linear", 4),
    ("4x4 --algorithm table --placement file:LIST", 4),
    ("3x3x2 --kind broadcast --source 1,0,1 --flits 3", 3),
];

/// Networks on tiles, the largest number of ranks for each, and bits of a program's row.
const TILES: &[(&str, usize, &str, &[usize])] = &[
    ("3x2 --algorithm table", 3, "torus_3x2_program", &[0, 5]),
    ("4x4 --algorithm table --flits 2 --placement file:LIST", 4, "torus_4x4_program", &[]),
    ("2x3 --kind broadcast --source 1,0 --flits 2", 2, "torus_2x3_program", &[]),
];

fn transposed(dir: &ScratchFolder, engine: Engine, ranks: Option<&dyn Ranks>) -> TransposeReport {
    let network = AnyNetwork::of_folder(dir.path()).expect("an emitted folder");
    let Task::Program { program, .. } = network.task() else { panic!("a network with memories") };
    let run = RunOptions { ranks, optimize: Some(OptLevel::O0), ..RunOptions::quiet(engine) };
    transpose_data(program, 7, dir.path(), 2, run).expect("a run")
}

/// The report without times.
fn told(report: &TransposeReport) -> String {
    let TransposeReport { cycles, delivered, expected, link_counts, expected_counts, figures, .. } = report;
    let counts = format!("{cycles} {delivered}/{expected} {link_counts:?} {expected_counts:?} {figures:?}");
    format!("{counts}\n{} {}", report.further.exchanges, report.details())
}

fn agrees(dir: &ScratchFolder, grids: &[Grid], what: &str) -> TransposeReport {
    agrees_on(Engine::Model, dir, grids, what)
}

fn agrees_on(engine: Engine, dir: &ScratchFolder, grids: &[Grid], what: &str) -> TransposeReport {
    let alone = transposed(dir, engine, None);
    for grid in grids {
        let shared = on_grid(grid, |ranks| transposed(dir, engine, Some(ranks)));
        assert_eq!(told(&shared[0]), told(&alone), "{what} on {grid:?}");
        for report in &shared {
            assert_eq!(report.details(), alone.details(), "{what} on {grid:?}: all say so");
            assert_eq!(report.timings.exchanged.cycles > 0, grid.len() > 1, "{what} on {grid:?}");
        }
    }
    alone
}

#[test]
fn ranks_transpose_what_one_process_does() {
    for &(words, most) in NETWORKS {
        let list = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(list.path(), "0,0\n0,2\n3,3\n").expect("a list of processors");
        let dir = folder(&words.replace("LIST", list.path().to_str().expect("UTF-8")));
        let report = agrees(&dir, &grids(words, 1..=most), words);
        assert!(report.matches() && report.delivered > 0, "{words}: {}", report.details());
    }
}

/// The same on tiles, which carry the data themselves, and with bits of programs inverted.
#[test]
fn tiles_on_ranks_transpose_what_one_process_does() {
    for &(words, most, module, bits) in TILES {
        let list = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(list.path(), "0,0\n0,2\n3,3\n").expect("a list of processors");
        let dir = folder(&words.replace("LIST", list.path().to_str().expect("UTF-8")));
        let report = agrees_on(Engine::Tiles, &dir, &grids(words, 2..=most), words);
        assert!(report.matches() && report.delivered > 0, "{words}: {}", report.details());
        let differs = |bit: &&usize| {
            let invert = || edit(dir.path(), module, |text| flip(text, 0, 1 << **bit));
            invert();
            let report = agrees_on(Engine::Tiles, &dir, &grids(words, [2]), &format!("{words}: bit {bit}"));
            invert();
            !report.matches()
        };
        assert!(bits.is_empty() || bits.iter().filter(differs).count() > 0, "{words}");
    }
}

/// Bits of programs inverted: data are elsewhere, or others, and many of them.
#[test]
fn ranks_tell_the_same_faults_of_data() {
    let (mut differ, mut all) = (0, 0);
    for (words, module, bits) in [
        ("4x3 --algorithm table --flits 2", "torus_4x3_program", 60),
        ("3x3 --algorithm table --ports one", "torus_3x3_program", 20),
    ] {
        let dir = folder(words);
        for (row, bit) in [0, 2].into_iter().flat_map(|row| (0..bits).map(move |bit| (row, bit))) {
            let invert = || edit(dir.path(), module, |text| flip(text, row, 1 << bit));
            invert();
            let report = agrees(&dir, &grids(words, 2..=4), &format!("{words}: row {row}, bit {bit}"));
            (differ, all) = (differ + usize::from(!report.matches()), all + 1);
            invert();
        }
    }
    assert!(differ > all / 3, "{differ} of {all} differ");
}
