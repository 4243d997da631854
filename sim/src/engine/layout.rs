//! The network in the form for engines: the tile, ROM image, processor and upstream links of each node.

use crate::ranks::Block;

/// Stands for an index if there is none.
pub const ABSENT: u32 = u32::MAX;

/// The least nodes of a thread. With fewer, the threads' synchronisation after every clock edge takes longer
/// than their work.
pub const NODES_PER_THREAD: usize = 256;

/// The contents of a ROM: rows of 32-bit words, the least significant first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The name of the module without network and class, such as `rom`.
    pub name: String,
    /// Words of a row.
    pub words: usize,
    /// The rows, one after another; rows that the file does not set are 0.
    pub data: Vec<u32>,
}

/// The tile, ROM image, processor and upstream links of each node of the torus or of a block. The nodes,
/// links and processors of a block are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// Which nodes these are.
    pub block: Block,
    /// The number of processors at nodes before these.
    pub processors_before: usize,
    /// The number of processors of the whole torus.
    pub all_processors: usize,
    /// Number of dimensions d.
    pub dims: usize,
    /// Radices of the whole torus.
    pub radices: Vec<u32>,
    /// Number of processors.
    pub processors: usize,
    /// Threads that share the nodes, at least 1.
    pub threads: usize,
    /// The local ports of a processor: one, or one for each port slot.
    pub local_ports_each: usize,
    /// The shape of every node's tile.
    pub kind: Vec<u32>,
    /// The ROM contents of every node, as an index in `roms`.
    pub image: Vec<u32>,
    /// The contents of the ROMs.
    pub roms: Vec<Vec<Contents>>,
    /// Index of every node's processor, or [`ABSENT`].
    pub processor: Vec<u32>,
    /// For every node and direction, the link that arrives in that direction, or [`ABSENT`].
    pub from: Vec<u32>,
    /// For each link, its number of registers.
    pub stages: Vec<u32>,
    /// The numbers of registers of links that arrive over cuts, if there are any: links of port 0 to the
    /// first plane, then links of port 1 to the last plane.
    pub arriving: Vec<u32>,
    /// The most registers of a link, in the whole torus.
    pub most_stages: u32,
    /// The coordinates of all nodes, node by node.
    pub coordinates: Vec<u32>,
}

/// The nodes of a block at which links arrive over cuts, with the ports, in order. A whole torus has none.
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

    /// The number of the first local port, counted over the whole torus.
    pub fn first_local_port(&self) -> usize {
        self.local_ports_each * self.processors_before
    }

    /// The number of local ports of all processors.
    pub fn local_ports(&self) -> usize {
        self.local_ports_each * self.processors
    }

    /// The number of local ports of all processors of the whole torus.
    pub fn local_ports_of_all(&self) -> usize {
        self.local_ports_each * self.all_processors
    }

    /// The part of the network that is a block. Links from elsewhere are left out.
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

    /// This network with its nodes shared among `threads` threads, or fewer for small networks.
    pub fn on(self, threads: usize) -> Self {
        let most = (self.nodes() / NODES_PER_THREAD).max(1);
        Network { threads: threads.clamp(1, most), ..self }
    }

    /// For every link, the node at its end and the port slot by which it arrives; [`ABSENT`] if there is
    /// none.
    pub fn link_ends(&self) -> Vec<(u32, u32)> {
        let (slots, mut ends) = (2 * self.dims, vec![(ABSENT, ABSENT); self.links()]);
        for (at, &link) in self.from.iter().enumerate().filter(|(_, link)| **link != ABSENT) {
            ends[link as usize] = ((at / slots) as u32, (at % slots) as u32);
        }
        ends
    }

    /// Words of a vector with a bit for each link.
    pub fn words(&self) -> usize {
        self.links().div_ceil(64)
    }
}
