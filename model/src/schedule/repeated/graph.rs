//! The graph whose Eulerian circuits are tracks.
//!
//! An edge is a message: a window of letters, one for each dimension of the core, and a side, whose gaps lie
//! between the letters. With letters l_i and gaps g_i it leads from the vertex (l_1 + g_1, l_2 + g_2, ..)
//! to the vertex (l_2 + g_1, l_3 + g_2, ..), each of d - 1 numbers. The numbers of a vertex say when the
//! dimensions of the core become free: the second one l_1 + g_1 slots after the message starts, the third
//! one l_2 + g_2 slots after that, and so on.
//!
//! **Balance.** If the first letter of a window moves to its end, the new edge begins where the old one
//! ended. So every vertex has as many edges in as out if the windows of a side come with all their turns,
//! equally often.
//!
//! **Letters 0** have no sign. A window with z of them suits 2^z tracks. If c messages have such a window,
//! each of these tracks takes c / 2^z.
//!
//! - In three dimensions c may be odd if z is 1. One of the two tracks has an odd number of signs `+`. Which
//!   one takes the message left over is decided at random for each window and its turns. But tracks of
//!   opposite signs, of which one has an odd number of `+`, have to take the same time. So windows with
//!   letters a, b and with b, a are decided differently, and those with letters a, a differently for every
//!   other side. The number of sides with an odd c has to be even.
//! - If a window has only one letter other than 0, any pair of tracks of opposite signs has it, in one of the
//!   two. So the pairs may share its messages in any way.

use crate::{
    schedule::{euler, letters::Pattern},
    Random,
};
use std::cmp::Ordering;

/// The side offsets with the same gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Side {
    /// For each dimension of the core but the last, the hops from it to the next one.
    pub gaps: Vec<u32>,
    /// The coordinates of the offsets in the other dimensions.
    pub offsets: Vec<Vec<u32>>,
}

/// The messages of tracks: windows of `order` letters, with sides.
pub(super) struct Graph<'a> {
    radix: usize,
    order: usize,
    sides: &'a [Side],
    /// The number of letters: 0 to h.
    letters: usize,
    /// The numbers of vertices are below this.
    base: usize,
    /// By side and two letters, a random number that decides which tracks take the messages left over.
    tosses: Vec<usize>,
}

/// A message in a track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// The letter of each dimension of the core.
    pub letters: Vec<usize>,
    /// The number of its side.
    pub side: usize,
    /// The vertices, as numbers.
    pub from: usize,
    pub to: usize,
}

impl<'a> Graph<'a> {
    pub fn new(radix: usize, order: usize, sides: &'a [Side], random: &mut Random) -> Self {
        let letters = radix / 2 + 1;
        let longest = sides.iter().flat_map(|side| &side.gaps).max();
        let base = letters + longest.map_or(0, |&gap| gap as usize);
        let tosses = (0..sides.len() * letters.pow(2)).map(|_| random.below(1 << order)).collect();
        Graph { radix, order, sides, letters, base, tosses }
    }

    /// Whether tracks of an odd radix can share the messages of all windows.
    pub fn is_shared(&self) -> bool {
        match self.order {
            0..=2 => true,
            3 => self.odd(self.sides.len()) % 2 == 0,
            order => self.sides.iter().all(|side| side.offsets.len() % (1 << (order - 2)) == 0),
        }
    }

    /// How many of the first sides have an odd number of offsets.
    fn odd(&self, sides: usize) -> usize {
        self.sides[..sides].iter().filter(|side| side.offsets.len() % 2 == 1).count()
    }

    /// The messages of a track, in the order of a random circuit that begins with letters 1 without gaps.
    /// `None` if no circuit has them all. The signs are those of `Pattern::new(pair, track)`.
    pub fn circuit(&self, pair: usize, track: usize, random: &mut Random) -> Option<Vec<Edge>> {
        let (mut leaving, mut all) = (vec![Vec::new(); self.base.pow(self.order as u32 - 1)], 0);
        for edge in self.edges() {
            let often = self.often(&edge, pair, track);
            all += often;
            leaving[edge.from].extend(vec![edge; often]);
        }
        leaving.iter_mut().for_each(|edges| random.shuffle(edges));
        let first = self.number(&vec![1; self.order - 1]);
        let circuit = euler::circuit(first, |&vertex| leaving[vertex].pop(), |edge| edge.to);
        (circuit.len() == all).then_some(circuit)
    }

