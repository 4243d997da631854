//! Three dimensions of equal radix: odd, or even from 6 on.
//!
//! Orbits of sigma are full but for those of `a^i B^i c^i` (two offsets) and, where the radix is even, those
//! with half-way coordinates. Heads of six rows hold them, with enough others to leave no hole; the rest is
//! full. The table takes `n^2(n^2-1)/8` steps (odd) or `n^4/8` (even). Source: Coolsaet, Fack and De Meyer,
//! section 3.4. Differences: the paper gives the letters of the odd head, but not where its routes end; the
//! even heads are read for the cyclic group, and one letter that is misprinted there is corrected.

use super::{heads, heads::Lengths, layout::Layout, orbits};

/// The head of odd radices; every symbol is a segment of length i.
const ODD: [&str; 6] = [
    "ac B | b A C",
    "A B | a | c | a b",
    "B | C | A C | b c",
    "b A | c A | B a",
    "C b | C a | c B",
    "c a | b | B C | A",
];

/// The head of half-way segments; m is half the radix, k = m - 1.
const HALF: [&str; 6] = [
    "a^m B^m c^m | b a^k",
    "A^m b^m | C^m | a b^k",
    "B^m c^m | a^m | C B^k",
    "C^m A^m | b^m | B C^k",
    "c b^k | a C^k | B A^k | A c^k",
    "b c^k | C a^k | A B^k | c A^k",
];

/// The orbits of two offsets for i = 1 and i = 2.
const SHORT: [&str; 6] =
    ["ACC|ACb|Abb", "acc|aaBBcc", "Baa|Bcc|aBB", "bAA|bbCCAA", "Cbb|CAA|bCC", "cBB|cBa|caa"];

/// The orbits of two offsets for i from 3 on, k = i - 1.
const LONG: [&str; 6] = [
    "a^i B^i c^i",
    "A^i b^i C^i",
    "C B^k | A c^k | b a^k",
    "B C^k | c A^k | a b^k",
    "c b^k | a C^k | B A^k",
    "b c^k | C a^k | A B^k",
];

/// Lays out a torus of three equal radices: odd, or even from 6 on with cyclic groups.
pub(super) fn lay(layout: &mut Layout) {
    let n = layout.torus.dims()[0];
    if n % 2 == 1 {
        (1..=n / 2).for_each(|i| heads::lay(layout, &ODD, &Lengths { unit: i, named: &[] }));
    } else {
        lay_even(layout, n / 2);
    }
    orbits::append_rest(layout);
}

/// The half-way messages of an even radix from 6 on, and those beside them.
pub(super) fn lay_head(layout: &mut Layout) {
    let m = layout.torus.dims()[0] / 2;
    heads::lay(layout, &HALF, &Lengths { unit: 1, named: &[('m', m), ('k', m - 1)] });
}

fn lay_even(layout: &mut Layout, m: u32) {
    lay_head(layout);
    heads::lay(layout, &SHORT, &Lengths { unit: 1, named: &[] });
    (3..m).for_each(|i| heads::lay(layout, &LONG, &Lengths { unit: 1, named: &[('i', i), ('k', i - 1)] }));
}
