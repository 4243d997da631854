//! Flits that come out at a wrong node, on another rank than that of their destination.
//!
//! Such a flit is reported as one that came out before if as many flits of its packet have arrived, otherwise
//! as misdelivered. So in every batch of cycles ranks tell each other which packets have such flits, and
//! which of their flits come out at the destination. A correct network has none.

use super::scoreboard::Elsewhere;
use super::together::others;
use super::Session;
use crate::engine::traffic::{Log, Seen};
use crate::ranks::numbers;

/// Stands in the field of a flit's place for an entry that says how many flits have arrived before.
const ARRIVED: u64 = u64::MAX;

impl Session<'_> {
    /// Learns which flits come out on other ranks, of packets of which a flit comes out here.
    pub(super) fn find_strays(&mut self, log: &Log) {
        let Some(ranks) = self.ranks else { return };
        self.scoreboard.elsewhere.clear();
        let strays: Vec<u64> = log.left().iter().filter_map(|seen| self.stray(seen)).collect();
        let mut strays = numbers(ranks, &strays).concat();
        if strays.is_empty() {
            return;
        }
        strays.sort_unstable();
        strays.dedup();
        let mut elsewhere = Vec::new();
        for (_, told) in others(ranks, &self.at_home(&strays, log).concat()) {
            for told in told.chunks_exact(3) {
                let (packet, place, cycle) = (told[0] as u32, told[1] as u32, told[2]);
                match told[1] {
                    ARRIVED => self.scoreboard.records[packet].arrived = told[2] as u32,
                    _ => {
                        let node = self.scoreboard.records[packet].destination.index();
                        elsewhere.push(Elsewhere { cycle, node, packet, place });
                    }
                }
            }
        }
        // The sort is stable: flits that come out at a node in a cycle stay in order.
        elsewhere.sort_by_key(|flit| (flit.cycle, flit.node));
        self.scoreboard.elsewhere = elsewhere.into();
    }

    /// The packet of a flit that comes out here although its destination is on another rank.
    fn stray(&self, seen: &Seen) -> Option<u64> {
        let (packet, _, record) = self.scoreboard.flit(seen.serial)?;
        (!self.scoreboard.has(record.destination)).then_some(packet.into())
    }

    /// For packets that should come out here: how many flits have arrived, and which flits come out at the
    /// destination in which cycle.
    fn at_home(&self, packets: &[u64], log: &Log) -> Vec<[u64; 3]> {
        let board = &self.scoreboard;
        let record = |packet: &u64| &board.records[*packet as u32];
        let here = packets.iter().filter(|packet| board.has(record(packet).destination));
        let arrived = here.map(|packet| [*packet, ARRIVED, record(packet).arrived.into()]);
        let come = log.left().iter().filter_map(|seen| {
            let (packet, place, record) = board.flit(seen.serial)?;
            let strays = packets.binary_search(&packet.into()).is_ok();
            let home = strays && board.node_of_local_port[seen.place as usize] == record.destination;
            home.then(|| [packet.into(), place.into(), self.cycle + u64::from(seen.step)])
        });
        arrived.chain(come).collect()
    }
}
