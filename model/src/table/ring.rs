//! Rings: odd radix cyclic, even radix dihedral.
//!
//! Odd: `a^i` and `A^i` together, for every i: `(n^2-1)/8` steps. Even, with m = n/2: the half-way route has
//! no partner, so a head of two rows puts it beside segments of other lengths, and the rest comes in pairs:
//! `n^2/8` steps, rounded up. Source: Coolsaet, Fack and De Meyer, section 3.1. Differences: none; the rows
//! are theirs.

use super::{heads, heads::Lengths, layout::Layout, orbits};

/// Lays out a ring whose radix is odd, or read as dihedral.
pub(super) fn lay(layout: &mut Layout) {
    let n = layout.torus.dims()[0];
    if n % 2 == 0 {
        lay_head(layout, n / 2);
    }
    orbits::append_rest(layout);
}

fn lay_head(layout: &mut Layout, m: u32) {
    let (h, rows): (u32, &[&str]) = match m % 4 {
        1 => (m.div_ceil(2), &["a^m | .", "A^h | a^h"]),
        2 => (m / 2, &["a^m", "A^h | a^h"]),
        3 => ((m - 1) / 2, &["a^m", "A^h | a^h | ."]),
        _ if m == 4 => (0, &["a^4 | a^2 | A^2", "A^3 | a^3 | a | A"]),
        _ => ((m - 2) / 2, &["a^m | A^l | a^k", "A | a^l | a | A^k | A^h | a^h"]),
    };
    let named = [('m', m), ('h', h), ('k', m.wrapping_sub(2)), ('l', m - 1)];
    heads::lay(layout, rows, &Lengths { unit: 1, named: &named });
}
