//! Two dimensions of equal radix: odd, or even from 6 on.
//!
//! Odd: all orbits of sigma are full: `n(n^2-1)/8` steps. Even, with m = n/2: four rows of 3m columns hold
//! the orbits that are too small, with enough others to leave no hole: `n^3/8` steps. Source: Coolsaet, Fack
//! and De Meyer, section 3.3. Differences: the cyclic rows are ours; the fourth dihedral row is not legible
//! in our copy of the paper and was found again.

use super::{heads, heads::Lengths, layout::Layout, orbits, Group};

const CYCLIC: [&str; 4] =
    ["a^m b^m | a b^M", "b A^M | a B^M | b a^M", "A b^M | B a^M | A B^M", "B^m | A^m | B A^M"];

const DIHEDRAL: [&str; 4] =
    ["a^m b^m | B a^M", "b a^M | a b^M | b A^M", "A B^M | B A^M | A b^M", "B^m | A^m | a B^M"];

/// Lays out a square torus of odd radix, or of even radix from 6 on with equal groups.
pub(super) fn lay(layout: &mut Layout) {
    let m = layout.torus.dims()[0] / 2;
    if layout.torus.dims()[0] % 2 == 0 {
        let rows = if layout.groups[0] == Group::Cyclic { &CYCLIC } else { &DIHEDRAL };
        heads::lay(layout, rows, &Lengths { unit: 1, named: &[('m', m), ('M', m - 1)] });
    }
    orbits::append_rest(layout);
}
