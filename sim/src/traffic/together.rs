//! The messages between ranks that share a run of packets.
//!
//! Every rank makes all packets and offers those of its own processors. It takes the flits that come out
//! there, and counts its own links. Besides their links, the blocks depend on each other only for the end of
//! a run. After every batch of cycles ranks tell each other how many packets are open, when something moved
//! last, and whether a node reports an error; this is not needed in each cycle. Only the rank of the sender
//! knows when a packet entered; it tells this at the end.

use super::latency::Latencies;
use super::records::Record;
use super::stall::Place;
use super::Session;
use crate::ranks::{numbers, Grid, Ranks};
use std::collections::HashMap;

/// The sums of the counts of the other ranks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OfOthers {
    pub open: u64,
    pub open_measured: u64,
    pub delivered: u64,
    pub accepted: u64,
}

/// Stands for no clock edge.
const NEVER: u64 = u64::MAX;

/// The numbers of each other rank, with its rank.
pub(super) fn others(ranks: &dyn Ranks, mine: &[u64]) -> Vec<(usize, Vec<u64>)> {
    let all = numbers(ranks, mine).into_iter().enumerate();
    all.filter(|(rank, _)| *rank != ranks.rank()).collect()
}

impl Session<'_> {
    /// Whether it is true at any rank.
    pub(super) fn any(&self, mine: bool) -> bool {
        match self.ranks {
            Some(ranks) => numbers(ranks, &[u64::from(mine)]).concat().contains(&1),
            None => mine,
        }
    }

    /// The earliest clock edge that any rank has found.
    pub(super) fn earliest(&self, found: Option<usize>) -> Option<usize> {
        let Some(ranks) = self.ranks else { return found };
        let all = numbers(ranks, &[found.map_or(NEVER, |step| step as u64)]).concat();
        all.into_iter().filter(|&step| step != NEVER).min().map(|step| step as usize)
    }

    /// Shares the counts of this rank with the others, and notes theirs.
    pub(super) fn together(&mut self) {
        let Some(ranks) = self.ranks else { return };
        let board = &self.scoreboard;
        let counts = [board.open, board.open_measured, board.delivered, self.accepted];
        let all = others(ranks, &[&counts[..], &[self.moved, self.last_arrival]].concat());
        let sum = |at: usize| all.iter().map(|(_, theirs)| theirs[at]).sum();
        let latest = |at: usize, mine| all.iter().map(|(_, theirs)| theirs[at]).fold(mine, u64::max);
        self.others = OfOthers { open: sum(0), open_measured: sum(1), delivered: sum(2), accepted: sum(3) };
        (self.moved, self.last_arrival) = (latest(4, self.moved), latest(5, self.last_arrival));
    }

    /// The latencies of all measured packets: total, and in the network.
    pub(super) fn latencies(&mut self) -> [Latencies; 2] {
        if let Some(ranks) = self.ranks {
            self.learn_entries(ranks);
        }
        let board = &mut self.scoreboard;
        for (packet, left) in std::mem::take(&mut board.from_elsewhere) {
            board.network.add(left - board.records[packet].entered);
        }
        [&self.scoreboard.total, &self.scoreboard.network].map(|mine| self.of_all(mine))
    }

    fn of_all(&self, mine: &Latencies) -> Latencies {
        let Some(ranks) = self.ranks else { return mine.clone() };
        let pairs: Vec<u64> = mine.pairs().flat_map(|(latency, count)| [latency, count]).collect();
        let mut all = Latencies::default();
        let pairs = numbers(ranks, &pairs).concat();
        pairs.chunks_exact(2).for_each(|pair| all.add_many(pair[0], pair[1]));
        all
    }

    /// Learns when measured packets entered that go from one rank to another. Each rank tells about its own
    /// packets, in their order.
    fn learn_entries(&mut self, ranks: &dyn Ranks) {
        let torus = self.traffic.placement.torus();
        let grid = Grid::of(torus, ranks);
        let ends =
            |record: &Record| [record.source, record.destination].map(|node| grid.rank_of(torus, node));
        let crosses = |record: &Record| record.measured && ends(record)[0] != ends(record)[1];
        let mine = |record: &&Record| crosses(record) && ends(record)[0] == ranks.rank();
        let entries: Vec<u64> =
            self.scoreboard.records.iter().map(|(_, r)| r).filter(mine).map(|r| r.entered).collect();
        let all = numbers(ranks, &entries);
        let mut all: Vec<_> = all.iter().map(|entries| entries.iter()).collect();
        for record in self.scoreboard.records.iter_mut().filter(|record| crosses(record)) {
            if let Some(&entered) = all[ends(record)[0]].next() {
                record.entered = entered;
            }
        }
    }

    /// The last places of flits in all blocks. The links that a flit has used in different blocks are added.
    pub(super) fn places(&self, mine: HashMap<u32, Place>) -> HashMap<u32, Place> {
        let Some(ranks) = self.ranks else { return mine };
        let told = |(&serial, place): (&u32, &Place)| {
            [u64::from(serial), place.hops as u64, u64::from(place.link), place.cycle]
        };
        let told: Vec<u64> = mine.iter().flat_map(told).collect();
        let mut all: HashMap<u32, Place> = HashMap::new();
        for told in numbers(ranks, &told).concat().chunks_exact(4) {
            let (serial, hops) = (told[0] as u32, told[1] as usize);
            let place = Place { hops, link: told[2] as u32, cycle: told[3] };
            let known = all.entry(serial).or_insert(Place { hops: 0, ..place });
            let later = if (place.cycle, place.link) > (known.cycle, known.link) { place } else { *known };
            *known = Place { hops: known.hops + hops, ..later };
        }
        all
    }

    /// Learns how many flits of every packet have come out, and how many of them at wrong nodes.
    pub(super) fn know_all_arrivals(&mut self) {
        let Some(ranks) = self.ranks else { return };
        let board = &mut self.scoreboard;
        let block = &board.block;
        let foreign = |record: &&mut Record| block.node(record.destination.index()).is_none();
        board.records.iter_mut().filter(foreign).for_each(|record| record.arrived = 0);
        let told = |(packet, record): (u32, &Record)| {
            [packet.into(), record.arrived.into(), record.misrouted.into()]
        };
        let told: Vec<u64> =
            board.records.iter().map(told).filter(|told| told[1..] != [0, 0]).flatten().collect();
        for told in others(ranks, &told).iter().flat_map(|(_, told)| told.chunks_exact(3)) {
            let record = &mut board.records[told[0] as u32];
            record.arrived += told[1] as u32;
            record.misrouted += told[2] as u32;
        }
    }
}
