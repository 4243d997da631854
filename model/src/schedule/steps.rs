//! Steps that play the frame of a torus whose radix is odd or 2.
//!
//! Such a frame is a sequence of letters. Each letter is a run of a number of hops by `+` or by `-`. With an
//! odd radix its mirror image is played at the same time, on opposite ports (`super::windows`). Message j is
//! the window that begins with letter j, so in a slot all dimensions play the same letter: dimension i plays
//! it for the message that began with the letter i-1 places before. A letter 0 takes no time.
//!
//! So a *step*, a letter other than 0, decides the work of all routers in its slots. In its first slot a
//! message that has used dimension i takes dimension i+1, or skips one more dimension for each letter 0
//! before the step. It changes its sign if the sign of the letter differs from that of the step before.
//! After the last dimension it is ejected. Dimension 1, and one more dimension for each letter 0 before the
//! step, are taken by messages that begin. In the other slots every message goes straight on.
//!
//! - If the radix is a power of a prime, the letters are a linear recurrence (`recurrence`).
//! - Otherwise, and on tori of more than 32768 nodes, they are an Eulerian circuit (`circuit`), or for radix
//!   2 a de Bruijn sequence.

mod circuit;
mod recurrence;

use super::letters::de_bruijn;
use crate::Torus;
use recurrence::Recurrence;

/// A letter other than 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The slots of the step. Each of them is a hop.
    pub hops: usize,
    /// The number of letters 0 before it: fewer than there are dimensions.
    pub zeros: usize,
    /// Whether its sign differs from that of the step before.
    pub crosses: bool,
}

/// A sequence of letters that plays a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    radix: usize,
    order: usize,
    /// The letters of a frame; the last one is not 0.
    letters: Vec<i32>,
    /// Whether the sequence goes on with its mirror image.
    turned: bool,
}

impl Steps {
    /// The steps of the frame of a full torus. `None` if steps do not play it.
    pub fn of(torus: &Torus) -> Option<Self> {
        Steps::suit(torus).then(|| Steps::new(torus.dims()[0] as usize, torus.d()))
    }

    /// Whether steps play the frame of a full torus: its radices are equal, and odd or 2.
    pub fn suit(torus: &Torus) -> bool {
        let radix = torus.dims()[0];
        (radix == 2 || radix % 2 == 1) && torus.dims().iter().all(|&other| other == radix)
    }

    fn new(radix: usize, order: usize) -> Self {
        let all = radix.pow(order as u32) - 1;
        let (letters, turned) = match Recurrence::new(radix, order) {
            Some(rule) if radix == 2 => (rule.letters(all), false),
            Some(rule) => (rule.letters(all / 2), true),
            None if radix == 2 => (ones_last(de_bruijn(2, order)), false),
            None => circuit::letters(radix, order),
        };
        Steps { radix, order, letters, turned }
    }

    /// Other steps of the same torus. `None` if there are none, or if one has no hops or too many letters 0
    /// before it.
    pub fn by(self, steps: &[Step]) -> Option<Self> {
        if steps.is_empty() || steps.iter().any(|step| step.hops == 0 || step.zeros >= self.order) {
            return None;
        }
        let (mut letters, mut sign) = (Vec::new(), 1);
        for (at, step) in steps.iter().enumerate() {
            letters.extend(vec![0; step.zeros]);
            sign = if at > 0 && step.crosses { -sign } else { sign };
            letters.push(sign * step.hops as i32);
        }
        let turned = steps[0].crosses != (sign < 0);
        Some(Steps { letters, turned, ..self })
    }

    /// The radix.
    pub fn radix(&self) -> usize {
        self.radix
    }

    /// The letters of a window: the number of dimensions.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Whether the mirror image is played at the same time.
    pub fn is_mirrored(&self) -> bool {
        self.radix > 2
    }

