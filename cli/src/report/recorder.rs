//! Records for each cycle what a page shows: the links in use, and how many messages left.
//!
//! Bounds: links have rows of their own on up to [`MAX_NODES`] nodes if one exchange takes at most
//! [`MAX_BITS`] bits. Otherwise a cell is the number of links in use of a link class or, with too many
//! classes, of a port. The diagram ends at its limit of cycles. The curve does not end: it halves its
//! resolution when it has [`POINTS`] points. So memory is bounded, whatever the length of the run.
//!
//! For buffered networks every cell also has a channel, and the packets that wait at their sources are
//! recorded ([`super::channels`], [`super::waiting`]).

use super::base64::base64;
use super::channels::Channels;
use super::waiting::Waiting;
use serde::Serialize;
use torus_model::{LinkId, Placement};
use torus_sim::{record::Passage, traffic::PacketSample, Sample};

/// The most nodes with a row for each link.
pub const MAX_NODES: usize = 4096;
/// The most bits of a diagram by links: 1.5 MB, or 2 MB in the page.
pub const MAX_BITS: usize = 12_000_000;
/// The most numbers of a diagram by classes.
pub const MAX_CELLS: usize = 400_000;
/// The most points of the curve.
pub const POINTS: usize = 4096;
/// The least number of cycles of a diagram by links.
pub const LEAST: usize = 64;
/// Cycles before the first link and after the last one.
const MARGIN: usize = 16;

/// What a row of the space-time diagram stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rows {
    /// A link.
    Links,
    /// A class of links that are alike by the symmetry of the placement.
    Classes,
    /// All links of a port; with channels, all of these that carry a flit on one channel.
    Ports,
}

/// The space-time diagram.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpaceTime {
    /// What a row stands for.
    pub rows: Rows,
    /// The number of cycles.
    pub cycles: usize,
    /// For rows of links: a bit for each link id, cycle by cycle in whole bytes, in base 64.
    pub bits: String,
    /// Otherwise: the links in use of each row, cycle by cycle. For buffered networks the rows are sorted by
    /// port, then by channel.
    pub counts: Vec<u32>,
    /// For buffered networks, the number of channels of a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channels: Option<usize>,
    /// For rows of links with several channels: the bits of a channel's number plus one, the least
    /// significant first, each in the form of `bits`. All bits are 0 for a flit without a channel, because it
    /// is not on its way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub planes: Vec<String>,
}

/// Sums over the run, in which each point is the sum of `stride` cycles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Curve {
    /// The cycles of a point.
    pub stride: usize,
    /// Messages that left the network.
    pub ejected: Vec<u64>,
    /// Flits offered, for buffered networks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offered: Vec<u64>,
}

/// Records the cycles of a run one by one.
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
    channels: Option<Channels>,
    waiting: Waiting,
}

impl Recorder {
    /// A recorder for a network whose exchange takes `makespan` cycles on its links.
    pub fn new(placement: &Placement, makespan: u32) -> Self {
        Self::of(layout(placement, makespan as usize + MARGIN))
    }

    /// A recorder for a buffered network with `channels` channels, whose links may all differ. Its rows are
    /// links, if at least [`LEAST`] cycles fit, or otherwise ports.
    pub fn of_traffic(placement: &Placement, channels: usize) -> Self {
        let (links, ports) = (placement.torus().link_slots(), placement.torus().port_slots());
        let all = Channels::new(channels, links);
        let (waiting, bits) = (Waiting::new(placement.len()), (1 + all.planes()) * links);
        let recorder = match placement.torus().len() <= MAX_NODES && bits * LEAST <= MAX_BITS {
            true => Self::of((Rows::Links, Vec::new(), links)),
            false => {
                let row = |link| link % ports * channels;
                Self::of((Rows::Ports, (0..links).map(row).collect(), ports * channels))
            }
        };
        Recorder { channels: Some(all), waiting, ..recorder }
    }

