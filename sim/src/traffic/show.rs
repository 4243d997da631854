//! What is shown during a run of packets, and to whom.

use crate::record::{Passage, Recording};
use crate::Sample;

/// A function that is called for every cycle, cycle 0 first; ejections are counts of flits.
pub enum Watch<'a> {
    /// It gets the links in use.
    Links(&'a mut (dyn FnMut(Sample) + 'a)),
    /// It also gets every flit on a link and the waiting packets, which takes longer.
    Packets(&'a mut (dyn FnMut(Sample, &PacketSample) + 'a)),
}

impl Watch<'_> {
    /// The same function, borrowed for a shorter time.
    pub fn reborrow(&mut self) -> Watch<'_> {
        match self {
            Watch::Links(watch) => Watch::Links(*watch),
            Watch::Packets(watch) => Watch::Packets(*watch),
        }
    }
}

/// The packets of one cycle, in addition to the links in use.
pub struct PacketSample<'a> {
    /// Flits offered in the cycle.
    pub offered: u64,
    /// For each processor, the packets that were offered and of which no router has taken a flit by the end
    /// of the cycle.
    pub waiting: &'a [u32],
    /// The flits on links, by increasing link id.
    pub passages: &'a [Passage],
}

/// What is shown during a run; the default is nothing.
#[derive(Default)]
pub struct Show<'a> {
    /// The waves to write.
    pub waves: Recording<'a>,
    /// Words `key=value` that reproduce the packets, without path or date, for the waves.
    pub label: &'a str,
    /// The expected load of every link, by link id, in any unit; it determines the busiest links of a
    /// selection.
    pub loads: &'a [u64],
    /// Called in every cycle.
    pub watch: Option<Watch<'a>>,
}
