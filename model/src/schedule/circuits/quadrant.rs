//! The edges of each quadrant, and a circuit of them.

use super::edge::Edge;
use crate::{schedule::euler, Random, Sign, Sign::*};
use std::collections::BTreeMap;

/// A quadrant: the signs of its messages, and the links of its first message in the first dimension.
pub(super) struct Quadrant {
    pub signs: [Sign; 2],
    pub first: u32,
}

/// The first two quadrants share no port, and neither do the last two.
pub(super) const QUADRANTS: [Quadrant; 4] = [
    Quadrant { signs: [Plus, Plus], first: 2 },
    Quadrant { signs: [Minus, Minus], first: 2 },
    Quadrant { signs: [Plus, Minus], first: 3 },
    Quadrant { signs: [Minus, Plus], first: 1 },
];

/// The messages of each quadrant of a torus n x n.
pub(super) fn edges(n: u32, random: &mut Random) -> Option<[Vec<Edge>; 4]> {
    let (half, short) = (n / 2, (n - 1) / 2);
    let square = || (1..=short).flat_map(|x| (1..=short).map(move |y| Edge::of(x, y)));
    let mut edges: [Vec<Edge>; 4] = std::array::from_fn(|_| square().collect());
    if half > short {
        add_half_way(half, &mut edges);
    }
    for length in 1..=half {
        let quadrants = if length % 2 == 0 || length > short { [0, 1] } else { [2, 3] };
        let last = if length > short { 1 } else { 2 };
        for &quadrant in &quadrants[..last] {
            add_straight(length, short, &mut edges[quadrant], random)?;
        }
    }
    Some(edges)
}

/// Adds the messages that go half-way round. They may take either direction. With y links in the other
/// dimension they are in one pair of quadrants if y is odd, and in the other pair if it is even. The message
/// that goes half-way in both dimensions is in the second quadrant. The two that go half-way in one
/// dimension are in the first.
fn add_half_way(half: u32, edges: &mut [Vec<Edge>; 4]) {
    for short in 1..half {
        let pair = if short % 2 == 1 { 0 } else { 2 };
        for quadrant in &mut edges[pair..pair + 2] {
            quadrant.extend([Edge::of(half, short), Edge::of(short, half)]);
        }
    }
    edges[1].push(Edge::of(half, half));
}

/// Two messages of one dimension accompany two edges. One changes where its edge begins and one where its
/// edge ends, by the same length, so a circuit remains.
fn add_straight(length: u32, short: u32, edges: &mut [Edge], random: &mut Random) -> Option<()> {
    let run = if length < short { length + 1 } else { 1 };
    let alone = |edge: &Edge| edge.before + edge.behind == 0;
    any(edges, |edge| alone(edge) && edge.x == run, random)?.before = length;
    any(edges, |edge| alone(edge) && edge.y == run, random)?.behind = length;
    Some(())
}

/// One of the suitable edges, drawn at random.
fn any<'a>(
    edges: &'a mut [Edge],
    suits: impl Fn(&Edge) -> bool,
    random: &mut Random,
) -> Option<&'a mut Edge> {
    let suitable: Vec<usize> = (0..edges.len()).filter(|&place| suits(&edges[place])).collect();
    let place = (!suitable.is_empty()).then(|| suitable[random.below(suitable.len())])?;
    Some(&mut edges[place])
}

/// All edges, each after one that ends where it begins, from `first` on and back to it.
/// `None` if they are not connected.
pub(super) fn circuit(mut edges: Vec<Edge>, first: u32, random: &mut Random) -> Option<Vec<Edge>> {
    random.shuffle(&mut edges);
    let mut leaving: BTreeMap<u32, Vec<Edge>> = BTreeMap::new();
    edges.iter().for_each(|edge| leaving.entry(edge.from()).or_default().push(*edge));
    let take = |vertex: &u32| leaving.get_mut(vertex).and_then(Vec::pop);
    let circuit = euler::circuit(first, take, |edge| edge.to());
    (circuit.len() == edges.len()).then_some(circuit)
}
