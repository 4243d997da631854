//! Networks with faults: the differences are reported in the same words and in the same order as by one
//! process.
//!
//! State space: every bit of some rows of ROMs is inverted in turn, so that messages meet on a link, arrive
//! elsewhere, too early or not at all; in all grids of two to four blocks in turn.

use crate::common::{edit, memory::flip};
use crate::{folder, grids, on_ranks, simulated, told};

/// Options, a module with rows, the number of rows that are tried, and the bits of each.
const ROMS: &[(&str, &str, usize, usize)] = &[
    ("4x4", "torus_4x4_rom", 4, 40),
    ("4x4 --placement linear", "torus_4x4_rom", 2, 40),
    ("5x4 --ports one", "torus_5x4_rom", 6, 13),
    ("3x3 --link-stages 1,0", "torus_3x3_rom", 3, 40),
    ("3x3 --switching slots", "torus_3x3_rom", 4, 36),
    ("3x3 --algorithm table --flits 2", "torus_3x3_program", 2, 76),
];

#[test]
fn ranks_tell_the_same_faults() {
    let (mut differ, mut all) = (0, 0);
    for &(words, module, rows, bits) in ROMS {
        let (dir, grids) = (folder(words), grids(words, 2..=4));
        for (row, bit) in (0..rows).flat_map(|row| (0..bits).map(move |bit| (row, bit))) {
            let invert = || edit(dir.path(), module, |text| flip(text, row, 1 << bit));
            invert();
            let alone = simulated(&dir, None, 1);
            (differ, all) = (differ + usize::from(!alone.matches()), all + 1);
            let grid = &grids[(row + bit) % grids.len()];
            let shared = on_ranks(&dir, grid, 1);
            assert_eq!(told(&shared), told(&alone), "{words}: row {row}, bit {bit}, {grid:?}");
            invert();
        }
    }
    assert!(differ > all / 3, "{differ} of {all} differ");
}
