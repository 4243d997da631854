//! How many nodes a broadcast by ordered routes can reach: a better bound than `(ports + 1)^steps`.
//!
//! A worm that leaves by dimension i never changes a coordinate before i. So what one node causes by the
//! ports of the last j dimensions stays on the `n_(d-j+1) .. n_d` nodes that share its other coordinates.
//! Early on these ports reach 2j nodes a step; later all these nodes have the message. Let `f_j(t)` be the
//! most nodes that one node can reach in t steps by the last j dimensions, itself included. Then `f_0 = 1`,
//! and with q ports in the j-th last dimension
//!
//! `f_j(t) = min(n_(d-j+1) .. n_d, f_(j-1)(t) + q sum over s = 1..t of f_(j-1)(s-1) f_j(t-s))`:
//!
//! the nodes informed without that dimension are `f_(j-1)` many, and each message by it, in step s, leads to
//! `f_j(t-s)` more. So these are impossible: 5x5 in 2 steps (21 nodes), 2^5 in 2 (27), 11x11 and 7x7x7 in 3
//! (109, 259), 24x24 in 4 (556). Source: ours.

use super::space::Space;
use crate::{Sign, Torus};

/// The most nodes of a tree of the space in this many steps, regardless of how many nodes the space has.
pub(super) fn most_nodes(space: &Space, steps: u32) -> u64 {
    let (mut larger, mut size) = (vec![1u64; steps as usize + 1], 1);
    for dim in (0..space.d()).rev() {
        let reached: Vec<u64> = larger.iter().map(|&nodes| nodes.min(size)).collect();
        let signs = [Sign::Plus, Sign::Minus].into_iter();
        let ports = signs.filter(|&sign| space.reach(dim, sign) > 0).count() as u64;
        larger.clear();
        for t in 0..=steps as usize {
            let set_off =
                (1..=t).map(|s| reached[s - 1].saturating_mul(larger[t - s])).fold(0, u64::saturating_add);
            larger.push(reached[t].saturating_add(ports.saturating_mul(set_off)));
        }
        size *= space.radices[dim] as u64;
    }
    larger[steps as usize]
}

/// No broadcast by routes that are shortest and ordered by dimension takes fewer steps.
pub fn ordered_bound(torus: &Torus) -> u32 {
    let space = Space::torus(torus);
    (0..).find(|&steps| most_nodes(&space, steps) >= torus.len() as u64).expect("every step tells somebody")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn most(radices: &[u32], steps: u32) -> u64 {
        most_nodes(&Space::free(radices), steps)
    }

    #[test]
    fn lines_fill_up() {
        assert_eq!([0, 1, 2, 3].map(|steps| most(&[9], steps)), [1, 3, 9, 27]);
        assert_eq!([most(&[5, 5], 2), most(&[10, 10], 3), most(&[11, 11], 3)], [21, 108, 109]);
        assert_eq!([most(&[24, 24], 4), most(&[7, 7, 7], 3), most(&[2; 5], 2)], [556, 259, 27]);
        assert_eq!([most(&[2, 2], 2), most(&[4, 1, 1], 2), most(&[1, 1], 3)], [7, 9, 1]);
    }

    /// Cases that were proved impossible in other ways.
    #[test]
    fn above_the_bound_of_ports() {
        for (dims, bound) in
            [(&[5, 5][..], 3), (&[2; 5], 3), (&[10, 10], 3), (&[24, 24], 5), (&[3, 3, 3, 3], 3)]
        {
            assert_eq!(ordered_bound(&Torus::new(dims).unwrap()), bound, "{dims:?}");
        }
    }
}
