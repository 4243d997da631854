//! What a page shows of every cycle: the links in use, and how many messages left.
//!
//! Bounds: links are told apart on up to [`MAX_NODES`] nodes where one exchange takes at most [`MAX_BITS`]
//! bits; beyond, a cell is the number of links in use of a link class, or where there are too many classes of
//! a port. The diagram ends after as many cycles as the limit holds, the curve never: it halves its
//! resolution at [`POINTS`] points. Memory is bounded by that, whatever the length of the run.

use serde::Serialize;
use torus_model::{LinkId, Placement};
use torus_sim::Sample;

/// Most nodes whose links are rows of their own.
pub const MAX_NODES: usize = 4096;
/// Bits of a diagram by links: 1.5 MB, 2 MB in the page.
pub const MAX_BITS: usize = 12_000_000;
/// Numbers of a diagram by classes.
pub const MAX_CELLS: usize = 400_000;
/// Points of the curve.
pub const POINTS: usize = 4096;
/// Cycles that a diagram by links shows at least.
pub const LEAST: usize = 64;
/// Cycles before the first link and after the last one.
const MARGIN: usize = 16;

/// What a row of the space-time diagram is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rows {
    /// A link.
    Links,
    /// A class of links that the placement's symmetry makes alike.
    Classes,
    /// All links of a port.
    Ports,
}

/// The space-time diagram.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpaceTime {
    /// What a row is.
    pub rows: Rows,
    /// Cycles shown.
    pub cycles: usize,
    /// By links: base 64 of a bit for each link id, the cycles one after the other, whole bytes each.
    pub bits: String,
    /// Otherwise: links in use, row after row within a cycle.
    pub counts: Vec<u32>,
}

/// Numbers that add up over the run, each the sum of `stride` cycles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Curve {
    /// Cycles of a point.
    pub stride: usize,
    /// Messages that left the network.
    pub ejected: Vec<u64>,
    /// Flits offered, of buffered routers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offered: Vec<u64>,
}

/// Takes the cycles of a run as they come.
pub struct Recorder {
    rows: Rows,
    /// The row of every link id.
    row_of: Vec<usize>,
    height: usize,
    bytes: Vec<u8>,
    counts: Vec<u32>,
    cycles: usize,
    seen: usize,
    curve: Curve,
}

impl Recorder {
    /// A recorder for a network whose exchange takes `makespan` cycles on its links.
    pub fn new(placement: &Placement, makespan: u32) -> Self {
        Self::of(layout(placement, makespan as usize + MARGIN))
    }

    /// A recorder for a network of buffered routers, no two links of which need be alike: links, at least for
    /// the first [`LEAST`] cycles, or ports.
    pub fn of_traffic(placement: &Placement) -> Self {
        let (links, ports) = (placement.torus().link_slots(), placement.torus().port_slots());
        match placement.torus().len() <= MAX_NODES && links * LEAST <= MAX_BITS {
            true => Self::of((Rows::Links, Vec::new(), links)),
            false => Self::of((Rows::Ports, (0..links).map(|link| link % ports).collect(), ports)),
        }
    }

    fn of((rows, row_of, height): (Rows, Vec<usize>, usize)) -> Self {
        let curve = Curve { stride: 1, ejected: Vec::new(), offered: Vec::new() };
        Recorder { rows, row_of, height, bytes: vec![], counts: vec![], cycles: 0, seen: 0, curve }
    }

    /// Takes the next cycle of buffered routers, with the flits offered in it.
    pub fn observe_traffic(&mut self, sample: &Sample, offered: u64) {
        let at = self.seen / self.curve.stride;
        self.curve.offered.resize(at + 1, 0);
        self.curve.offered[at] += offered;
        self.observe(sample);
    }

    /// Forgets the cycles from `cycles` on, in which nothing happened.
    pub fn end(&mut self, cycles: u64) {
        let (cycles, stride) = (cycles as usize, self.curve.stride);
        self.cycles = self.cycles.min(cycles);
        self.bytes.truncate(self.cycles * self.height.div_ceil(8));
        self.counts.truncate(self.cycles * self.height);
        self.curve.ejected.truncate(cycles.div_ceil(stride));
        self.curve.offered.truncate(cycles.div_ceil(stride));
    }

    /// Takes the next cycle.
    pub fn observe(&mut self, sample: &Sample) {
        self.point(sample.ejections);
        match self.rows {
            Rows::Links if (self.cycles + 1) * self.height <= MAX_BITS => self.links(sample.links),
            Rows::Links => (),
            _ if (self.cycles + 1) * self.height <= MAX_CELLS => self.classes(sample.links),
            _ => (),
        }
    }

    /// The diagram and the curve.
    pub fn finish(self) -> (SpaceTime, Curve) {
        let (rows, cycles, bits) = (self.rows, self.cycles, base64(&self.bytes));
        (SpaceTime { rows, cycles, bits, counts: self.counts }, self.curve)
    }

    fn links(&mut self, words: &[u64]) {
        let bytes = words.iter().flat_map(|word| word.to_le_bytes());
        self.bytes.extend(bytes.take(self.height.div_ceil(8)));
        self.cycles += 1;
    }

    fn classes(&mut self, words: &[u64]) {
        let first = self.counts.len();
        self.counts.resize(first + self.height, 0);
        for (link, row) in self.row_of.iter().enumerate() {
            self.counts[first + row] += (words[link / 64] >> (link % 64) & 1) as u32;
        }
        self.cycles += 1;
    }

