//! Rules of letters that are linear over bits.
//!
//! A window of d letters of b bits is a row of d b bits, the first letter in the lowest ones. The next
//! letter is the first one with its bits rotated, and some bits of the window are added to its lowest bit.
//! The rotation alone moves every bit through all places before it comes back. So the rule is a linear
//! feedback shift register of d b bits with its places in another order. With the right bits it runs through
//! all windows but that of zeros. The window of zeros is inserted between the windows 1 0 .. 0 and 0 .. 0 c.

/// The most bits of a window for which a rule is searched.
const MOST_BITS: usize = 16;

/// A rule over the bits of a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    bits: usize,
    order: usize,
    /// For each bit of the next letter, a mask of the window's bits that are added.
    sums: Vec<usize>,
}

impl Linear {
    /// The rule for windows of `order` letters below `letters`. `None` unless `letters` is a power of two,
    /// the windows have 2 to 16 bits, and a rule is found.
    pub(super) fn new(letters: usize, order: usize) -> Option<Self> {
        let bits = letters.trailing_zeros() as usize;
        let whole = bits * order;
        if !letters.is_power_of_two() || !(2..=MOST_BITS).contains(&whole) {
            return None;
        }
        let rotated: Vec<usize> = (0..bits).map(|bit| 1 << ((bit + 1) % bits)).collect();
        let with = |added: usize| {
            let mut sums = rotated.clone();
            sums[0] ^= added;
            Linear { bits, order, sums }
        };
        let few = |count: u32| (1..1usize << whole).filter(move |added| added.count_ones() == count);
        few(1).chain(few(3)).map(with).find(Linear::is_longest)
    }

    /// For each bit of the next letter, lowest first, the places of the window's bits that are added.
    pub fn sums(&self) -> Vec<Vec<usize>> {
        let places =
            |sum: &usize| (0..self.bits * self.order).filter(|place| sum >> place & 1 == 1).collect();
        self.sums.iter().map(places).collect()
    }

    /// The letter that is added, too, if all bits of a window but the lowest are 0.
    pub fn turn(&self) -> usize {
        self.sum(1)
    }

    /// The letter after a window.
    pub fn next(&self, window: &[usize]) -> usize {
        let row = window.iter().rev().fold(0, |row, letter| row << self.bits | letter);
        self.sum(row) ^ if row < 2 { self.turn() } else { 0 }
    }

    fn sum(&self, row: usize) -> usize {
        let bit = |(bit, sum): (usize, &usize)| ((row & sum).count_ones() as usize % 2) << bit;
        self.sums.iter().enumerate().map(bit).sum()
    }

    /// Whether the sums alone run through all windows but that of zeros.
    fn is_longest(&self) -> bool {
        let all = 1usize << (self.bits * self.order);
        let shifted = |row: &usize| Some((row >> self.bits) | (self.sum(*row) * (all >> self.bits)));
        let back = std::iter::successors(Some(1), shifted).skip(1).take(all).position(|row| row == 1);
        back == Some(all - 2)
    }
}
