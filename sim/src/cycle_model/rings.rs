//! The rings of links: the place of a message after some hops, and moving all bits of a plane by one hop.

use crate::engine::Network;
use torus_model::Divisor;

/// The rings that the links of a port form.
#[derive(Clone, Debug)]
pub struct Ring {
    nodes: usize,
    radix: usize,
    stride: usize,
    by_radix: Divisor,
    by_stride: Divisor,
    /// Whether coordinates increase along the links.
    rises: bool,
    /// Whether a link over its end crosses a cut.
    is_open: bool,
    /// The nodes at which a link ends that does not cross the end of a ring, and those at which one ends that
    /// does.
    along: Vec<u64>,
    around: Vec<u64>,
}

/// A node, and its coordinate on the ring of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    node: usize,
    x: usize,
}

impl Ring {
    /// The rings of each port. What crosses a cut leaves its plane, so in a dimension that is cut rings are
    /// open.
    pub fn of_ports(network: &Network) -> Vec<Self> {
        let of_port = |port: usize| {
            let (stride, radix) = (network.block.stride(port / 2), network.block.length(port / 2));
            let mut ring = Ring::new(network.nodes(), radix, stride, port % 2 == 0);
            if network.block.is_cut(port / 2) {
                ring.is_open = true;
                ring.around.fill(0);
            }
            ring
        };
        (0..2 * network.dims).map(of_port).collect()
    }

    fn new(nodes: usize, radix: usize, stride: usize, rises: bool) -> Self {
        let words = nodes.div_ceil(64);
        let (mut along, mut around) = (vec![0; words], vec![0; words]);
        let begin = if rises { 0 } else { radix - 1 };
        for node in 0..nodes {
            let of = if node / stride % radix == begin { &mut around } else { &mut along };
            of[node / 64] |= 1 << (node % 64);
        }
        let (by_radix, by_stride) = (Divisor::new(radix), Divisor::new(stride));
        Ring { nodes, radix, stride, by_radix, by_stride, rises, is_open: false, along, around }
    }

    /// A node with its coordinate on the ring.
    #[inline]
    pub fn at(&self, node: usize) -> At {
        let (row, _) = self.by_stride.split(node);
        At { node, x: self.by_radix.split(row).1 }
    }

    /// A number of hops without full turns.
    pub fn turned(&self, hops: usize) -> usize {
        hops % self.radix
    }

    /// The node this many hops ahead, less than a turn.
    #[inline]
    pub fn on(&self, at: At, hops: usize) -> usize {
        self.moved(at, hops, self.rises)
    }

    /// The node this many hops back, less than a turn.
    #[inline]
    pub fn back(&self, at: At, hops: usize) -> usize {
        self.moved(at, hops, !self.rises)
    }

    /// Hops to the cut at which the ring ends, without the one over it; `None` if the ring is closed.
    #[inline]
    pub fn to_cut(&self, at: At) -> Option<u64> {
        let hops = if self.rises { self.radix - 1 - at.x } else { at.x };
        self.is_open.then_some(hops as u64)
    }

    #[inline]
    fn moved(&self, At { node, x }: At, hops: usize, rises: bool) -> usize {
        let to = if rises { x + hops } else { x + self.radix - hops };
        let to = if to >= self.radix { to - self.radix } else { to };
        node - x * self.stride + to * self.stride
    }

    /// Moves every bit of a plane by one hop.
    pub fn advance(&self, from: &[u64], to: &mut [u64]) {
        let (hop, around) = (self.stride, self.stride * (self.radix - 1));
        for (word, to) in to.iter_mut().enumerate() {
            let [next, first] = match self.rises {
                true => [up(from, word, hop), down(from, word, around)],
                false => [down(from, word, hop), up(from, word, around)],
            };
            *to = (next & self.along[word]) | (first & self.around[word]);
        }
    }
}

/// The cuts at both ends of open rings. As many nodes as the stride are consecutive at an end; in the first
/// dimension these are all.
impl Ring {
    /// Whether it ends at a cut.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Writes the bits that the next hop takes over a cut, in the order of nodes.
    pub fn leave(&self, from: &[u64], over: &mut [u64]) {
        over.fill(0);
        for (place, node) in self.ends(self.rises) {
            or_bits(over, place, from, node, self.stride);
        }
    }

    /// Adds the bits that came over a cut to a plane.
    pub fn enter(&self, over: &[u64], to: &mut [u64]) {
        for (place, node) in self.ends(!self.rises) {
            or_bits(to, node, over, place, self.stride);
        }
    }

    /// The first of each consecutive nodes with the highest coordinate, or with the lowest, and its place
    /// among all nodes with this coordinate.
    fn ends(&self, highest: bool) -> impl Iterator<Item = (usize, usize)> {
        let (stride, turn) = (self.stride, self.stride * self.radix);
        let end = if highest { turn - stride } else { 0 };
        (0..self.nodes / turn).map(move |row| (row * stride, row * turn + end))
    }
}

