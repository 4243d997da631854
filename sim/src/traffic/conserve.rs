//! Checks the state after a run: every link and channel has carried what the packets need, and has all its
//! credits back.
//!
//! Flits and credits are counted at the beginning of a link, on its wires. A flit that is still in the buffer
//! at the end of the link has not returned its credit, so equal counts also show that the buffer is empty.

use super::Session;
use crate::engine::traffic::Tally;
use crate::mismatch::PacketMismatch;

impl Session<'_> {
    /// The flits that every link should carry.
    pub(super) fn expected_counts(&self) -> Vec<u64> {
        self.traffic.counts.map_or_else(|| self.needed_of_links(), <[u64]>::to_vec)
    }

    fn needed_of_links(&self) -> Vec<u64> {
        self.needed_by_all.chunks(self.format.channels()).map(|channels| channels.iter().sum()).collect()
    }

    /// Compares every link of the block with the loads and with the packets. So these two expectations also
    /// check each other.
    pub(super) fn count_links(&mut self) {
        let torus = self.traffic.placement.torus();
        let (all, counts) = ([self.expected_counts(), self.needed_of_links()], self.monitor.counts());
        for link in torus.links() {
            let Some(own) = self.block.link(link.index()) else { continue };
            let seen = counts[own];
            let expected =
                all.iter().map(|expected| expected[link.index()]).find(|&expected| expected != seen);
            if let Some(expected) = expected {
                let (place, link) = (link.index(), torus.link_name(link));
                self.scoreboard.note_at(place, PacketMismatch::LinkCount { link, expected, seen });
            }
        }
    }

    /// Compares every channel of the block with the packets, and its credits with its flits. A run that did
    /// not come to rest has other mismatches that say why.
    pub(super) fn conserve(&mut self) {
        if self.stalled || self.failed || self.missing() > 0 {
            return;
        }
        let (torus, channels) = (self.traffic.placement.torus(), self.format.channels());
        let (tallies, counts) = (self.simulation.tallies(), self.monitor.counts());
        let needed = &self.needed_by_all;
        for link in torus.links() {
            let Some(own) = self.block.link(link.index()) else { continue };
            let of_link = |at: usize| at * channels..(at + 1) * channels;
            let (tallies, needed) = (&tallies[of_link(own)], &needed[of_link(link.index())]);
            // A link whose total is wrong has already been reported.
            let whole = counts[own] == needed.iter().sum::<u64>();
            for (channel, (&Tally { carried, returned }, &expected)) in tallies.iter().zip(needed).enumerate()
            {
                let (place, name, seen) = (link.index(), || torus.link_name(link), carried);
                if whole && carried != expected {
                    let found = PacketMismatch::ChannelCount { link: name(), channel, expected, seen };
                    self.scoreboard.note_at(place, found);
                }
                if carried != returned {
                    let found = PacketMismatch::Credits { link: name(), channel, carried, returned };
                    self.scoreboard.note_at(place, found);
                }
            }
        }
    }
}
