//! Links as planes of bits, one for each port, and what moves along with them.

use crate::engine::Network;

/// Where links stand in the planes: those of a port side by side, node after node.
#[derive(Clone, Copy, Debug)]
pub struct Planes {
    /// Planes.
    ports: usize,
    /// Places of a plane, a multiple of 64.
    length: usize,
}

impl Planes {
    /// A plane for each of a node's ports.
    pub fn new(network: &Network) -> Self {
        Planes { ports: 2 * network.dims, length: network.nodes().next_multiple_of(64) }
    }

    /// Places of all planes.
    pub fn places(self) -> usize {
        self.ports * self.length
    }

    /// The place of the link that leaves a node through a port.
    pub fn place(self, node: usize, port: usize) -> usize {
        port * self.length + node
    }

    /// The node and the port of a place.
    pub fn link(self, place: usize) -> (usize, usize) {
        (place % self.length, place / self.length)
    }

    /// Words of a vector with a bit for each place that are of one port.
    pub fn words(self, port: usize) -> std::ops::Range<usize> {
        port * self.length / 64..(port + 1) * self.length / 64
    }

    /// A bit for each place as a bit for each link, by its id.
    pub fn show(self, places: &[u64], links: &mut [u64]) {
        links.fill(0);
        for port in 0..self.ports {
            for (number, &word) in places[self.words(port)].iter().enumerate() {
                let (first, mut left) = (number * self.ports, word);
                while left != 0 {
                    let bit = left.trailing_zeros() as usize * self.ports + port;
                    links[first + bit / 64] |= 1 << (bit % 64);
                    left &= left - 1;
                }
            }
        }
    }
}

/// The rings that the links of a port go round.
#[derive(Clone, Debug)]
pub struct Ring {
    radix: usize,
    stride: usize,
    /// Whether coordinates rise along the links.
    rises: bool,
    /// The nodes that a link ends at, by whether it goes over the end of a ring.
    along: Vec<u64>,
    around: Vec<u64>,
}

impl Ring {
    /// Those of each port. What goes over a cut leaves its plane: the rings of ports 0 and 1 of a block are
    /// open.
    pub fn of_ports(network: &Network) -> Vec<Self> {
        let of_port = |port: usize| {
            let stride = network.radices[port / 2 + 1..].iter().map(|&n| n as usize).product();
            let mut ring =
                Ring::new(network.nodes(), network.radices[port / 2] as usize, stride, port % 2 == 0);
            if port < 2 && !network.block.is_whole() {
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
        Ring { radix, stride, rises, along, around }
    }

    /// The node so many hops on.
    pub fn on(&self, node: usize, hops: u64) -> usize {
        self.moved(node, hops, self.rises)
    }

    /// The node so many hops back.
    pub fn back(&self, node: usize, hops: u64) -> usize {
        self.moved(node, hops, !self.rises)
    }

    fn moved(&self, node: usize, hops: u64, rises: bool) -> usize {
        let (x, hops) = (node / self.stride % self.radix, (hops % self.radix as u64) as usize);
        let to = if rises { x + hops } else { x + self.radix - hops };
        let to = if to >= self.radix { to - self.radix } else { to };
        node - x * self.stride + to * self.stride
    }

    /// Every bit of a plane a hop on.
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

/// A word of a vector whose bits were moved to higher places.
fn up(from: &[u64], word: usize, by: usize) -> u64 {
    let at = |back: usize| word.checked_sub(by / 64 + back).map_or(0, |word| from[word]);
    match by % 64 {
        0 => at(0),
        bits => at(0) << bits | at(1) >> (64 - bits),
    }
}

/// A word of a vector whose bits were moved to lower places.
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

    /// 65 nodes do not fill two words of a plane, nor do their links.
    #[test]
    fn every_link_is_shown_where_its_id_says() {
        for (ports, nodes) in [(2, 3), (4, 64), (6, 65), (8, 130)] {
            let planes = Planes { ports, length: usize::next_multiple_of(nodes, 64) };
            for link in 0..ports * nodes {
                let place = planes.place(link / ports, link % ports);
                assert_eq!(planes.link(place), (link / ports, link % ports));
                let mut places = vec![0; planes.places() / 64];
                let mut shown = vec![7; usize::div_ceil(ports * nodes, 64)];
                places[place / 64] |= 1u64 << (place % 64);
                assert!(planes.words(link % ports).contains(&(place / 64)));
                planes.show(&places, &mut shown);
                assert_eq!(set_bits(&shown).collect::<Vec<_>>(), [link], "{ports} ports");
            }
        }
    }

    /// Every node alone, and all but it, by coordinates that this test moves itself.
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
                    assert_eq!((ring.on(node, 1), ring.back(to, 1)), (to, node));
                    assert_eq!(ring.on(node, 3 * radix as u64 + 1), to);
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
