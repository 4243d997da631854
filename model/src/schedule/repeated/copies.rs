//! A torus that is divided into a core and side offsets.
//!
//! The core may have other dimensions between its own. The hops of a message there, from one dimension of
//! the core to the next, are its *gaps*: they decide when the message is back in the core. A *side* is all
//! side offsets with the same gaps. If the dimensions of the core are adjacent, there is one side.

use super::{
    board::{Board, Group, Run},
    graph::Side,
};
use crate::{route::ordered_route, Route, Segment, Torus};
use std::collections::BTreeMap;

/// A torus that is divided into its core and its sides.
pub(super) struct Copies<'a> {
    torus: &'a Torus,
    /// The dimensions of the core.
    dims: Vec<usize>,
    core: Torus,
    /// The first has no gaps, and its first offset is 0.
    sides: Vec<Side>,
}

impl<'a> Copies<'a> {
    /// Divides a torus into a core of these dimensions and the others, of which there is at least one.
    pub fn new(torus: &'a Torus, dims: Vec<usize>) -> Option<Self> {
        let part = |inside| {
            let dims = (0..torus.d()).filter(|dim| dims.contains(dim) == inside);
            Torus::new(&dims.map(|dim| torus.dims()[dim]).collect::<Vec<u32>>()).ok()
        };
        let (core, others) = (part(true)?, part(false)?);
        let mut copies = Copies { torus, dims, core, sides: Vec::new() };
        let mut sides = BTreeMap::<Vec<u32>, Vec<Vec<u32>>>::new();
        for offset in others.nodes().map(|node| others.coordinates(node)) {
            sides.entry(copies.gaps(&offset)).or_default().push(offset);
        }
        copies.sides = sides.into_iter().map(|(gaps, offsets)| Side { gaps, offsets }).collect();
        Some(copies)
    }

    pub fn torus(&self) -> &Torus {
        self.torus
    }

    pub fn core(&self) -> &Torus {
        &self.core
    }

    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// The hops of a side offset between the dimensions of the core.
    fn gaps(&self, side: &[u32]) -> Vec<u32> {
        let route = self.route(&vec![0; self.dims.len()], side);
        let hops = |dims: &[usize]| self.hops(&route, |dim| dims[0] < dim && dim < dims[1]);
        self.dims.windows(2).map(hops).collect()
    }

    /// The hops of a route in some dimensions.
    fn hops(&self, route: &Route, counts: impl Fn(usize) -> bool) -> u32 {
        let segments = route.segments().iter().filter(|segment| counts(segment.port.dim()));
        segments.map(|segment| segment.hops).sum()
    }

    fn route(&self, core: &[u32], side: &[u32]) -> Route {
        ordered_route(self.torus, &self.offset(core, side))
    }

    /// The offset in the torus of an offset in the core and one in the other dimensions.
    fn offset(&self, core: &[u32], side: &[u32]) -> Vec<u32> {
        let (mut core, mut side) = (core.iter(), side.iter());
        let mut coordinate = |dim| if self.dims.contains(&dim) { core.next() } else { side.next() };
        (0..self.torus.d()).filter_map(|dim| coordinate(dim).copied()).collect()
    }

    /// The uses of ports outside the core by a message. Slots are relative to the one in which its run
    /// through the core starts.
    fn runs(&self, core: &[u32], side: &[u32]) -> Vec<Run> {
        let route = self.route(core, side);
        let mut at = -(self.before(&route) as i32);
        let run = |segment: &Segment| {
            let from = at;
            at += segment.hops as i32;
            let beside = !self.dims.contains(&segment.port.dim());
            beside.then_some(Run { port: segment.port.index(), from, to: at })
        };
        route.segments().iter().filter_map(run).collect()
    }

    /// The hops of a route before it comes to the core.
    fn before(&self, route: &Route) -> u32 {
        self.hops(route, |dim| dim < self.dims[0])
    }

    /// The offsets of the core except 0, each with all sides.
    fn used(&self) -> impl Iterator<Item = (Vec<u32>, &Side)> {
        let offsets = self.core.nodes().skip(1).map(|node| self.core.coordinates(node));
        offsets.flat_map(|core| self.sides.iter().map(move |side| (core.clone(), side)))
    }

    /// The offsets of messages that do not use the core, in the other dimensions.
    fn alone(&self) -> impl Iterator<Item = &Vec<u32>> {
        self.sides.iter().flat_map(|side| &side.offsets).skip(1)
    }

    /// The messages of each offset of the core and each side, which start in these slots; then those that do
    /// not use the core.
    pub fn groups(&self, slots: Vec<Vec<u32>>) -> Vec<Group> {
        let zero = vec![0; self.dims.len()];
        let used = self.used().zip(slots).map(|((core, side), slots)| {
            let runs = side.offsets.iter().map(|offset| self.runs(&core, offset)).collect();
            Group { slots, runs }
        });
        used.chain(self.alone().map(|offset| Group::alone(self.runs(&zero, offset)))).collect()
    }

    /// For every offset of the torus, by node id, the slot in which its message starts.
    pub fn starts(&self, board: &Board, length: u32) -> Vec<u32> {
        let (mut starts, zero) = (vec![0; self.torus.len()], vec![0; self.dims.len()]);
        let mut start = |core: &[u32], side: &[u32], slot: u32| {
            let first = slot + length - self.before(&self.route(core, side));
            starts[self.torus.node(&self.offset(core, side)).index()] = first % length;
        };
        let mut taken = board.taken().into_iter();
        for ((core, side), taken) in self.used().zip(taken.by_ref()) {
            taken.iter().for_each(|&(offset, slot)| start(&core, &side.offsets[offset], slot));
        }
        for (offset, taken) in self.alone().zip(taken) {
            start(&zero, offset, taken[0].1);
        }
        starts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(dims: &[u32], core: &[usize]) -> Vec<(Vec<u32>, usize)> {
        let torus = Torus::new(dims).expect("a valid torus");
        let copies = Copies::new(&torus, core.to_vec()).expect("a core and others");
        copies.sides().iter().map(|side| (side.gaps.clone(), side.offsets.len())).collect()
    }

    /// Only dimensions between those of the core make gaps; a tie goes `+`, by as many hops.
    #[test]
    fn a_side_has_all_offsets_with_the_same_gaps() {
        assert_eq!(sides(&[2, 5, 5, 3], &[1, 2]), [(vec![0], 6)]);
        assert_eq!(sides(&[9, 4, 9], &[0, 2]), [(vec![0], 1), (vec![1], 2), (vec![2], 1)]);
        let twice = [(vec![0, 0], 2), (vec![0, 1], 4), (vec![1, 0], 2), (vec![1, 1], 4)];
        assert_eq!(sides(&[2, 7, 2, 7, 3, 7], &[1, 3, 5]), twice);
    }

    #[test]
    fn every_offset_but_zero_is_in_a_group_once() {
        let torus = Torus::new(&[2, 5, 3, 5]).expect("a valid torus");
        let copies = Copies::new(&torus, vec![1, 3]).expect("a core and others");
        let of_core: usize = copies.used().map(|(_, side)| side.offsets.len()).sum();
        assert_eq!(of_core + copies.alone().count(), torus.len() - 1);
        assert!(copies.alone().all(|offset| offset.iter().any(|&x| x > 0)));
    }
}
