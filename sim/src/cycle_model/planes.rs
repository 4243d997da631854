//! Links as planes of bits, one for each port.

use crate::engine::Network;
use crate::monitor::set_bits;

/// The places of links in planes: in the plane of a port, its links are in the order of nodes.
#[derive(Clone, Debug)]
pub struct Planes {
    /// The number of planes.
    ports: usize,
    /// The places in a plane, a multiple of 64.
    length: usize,
    /// For every byte, its bits at distances of the number of planes. Empty if eight bits at this distance
    /// exceed a word.
    spread: Vec<u64>,
}

impl Planes {
    /// A plane for each of a node's ports.
    pub fn new(network: &Network) -> Self {
        Self::of(2 * network.dims, network.nodes())
    }

    fn of(ports: usize, nodes: usize) -> Self {
        let spread = |byte: u64| (0..8).map(|bit| (byte >> bit & 1) << (bit * ports)).sum();
        let bytes = if ports <= 8 { 0..256 } else { 0..0 };
        Planes { ports, length: nodes.next_multiple_of(64), spread: bytes.map(spread).collect() }
    }

    /// The number of places in all planes.
    pub fn places(&self) -> usize {
        self.ports * self.length
    }

    /// The place of the link that leaves a node through a port.
    pub fn place(&self, node: usize, port: usize) -> usize {
        port * self.length + node
    }

    /// The words of one port, in a vector with a bit for each place.
    pub fn words(&self, port: usize) -> std::ops::Range<usize> {
        port * self.length / 64..(port + 1) * self.length / 64
    }

    /// Converts a vector with a bit for each place into one with a bit for each link, by link id.
    pub fn show(&self, places: &[u64], links: &mut [u64]) {
        let words = self.length / 64;
        for (number, links) in links.chunks_mut(self.ports).enumerate() {
            let of_ports = (0..self.ports).map(|port| places[port * words + number]);
            match self.spread.is_empty() {
                true => merge(of_ports, self.ports, links),
                false => self.interleave(of_ports, links),
            }
        }
    }

    /// Interleaves a word of each plane, node by node, eight nodes at a time.
    fn interleave(&self, of_ports: impl Iterator<Item = u64>, links: &mut [u64]) {
        let mut eights = [0u64; 8];
        for (port, word) in of_ports.enumerate() {
            for (eight, byte) in eights.iter_mut().zip(word.to_le_bytes()) {
                *eight |= self.spread[byte as usize] << port;
            }
        }
        // Eight nodes fill at most a word: as many bytes as there are ports.
        let mut bytes = [0u8; 72];
        for (at, eight) in eights.iter().enumerate() {
            bytes[at * self.ports..][..8].copy_from_slice(&eight.to_le_bytes());
        }
        for (link, eight) in links.iter_mut().zip(bytes.chunks_exact(8)) {
            *link = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
        }
    }
}

/// Interleaves a word of each plane, bit by bit.
fn merge(of_ports: impl Iterator<Item = u64>, ports: usize, links: &mut [u64]) {
    links.fill(0);
    for (port, word) in of_ports.enumerate() {
        for bit in set_bits(&[word]).map(|bit| bit * ports + port) {
            links[bit / 64] |= 1 << (bit % 64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 65 nodes do not fill two words of a plane, and their links do not either. Every link alone, and all
    /// links but one.
    #[test]
    fn every_link_is_shown_where_its_id_says() {
        for (ports, nodes) in [(2, 3), (4, 64), (6, 65), (8, 130), (10, 65)] {
            let (planes, links) = (Planes::of(ports, nodes), ports * nodes);
            let mut all = vec![0; planes.places() / 64];
            for place in (0..links).map(|link| planes.place(link / ports, link % ports)) {
                all[place / 64] |= 1u64 << (place % 64);
            }
            for link in 0..links {
                let place = planes.place(link / ports, link % ports);
                assert!(planes.words(link % ports).contains(&(place / 64)));
                for others in [false, true] {
                    let mut places = if others { all.clone() } else { vec![0; all.len()] };
                    places[place / 64] ^= 1u64 << (place % 64);
                    let mut shown = vec![7; usize::div_ceil(links, 64)];
                    planes.show(&places, &mut shown);
                    let expected: Vec<_> = (0..links).filter(|&id| (id == link) != others).collect();
                    assert_eq!(set_bits(&shown).collect::<Vec<_>>(), expected, "{ports} ports");
                }
            }
        }
    }
}
