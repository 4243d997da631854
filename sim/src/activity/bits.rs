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

#[cfg(test)]
mod tests {
    use super::*;

    /// Every substring of 200 bits, compared bit by bit, and put together again.
    #[test]
    fn substrings_have_the_bits_from_their_beginning_on() {
        let words = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03, 0x2545_f491_4f6c_dd1d, 0xa5];
        let bit = |words: &[u64], at: usize| words[at / 64] >> (at % 64) & 1;
        for (begin, width) in (0..200).flat_map(|begin| (1..=200 - begin).map(move |width| (begin, width))) {
            let (mut all, mut joined) = (Words::default(), Vec::new());
            joined.extend(all.push(1, 1));
            joined.extend(substring(&words, begin, width).filter_map(|(bits, width)| all.push(bits, width)));
            all.rest(|rest| joined.push(rest));
            assert_eq!(joined.len(), (1 + width).div_ceil(64));
            assert!((0..width).all(|at| bit(&joined, 1 + at) == bit(&words, begin + at)), "{begin} {width}");
        }
    }
}
