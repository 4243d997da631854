//! The flits that packets need of every channel of every link.
//!
//! A run of a packet takes consecutive links of a ring. Only the two ends of a run are noted: what begins
//! at a link, less what has ended before it. Sums along the rings then give the counts. So a packet costs
//! its runs, and not its hops.

use super::way::Way;
use super::HeadFormat;
use torus_model::{NodeId, Port, Torus};

/// The counts of flits, by link and channel.
pub(super) struct Needed {
    channels: usize,
    /// Whether a packet changes to the next odd channel after a wrap link.
    dateline: bool,
    /// What begins at a channel of a link, less what ended at the link before. A ring is passed from where
    /// its wrap link ends, and there every sum begins with 0.
    begins: Vec<u64>,
}

impl Needed {
    /// No flits, in a network with these heads.
    pub fn new(torus: &Torus, format: &HeadFormat) -> Self {
        let (channels, dateline) = (format.channels(), format.has_datelines());
        Needed { channels, dateline, begins: vec![0; torus.link_slots() * channels] }
    }

    /// Adds a packet of some flits from a node.
    pub fn add(&mut self, torus: &Torus, source: NodeId, way: &Way, flits: u64) {
        let mut at = source;
        for (run, &channel) in way.route().segments().iter().zip(way.channels()) {
            let line = torus.line(at, run.port);
            let (before, end) = (line.to_wrap(), line.after(run.hops));
            self.note(torus, at, run.port, channel, flits);
            if run.hops < before {
                self.note(torus, end, run.port, channel, flits.wrapping_neg());
            } else if run.hops > before {
                let channel = channel | usize::from(self.dateline && line.has_wrap());
                self.note(torus, line.after(before), run.port, channel, flits);
                self.note(torus, end, run.port, channel, flits.wrapping_neg());
            }
            at = end;
        }
    }

    fn note(&mut self, torus: &Torus, node: NodeId, port: Port, channel: usize, flits: u64) {
        let count = &mut self.begins[torus.link(node, port).index() * self.channels + channel];
        *count = count.wrapping_add(flits);
    }

    /// The counts, by link id and channel.
    pub fn counts(&self, torus: &Torus) -> Vec<u64> {
        let mut counts = self.begins.clone();
        for (node, port) in torus.nodes().flat_map(|node| torus.ports().map(move |port| (node, port))) {
            let n = torus.dims()[port.dim()];
            let line = torus.line(node, port);
            if line.to_wrap() == n {
                let ring: Vec<usize> =
                    line.take(n as usize).map(|(node, _)| torus.link(node, port).index()).collect();
                (0..self.channels).for_each(|channel| self.sum(&ring, channel, &mut counts));
            }
        }
        counts
    }

    /// Adds up a channel along a ring.
    fn sum(&self, ring: &[usize], channel: usize, counts: &mut [u64]) {
        let mut sum = 0u64;
        for link in ring {
            let count = &mut counts[link * self.channels + channel];
            sum = sum.wrapping_add(*count);
            *count = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use torus_model::{Random, Route, Segment};

    /// Compared with walks from hop to hop: random ways in rings of all sorts, of runs up to a whole round,
    /// with and without datelines.
    #[test]
    fn sums_are_those_of_walks() {
        for dims in [&[2][..], &[3], &[5, 2], &[4, 3, 2], &[6, 5]] {
            let torus = Torus::new(dims).unwrap();
            for (seed, dateline) in [(1, false), (2, true), (3, true)] {
                walked(&torus, dateline, &mut Random::new(seed));
            }
        }
    }

    fn walked(torus: &Torus, dateline: bool, random: &mut Random) {
        let (channels, nodes): (_, Vec<NodeId>) = (4, torus.nodes().collect());
        let format = HeadFormat::new(torus, channels, 3, dateline);
        let (mut needed, mut walked) = (Needed::new(torus, &format), vec![0; torus.link_slots() * channels]);
        for _ in 0..200 {
            let (source, flits) = (nodes[random.below(nodes.len())], 1 + random.below(3) as u64);
            let way = any_way(torus, &format, random);
            needed.add(torus, source, &way, flits);
            way.each_hop(&format, torus, source, |hop| {
                walked[hop.link.index() * channels + hop.channel] += flits;
            });
        }
        assert_eq!(needed.counts(torus), walked, "{:?} {dateline}", torus.dims());
    }

    /// A run in each of the last dimensions, at least in one.
    fn any_way(torus: &Torus, format: &HeadFormat, random: &mut Random) -> Way {
        let dims = random.below(torus.dims().len())..torus.dims().len();
        let run = |dim: usize, random: &mut Random| {
            let ports: Vec<Port> = torus.ports().filter(|port| port.dim() == dim).collect();
            let hops = 1 + random.below(torus.dims()[dim] as usize - 1) as u32;
            Segment { port: ports[random.below(ports.len())], hops }
        };
        let segments: Vec<Segment> = dims.map(|dim| run(dim, random)).collect();
        let channels = segments.iter().map(|_| random.below(4)).collect();
        Way::new(format, Route::new(segments), channels)
    }
}
