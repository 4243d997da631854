//! The tile engine of a block: the tiles of its nodes, and the exchange of messages and returning credits
//! over cuts after every clock edge.
//!
//! In the library, links that arrive over a cut come after the block's own links. It treats them in the same
//! way, including the past cycles in their registers. What goes over a cut is copied as it is in memory, so
//! all ranks must run the same library on machines of one kind.

use crate::engine::{Batch, Ejection, ExchangeMachine, Hop, Host, HostMachine, Machine, Network, OnRank};
use crate::ffi::{Simulation, Tiles};
use crate::monitor::set_bits;
use crate::ranks::{Carried, Cut, Exchanged, Ranks, Side};
use rustc_hash::FxHashMap;

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
    /// Links that lead to other blocks, by port, then by node.
    leaving: Vec<u32>,
    /// The place of each of them in this list.
    places: FxHashMap<u32, usize>,
    /// Links that arrive from other blocks, which come after the block's own; by port, then by node.
    arriving: Vec<u32>,
    /// The node and port at which each of them arrives.
    arrivals: Vec<(usize, usize)>,
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
        let (block, links) = (&tiles.network().block, tiles.network().links() as u32);
        let slots = block.slots;
        let of_side =
            |side: Side| (0..side.places).map(move |at| (side.begin(at) * slots + side.port) as u32);
        let leaving: Vec<u32> = block.sides().flat_map(of_side).collect();
        let places = leaving.iter().copied().zip(0..).collect();
        let arrivals: Vec<(usize, usize)> = block.arrivals().collect();
        let arriving = (links..).take(arrivals.len()).collect();
        let cut = Cut::with_credits(ranks, block, size, channels);
        SharedTiles { tiles, cut, leaving, places, arriving, arrivals, edge: T::Log::default() }
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
        let size = self.tiles.links().bytes();
        let mut bytes = vec![0; self.arriving.len() * size];
        // Both lists are by port, then by node.
        let mut places = self.arrivals.iter().zip(bytes.chunks_exact_mut(size));
        for came in self.cut.arrivals() {
            let found = places.find(|(arrival, _)| **arrival == (came.node, came.port));
            found.expect("a link from there").1.copy_from_slice(&came.message.0[..size]);
        }
        self.tiles.links().write(&self.arriving, &bytes);
    }

    /// Sends credits for messages that arrived over cuts.
    fn send_credits(&mut self) {
        let Some((credits, _)) = self.tiles.credits() else { return };
        let mut bytes = vec![0; 8 * self.arriving.len()];
        credits.read(&self.arriving, &mut bytes);
        for (&(node, port), channels) in self.arrivals.iter().zip(bytes.chunks_exact(8).map(word)) {
            set_bits(&[channels]).for_each(|channel| self.cut.give_back(node, port, channel));
        }
    }

    /// Receives credits for messages that left over cuts.
    fn take_credits(&mut self) {
        let Some((credits, channels)) = self.tiles.credits() else { return };
        let mut all = vec![0u64; self.leaving.len()];
        for &output in self.cut.returned() {
            let (link, channel) = ((output / channels) as u32, output % channels);
            all[self.places[&link]] |= 1 << channel;
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
        batch.valid[step * words..][..words].copy_from_slice(edge.valid(0));
        batch.status[step] = edge.status(0);
        for ejection in edge.ejections_of(0).iter() {
            let local_port = network.local_port_id(ejection.local_port);
            batch.ejections.push(Ejection { local_port, ..ejection });
        }
        batch.end(step);
        for hop in edge.hops() {
            let (step, link) = (step as u32, network.block.link_id(hop.link as usize) as u32);
            batch.hops[batch.hopped] = Hop { step, link, ..*hop };
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
        let nodes = self.tiles.error_nodes();
        nodes.into_iter().map(|node| self.tiles.network().block.id(node)).collect()
    }

    fn exchanged(&self) -> Exchanged {
        self.cut.exchanged()
    }
}

impl ExchangeMachine for SharedTiles<'_, Simulation> {
    fn run(&mut self, start: &[bool], reset: bool, traced: bool, batch: &mut Batch) {
        batch.resize(self.tiles.network(), start, traced);
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
        let Network { ref own_processors, all_processors: all, .. } = *self.tiles.network();
        let (own, words) = (own_processors.clone(), host.words);
        let steps = host.address.len() / all.max(1);
        batch.resize(self.tiles.network(), &vec![false; steps], false);
        for step in 0..steps {
            let places = own.iter().map(|&processor| step * all + processor as usize);
            let mut mine = Host::new(host.write, 1, own.len(), words);
            for (at, from) in places.clone().enumerate() {
                mine.address[at] = host.address[from];
                mine.data[at * words..][..words].copy_from_slice(&host.data[from * words..][..words]);
            }
            match own.len() {
                0 => self.tiles.run(&[false], false, false, &mut self.edge),
                _ => self.tiles.access(&mut mine, &mut self.edge),
            }
            for (at, to) in places.enumerate() {
                host.data[to * words..][..words].copy_from_slice(&mine.data[at * words..][..words]);
            }
            self.exchange();
            self.add(step, batch);
        }
    }
}
