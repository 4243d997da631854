//! The tile engine of a block: tiles of its nodes, and what stands on links over cuts exchanged behind every
//! clock edge.
//!
//! Links that come over a cut stand behind the own ones in the library, which sees no difference: it keeps
//! their past cycles where they have registers. What goes over a cut is copied as it is in memory, so ranks
//! have to run the same library on machines of one kind.

use crate::engine::{Batch, ExchangeMachine, Host, HostMachine, Machine, Network};
use crate::ffi::Simulation;
use crate::ranks::{Carried, Cut, Exchanged, Ranks};

/// Most bytes of what stands on a link: a payload of 1024 bits, a header of 128, and whether it is in use.
const MOST: usize = 192;

/// What stands on a link, as a library keeps it.
#[derive(Clone, Copy)]
struct Raw([u8; MOST]);

impl Default for Raw {
    fn default() -> Self {
        Raw([0; MOST])
    }
}

impl Carried for Raw {
    fn bytes(size: usize) -> usize {
        size
    }

    fn put(&self, size: usize, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.0[..size]);
    }

    fn get(size: usize, bytes: &[u8]) -> Self {
        let mut raw = Raw::default();
        raw.0[..size].copy_from_slice(&bytes[..size]);
        raw
    }
}

/// The tiles of a block.
pub(crate) struct SharedTiles<'a> {
    simulation: Simulation,
    cut: Cut<'a, Raw>,
    /// Links that leave over cuts, and those that come, behind the own ones.
    leaving: Vec<u32>,
    arriving: Vec<u32>,
    /// One clock edge.
    edge: Batch,
}

impl<'a> SharedTiles<'a> {
    /// The tiles of a library, made for the block of this rank.
    pub fn new(simulation: Simulation, ranks: &'a dyn Ranks) -> Self {
        let (network, size) = (simulation.network(), simulation.link_bytes());
        assert!((1..=MOST).contains(&size), "a link of tiles");
        let (plane, slots, links) = (network.block.plane, network.block.slots, network.links());
        let last = network.nodes() - plane;
        let of_ports = [last * slots, 1].map(|first| (0..plane).map(move |at| first + at * slots));
        let leaving = of_ports.into_iter().flatten().map(|link| link as u32).collect();
        let arriving = (links..links + network.arriving.len()).map(|link| link as u32).collect();
        let cut = Cut::new(ranks, &network.block, size);
        SharedTiles { simulation, cut, leaving, arriving, edge: Batch::default() }
    }

    /// What stands on links over cuts goes to where they end.
    fn exchange(&mut self) {
        let (size, slots) = (self.simulation.link_bytes(), self.simulation.network().block.slots);
        let valid = self.edge.valid(0);
        let used = |link: &u32| valid[*link as usize / 64] >> (link % 64) & 1 == 1;
        let used: Vec<u32> = self.leaving.iter().copied().filter(used).collect();
        let mut bytes = vec![0; used.len() * size];
        self.simulation.read_links(&used, &mut bytes);
        for (link, bytes) in used.iter().map(|&link| link as usize).zip(bytes.chunks_exact(size)) {
            self.cut.leave(link / slots, link % slots, Raw::get(size, bytes));
        }
        self.cut.exchange(&mut || ());
        let plane = self.simulation.network().block.plane;
        let mut bytes = vec![0; self.arriving.len() * size];
        for came in self.cut.arrivals() {
            let at = (came.node % plane + came.port * plane) * size;
            bytes[at..at + size].copy_from_slice(&came.message.0[..size]);
        }
        self.simulation.write_links(&self.arriving, &bytes);
    }

    /// Adds the clock edge to a batch, in the numbers of the whole network.
    fn add(&self, step: usize, batch: &mut Batch) {
        let Batch { words, .. } = *batch;
        let (network, edge) = (self.simulation.network(), &self.edge);
        let (first_link, first) = (network.block.links().start as u32, network.first_local_port() as u32);
        batch.valid[step * words..][..words].copy_from_slice(edge.valid(0));
        batch.status[step] = edge.status(0);
        for ejection in edge.ejections() {
            let (step, local_port) = (step as u32, first + ejection.local_port);
            batch.ejections[batch.ejected] = crate::engine::Ejection { step, local_port, ..*ejection };
            batch.ejected += 1;
        }
        for hop in edge.hops() {
            let (step, link) = (step as u32, first_link + hop.link);
            batch.hops[batch.hopped] = crate::engine::Hop { step, link, ..*hop };
            batch.hopped += 1;
        }
    }
}

impl Machine for SharedTiles<'_> {
    fn network(&self) -> &Network {
        self.simulation.network()
    }

    fn footprint(&self) -> usize {
        self.simulation.footprint()
    }

    fn error_nodes(&mut self) -> Vec<usize> {
        let first = self.simulation.network().block.nodes.start;
        self.simulation.error_nodes().into_iter().map(|node| first + node).collect()
    }

    fn exchanged(&self) -> Exchanged {
        self.cut.exchanged()
    }
}

impl ExchangeMachine for SharedTiles<'_> {
    fn run(&mut self, start: &[bool], reset: bool, traced: bool, batch: &mut Batch) {
        batch.resize(self.simulation.network(), start, traced);
        (batch.ejected, batch.hopped) = (0, 0);
        for (step, &start) in start.iter().enumerate() {
            self.simulation.run(&[start], reset, traced, &mut self.edge);
            self.exchange();
            self.add(step, batch);
        }
    }
}

/// For libraries with the ports of memories: those of the block's processors.
impl HostMachine for SharedTiles<'_> {
    fn access(&mut self, host: &mut Host, batch: &mut Batch) {
        let Network { processors_before: first, processors: own, all_processors: all, .. } =
            *self.simulation.network();
        let (steps, words) = (host.address.len() / all.max(1), host.words);
        batch.resize(self.simulation.network(), &vec![false; steps], false);
        (batch.ejected, batch.hopped) = (0, 0);
        for step in 0..steps {
            let at = step * all + first;
            let mut mine = Host::new(host.write, 1, own, words);
            mine.address.copy_from_slice(&host.address[at..][..own]);
            mine.data.copy_from_slice(&host.data[at * words..][..own * words]);
            match own {
                0 => self.simulation.run(&[false], false, false, &mut self.edge),
                _ => self.simulation.access(&mut mine, &mut self.edge),
            }
            host.data[at * words..][..own * words].copy_from_slice(&mine.data);
            self.exchange();
            self.add(step, batch);
        }
    }
}
