//! The order in which packets arrive: of each way, the last packet that did.
//!
//! Most pairs of nodes have one way. In a network of moderate size, each pair has a place of eight bytes in
//! a table, which holds the way and the packet. A pair with several ways, or with a head that does not fit,
//! is in a map, and so are all pairs of a large network. Bounds: a table of 32 MiB.

use rustc_hash::FxHashMap;
use torus_model::{NodeId, Port};

/// The most pairs of nodes that have a place in the table.
const PAIRS: usize = 1 << 22;
/// The bits of a port in a short form of a way.
const PORT_BITS: u32 = 8;

/// In the table: no packet of the pair has arrived, or its ways are in the map.
const NONE: u32 = 0;
const IN_MAP: u32 = u32::MAX;

/// A way: its ends, the first port, and the head.
#[derive(Clone, Copy, Debug)]
pub(super) struct WayId {
    pub source: NodeId,
    pub destination: NodeId,
    pub port: Port,
    pub head: u64,
}

/// A way in the map, with its head in two halves: large networks read it from memory for each packet, so it
/// has no padding.
type Key = (NodeId, NodeId, Port, u32, u32);

/// The last packet of each way.
#[derive(Clone, Debug)]
pub(super) struct Arrivals {
    nodes: usize,
    /// By source and destination: the short form of the way plus 1, or [`NONE`] or [`IN_MAP`]; and the
    /// packet.
    pairs: Vec<(u32, u32)>,
    ways: FxHashMap<Key, u32>,
}

impl Arrivals {
    /// No arrivals, in a network of this many nodes.
    pub fn new(nodes: usize) -> Self {
        let pairs = nodes.checked_mul(nodes).filter(|&pairs| pairs <= PAIRS);
        Arrivals { nodes, pairs: vec![(NONE, 0); pairs.unwrap_or(0)], ways: FxHashMap::default() }
    }

    /// A packet arrives. Returns the packet of the same way that arrived before it.
    pub fn arrive(&mut self, way: WayId, packet: u32) -> Option<u32> {
        let at = way.source.index() * self.nodes + way.destination.index();
        let (Some(pair), short) = (self.pairs.get_mut(at), way.short()) else {
            return self.ways.insert(way.key(), packet);
        };
        match (*pair, short) {
            ((NONE, _), Some(short)) => {
                *pair = (short, packet);
                None
            }
            ((known, before), Some(short)) if known == short => {
                pair.1 = packet;
                Some(before)
            }
            ((known, before), _) => {
                *pair = (IN_MAP, 0);
                if known != NONE && known != IN_MAP {
                    self.ways.insert(way.with(known).key(), before);
                }
                self.ways.insert(way.key(), packet)
            }
        }
    }
}

impl WayId {
    fn key(self) -> Key {
        (self.source, self.destination, self.port, self.head as u32, (self.head >> 32) as u32)
    }

    /// The short form, plus 1; `None` if the way does not fit.
    fn short(self) -> Option<u32> {
        let (port, head) = (self.port.index() as u64, self.head);
        let fits = port < 1 << PORT_BITS && head < (1 << (u32::BITS - PORT_BITS)) - 1;
        fits.then_some((head << PORT_BITS | port) as u32 + 1)
    }

    /// The way of a short form between the same nodes.
    fn with(self, short: u32) -> Self {
        let short = short - 1;
        let port = Port::from_index(short as usize & ((1 << PORT_BITS) - 1));
        WayId { port, head: (short >> PORT_BITS).into(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torus_model::{Random, Torus};

    /// Compared with a map alone: pairs with one way and with several, heads that fit and heads that do not,
    /// among them the largest of either sort; with and without a table.
    #[test]
    fn the_table_is_a_map() {
        let torus = Torus::new(&[3, 2]).unwrap();
        let nodes: Vec<NodeId> = torus.nodes().collect();
        let heads = [0, 5, (1 << 24) - 2, (1 << 24) - 1, 1 << 24, 1 << 40, u64::MAX];
        for (heads, size) in [(&heads[..1], 6), (&heads[..2], 6), (&heads, 6), (&heads, 1 << 20)] {
            let (mut arrivals, mut map) = (Arrivals::new(size), FxHashMap::default());
            let mut random = Random::new(3);
            for packet in 0..2000 {
                let [source, destination] = [0, 1].map(|_| nodes[random.below(6)]);
                let port = Port::from_index(random.below(heads.len().min(4)));
                let way = WayId { source, destination, port, head: heads[random.below(heads.len())] };
                let before = map.insert(way.key(), packet);
                assert_eq!(arrivals.arrive(way, packet), before, "{size} {packet} {way:?}");
            }
        }
    }
}
