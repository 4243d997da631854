//! Cycles one by one, or many at a time: the model engine shows the same, also where messages meet and it
//! goes back to an earlier state.
//!
//! State space: every bit of some rows of a ROM inverted in turn; batches of 1 and 7 cycles, and all cycles
//! at once; in one process, and in grids of two and four blocks. Visible: links, messages on them, messages
//! that leave, and both status outputs, in every cycle.

use crate::common::{edit, memory::flip};
use crate::{folder, grids, on_grid};
use std::path::Path;
use torus_gen::network::AnyNetwork;
use torus_sim::cycle_model::cycle_model;
use torus_sim::engine::{Batch, Ejection, Hop};
use torus_sim::ranks::{Grid, Ranks};
use torus_sim::Manifest;

/// Cycles after reset, with two exchanges back to back.
const CYCLES: usize = 60;
const STARTS: [usize; 2] = [2, 20];

/// What one cycle shows.
type Seen = (Vec<u64>, u8, Vec<Ejection>, Vec<Hop>);

/// Runs a folder in batches of so many cycles.
fn run(dir: &Path, size: usize, ranks: Option<&dyn Ranks>) -> Vec<Seen> {
    let network = AnyNetwork::of_folder(dir).expect("an emitted folder");
    let (base, manifest) = (&network.base, Manifest::read(dir).expect("a manifest"));
    let mut model = cycle_model(dir, &manifest, &base.placement, base.ports, ranks).expect("a model");
    let (mut batch, mut all) = (Batch::default(), Vec::new());
    model.run(&[false; 4], true, true, &mut batch);
    let starts: Vec<bool> = (0..CYCLES).map(|cycle| STARTS.contains(&cycle)).collect();
    for starts in starts.chunks(size) {
        model.run(starts, false, true, &mut batch);
        all.extend((0..starts.len()).map(|step| seen(&batch, step)));
    }
    all
}

/// What a cycle of a batch shows: messages in the order of ports and links, those on links without the
/// number of the cycle in the batch.
fn seen(batch: &Batch, step: usize) -> Seen {
    let mut ejections: Vec<Ejection> = batch.ejections_of(step).iter().collect();
    ejections.sort_unstable_by_key(|one| (one.local_port, one.source));
    let hops = batch.hops().iter().filter(|hop| hop.step as usize == step);
    let hops = hops.map(|hop| Hop { step: 0, ..*hop }).collect();
    (batch.valid(step).to_vec(), batch.status(step), ejections, hops)
}

/// What the ranks of a grid show, each of its block.
fn on_ranks(dir: &Path, size: usize, grid: &Grid) -> Vec<Vec<Seen>> {
    on_grid(grid, |ranks| run(dir, size, Some(ranks)))
}

#[test]
fn batches_of_all_sizes_show_the_same() {
    let mut differ = 0;
    for (words, module) in [("4x4", "torus_4x4_rom"), ("5x4 --ports one", "torus_5x4_rom")] {
        let (dir, grids) = (folder(words), grids(words, [2, 4]));
        let sound = run(dir.path(), CYCLES, None);
        for (row, bit) in [0, 3, 6].into_iter().flat_map(|row| (0..13).map(move |bit| (row, bit))) {
            let invert = || edit(dir.path(), module, |text| flip(text, row, 1 << bit));
            invert();
            let grid = &grids[(row + bit) % grids.len()];
            let (alone, shared) = (run(dir.path(), CYCLES, None), on_ranks(dir.path(), CYCLES, grid));
            differ += usize::from(alone != sound);
            for size in [1, 7] {
                let case = format!("{words}: row {row}, bit {bit}, batches of {size}");
                assert_eq!(run(dir.path(), size, None), alone, "{case}");
                assert_eq!(on_ranks(dir.path(), size, grid), shared, "{case}, {grid:?}");
            }
            invert();
        }
    }
    assert!(differ > 30, "{differ} differ");
}
