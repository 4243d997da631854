//! The network in the form for engines: the tile, ROM image, processor and upstream links of each node.

use crate::ranks::Block;

/// Stands for an index if there is none.
pub const ABSENT: u32 = u32::MAX;

/// The least nodes of a thread. With fewer, the threads' synchronisation after every clock edge takes longer
/// than their work.
pub const NODES_PER_THREAD: usize = 256;

/// The bytes of a processor's last-level cache that a simulation may use: what is common, also where programs
/// share it.
pub const CACHED: usize = 8 << 20;

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
    /// The number of each of its processors in the whole torus.
    pub own_processors: Vec<u32>,
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
    /// Bytes of links and registers that tiles may keep in a cache between clock edges.
    pub cached: usize,
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
    /// The numbers of registers of links that arrive from other blocks, in the order of [`Block::arrivals`].
    pub arriving: Vec<u32>,
    /// The most registers of a link, in the whole torus.
    pub most_stages: u32,
    /// The coordinates of all nodes, node by node.
    pub coordinates: Vec<u32>,
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

    /// The number of a local port in the whole torus.
    #[inline]
    pub fn local_port_id(&self, own: u32) -> u32 {
        if self.processors == self.all_processors {
            return own;
        }
        let each = self.local_ports_each as u32;
        self.own_processors[(own / each) as usize] * each + own % each
    }

    /// The number that a local port of the whole torus has here; `None` if it is in another block.
    pub fn own_local_port(&self, id: u32) -> Option<u32> {
        let each = self.local_ports_each as u32;
        let own = self.own_processors.binary_search(&(id / each)).ok()?;
        Some(own as u32 * each + id % each)
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
        let mut processor = block.part(&self.processor, 1).into_owned();
        let (mut own_processors, mut number) = (Vec::new(), 0..);
        for index in processor.iter_mut().filter(|index| **index != ABSENT) {
            own_processors.push(*index);
            *index = number.next().expect("a number");
        }
        let inside = |&link: &u32| block.link(link as usize).map_or(ABSENT, |link| link as u32);
        let arriving = block.arrivals().map(|(node, port)| {
            let link = self.from[block.id(node) * block.slots + port] as usize;
            self.stages.get(link).copied().unwrap_or(0)
        });
        Network {
            processors: own_processors.len(),
            own_processors,
            processor,
            kind: block.part(&self.kind, 1).into_owned(),
            image: block.part(&self.image, 1).into_owned(),
            from: block.part(&self.from, block.slots).iter().map(inside).collect(),
            arriving: arriving.collect(),
            stages: block.part(&self.stages, block.slots).into_owned(),
            coordinates: block.part(&self.coordinates, self.dims).into_owned(),
            block,
            ..self
        }
    }

    /// This network with its nodes shared among `threads` threads, or fewer for small networks.
    pub fn on(self, threads: usize) -> Self {
        let most = (self.nodes() / NODES_PER_THREAD).max(1);
        Network { threads: threads.clamp(1, most), ..self }
    }

    /// This network with another [`Network::cached`].
    pub fn cached(self, cached: usize) -> Self {
        Network { cached, ..self }
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