    fn point(&mut self, ejected: u64) {
        let (at, points) = (self.seen / self.curve.stride, &mut self.curve.ejected);
        points.resize(at + 1, 0);
        points[at] += ejected;
        self.seen += 1;
        if self.seen == POINTS * self.curve.stride {
            for points in [&mut self.curve.ejected, &mut self.curve.offered] {
                *points = points.chunks(2).map(|pair| pair.iter().sum()).collect();
            }
            self.curve.stride *= 2;
        }
    }
}

/// The finest rows that one exchange of `cycles` fits with; the row of every link, and how many rows there
/// are.
fn layout(placement: &Placement, cycles: usize) -> (Rows, Vec<usize>, usize) {
    let (torus, symmetry) = (placement.torus(), placement.symmetry());
    let (links, classes, ports) = (torus.link_slots(), symmetry.link_classes(torus), torus.port_slots());
    if torus.len() <= MAX_NODES && links * cycles <= MAX_BITS {
        return (Rows::Links, Vec::new(), links);
    }
    let class = |link: LinkId| symmetry.link_class(torus, link);
    let port = |link: LinkId| torus.tail(link).1.index();
    match classes * cycles <= MAX_CELLS {
        true => (Rows::Classes, all_links(placement).map(class).collect(), classes),
        false => (Rows::Ports, all_links(placement).map(port).collect(), ports),
    }
}

/// Every link id, absent ones too: they are never in use.
fn all_links(placement: &Placement) -> impl Iterator<Item = LinkId> + '_ {
    let torus = placement.torus();
    let ports = (0..torus.port_slots()).map(torus_model::Port::from_index);
    torus.nodes().flat_map(move |node| ports.clone().map(move |port| torus.link(node, port)))
}

/// Base 64 as `atob` reads it.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let quad = |chunk: &[u8]| {
        let all = chunk.iter().fold(0u32, |all, &byte| all << 8 | byte as u32) << (8 * (3 - chunk.len()));
        (0..4).map(move |at| (at, all >> (18 - 6 * at) & 63)).map({
            let used = chunk.len();
            move |(at, digit)| if at <= used { DIGITS[digit as usize] as char } else { '=' }
        })
    };
    bytes.chunks(3).flat_map(quad).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use torus_model::Torus;

    fn placement(dims: &[u32]) -> Placement {
        Placement::full(&Torus::new(dims).unwrap())
    }

    #[test]
    fn base64_is_the_standard_one() {
        let all = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        all.iter().enumerate().for_each(|(n, text)| assert_eq!(base64(&b"foobar"[..n]), *text));
    }

    #[test]
    fn rows_grow_coarser_with_the_network() {
        assert_eq!(layout(&placement(&[8, 8]), 90).0, Rows::Links);
        assert_eq!(layout(&placement(&[64, 64]), 700).0, Rows::Links);
        assert_eq!(layout(&placement(&[65, 64]), 700).0, Rows::Classes);
        assert_eq!(layout(&placement(&[64, 64]), 200_000).0, Rows::Ports);
    }

    /// However long the run, the curve keeps its sum and stays short, and the diagram stops at its limit.
    #[test]
    fn long_runs_stay_small() {
        let mut recorder = Recorder::new(&placement(&[4, 4]), 12);
        for cycle in 0..200_000 {
            recorder.observe(&Sample { cycle, links: &[u64::MAX], ejections: cycle % 3 });
        }
        let (diagram, curve) = recorder.finish();
        assert_eq!(curve.ejected.iter().sum::<u64>(), (0..200_000u64).map(|cycle| cycle % 3).sum::<u64>());
        assert!(curve.ejected.len() <= POINTS && curve.stride == 64, "{}", curve.stride);
        assert_eq!(diagram.cycles, MAX_BITS / 64);
        assert!(diagram.bits.len() < 2_010_000);
    }

    /// What was offered keeps its sum beside what came out; what is behind the end is forgotten; beyond the
    /// limit rows are ports, whose links are counted.
    #[test]
    fn traffic_is_offered_and_ends() {
        let mut recorder = Recorder::of_traffic(&placement(&[4, 4]));
        for cycle in 0..10_000 {
            let links = [u64::from(cycle % 7 == 0)];
            recorder.observe_traffic(&Sample { cycle, links: &links, ejections: cycle % 2 }, cycle % 5);
        }
        recorder.end(9_000);
        let (diagram, curve) = recorder.finish();
        assert_eq!((diagram.rows, diagram.cycles, diagram.bits.len()), (Rows::Links, 9000, 9000 * 8 / 3 * 4));
        assert_eq!((curve.stride, curve.ejected.len(), curve.offered.len()), (4, 2250, 2250));
        assert_eq!([curve.ejected, curve.offered].map(|all| all.iter().sum::<u64>()), [4500, 18_000]);
        let mut recorder = Recorder::of_traffic(&placement(&[65, 64]));
        let mut links = vec![0; (65 * 64 * 4usize).div_ceil(64)];
        (links[0], links[1]) = (0b1_0010, 0b1);
        recorder.observe_traffic(&Sample { cycle: 0, links: &links, ejections: 0 }, 3);
        let (diagram, curve) = recorder.finish();
        assert_eq!((diagram.rows, diagram.counts, curve.offered), (Rows::Ports, vec![2, 1, 0, 0], vec![3]));
    }

    #[test]
    fn classes_count_their_links() {
        let placement = placement(&[65, 64]);
        let mut recorder = Recorder::new(&placement, 100);
        let mut links = vec![0; placement.torus().link_slots().div_ceil(64)];
        (links[0], links[1]) = (0b1011, 0b1);
        recorder.observe(&Sample { cycle: 0, links: &links, ejections: 0 });
        let (diagram, _) = recorder.finish();
        assert_eq!((diagram.rows, diagram.counts), (Rows::Classes, vec![2, 1, 0, 1]));
    }
}
