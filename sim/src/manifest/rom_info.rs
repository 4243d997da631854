//! Schedule ROMs in a manifest.

use serde::{Deserialize, Serialize};
use std::fmt;
use torus_model::quantity;

/// The schedule ROMs: how many distinct images there are, and how large each is. All 0 if rows are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RomInfo {
    /// Distinct images.
    pub images: usize,
    /// Rows of an image, one for each slot of the schedule.
    pub rows: usize,
    /// Bits of a row.
    pub row_bits: usize,
    /// Rows times bits of a row.
    pub bits_per_image: usize,
}

impl fmt::Display for RomInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RomInfo { images, rows, row_bits, bits_per_image } = self;
        if *images == 0 {
            return f.write_str("no ROM: rows are generated");
        }
        let counted = [(images, "ROM image"), (rows, "row"), (row_bits, "bit"), (bits_per_image, "bit")];
        let [images, rows, bits, each] = counted.map(|(number, noun)| quantity(*number, noun));
        write!(f, "{images} of {rows} x {bits} = {each}")
    }
}