    /// The letter at a place of the sequence, which goes on after its end.
    fn letter(&self, place: usize) -> i32 {
        let letter = self.letters[place % self.letters.len()];
        let mirrored = self.turned && place / self.letters.len() % 2 == 1;
        if mirrored {
            -letter
        } else {
            letter
        }
    }

    /// The windows of a frame, in the order in which their messages start: the hops in each dimension,
    /// negative by `-`. With an odd radix each window stands for its mirror image, too.
    pub fn windows(&self) -> impl Iterator<Item = Vec<i32>> + '_ {
        let window = |j: usize| (j..j + self.order).map(|place| self.letter(place)).collect();
        (0..self.letters.len()).map(window)
    }

    /// The steps of a frame, in order.
    pub fn steps(&self) -> Vec<Step> {
        let (mut zeros, mut before) = (0, self.letter(2 * self.letters.len() - 1));
        let mut steps = Vec::new();
        for &letter in &self.letters {
            if letter == 0 {
                zeros += 1;
                continue;
            }
            let crosses = (letter < 0) != (before < 0);
            steps.push(Step { hops: letter.unsigned_abs() as usize, zeros, crosses });
            (zeros, before) = (0, letter);
        }
        steps
    }
}

/// A binary de Bruijn sequence without its window of zeros, rotated so that it ends with a 1.
fn ones_last(sequence: Vec<usize>) -> Vec<i32> {
    let mut letters: Vec<i32> = sequence.into_iter().skip(1).map(|letter| letter as i32).collect();
    let last = letters.iter().rposition(|&letter| letter == 1).map_or(0, |last| last + 1);
    letters.rotate_left(last);
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Radices and dimensions: recurrences, circuits, radix 2.
    const SIZES: [(usize, usize); 14] = [
        (2, 1),
        (2, 2),
        (2, 5),
        (3, 1),
        (3, 2),
        (3, 4),
        (5, 1),
        (5, 3),
        (7, 2),
        (9, 2),
        (15, 1),
        (15, 2),
        (21, 2),
        (7, 3),
    ];

    /// The steps alone give the same sequence again, except for a sign.
    #[test]
    fn steps_are_the_sequence() {
        for (radix, order) in SIZES {
            let steps = Steps::new(radix, order);
            let back = steps.clone().by(&steps.steps()).unwrap();
            let sign = steps.letters.last().unwrap().signum() * back.letters.last().unwrap().signum();
            let same: Vec<i32> = back.letters.iter().map(|letter| sign * letter).collect();
            assert_eq!((same, back.turned), (steps.letters, steps.turned), "{radix}^{order}");
        }
    }

    #[test]
    fn steps_last_as_long_as_the_frame_and_skip_less_than_all_dimensions() {
        for (radix, order) in SIZES {
            let (steps, h) = (Steps::new(radix, order), radix / 2);
            let length =
                if radix == 2 { 1 << (order - 1) } else { radix.pow(order as u32 - 1) * h * (h + 1) / 2 };
            let all = steps.steps();
            assert_eq!(all.iter().map(|step| step.hops).sum::<usize>(), length, "{radix}^{order}");
            assert!(all.iter().all(|step| step.zeros < order && (1..=h).contains(&step.hops)));
            assert!(radix > 2 || all.iter().all(|step| !step.crosses));
        }
    }

    #[test]
    fn steps_that_cannot_be_are_refused() {
        let by = |steps: &[Step]| Steps::new(5, 2).by(steps);
        let (still, far) = [(0, 0), (1, 2)].map(|(hops, zeros)| Step { hops, zeros, crosses: false }).into();
        assert_eq!((by(&[]), by(&[still]), by(&[far])), (None, None, None));
    }

    /// Above the size of recurrences, the sequence of radix 2 begins where no message waits for the end.
    #[test]
    fn a_sequence_of_ones_ends_with_one() {
        for order in [1, 2, 5, 9] {
            let letters = ones_last(de_bruijn(2, order));
            assert_eq!((letters.len(), letters.last()), ((1 << order) - 1, Some(&1)));
        }
    }
}
