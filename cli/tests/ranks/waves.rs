//! Waves that ranks write together: the same files as those of one process, byte for byte.
//!
//! State space: whole runs and parts of them, one exchange and several, on two to four ranks in all grids of
//! blocks. Parameters: all properties of networks with exchanges. Corners: windows that begin in the
//! middle, that end before the run, links of one rank alone, a network with a fault, a folder that does not
//! exist.

use crate::common::{edit, memory::flip};
use crate::{folder, grids, on_grid};
use std::path::Path;
use torus_gen::experiment::{exchange, Repetitions, RunOptions};
use torus_gen::{network::AnyNetwork, UsageError};
use torus_sim::ranks::{threads::on_threads, Grid, Ranks};
use torus_sim::{scratch::ScratchFolder, Engine, Recording, Report, Selection};

/// The slots and links that are written, both as on the command line.
const PARTS: &[(&str, &str)] = &[
    ("", ""),
    ("", "dim=1"),
    ("2:5", ""),
    ("1:", "node=0,*"),
    (":3", "busiest=3"),
    ("3:4", "node=2..3,1;dim=1-"),
];

const NETWORKS: &[&str] = &[
    "4x4",
    "5x3 --ports one",
    "6x3 --placement linear",
    "4x2x3",
    "4x3 --link-stages 2,0",
    "4x5 --switching slots",
    "5x5 --switching generator",
    "4x4 --algorithm table --flits 2",
    "5x3 --algorithm table",
    "4x3 --kind broadcast --source 1,2",
];

/// A run that writes waves to `out`.
fn recorded(
    dir: &ScratchFolder,
    out: &Path,
    part: (&str, &str),
    ranks: Option<&dyn Ranks>,
) -> Result<Report, UsageError> {
    let network = AnyNetwork::of_folder(dir.path()).expect("an emitted folder");
    let golden_model = network.task().golden_model().expect("exchanges");
    recording(out, part, |waves| {
        let run = RunOptions { ranks, waves, ..RunOptions::quiet(Engine::Model) };
        let repetitions = Repetitions { reported: 2, further: 2 };
        exchange(golden_model, network.link_loads(), dir.path(), repetitions, run, |_| ())
    })
}

/// Runs something that writes waves of a part to `out`.
pub fn recording<T>(out: &Path, (window, links): (&str, &str), run: impl FnOnce(Recording) -> T) -> T {
    let window = (!window.is_empty()).then(|| window.parse().expect("a window"));
    let links: Option<Selection> = (!links.is_empty()).then(|| links.parse().expect("links"));
    let (vcd, fst) = (out.join("x.vcd"), out.join("y.fst"));
    run(Recording { vcd: Some(&vcd), fst: Some(&fst), window, links: links.as_ref() })
}

/// The files in a folder, with their bytes.
fn files(out: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(out).expect("a folder");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read(path).expect("a file"))).collect()
}

/// Checks that ranks write the files of one process. Returns the number of bytes.
fn same(dir: &ScratchFolder, part: (&str, &str), grid: &Grid, what: &str) -> usize {
    let run = |out: &Path, ranks: Option<&dyn Ranks>| drop(recorded(dir, out, part, ranks).expect("a run"));
    same_files(run, grid, &format!("{what} {part:?}"))
}

/// The same for the files that any run writes to a folder.
pub fn same_files(run: impl Fn(&Path, Option<&dyn Ranks>) + Sync, grid: &Grid, what: &str) -> usize {
    let out = [0, 1].map(|_| tempfile::tempdir().expect("a folder"));
    run(out[0].path(), None);
    on_grid(grid, |ranks| run(out[1].path(), Some(ranks)));
    let [alone, shared] = out.map(|out| files(out.path()));
    let names = alone.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
    assert_eq!(names, ["x.gtkw", "x.sucl", "x.vcd", "y.fst", "y.gtkw", "y.sucl"]);
    for (alone, shared) in alone.iter().zip(&shared) {
        assert!(alone == shared, "{what} on {grid:?}: {}", alone.0);
    }
    assert_eq!(alone.len(), shared.len());
    alone.iter().map(|(_, bytes)| bytes.len()).sum()
}

#[test]
fn ranks_write_the_waves_of_one_process() {
    for words in NETWORKS {
        let dir = folder(words);
        let grids = grids(words, 2..=4);
        let parts: &[(&str, &str)] = if words.starts_with("4x4") { PARTS } else { &PARTS[..3] };
        for &part in parts {
            grids.iter().for_each(|grid| assert!(same(&dir, part, grid, words) > 1000));
        }
    }
}

/// Messages that go elsewhere are shown where they go.
#[test]
fn ranks_write_the_waves_of_faults() {
    for (words, module, row) in
        [("4x4", "torus_4x4_rom", 1), ("3x3 --algorithm table", "torus_3x3_program", 1)]
    {
        let dir = folder(words);
        for bit in (0..24).step_by(3) {
            let invert = || edit(dir.path(), module, |text| flip(text, row, 1 << bit));
            invert();
            for grid in grids(words, [2, 3]) {
                assert!(same(&dir, ("", ""), &grid, words) > 1000, "{words}: bit {bit}");
            }
            invert();
        }
    }
}

/// A folder that is not there is an error of rank 0 that all ranks end with.
#[test]
fn files_that_cannot_be_written_are_told_to_all() {
    let dir = folder("4x3");
    let missing = dir.path().join("missing");
    let error =
        |ranks: &dyn Ranks| recorded(&dir, &missing, ("", ""), Some(ranks)).map(drop).expect_err("an error");
    let said: Vec<String> = on_threads(3, |ranks| error(ranks).to_string());
    assert!(said[0].contains("missing"), "{}", said[0]);
    assert_eq!([&said[1], &said[2]], [&format!("rank 0: {}", said[0]); 2]);
}
