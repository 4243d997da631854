//! Tallies: the flits that channels carry, and the credits that return to them. Both are bits that a monitor
//! adds up after every clock edge, so that an edge touches little memory.

use crate::engine::traffic::Tally;
use crate::monitor::Monitor;

/// The tallies of all channels.
pub struct Tallies {
    /// A bit for each channel: whether it carried a flit at this edge, or a credit returned to it. Ejection
    /// ports come behind the channels of links, and are not counted.
    events: [Vec<u64>; 2],
    monitors: [Monitor; 2],
    channels: usize,
}

impl Tallies {
    /// The tallies of the first `channels` of `all` channels.
    pub fn new(channels: usize, all: usize) -> Self {
        let (words, monitor) = (vec![0; all.div_ceil(64)], Monitor::new(channels));
        Tallies { events: [words.clone(), words], monitors: [monitor.clone(), monitor], channels }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.events.iter_mut().for_each(|events| events.fill(0));
        self.monitors.iter_mut().for_each(|monitor| *monitor = Monitor::new(self.channels));
    }

    /// A channel carries a flit.
    #[inline(always)]
    pub fn carry(&mut self, channel: usize) {
        self.events[0][channel / 64] |= 1 << (channel % 64);
    }

    /// Whether a channel carries a flit at this edge.
    #[inline(always)]
    pub fn carries(&self, channel: usize) -> bool {
        self.events[0][channel / 64] >> (channel % 64) & 1 == 1
    }

    /// A credit returns to a channel.
    #[inline(always)]
    pub fn give_back(&mut self, channel: usize) {
        self.events[1][channel / 64] |= 1 << (channel % 64);
    }

    /// Ends a clock edge.
    pub fn end_edge(&mut self, cycle: u64) {
        for (monitor, events) in self.monitors.iter_mut().zip(&mut self.events) {
            let counted = self.channels.div_ceil(64);
            monitor.observe(cycle, &events[..counted]);
            events[..counted].fill(0);
        }
    }

    /// The tallies, by channel.
    pub fn all(&self) -> Vec<Tally> {
        let [carried, returned] = [0, 1].map(|which| self.monitors[which].counts());
        let both = carried.into_iter().zip(returned);
        both.map(|(carried, returned)| Tally { carried, returned }).collect()
    }
}
