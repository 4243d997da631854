//! What of a run of packets is shown as it goes on, and to whom.

use crate::record::{Passage, Recording};
use crate::Sample;

/// Takes every cycle, cycle 0 first; ejections are flits.
pub enum Watch<'a> {
    /// The links in use.
    Links(&'a mut (dyn FnMut(Sample) + 'a)),
    /// And every flit on a link, and what waits: this takes longer.
    Packets(&'a mut (dyn FnMut(Sample, &PacketSample) + 'a)),
}

impl Watch<'_> {
    /// The same for less long.
    pub fn reborrow(&mut self) -> Watch<'_> {
        match self {
            Watch::Links(watch) => Watch::Links(*watch),
            Watch::Packets(watch) => Watch::Packets(*watch),
        }
    }
}

/// One cycle of packets, beside the links in use.
pub struct PacketSample<'a> {
    /// Flits offered in the cycle.
    pub offered: u64,
    /// Packets of each processor that were offered, and of which no router has taken in a flit when the cycle
    /// ends.
    pub waiting: &'a [u32],
    /// The flits on links, by increasing link.
    pub passages: &'a [Passage],
}

/// What of a run is shown as it goes on; the default is nothing.
#[derive(Default)]
pub struct Show<'a> {
    /// What waves to write.
    pub waves: Recording<'a>,
    /// What gives the packets again, as words `key=value` without path or date: stands in the waves.
    pub label: &'a str,
    /// What every link should carry, by link id, in any unit; chooses the busiest ones of a selection.
    pub loads: &'a [u64],
    /// Called in every cycle.
    pub watch: Option<Watch<'a>>,
}
