//! The channel of every flit on a link, cycle by cycle, as bit planes for a diagram by links.

use super::base64::base64;
use torus_sim::record::Passage;

/// One plane for each bit of a channel's number plus one; 0 means no channel.
pub struct Channels {
    count: usize,
    /// The bytes of a cycle in a plane.
    bytes: usize,
    planes: Vec<Vec<u8>>,
}

impl Channels {
    /// Without cycles. A single channel needs no planes.
    pub fn new(count: usize, links: usize) -> Self {
        let bits = if count > 1 { usize::BITS - count.leading_zeros() } else { 0 };
        Channels { count, bytes: links.div_ceil(8), planes: vec![Vec::new(); bits as usize] }
    }

    /// The number of channels of a link.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The number of bits for each link and cycle.
    pub fn planes(&self) -> usize {
        self.planes.len()
    }

    /// Adds the next cycle.
    pub fn observe(&mut self, passages: &[Passage]) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            let first = plane.len();
            plane.resize(first + self.bytes, 0);
            for Passage { link, message } in passages {
                let value = message.channel.map_or(0, |channel| channel + 1);
                plane[first + *link as usize / 8] |= ((value >> bit & 1) as u8) << (link % 8);
            }
        }
    }

    /// Drops the cycles from `cycles` on.
    pub fn end(&mut self, cycles: usize) {
        let bytes = cycles * self.bytes;
        self.planes.iter_mut().for_each(|plane| plane.truncate(bytes));
    }

    /// The planes in base 64.
    pub fn finish(self) -> Vec<String> {
        self.planes.iter().map(|plane| base64(plane)).collect()
    }
}
