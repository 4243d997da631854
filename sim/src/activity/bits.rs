//! Bits that follow each other, in words of 64.

/// Bits from `begin` on, as words with their widths.
pub fn substring(words: &[u64], begin: usize, width: usize) -> impl Iterator<Item = (u64, usize)> + use<'_> {
    (0..width).step_by(64).map(move |done| {
        let (at, shift, width) = ((begin + done) / 64, (begin + done) % 64, (width - done).min(64));
        let above = words.get(at + 1).map_or(0, |word| word << 1 << (63 - shift));
        (((words[at] >> shift) | above) & (u64::MAX >> (64 - width)), width)
    })
}

/// The bits that have come since the last whole word.
#[derive(Debug, Default)]
pub struct Words {
    word: u64,
    filled: usize,
}

impl Words {
    /// Appends bits, at most 64. Returns the word that they complete.
    pub fn push(&mut self, bits: u64, width: usize) -> Option<u64> {
        let word = self.word | bits << self.filled;
        self.filled += width;
        if self.filled < 64 {
            self.word = word;
            return None;
        }
        self.filled -= 64;
        self.word = bits.checked_shr((width - self.filled) as u32).unwrap_or(0);
        Some(word)
    }

    /// Calls `see` with the word that is not complete, if there is one.
    pub fn rest(self, see: impl FnOnce(u64)) {
        if self.filled > 0 {
            see(self.word);
        }
    }
}
