//! An order of offsets for a complete exchange: that of a timetable in which packets do not meet.
//!
//! All sources send by the same offset at a time, so one of them determines the use of every link. An
//! offset is put into the first cycle in which injection, ejection and the links of its dimension-ordered
//! route are free; long offsets are put first, equal ones in an order that is drawn. Of some draws the
//! shortest timetable is kept. This is list scheduling (R. L. Graham, 1966), longest first. Half-way offsets
//! that go by the parity of the source take half of a link each way. The network keeps only the order: it
//! has buffers, and sends as early as it can.

use crate::{route::distance, Port, Random, Ties, Torus};
use std::cmp::Reverse;
use std::collections::HashSet;

/// Draws of an order, by the offsets that there are: as many as take a fraction of a second.
fn draws(offsets: usize) -> u64 {
    ((1 << 24) / (offsets * offsets + 1)).clamp(1, 256) as u64
}

/// All offsets but that of the source itself, in the order of the shortest timetable found.
pub(super) fn planned(torus: &Torus, ties: Ties, seed: u64) -> Vec<Vec<u32>> {
    let mut nodes = torus.nodes();
    let Some(source) = nodes.next() else { return Vec::new() };
    let all: Vec<Vec<u32>> = nodes.map(|node| torus.offset(source, node)).collect();
    let mut random = Random::new(seed);
    let draw = |_| {
        let mut offsets = all.clone();
        random.shuffle(&mut offsets);
        offsets.sort_by_key(|offset| Reverse(distance(torus, offset)));
        timetable(torus, ties, offsets)
    };
    let shortest = (0..draws(all.len())).map(draw).min_by_key(|(length, _)| *length);
    shortest.map_or(Vec::new(), |(_, order)| order)
}

/// The ports and links used in each cycle.
#[derive(Default)]
struct Used {
    injection: HashSet<usize>,
    ejection: HashSet<usize>,
    /// By direction and cycle, in halves of a link.
    links: Vec<Vec<u8>>,
}

/// The length of a timetable, and offsets by the cycle in which they are sent.
fn timetable(torus: &Torus, ties: Ties, offsets: Vec<Vec<u32>>) -> (usize, Vec<Vec<u32>>) {
    let mut used = Used { links: vec![Vec::new(); torus.port_slots()], ..Used::default() };
    let place = |offset: Vec<u32>| {
        let uses = uses(torus, ties, &offset);
        let hops = distance(torus, &offset) as usize;
        let free = |&cycle: &usize| used.is_free(cycle, hops, &uses);
        let cycle = (0..).find(free).expect("some cycle is free");
        used.take(cycle, hops, &uses);
        (cycle, offset)
    };
    let mut placed: Vec<(usize, Vec<u32>)> = offsets.into_iter().map(place).collect();
    placed.sort();
    let length = used.ejection.iter().max().map_or(0, |last| last + 1);
    (length, placed.into_iter().map(|(_, offset)| offset).collect())
}

/// The links that packets of an offset use: direction, cycle since they were sent, halves of a link.
fn uses(torus: &Torus, ties: Ties, offset: &[u32]) -> Vec<(usize, usize, u8)> {
    let mut all = Vec::new();
    let mut cycle = 0;
    for (dim, (&steps, &radix)) in offset.iter().zip(torus.dims()).enumerate() {
        // Half of the sources are even in this dimension, and half are odd.
        let [even, odd] = [0, 1].map(|x| ties.way(x, steps, radix).0);
        let ways = if even == odd { vec![(even, 2)] } else { vec![(even, 1), (odd, 1)] };
        for _ in 0..ties.way(0, steps, radix).1 {
            all.extend(ways.iter().map(|&(sign, halves)| (Port::new(dim, sign).index(), cycle, halves)));
            cycle += 1;
        }
    }
    all
}

impl Used {
    fn is_free(&self, cycle: usize, hops: usize, uses: &[(usize, usize, u8)]) -> bool {
        let link = |&(direction, later, halves): &(usize, usize, u8)| {
            self.links[direction].get(cycle + later).copied().unwrap_or(0) + halves <= 2
        };
        !self.injection.contains(&cycle) && !self.ejection.contains(&(cycle + hops)) && uses.iter().all(link)
    }

    fn take(&mut self, cycle: usize, hops: usize, uses: &[(usize, usize, u8)]) {
        self.injection.insert(cycle);
        self.ejection.insert(cycle + hops);
        for &(direction, later, halves) in uses {
            let row = &mut self.links[direction];
            row.resize(row.len().max(cycle + later + 1), 0);
            row[cycle + later] += halves;
        }
    }
}
