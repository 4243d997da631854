//! ROM images: what the injectors of one processor class send, per slot and lane, and how a word is coded
//! in the header of a message.
//!
//! # Header
//! The header on a link says what remains **after** that link, least significant bits first:
//! ```text
//! cur | present_1 port_1 hops_1 | present_2 port_2 hops_2 | ..      (d-1 further runs)
//! ```
//! `cur` is the number of hops that remain in the run the message is on; `port_r` and `hops_r - 1` describe
//! the next runs. Going straight decrements `cur`; turning shifts the header right by one group, so that
//! `hops_1 - 1` becomes `cur`; with `cur = 0` and `present_1 = 0` the message is home. The port of the run a
//! message is on needs no bits: it is the link it arrives by.
//!
//! In a network with virtual channels every further run has a `channel` between `port` and `hops - 1`: that of
//! the run's first link (docs/buffered.md).

use crate::{Port, Torus, Word};

/// Widths of the header's fields, in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeaderLayout {
    /// Bits of `cur` and of every `hops_r - 1`.
    pub hop_bits: usize,
    /// Bits of a port number.
    pub port_bits: usize,
    /// Bits of a virtual channel's number; 0 in the scheduled network.
    pub channel_bits: usize,
    /// Number of further runs that fit: d - 1.
    pub runs: usize,
}

impl HeaderLayout {
    /// The layout for shortest words of a torus.
    pub fn new(torus: &Torus) -> Self {
        HeaderLayout::with_channels(torus, 1)
    }

    /// The layout for shortest words of a torus whose links have `channels` virtual channels each.
    pub fn with_channels(torus: &Torus, channels: usize) -> Self {
        let longest = torus.dims().iter().map(|n| n / 2).max().unwrap_or(1);
        HeaderLayout {
            hop_bits: bits(longest as usize).max(1),
            port_bits: bits(torus.port_slots()),
            channel_bits: bits(channels),
            runs: torus.d() - 1,
        }
    }

    /// Bits of one further run: present, port, channel, hops.
    pub fn group_bits(&self) -> usize {
        1 + self.port_bits + self.channel_bits + self.hop_bits
    }

    /// Bits of a header.
    pub fn width(&self) -> usize {
        self.hop_bits + self.runs * self.group_bits()
    }

    /// The header of a word on its **first** link. The word is not empty and has at most d runs.
    pub fn encode(&self, word: &Word) -> u128 {
        self.encode_on(word, &vec![0; word.runs().len()])
    }

    /// The header of a word whose run r begins on channel `channels[r]`; that of run 0 is not in the header.
    pub fn encode_on(&self, word: &Word, channels: &[usize]) -> u128 {
        let runs = word.runs();
        let group = |r: usize| {
            let after_port = (channels[r] as u128) | (runs[r].hops as u128 - 1) << self.channel_bits;
            1 | (runs[r].port.index() as u128) << 1 | after_port << (1 + self.port_bits)
        };
        let further = |r: usize| group(r) << (self.hop_bits + (r - 1) * self.group_bits());
        (1..runs.len()).map(further).fold(runs[0].hops as u128 - 1, |header, group| header | group)
    }
}

/// One message in a ROM row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RomEntry {
    /// Destination minus source, every coordinate modulo its radix.
    pub offset: Vec<u32>,
    /// The path.
    pub word: Word,
}

/// The schedule of one processor class: `rows[slot][lane]`, `None` = idle. With all ports every row has `2d`
/// lanes, lane = first port of the word, those of absent ports always idle; with one port it has one lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RomImage {
    /// Slot by slot; as many rows as the schedule has slots.
    pub rows: Vec<Vec<Option<RomEntry>>>,
}

impl RomImage {
    /// An image of `slots` idle rows for a torus with `lanes` port slots.
    pub fn idle(slots: usize, lanes: usize) -> Self {
        RomImage { rows: vec![vec![None; lanes]; slots] }
    }

    /// Number of messages in the image.
    pub fn messages(&self) -> usize {
        self.rows.iter().flatten().flatten().count()
    }

    /// Every turn `(arriving by, leaving through)` that some word of the image makes.
    pub fn turns(&self) -> Vec<(Port, Port)> {
        let words = self.rows.iter().flatten().flatten().map(|entry| &entry.word);
        let mut turns: Vec<_> =
            words.flat_map(|w| w.runs().windows(2).map(|r| (r[0].port, r[1].port))).collect();
        turns.sort();
        turns.dedup();
        turns
    }
}

/// Bits that hold the values `0..count`: ceil(log2(count)), 0 for a single value.
pub fn bits(count: usize) -> usize {
    count.next_power_of_two().trailing_zeros() as usize
}
