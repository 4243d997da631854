//! Frames of full tori n^d with all ports, at the bound and without a search.
//!
//! Messages are the windows of d letters of one cyclic sequence, and a letter is a run. Message j starts
//! when the first j letters have been played. Its run in dimension i is the letter that dimension 1 plays
//! i-1 windows later. So in every dimension the runs follow each other without a gap. A sequence in which
//! each offset is a window once, a de Bruijn sequence, is therefore a frame.
//!
//! - n odd, letters -h..h with h = (n-1)/2: the sequence and its mirror image are played at the same time,
//!   on opposite ports. Windows are counted up to a common sign ([`super::steps`]).
//! - n even from 4 on, h = n/2: a letter x from 0 to h-1 is a run of x+1 hops by `+` or of x by `-`, and
//!   lasts x+1 slots. A set of dimensions that go `+` plays one sequence. It and its complement use
//!   different ports and are played at the same time. A run by `-` is a slot shorter, so dimension i begins
//!   earlier by the number of dimensions before it that go `-`. A pattern begins at the window of letters 0
//!   (`+`) and 1 (`-`), so that in each dimension it follows the pattern before it without a gap
//!   ([`super::letters`]).
//! - n = 2: letters 0 and 1, a run of 0 or 1 hops ([`super::steps`]).
//!
//! Length: E_max. Time and memory: O(N). The construction is ours (`docs/theory.md`, Frames and
//! one-shots). [`super::verify`] proves every one.

use super::{
    letters::{Letters, Pattern},
    steps::Steps,
    Rule,
};
use crate::Torus;

/// For every offset of a full torus, by node id, the slot in which its message starts; and the length of the
/// frame that the rule of the torus plays.
pub(super) fn starts(torus: &Torus, rule: &Rule) -> (Vec<u32>, u32) {
    match rule {
        Rule::Steps(steps) => signed(torus, steps),
        Rule::Letters(letters) => even(torus, letters),
    }
}

/// The number of equal parts into which the frame can be cut, so that each is a frame of its messages.
pub(super) fn parts(torus: &Torus) -> u32 {
    let radix = torus.dims()[0];
    if radix > 2 && radix % 2 == 0 {
        1 << (torus.d() - 1)
    } else {
        1
    }
}

/// The node id of an offset.
fn index(offset: impl Iterator<Item = usize>, n: usize) -> usize {
    offset.fold(0, |id, x| id * n + x)
}

/// The sequence of a radix that is odd or 2, and its mirror image. With radix 2 that is the sequence itself.
fn signed(torus: &Torus, steps: &Steps) -> (Vec<u32>, u32) {
    let n = torus.dims()[0] as i32;
    let (mut starts, mut slot) = (vec![0; torus.len()], 0);
    for window in steps.windows() {
        for track in [1, -1] {
            let coordinates = window.iter().map(|letter| (track * letter).rem_euclid(n) as usize);
            starts[index(coordinates, n as usize)] = slot;
        }
        slot += window[0].unsigned_abs();
    }
    (starts, slot)
}

/// Pairs of patterns follow each other. The two patterns of a pair are played at the same time.
fn even(torus: &Torus, letters: &Letters) -> (Vec<u32>, u32) {
    let (n, d) = (torus.dims()[0] as usize, torus.d());
    let mut starts = vec![0; torus.len()];
    let length = (n.pow(d as u32 - 1) * (n / 2) * (n / 2 + 1) / 2) as u32;
    let of_pair = length >> (d - 1);
    for (pair, track) in (0..1 << (d - 1)).flat_map(|pair| [(pair, 0), (pair, 1)]) {
        let (pattern, mut slot) = (Pattern::new(pair, track), pair as u32 * of_pair);
        for window in letters.windows(pattern) {
            let run = |(dim, &letter): (usize, &usize)| {
                let hops = pattern.hops(dim, letter);
                if pattern.plus(dim) {
                    hops
                } else {
                    (n - hops) % n
                }
            };
            starts[index(window.iter().enumerate().map(run), n)] = slot;
            slot += window[0] as u32 + 1;
        }
    }
    (starts, length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Radices and dimensions of the tori that are checked.
    const WALKED: [(u32, usize); 23] = [
        (2, 1),
        (2, 2),
        (2, 5),
        (3, 1),
        (3, 2),
        (3, 3),
        (4, 1),
        (4, 2),
        (4, 3),
        (5, 2),
        (6, 2),
        (7, 2),
        (8, 2),
        (6, 3),
        (5, 4),
        (3, 4),
        (5, 1),
        (5, 3),
        (7, 1),
        (7, 3),
        (9, 2),
        (15, 1),
        (15, 2),
    ];

    /// Checked port by port: on a full torus the ports of one node stand for those of all. Every port is
    /// used at most once in each slot, and the busiest one is used in all slots.
    #[test]
    fn no_port_is_used_twice_in_a_slot() {
        for (n, d) in WALKED {
            let torus = Torus::new(&vec![n; d]).unwrap();
            let (starts, length) = starts(&torus, &Rule::of(&torus).unwrap());
            let mut used = BTreeSet::new();
            let mut loads = vec![0; 2 * d];
            for offset in torus.nodes().skip(1) {
                let mut slot = starts[offset.index()];
                for (dim, x) in torus.coordinates(offset).into_iter().enumerate() {
                    let (port, hops) = if 2 * x > n { (2 * dim + 1, n - x) } else { (2 * dim, x) };
                    loads[port] += hops;
                    assert!(
                        (slot..slot + hops).all(|s| used.insert((port, s % length))),
                        "{n}^{d} {offset:?}"
                    );
                    slot += hops;
                }
            }
            assert_eq!(
                loads.iter().max(),
                Some(&length),
                "{n}^{d}: a frame as long as the busiest port is used"
            );
        }
    }
}
