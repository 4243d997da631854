//! The network as an engine sees it: which node has which tile, ROM image, processor and upstream links.

use crate::ranks::Block;

/// In place of an index: there is none.
pub const ABSENT: u32 = u32::MAX;

/// Fewer nodes are not worth a thread: meeting the others after every clock edge takes longer than they do.
pub const NODES_PER_THREAD: usize = 256;

/// Contents of a ROM: rows of 32-bit words, least significant first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The module's name without network and class: `rom`.
    pub name: String,
    /// Words of a row.
    pub words: usize,
    /// Row after row; rows that the file does not set are 0.
    pub data: Vec<u32>,
}

/// Tile, ROM image, processor and upstream links of each node: of all of them, or of a block, whose nodes,
/// links and processors are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// Which nodes these are.
    pub block: Block,
    /// Processors of nodes before them.
    pub processors_before: usize,
    /// Processors of all nodes.
    pub all_processors: usize,
    /// Number of dimensions d.
    pub dims: usize,
    /// Radices of the whole torus.
    pub radices: Vec<u32>,
    /// Number of processors.
    pub processors: usize,
    /// Threads that share the nodes, at least 1.
    pub threads: usize,
    /// Local ports of a processor: one, or one for each port slot.
    pub local_ports_each: usize,
    /// Shape of every node's tile.
    pub kind: Vec<u32>,
    /// Which of `roms` every node has.
    pub image: Vec<u32>,
    /// What the ROMs hold.
    pub roms: Vec<Vec<Contents>>,
    /// Index of every node's processor, or [`ABSENT`].
    pub processor: Vec<u32>,
    /// For every node and direction the link that arrives travelling that way, or [`ABSENT`].
    pub from: Vec<u32>,
    /// By link the stages of its registers, as many as there are links.
    pub stages: Vec<u32>,
    /// Stages of the links that come over cuts, where there are any: of port 0 to the first plane, then of
    /// port 1 to the last one.
    pub arriving: Vec<u32>,
    /// The most stages of a link, of the whole torus.
    pub most_stages: u32,
    /// Coordinates, node after node.
    pub coordinates: Vec<u32>,
}

/// The nodes of a block to which links come over cuts, and by which port, in order: none where it is whole.
pub(crate) fn over_cuts(block: &Block) -> impl Iterator<Item = (usize, usize)> {
    let (plane, last) = (block.plane, block.nodes.len() - block.plane);
    let all = (0..plane).map(|node| (node, 0)).chain((last..last + plane).map(|node| (node, 1)));
    all.take(if block.is_whole() { 0 } else { 2 * plane })
}

impl Network {
    /// Number of nodes N.
    pub fn nodes(&self) -> usize {
        self.kind.len()
    }

    /// Number of link ids 2dN.
    pub fn links(&self) -> usize {
        2 * self.dims * self.nodes()
    }

    /// Number of link ids of the whole torus.
    pub fn links_of_all(&self) -> usize {
        2 * self.dims * self.block.of
    }

    /// Number of the first processor's first local port.
    pub fn first_local_port(&self) -> usize {
        self.local_ports_each * self.processors_before
    }

    /// Number of local ports of all processors.
    pub fn local_ports(&self) -> usize {
        self.local_ports_each * self.processors
    }

    /// Number of local ports of all processors of the whole torus.
    pub fn local_ports_of_all(&self) -> usize {
        self.local_ports_each * self.all_processors
    }

    /// The nodes of a block. Links from elsewhere are left out.
    pub fn cut(self, block: Block) -> Self {
        if block.is_whole() {
            return self;
        }
        let (nodes, links, dims) = (block.nodes.clone(), block.links(), self.dims);
        let before = |index: &&u32| **index != ABSENT;
        let processors_before = self.processor[..nodes.start].iter().filter(before).count();
        let own = |index: &u32| index.checked_sub(processors_before as u32).filter(|_| *index != ABSENT);
        let processor: Vec<u32> =
            self.processor[nodes.clone()].iter().map(|index| own(index).unwrap_or(ABSENT)).collect();
        let inside = |&link: &u32| block.link(link as usize).map_or(ABSENT, |link| link as u32);
        let arriving = over_cuts(&block)
            .filter_map(|(node, port)| {
                let link = self.from[(nodes.start + node) * block.slots + port];
                (link != ABSENT).then(|| self.stages[link as usize])
            })
            .collect();
        Network {
            processors_before,
            processors: processor.iter().filter(before).count(),
            processor,
            kind: self.kind[nodes.clone()].to_vec(),
            image: self.image[nodes.clone()].to_vec(),
            from: self.from[links.clone()].iter().map(inside).collect(),
            arriving,
            stages: self.stages[links].to_vec(),
            coordinates: self.coordinates[nodes.start * dims..nodes.end * dims].to_vec(),
            block,
            ..self
        }
    }

    /// The same with its nodes shared out to this many threads, as far as they are worth it.
    pub fn on(self, threads: usize) -> Self {
        let most = (self.nodes() / NODES_PER_THREAD).max(1);
        Network { threads: threads.clamp(1, most), ..self }
    }

    /// For every link the node at its end and the port slot by which it arrives; [`ABSENT`] where there is
    /// none.
    pub fn link_ends(&self) -> Vec<(u32, u32)> {
        let (slots, mut ends) = (2 * self.dims, vec![(ABSENT, ABSENT); self.links()]);
        for (at, &link) in self.from.iter().enumerate().filter(|(_, link)| **link != ABSENT) {
            ends[link as usize] = ((at / slots) as u32, (at % slots) as u32);
        }
        ends
    }

    /// Words that hold a bit per link.
    pub fn words(&self) -> usize {
        self.links().div_ceil(64)
    }
}
