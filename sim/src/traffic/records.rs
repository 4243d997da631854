//! The records of packets, by the number of the packet.
//!
//! A record is needed as long as its packet is on the way. [`Records::release`] drops the oldest records of
//! packets that have arrived, so a run of any length takes the memory of the packets under way. After it, a
//! flit of such a packet counts as one that was never sent.

use super::Way;
use std::collections::VecDeque;
use std::ops::{Index, IndexMut};
use torus_model::{NodeId, Port};

/// The record of a packet.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub cycle: u64,
    pub entered: u64,
    pub source: NodeId,
    pub destination: NodeId,
    pub port: Port,
    pub head: u64,
    pub flits: u32,
    pub arrived: u32,
    /// Flits that came out at a wrong node.
    pub misrouted: u32,
    pub measured: bool,
}

impl Record {
    /// The way of the packet.
    pub fn way(&self) -> Way {
        Way::new(self.port, self.head.into())
    }
}

/// All packets that were sent.
#[derive(Default)]
pub(super) struct Records {
    /// The number of packets whose records were released: all before the first one that is kept.
    released: usize,
    kept: VecDeque<Record>,
}

impl Records {
    /// The number of packets that were sent.
    pub fn sent(&self) -> usize {
        self.released + self.kept.len()
    }

    /// The number of packets whose records were released.
    pub fn released(&self) -> usize {
        self.released
    }

    /// Adds the next packet.
    pub fn push(&mut self, record: Record) {
        self.kept.push_back(record);
    }

    /// The record of the packet that was added last.
    pub fn last(&self) -> Option<&Record> {
        self.kept.back()
    }

    /// The record of a packet; `None` if it was never sent, or if its record was released.
    pub fn get(&self, packet: u32) -> Option<&Record> {
        self.kept.get((packet as usize).checked_sub(self.released)?)
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, packet: u32) -> Option<&mut Record> {
        self.kept.get_mut((packet as usize).checked_sub(self.released)?)
    }

    /// The records that are kept, with the numbers of their packets.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Record)> {
        (self.released as u32..).zip(&self.kept)
    }

    /// The records that are kept, to change them.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Record> {
        self.kept.iter_mut()
    }

    /// The records from this packet on, none of which was released.
    pub fn since(&self, packet: usize) -> impl Iterator<Item = &Record> {
        self.kept.range(packet - self.released..)
    }

    /// Releases the oldest records: those of packets before this one, up to the first packet that has not
    /// arrived completely.
    pub fn release(&mut self, before: u32) {
        let arrived = |record: &Record| record.arrived == record.flits;
        while self.released < before as usize && self.kept.front().is_some_and(arrived) {
            self.kept.pop_front();
            self.released += 1;
        }
    }
}

/// The record of a packet that is known to be kept.
impl Index<u32> for Records {
    type Output = Record;

    fn index(&self, packet: u32) -> &Record {
        &self.kept[packet as usize - self.released]
    }
}

impl IndexMut<u32> for Records {
    fn index_mut(&mut self, packet: u32) -> &mut Record {
        &mut self.kept[packet as usize - self.released]
    }
}
