//! Rings: odd radix cyclic, even radix dihedral.
//!
//! Odd: `a^i` and `A^i` together, for every i: `(n^2-1)/8` steps. Even, with m = n/2: the half-way route has
//! no partner, so a head of two rows puts it beside segments of other lengths, and the rest comes in pairs:
//! `n^2/8` steps, rounded up. Source: Coolsaet, Fack and De Meyer, section 3.1. Differences: the head
//! where 4 divides m, which is theirs with fewer messages.

use super::{heads, heads::Lengths, layout::Layout, orbits};

/// Lays out a ring whose radix is odd, or read as dihedral.
pub(super) fn lay(layout: &mut Layout) {
    let n = layout.torus.dims()[0];
    if n % 2 == 0 {
        lay_head(layout);
    }
    orbits::append_rest(layout);
}

/// The half-way message of an even radix and those beside it.
pub(super) fn lay_head(layout: &mut Layout) {
    let m = layout.torus.dims()[0] / 2;
    let (h, rows): (u32, &[&str]) = match m % 4 {
        1 => (m.div_ceil(2), &["a^m | .", "A^h | a^h"]),
        2 => (m / 2, &["a^m", "A^h | a^h"]),
        3 => ((m - 1) / 2, &["a^m", "A^h | a^h | ."]),
        _ => (m / 2, &["a^m | a", "A^h | A | a^h"]),
    };
    let named = [('m', m), ('h', h)];
    heads::lay(layout, rows, &Lengths { unit: 1, named: &named });
}
