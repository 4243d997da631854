//! Letters that play the frame of an even torus, one after the other.
//!
//! A frame of a full torus n^d, n even from 4 on, is played by sequences of letters in which every window of
//! d letters occurs once (`super::windows`). Here the sequence is given by a rule: the window of the last d
//! letters determines the next one. So hardware plays a frame of n^d messages with a shift register of d
//! letters, however large the torus is.
//!
//! - If the number of letters is a power of two, the rule is a linear recurrence over bits ([`linear`]):
//!   some XORs, however long the sequence is (Golomb, Shift Register Sequences, 1967).
//! - Otherwise the sequence is the one of Fredricksen, Kessler and Maiorana (1978): the concatenation of the
//!   Lyndon words whose length divides d. After most windows comes the letter that leaves them
//!   ([`Letters::exceptions`]).

pub mod linear;

use crate::{Port, Sign, Torus};
use linear::Linear;

/// A sequence of letters, given by the rule for the letter after a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters {
    letters: usize,
    order: usize,
    /// The letter after every window, by the window's number.
    next: Vec<usize>,
    /// The same rule as a recurrence over bits, if it is one.
    linear: Option<Linear>,
}

impl Letters {
    /// The letters of the frame of a full torus. `None` if letters do not play it.
    pub fn of(torus: &Torus) -> Option<Self> {
        Letters::suit(torus).then(|| Letters::new(torus.dims()[0] as usize / 2, torus.d()))
    }

    /// Whether letters play the frame of a full torus: its radices are equal and even, and at least 4.
    pub fn suit(torus: &Torus) -> bool {
        let radix = torus.dims()[0];
        radix >= 4 && radix % 2 == 0 && torus.dims().iter().all(|&other| other == radix)
    }

    /// The sequence of letters 0 to `letters` - 1 with windows of `order` letters.
    fn new(letters: usize, order: usize) -> Self {
        let next = vec![0; letters.pow(order as u32)];
        let mut rule = Letters { letters, order, next, linear: Linear::new(letters, order) };
        if let Some(linear) = rule.linear.clone() {
            return rule.by(|window| linear.next(window));
        }
        let sequence = de_bruijn(letters, order);
        let at = |j: usize| sequence[j % sequence.len()];
        for j in 0..sequence.len() {
            let window: Vec<usize> = (j..j + order).map(at).collect();
            let number = rule.number(&window);
            rule.next[number] = at(j + order);
        }
        rule
    }

    /// The same letters with another rule. Larger letters count as the last one.
    pub fn by(mut self, rule: impl Fn(&[usize]) -> usize) -> Self {
        let next = |number| rule(&self.window(number)).min(self.letters - 1);
        self.next = (0..self.next.len()).map(next).collect();
        self
    }

    /// The rule as a recurrence over bits, if it is one.
    pub fn linear(&self) -> Option<&Linear> {
        self.linear.as_ref()
    }

    /// The number of letters: 0 to h-1. The letter x is a run of x+1 hops by `+` or of x hops by `-`.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// The letters of a window: d.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The letter after a window.
    pub fn next(&self, window: &[usize]) -> usize {
        self.next[self.number(window)]
    }

    /// The windows that are not followed by their own first letter, and the letters that follow them.
    pub fn exceptions(&self) -> impl Iterator<Item = (Vec<usize>, usize)> + '_ {
        let all = (0..self.next.len()).map(|number| (self.window(number), self.next[number]));
        all.filter(|(window, next)| *next != window[0])
    }

    /// The window with which a pattern begins: letter 0 for a dimension that goes `+`, 1 for one that goes
    /// `-`, and 0 for the last dimension. So in every dimension a pattern follows another one without a gap.
    pub fn first(&self, pattern: Pattern) -> Vec<usize> {
        let code = |dim: usize| usize::from(dim + 1 < self.order && !pattern.plus(dim));
        (0..self.order).map(code).collect()
    }

    /// The windows of a pattern, in the order in which their messages start.
    pub fn windows(&self, pattern: Pattern) -> impl Iterator<Item = Vec<usize>> + '_ {
        let follow = |window: &Vec<usize>| {
            let mut shifted = window[1..].to_vec();
            shifted.push(self.next(window));
            Some(shifted)
        };
        std::iter::successors(Some(self.first(pattern)), follow).take(self.next.len())
    }

    fn number(&self, window: &[usize]) -> usize {
        window.iter().fold(0, |number, letter| number * self.letters + letter)
    }

    fn window(&self, number: usize) -> Vec<usize> {
        let place = |i: usize| number / self.letters.pow((self.order - 1 - i) as u32) % self.letters;
        (0..self.order).map(place).collect()
    }
}

