//! Reads a row of a ROM field by field, the least significant first.

use crate::engine::Contents;

/// The most bits of a field.
pub const MOST_BITS: usize = 128;

/// The rest of a row. After its end there are zeros.
pub struct Fields<'a> {
    words: &'a [u32],
    at: usize,
}

impl<'a> Fields<'a> {
    /// A whole row; a row that the ROM does not have reads as 0.
    pub fn new(rom: &'a Contents, row: usize) -> Self {
        Fields { words: rom.data.get(row * rom.words..(row + 1) * rom.words).unwrap_or(&[]), at: 0 }
    }

    /// The next field, of up to [`MOST_BITS`] bits.
    pub fn take(&mut self, width: usize) -> u128 {
        let bit = |i: usize| self.words.get(i / 32).map_or(0, |word| u128::from(word >> (i % 32) & 1));
        let value = (0..width).map(|i| bit(self.at + i) << i).sum();
        self.at += width;
        value
    }

    /// The next field, of up to 32 bits.
    pub fn number(&mut self, width: usize) -> u32 {
        self.take(width) as u32
    }

    /// The next bit.
    pub fn bit(&mut self) -> bool {
        self.take(1) == 1
    }
}
