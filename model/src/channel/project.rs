//! Projections of processors on the nodes of a segment, as sets of their numbers.

use crate::{NodeId, Placement, Torus};

/// How a processor's coordinate in a dimension compares with that of the node it is projected on.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Match {
    Same,
    Other,
    Any,
}

/// For every node the numbers, as bits, of the processors that compare with it as asked in every dimension.
pub(super) fn project(
    placement: &Placement,
    compare: impl Fn(usize) -> Match,
    number: impl Fn(NodeId) -> usize,
) -> Vec<u64> {
    let torus = placement.torus();
    let mut masks = vec![0; torus.len()];
    placement.processors().iter().for_each(|&node| masks[node.index()] = 1 << number(node));
    for dim in 0..torus.d() {
        match compare(dim) {
            Match::Same => {}
            relation => gather(torus, dim, relation, &mut masks),
        }
    }
    masks
}

/// Replaces every mask by the union over its line, with itself or without.
fn gather(torus: &Torus, dim: usize, relation: Match, masks: &mut [u64]) {
    let (n, stride) = (torus.dims()[dim] as usize, torus.stride(dim));
    for first in torus.nodes().filter(|&node| torus.coordinate(node, dim) == 0) {
        let line: Vec<u64> = (0..n).map(|x| masks[first.index() + x * stride]).collect();
        let mut behind = vec![0; n + 1];
        (0..n).rev().for_each(|x| behind[x] = behind[x + 1] | line[x]);
        let mut ahead = 0;
        for x in 0..n {
            let own = if relation == Match::Any { line[x] } else { 0 };
            masks[first.index() + x * stride] = ahead | own | behind[x + 1];
            ahead |= line[x];
        }
    }
}

/// The sums modulo `modulus` of a number of one set and one of the other.
pub(super) fn sums(a: u64, b: u64, modulus: usize) -> impl Iterator<Item = usize> {
    let bits = move |set: u64| (0..modulus).filter(move |bit| set >> bit & 1 == 1);
    let set = bits(a).fold(0u64, |all, i| bits(b).fold(all, |all, j| all | 1 << ((i + j) % modulus)));
    bits(set)
}
