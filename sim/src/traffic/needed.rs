//! The flits that packets need of every channel of every link.
//!
//! A run of a packet takes consecutive links of a ring. Only the two ends of a run are noted: what begins
//! at a link, less what has ended before it. Sums along the rings then give the counts. So a packet costs
//! its runs, and not its hops. In a small network packets of a pair that go the same way are first added up,
//! and noted together.

use super::{HeadFormat, Packet, Way};
use torus_model::{NodeId, Port, Segment, Torus};

/// The most pairs of nodes whose packets are added up. With more, each pair has few packets.
const PAIRS: usize = 1 << 14;

/// The counts of flits, by link and channel.
pub(super) struct Needed {
    noted: Noted,
    /// By source and destination: the way of the last packets, and their flits, which are not noted yet.
    /// Empty if there are too many pairs.
    pairs: Vec<(Way, u64)>,
}

impl Needed {
    /// No flits, in a network with these heads.
    pub fn new(torus: &Torus, format: &HeadFormat) -> Self {
        let pairs = torus.len().saturating_mul(torus.len());
        let kept = if pairs <= PAIRS { pairs } else { 0 };
        let (noted, none) = (Noted::new(torus, format), (Way::new(Port::from_index(0), 0), 0));
        Needed { noted, pairs: vec![none; kept] }
    }

    /// Adds a packet that is sent a number of times.
    pub fn add(&mut self, torus: &Torus, packet: &Packet, times: u64) {
        let (source, flits) = (packet.source, times * u64::from(packet.flits));
        match self.pairs.get_mut(source.index() * torus.len() + packet.destination.index()) {
            Some((way, sum)) if *way == packet.way => *sum += flits,
            Some(pair) => {
                let (way, sum) = std::mem::replace(pair, (packet.way, flits));
                self.noted.add(torus, source, way, sum);
            }
            None => self.noted.add(torus, source, packet.way, flits),
        }
    }

    /// The counts, by link id and channel.
    pub fn counts(&self, torus: &Torus) -> Vec<u64> {
        let mut noted = self.noted.clone();
        let sources = torus.nodes().flat_map(|source| torus.nodes().map(move |_| source));
        for (source, &(way, flits)) in sources.zip(&self.pairs) {
            noted.add(torus, source, way, flits);
        }
        noted.counts(torus)
    }
}

/// The ends of runs.
#[derive(Clone)]
struct Noted {
    format: HeadFormat,
    /// What begins at a channel of a link, less what ended at the link before. A ring is passed from where
    /// its wrap link ends, and there every sum begins with 0.
    begins: Vec<u64>,
}

impl Noted {
    fn new(torus: &Torus, format: &HeadFormat) -> Self {
        Noted { format: format.clone(), begins: vec![0; torus.link_slots() * format.channels()] }
    }

    /// Notes some flits on a way.
    fn add(&mut self, torus: &Torus, source: NodeId, way: Way, flits: u64) {
        if flits == 0 {
            return;
        }
        let (mut at, dateline) = (source, self.format.has_datelines());
        for (Segment { port, hops }, channel) in self.format.segments(way) {
            let line = torus.line(at, port);
            let (before, end) = (line.to_wrap(), line.after(hops));
            self.note(torus, at, port, channel, flits);
            if hops < before {
                self.note(torus, end, port, channel, flits.wrapping_neg());
            } else if hops > before {
                let channel = channel | usize::from(dateline && line.has_wrap());
                self.note(torus, line.after(before), port, channel, flits);
                self.note(torus, end, port, channel, flits.wrapping_neg());
            }
            at = end;
        }
    }

    fn note(&mut self, torus: &Torus, node: NodeId, port: Port, channel: usize, flits: u64) {
        let count = &mut self.begins[torus.link(node, port).index() * self.format.channels() + channel];
        *count = count.wrapping_add(flits);
    }

    /// The counts, by link id and channel.
    fn counts(mut self, torus: &Torus) -> Vec<u64> {
        let mut counts = std::mem::take(&mut self.begins);
        for (node, port) in torus.nodes().flat_map(|node| torus.ports().map(move |port| (node, port))) {
            let n = torus.dims()[port.dim()];
            let line = torus.line(node, port);
            if line.to_wrap() == n {
                let ring: Vec<usize> =
                    line.take(n as usize).map(|(node, _)| torus.link(node, port).index()).collect();
                (0..self.format.channels()).for_each(|channel| self.sum(&ring, channel, &mut counts));
            }
        }
        counts
    }

    /// Adds up a channel along a ring.
    fn sum(&self, ring: &[usize], channel: usize, counts: &mut [u64]) {
        let mut sum = 0u64;
        for link in ring {
            let count = &mut counts[link * self.format.channels() + channel];
            sum = sum.wrapping_add(*count);
            *count = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torus_model::{Random, RingRule, Route};

    /// Compared with walks from hop to hop: random ways in rings of all sorts, of runs up to half a round,
    /// with and without datelines.
    #[test]
    fn sums_are_those_of_walks() {
        for dims in [&[2][..], &[3], &[5, 2], &[4, 3, 2], &[6, 5]] {
            let torus = Torus::new(dims).unwrap();
            for (seed, rule) in [(1, RingRule::Bubble), (2, RingRule::Dateline), (3, RingRule::Dateline)] {
                walked(&torus, rule, &mut Random::new(seed));
            }
        }
    }

    fn walked(torus: &Torus, rule: RingRule, random: &mut Random) {
        let (channels, nodes): (_, Vec<NodeId>) = (4, torus.nodes().collect());
        let format = HeadFormat::new(torus, channels, 3, rule);
        let (mut needed, mut walked) = (Needed::new(torus, &format), vec![0; torus.link_slots() * channels]);
        for _ in 0..200 {
            let (source, flits) = (nodes[random.below(nodes.len())], 1 + random.below(3) as u32);
            let packet = Packet {
                cycle: 0,
                source,
                destination: nodes[0],
                flits,
                way: any_way(torus, &format, random),
            };
            (0..2).for_each(|_| needed.add(torus, &packet, 1));
            for hop in format.hops(torus, source, packet.way) {
                walked[hop.link.index() * channels + hop.channel] += 2 * u64::from(flits);
            }
        }
        assert_eq!(needed.counts(torus), walked, "{:?} {rule}", torus.dims());
    }

    /// A run in each of the last dimensions, at least in one.
    fn any_way(torus: &Torus, format: &HeadFormat, random: &mut Random) -> Way {
        let dims = random.below(torus.dims().len())..torus.dims().len();
        let run = |dim: usize, random: &mut Random| {
            let ports: Vec<Port> = torus.ports().filter(|port| port.dim() == dim).collect();
            let hops = 1 + random.below(torus.dims()[dim] as usize / 2) as u32;
            Segment { port: ports[random.below(ports.len())], hops }
        };
        let segments: Vec<Segment> = dims.map(|dim| run(dim, random)).collect();
        let channels: Vec<usize> = segments.iter().map(|_| random.below(4)).collect();
        format.way(&Route::new(segments), &channels)
    }
}
