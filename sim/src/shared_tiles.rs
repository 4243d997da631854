//! The tile engine of a block: the tiles of its nodes, and the exchange of messages and returning credits
//! over cuts after every clock edge.
//!
//! In the library, links that arrive over a cut come after the block's own links. It treats them in the same
//! way, including the past cycles in their registers. What goes over a cut is copied as it is in memory, so
//! all ranks must run the same library on machines of one kind.

use crate::engine::{Batch, ExchangeMachine, Host, HostMachine, Machine, Network, OnRank};
use crate::ffi::{Simulation, Tiles};
use crate::monitor::set_bits;
use crate::ranks::{Block, Carried, Cut, Exchanged, Ranks};

/// The most bytes of a link's state: a payload of 1024 bits, a header of 128 bits, and whether it is in use.
const MOST: usize = 192;

/// The state of a link in the format of the library.
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

/// A word in the byte order of memory.
fn word(bytes: &[u8]) -> u64 {
    u64::from_ne_bytes(bytes.try_into().expect("8 bytes"))
}

/// The tiles of a block.
pub(crate) struct SharedTiles<'a, T: Tiles> {
    pub tiles: T,
    cut: Cut<'a, Raw>,
    /// Links that leave over cuts, and links that arrive over cuts, which come after the block's own; by
    /// port, then by node.
    leaving: Vec<u32>,
    arriving: Vec<u32>,
    /// The results of the last clock edges.
    pub edge: T::Log,
}

impl<'a, T: Tiles> SharedTiles<'a, T> {
    /// The tiles of a library that was made for the block of this rank, in the form for the driver.
    pub fn on_rank(tiles: T, ranks: &'a dyn Ranks) -> OnRank<'a, Self> {
        OnRank::new(Box::new(Self::new(tiles, ranks)), ranks)
    }

    fn new(mut tiles: T, ranks: &'a dyn Ranks) -> Self {
        let (size, channels) = (tiles.links().bytes(), tiles.credits().map_or(0, |(_, channels)| channels));
        assert!((1..=MOST).contains(&size), "a link of tiles");
        let network = tiles.network();
        let (plane, slots, links) = (network.block.plane, network.block.slots, network.links());
        let last = network.nodes() - plane;
        let of_ports = [last * slots, 1].map(|first| (0..plane).map(move |at| first + at * slots));
        let leaving = of_ports.into_iter().flatten().map(|link| link as u32).collect();
        let arriving = (links..links + network.arriving.len()).map(|link| link as u32).collect();
        let cut = Cut::with_credits(ranks, &network.block, size, channels);
        SharedTiles { tiles, cut, leaving, arriving, edge: T::Log::default() }
    }

    /// Exchanges links and credits over cuts after a clock edge: messages go to the end of their links,
    /// credits to the beginning.
    pub fn exchange(&mut self) {
        self.send_flits();
        self.send_credits();
        self.cut.exchange(&mut || ());
        self.take_flits();
        self.take_credits();
    }

    fn send_flits(&mut self) {
        let (size, slots) = (self.tiles.links().bytes(), self.tiles.network().block.slots);
        let valid = T::used(&self.edge);
        let used = |link: &u32| valid[*link as usize / 64] >> (link % 64) & 1 == 1;
        let used: Vec<u32> = self.leaving.iter().copied().filter(used).collect();
        let mut bytes = vec![0; used.len() * size];
        self.tiles.links().read(&used, &mut bytes);
        for (link, bytes) in used.iter().map(|&link| link as usize).zip(bytes.chunks_exact(size)) {
            self.cut.leave(link / slots, link % slots, Raw::get(size, bytes));
        }
    }

    fn take_flits(&mut self) {
        let (size, plane) = (self.tiles.links().bytes(), self.tiles.network().block.plane);
        let mut bytes = vec![0; self.arriving.len() * size];
        for came in self.cut.arrivals() {
            let at = (came.node % plane + came.port * plane) * size;
            bytes[at..at + size].copy_from_slice(&came.message.0[..size]);
        }
        self.tiles.links().write(&self.arriving, &bytes);
    }

    /// Sends credits for messages that arrived over cuts.
    fn send_credits(&mut self) {
        let Network { ref block, .. } = *self.tiles.network();
        let (plane, last) = (block.plane, block.nodes.len() - block.plane);
        let Some((credits, _)) = self.tiles.credits() else { return };
        let mut bytes = vec![0; 8 * self.arriving.len()];
        credits.read(&self.arriving, &mut bytes);
        for (at, channels) in bytes.chunks_exact(8).map(word).enumerate() {
            let (node, port) = ([0, last][at / plane] + at % plane, at / plane);
            set_bits(&[channels]).for_each(|channel| self.cut.give_back(node, port, channel));
        }
    }

    /// Receives credits for messages that left over cuts.
    fn take_credits(&mut self) {
        let Block { plane, slots, .. } = self.tiles.network().block;
        let Some((credits, channels)) = self.tiles.credits() else { return };
        let mut all = vec![0u64; self.leaving.len()];
        for &output in self.cut.returned() {
            let (link, channel) = (output / channels, output % channels);
            all[link % slots * plane + link / slots % plane] |= 1 << channel;
        }
        let bytes: Vec<u8> = all.into_iter().flat_map(u64::to_ne_bytes).collect();
        credits.write(&self.leaving, &bytes);
    }
}

impl SharedTiles<'_, Simulation> {
    /// Adds the results of a clock edge to a batch, with the numbers of the whole network.
    fn add(&self, step: usize, batch: &mut Batch) {
        let Batch { words, .. } = *batch;
        let (network, edge) = (self.tiles.network(), &self.edge);
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

impl<T: Tiles> Machine for SharedTiles<'_, T> {
    fn network(&self) -> &Network {
        self.tiles.network()
    }

    fn footprint(&self) -> usize {
        self.tiles.footprint()
    }

    fn error_nodes(&mut self) -> Vec<usize> {
        let first = self.tiles.network().block.nodes.start;
        self.tiles.error_nodes().into_iter().map(|node| first + node).collect()
    }

    fn exchanged(&self) -> Exchanged {
        self.cut.exchanged()
    }
}

impl ExchangeMachine for SharedTiles<'_, Simulation> {
    fn run(&mut self, start: &[bool], reset: bool, traced: bool, batch: &mut Batch) {
        batch.resize(self.tiles.network(), start, traced);
        (batch.ejected, batch.hopped) = (0, 0);
        for (step, &start) in start.iter().enumerate() {
            self.tiles.run(&[start], reset, traced, &mut self.edge);
            self.exchange();
            self.add(step, batch);
        }
    }
}

/// For libraries with host ports: those of the processors of the block.
impl HostMachine for SharedTiles<'_, Simulation> {
    fn access(&mut self, host: &mut Host, batch: &mut Batch) {
        let Network { processors_before: first, processors: own, all_processors: all, .. } =
            *self.tiles.network();
        let (steps, words) = (host.address.len() / all.max(1), host.words);
        batch.resize(self.tiles.network(), &vec![false; steps], false);
        (batch.ejected, batch.hopped) = (0, 0);
        for step in 0..steps {
            let at = step * all + first;
            let mut mine = Host::new(host.write, 1, own, words);
            mine.address.copy_from_slice(&host.address[at..][..own]);
            mine.data.copy_from_slice(&host.data[at * words..][..own * words]);
            match own {
                0 => self.tiles.run(&[false], false, false, &mut self.edge),
                _ => self.tiles.access(&mut mine, &mut self.edge),
            }
            host.data[at * words..][..own * words].copy_from_slice(&mine.data);
            self.exchange();
            self.add(step, batch);
        }
    }
}