    fn of((rows, row_of, height): (Rows, Vec<usize>, usize)) -> Self {
        let curve = Curve { stride: 1, ejected: Vec::new(), offered: Vec::new() };
        let (bytes, counts, channels, waiting) = (vec![], vec![], None, Waiting::new(0));
        Recorder { rows, row_of, height, bytes, counts, cycles: 0, seen: 0, curve, channels, waiting }
    }

    /// Takes the next cycle of a buffered network.
    pub fn observe_traffic(&mut self, sample: &Sample, packets: &PacketSample) {
        let at = self.seen / self.curve.stride;
        self.curve.offered.resize(at + 1, 0);
        self.curve.offered[at] += packets.offered;
        self.waiting.observe(packets.waiting);
        self.point(sample.ejections);
        if self.has_room() {
            match self.rows {
                Rows::Links => self.links(sample.links),
                _ => self.counted(packets.passages),
            }
            if let Some(channels) = self.channels.as_mut().filter(|_| self.rows == Rows::Links) {
                channels.observe(packets.passages);
            }
        }
    }

    /// Takes out the record of waiting packets.
    pub fn waited(&mut self) -> Waiting {
        std::mem::replace(&mut self.waiting, Waiting::new(0))
    }

    /// Drops the cycles from `cycles` on, in which nothing happened.
    pub fn end(&mut self, cycles: u64) {
        let (cycles, stride) = (cycles as usize, self.curve.stride);
        self.cycles = self.cycles.min(cycles);
        self.bytes.truncate(self.cycles * self.height.div_ceil(8));
        self.channels.iter_mut().for_each(|channels| channels.end(self.cycles));
        self.waiting.end(cycles);
        self.counts.truncate(self.cycles * self.height);
        self.curve.ejected.truncate(cycles.div_ceil(stride));
        self.curve.offered.truncate(cycles.div_ceil(stride));
    }

    /// Takes the next cycle.
    pub fn observe(&mut self, sample: &Sample) {
        self.point(sample.ejections);
        if self.has_room() {
            match self.rows {
                Rows::Links => self.links(sample.links),
                _ => self.classes(sample.links),
            }
        }
    }

    /// Whether the diagram has room for another cycle.
    fn has_room(&self) -> bool {
        let planes = self.channels.as_ref().map_or(0, Channels::planes);
        let (bits, most) = match self.rows {
            Rows::Links => (1 + planes, MAX_BITS),
            Rows::Classes | Rows::Ports => (1, MAX_CELLS),
        };
        (self.cycles + 1) * self.height * bits <= most
    }

    /// The diagram and the curve.
    pub fn finish(self) -> (SpaceTime, Curve) {
        let (rows, cycles, bits, counts) = (self.rows, self.cycles, base64(&self.bytes), self.counts);
        let channels = self.channels.as_ref().map(Channels::count);
        let planes = self.channels.filter(|_| rows == Rows::Links).map_or(vec![], Channels::finish);
        (SpaceTime { rows, cycles, bits, counts, channels, planes }, self.curve)
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

    /// Counts for the rows of ports and channels.
    fn counted(&mut self, passages: &[Passage]) {
        let first = self.counts.len();
        self.counts.resize(first + self.height, 0);
        for Passage { link, message } in passages {
            let Some(channel) = message.channel else { continue };
            self.counts[first + self.row_of[*link as usize] + channel as usize] += 1;
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

/// The finest rows with which one exchange of `cycles` cycles fits; the row of every link; and the number of
/// rows.
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

/// Every link id, including absent links, which are never in use.
fn all_links(placement: &Placement) -> impl Iterator<Item = LinkId> + '_ {
    let torus = placement.torus();
    let ports = (0..torus.port_slots()).map(torus_model::Port::from_index);
    torus.nodes().flat_map(move |node| ports.clone().map(move |port| torus.link(node, port)))
}

#[cfg(test)]
mod tests;