    /// How often an edge occurs in a track.
    fn often(&self, Edge { letters, side, .. }: &Edge, pair: usize, track: usize) -> usize {
        let copies = self.sides[*side].offsets.len();
        let used: Vec<usize> = (0..self.order).filter(|&place| letters[place] > 0).collect();
        let (zeros, pairs) = (self.order - used.len(), 1 << (self.order - 1));
        match used[..] {
            [] => 0,
            _ if self.radix == 2 || zeros == 0 => copies,
            [one] => (copies + (pair + self.toss(*side, 0, letters[one])) % pairs) / pairs,
            [one, other] if self.order == 3 => {
                let plus = (0..self.order).filter(|&dim| Pattern::new(pair, track).plus(dim)).count();
                let (first, second) = if other == one + 1 { (one, other) } else { (other, one) };
                (copies + (plus + self.left_over(*side, letters[first], letters[second])) % 2) / 2
            }
            _ => copies >> zeros,
        }
    }

    fn toss(&self, side: usize, a: usize, b: usize) -> usize {
        self.tosses[(side * self.letters + a) * self.letters + b]
    }

    /// An odd or an even number: which tracks take the message that is left over of a window whose letters
    /// after its 0 are a and b.
    fn left_over(&self, side: usize, a: usize, b: usize) -> usize {
        match a.cmp(&b) {
            Ordering::Less => self.toss(side, a, b),
            Ordering::Equal => self.toss(0, a, a) + self.odd(side),
            Ordering::Greater => self.toss(side, b, a) + 1,
        }
    }

    /// All windows with all sides.
    fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        let letters = self.letters;
        let window = move |number: usize| {
            let letter = |place: usize| number / letters.pow(place as u32) % letters;
            (0..self.order).rev().map(letter).collect::<Vec<usize>>()
        };
        let windows = (0..letters.pow(self.order as u32)).map(window);
        windows
            .flat_map(move |letters| (0..self.sides.len()).map(move |side| self.edge(letters.clone(), side)))
    }

    fn edge(&self, letters: Vec<usize>, side: usize) -> Edge {
        let gaps = &self.sides[side].gaps;
        let vertex = |letters: &[usize]| {
            let after = |(letter, gap): (&usize, &u32)| letter + *gap as usize;
            self.number(&letters.iter().zip(gaps).map(after).collect::<Vec<usize>>())
        };
        let (from, to) = (vertex(&letters), vertex(&letters[1..]));
        Edge { letters, side, from, to }
    }

    fn number(&self, digits: &[usize]) -> usize {
        digits.iter().fold(0, |number, digit| number * self.base + digit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn side(gaps: &[u32], offsets: usize) -> Side {
        Side { gaps: gaps.to_vec(), offsets: vec![Vec::new(); offsets] }
    }

    #[test]
    fn a_message_leads_from_what_is_left_to_what_it_leaves() {
        let sides = [side(&[0, 0], 1), side(&[1, 2], 1)];
        let graph = Graph::new(7, 3, &sides, &mut Random::new(1));
        let vertex = |digits: [usize; 2]| graph.number(&digits);
        let edge = |side| graph.edge(vec![3, 0, 1], side);
        assert_eq!((edge(0).from, edge(0).to), (vertex([3, 0]), vertex([0, 1])));
        assert_eq!((edge(1).from, edge(1).to), (vertex([4, 2]), vertex([1, 3])));
    }

    /// Sides of cubes, of any gaps and numbers of offsets.
    fn sides() -> impl Strategy<Value = Vec<Side>> {
        let one = || (0u32..3, 0u32..3, 1usize..6).prop_map(|(a, b, offsets)| side(&[a, b], offsets));
        prop::collection::vec(one(), 1..5)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// In each track as many edges begin at a vertex as end there, and tracks of opposite signs take the
        /// same time.
        #[test]
        fn tracks_are_balanced(radix in 1usize..5, seed: u64, sides in sides()) {
            let graph = Graph::new(2 * radix + 1, 3, &sides, &mut Random::new(seed));
            prop_assume!(graph.is_shared());
            for pair in 0..4 {
                let times = [0, 1].map(|track| {
                    let (mut vertices, mut time) = (vec![0; graph.base.pow(2)], 0);
                    for edge in graph.edges() {
                        let often = graph.often(&edge, pair, track) as i32;
                        vertices[edge.from] -= often;
                        vertices[edge.to] += often;
                        time += often * edge.letters[0] as i32;
                    }
                    assert!(vertices.iter().all(|&more| more == 0), "{pair} {track}: {vertices:?}");
                    time
                });
                prop_assert_eq!(times[0], times[1]);
            }
        }
    }
}