/// Sets those of `count` bits, from bit `at` on, that are 1 in another vector from bit `from_at` on.
fn or_bits(to: &mut [u64], at: usize, from: &[u64], from_at: usize, count: usize) {
    let mut done = 0;
    while done < count {
        let (at, from_at) = (at + done, from_at + done);
        let bits = (64 - at % 64).min(count - done);
        let word = down(from, 0, from_at) & (u64::MAX >> (64 - bits));
        to[at / 64] |= word << (at % 64);
        done += bits;
    }
}

/// A word of a vector whose bits move to higher places.
fn up(from: &[u64], word: usize, by: usize) -> u64 {
    let at = |back: usize| word.checked_sub(by / 64 + back).map_or(0, |word| from[word]);
    match by % 64 {
        0 => at(0),
        bits => at(0) << bits | at(1) >> (64 - bits),
    }
}

/// A word of a vector whose bits move to lower places.
fn down(from: &[u64], word: usize, by: usize) -> u64 {
    let at = |on: usize| from.get(word + by / 64 + on).copied().unwrap_or(0);
    match by % 64 {
        0 => at(0),
        bits => at(0) >> bits | at(1) << (64 - bits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monitor::set_bits;

    /// 4 planes of 3 nodes: messages from lower nodes pass more nodes before the cut.
    #[test]
    fn hops_are_counted_to_the_cut() {
        for (rises, hops) in [(true, [3, 3, 2, 0]), (false, [0, 0, 1, 3])] {
            let mut ring = Ring::new(12, 4, 3, rises);
            assert_eq!(ring.to_cut(ring.at(5)), None);
            ring.is_open = true;
            assert_eq!([0, 2, 3, 11].map(|node| ring.to_cut(ring.at(node))), hops.map(Some));
        }
    }

    /// Rings of the first dimension and of later ones; strides of fewer nodes than a word has bits, of as
    /// many, and of more; every node alone and all nodes.
    #[test]
    fn what_leaves_over_a_cut_enters_behind_it() {
        let cases = [
            (1, 1, 1),
            (1, 2, 3),
            (1, 3, 64),
            (1, 3, 65),
            (1, 5, 130),
            (1, 1, 70),
            (1, 4, 16),
            (3, 2, 1),
            (70, 3, 1),
            (5, 2, 67),
        ];
        for (rows, radix, stride) in cases {
            let nodes = rows * radix * stride;
            let sets = (0..nodes).map(|node| vec![node]).chain([(0..nodes).collect()]);
            for (rises, set) in
                [true, false].into_iter().flat_map(|rises| sets.clone().map(move |s| (rises, s)))
            {
                let ring = Ring::new(nodes, radix, stride, rises);
                let [mut plane, mut entered] = [(); 2].map(|_| vec![0u64; nodes.div_ceil(64)]);
                set.iter().for_each(|node| plane[node / 64] |= 1 << (node % 64));
                let mut over = vec![u64::MAX; (rows * stride).div_ceil(64)];
                ring.leave(&plane, &mut over);
                ring.enter(&over, &mut entered);
                let (from, to) = if rises { (radix - 1, 0) } else { (0, radix - 1) };
                let there = set.iter().filter(|&node| node / stride % radix == from);
                let expected: Vec<usize> = there.map(|node| node - from * stride + to * stride).collect();
                let found: Vec<usize> = set_bits(&entered).collect();
                assert_eq!(found, expected, "{rows} {radix} {stride} {rises} {set:?}");
                let places = set.iter().filter(|&node| node / stride % radix == from);
                let places: Vec<usize> =
                    places.map(|node| node / (stride * radix) * stride + node % stride).collect();
                assert_eq!(set_bits(&over).collect::<Vec<_>>(), places);
            }
        }
    }

    /// Every node alone, and all nodes but one, with coordinates that the test moves by itself.
    #[test]
    fn planes_move_as_their_messages() {
        for dims in [&[2, 3][..], &[64, 64], &[5, 2, 7], &[130], &[3, 65], &[2, 2, 2]] {
            let nodes: usize = dims.iter().product();
            for (dim, rises) in (0..dims.len()).flat_map(|dim| [(dim, true), (dim, false)]) {
                let (radix, stride) = (dims[dim], dims[dim + 1..].iter().product::<usize>());
                let ring = Ring::new(nodes, radix, stride, rises);
                for node in 0..nodes {
                    let x = node / stride % radix;
                    let to = if rises { (x + 1) % radix } else { (x + radix - 1) % radix };
                    let to = node - x * stride + to * stride;
                    assert_eq!((ring.on(ring.at(node), 1), ring.back(ring.at(to), 1)), (to, node));
                    assert_eq!(ring.on(ring.at(node), ring.turned(3 * radix + 1)), to);
                    let all: Vec<u64> = ring.along.iter().zip(&ring.around).map(|(a, b)| a | b).collect();
                    let alone = |node: usize, flip: bool| {
                        let word = |at: usize| u64::from(at == node / 64) << (node % 64);
                        let bits = (0..all.len()).map(|at| if flip { all[at] & !word(at) } else { word(at) });
                        bits.collect::<Vec<_>>()
                    };
                    for flip in [false, true] {
                        let mut moved = vec![7; all.len()];
                        ring.advance(&alone(node, flip), &mut moved);
                        assert_eq!(moved, alone(to, flip), "{dims:?} {dim} {rises} {node}");
                    }
                }
            }
        }
    }
}