/// The directions that a track of messages takes in the dimensions. Two tracks of opposite directions are
/// played at the same time. Pairs of patterns follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Bit i is 1 if dimension i goes `+`.
    plus: usize,
}

impl Pattern {
    /// The pattern of a track, 0 or 1, in pair `pair`. Track 0 goes `+` in dimension 0, and in a later
    /// dimension i if bit i-1 of the pair is 1. Track 1 goes the other way in every dimension.
    pub fn new(pair: usize, track: usize) -> Self {
        let plus = pair << 1 | 1;
        Pattern { plus: if track == 0 { plus } else { !plus } }
    }

    /// Whether a dimension goes `+`.
    pub fn plus(self, dim: usize) -> bool {
        self.plus >> dim & 1 == 1
    }

    /// The port by which a dimension goes.
    pub fn port(self, dim: usize) -> Port {
        Port::new(dim, if self.plus(dim) { Sign::Plus } else { Sign::Minus })
    }

    /// The hops of a letter in a dimension.
    pub fn hops(self, dim: usize, letter: usize) -> usize {
        letter + usize::from(self.plus(dim))
    }
}

/// The cyclic sequence in which every window of `order` letters below `letters` occurs once.
pub(super) fn de_bruijn(letters: usize, order: usize) -> Vec<usize> {
    /// Extends a prefix of Lyndon words. The first `p` of its letters are its period.
    fn extend(word: &mut Vec<usize>, p: usize, (letters, order): (usize, usize), all: &mut Vec<usize>) {
        let t = word.len();
        if t == order {
            if order % p == 0 {
                all.extend(&word[..p]);
            }
            return;
        }
        let least = if t < p { 0 } else { word[t - p] };
        for letter in least..letters {
            word.push(letter);
            extend(word, if t > 0 && letter == least { p } else { t + 1 }, (letters, order), all);
            word.pop();
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), 1, (letters, order), &mut all);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const SIZES: [(usize, usize); 10] =
        [(1, 1), (1, 3), (2, 1), (2, 4), (3, 2), (3, 3), (5, 2), (4, 2), (4, 3), (8, 3)];

    #[test]
    fn every_row_of_letters_stands_once_in_a_de_bruijn_sequence() {
        for (letters, order) in SIZES {
            let sequence = de_bruijn(letters, order);
            let window =
                |j: usize| (0..order).map(|i| sequence[(j + i) % sequence.len()]).collect::<Vec<_>>();
            let windows: BTreeSet<_> = (0..sequence.len()).map(window).collect();
            assert_eq!((windows.len(), sequence.len()), (letters.pow(order as u32), windows.len()));
        }
    }

    #[test]
    fn a_pattern_plays_every_window_once_and_comes_back() {
        for (letters, order) in SIZES.into_iter().filter(|(letters, _)| *letters > 1) {
            let rule = Letters::new(letters, order);
            for pattern in (0..2 << order).map(|pair| Pattern::new(pair / 2, pair % 2)) {
                let windows: Vec<_> = rule.windows(pattern).collect();
                let distinct: BTreeSet<_> = windows.iter().cloned().collect();
                assert_eq!((windows.len(), distinct.len()), (rule.next.len(), rule.next.len()));
                let last = windows.last().unwrap();
                let back = [&last[1..], &[rule.next(last)]].concat();
                assert_eq!(back, rule.first(pattern), "{letters} letters, windows of {order}");
            }
        }
    }

    #[test]
    fn windows_without_exception_go_on_with_their_first_letter() {
        for (letters, order) in SIZES {
            let rule = Letters::new(letters, order);
            let exceptions: Vec<_> = rule.exceptions().collect();
            for number in 0..rule.next.len() {
                let window = rule.window(number);
                let other = exceptions.iter().find(|(exception, _)| *exception == window);
                assert_eq!(rule.next(&window), other.map_or(window[0], |(_, next)| *next));
            }
        }
    }
}
