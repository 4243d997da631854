//! Letters of an odd radix from an Eulerian circuit.
//!
//! The vertices are windows of d-1 letters; a window and its mirror image are the same vertex. An edge is a
//! window of d letters that are not all zero, up to a common sign. Source: Hierholzer (1873).
//!
//! Windows are numbers of d digits below n. Digit a is the run a - h, so a window's mirror image is its
//! complement.

use crate::schedule::euler;

/// A sequence of letters that has one of each window and its mirror image, once; and whether it goes on
/// mirrored.
pub fn letters(n: usize, d: usize) -> (Vec<i32>, bool) {
    let vertices = n.pow(d as u32 - 1);
    let (mut letters, mut mirrored) = (Vec::new(), false);
    for window in circuit(n, vertices) {
        let letter = (window / vertices) as i32 - (n / 2) as i32;
        letters.push(if mirrored { -letter } else { letter });
        let next = window % vertices;
        mirrored ^= canonical(next, vertices) != next;
    }
    (letters, mirrored)
}

/// The smaller one of a window and its mirror image, as numbers below `all`.
fn canonical(window: usize, all: usize) -> usize {
    window.min(all - 1 - window)
}

/// The windows of d letters except zero, one of each mirrored pair, in the order of an Eulerian circuit.
/// Each begins with the canonical form of the end of the one before it.
fn circuit(n: usize, vertices: usize) -> Vec<usize> {
    let (whole, zero) = (vertices * n, vertices * n / 2);
    let (mut used, mut next) = (vec![false; whole], vec![0; vertices]);
    used[zero] = true;
    let take = |&vertex: &usize| {
        let fresh = (next[vertex]..n).find(|a| !used[canonical(vertex * n + a, whole)]);
        next[vertex] = fresh.map_or(n, |letter| letter + 1);
        let window = vertex * n + fresh?;
        used[canonical(window, whole)] = true;
        Some(window)
    };
    euler::circuit(vertices / 2, take, |window| canonical(window % vertices, vertices))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_circuit_has_every_window_but_zero_up_to_sign() {
        for (n, d) in [(3usize, 1), (9, 1), (15, 2), (3, 2), (5, 2), (3, 4), (7, 3)] {
            let (vertices, whole) = (n.pow(d - 1), n.pow(d));
            let windows = circuit(n, vertices);
            let all: BTreeSet<_> = windows.iter().map(|&window| canonical(window, whole)).collect();
            assert_eq!((windows.len(), all.len()), (whole / 2, whole / 2), "{n}^{d}");
            let joined = |pair: &[usize]| canonical(pair[0] % vertices, vertices) == pair[1] / n;
            assert!(windows.windows(2).all(joined), "{n}^{d}");
        }
    }
}
