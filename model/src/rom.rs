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
//! In the buffered network (`docs/buffered.md`) a link has several virtual channels and every further run says
//! on which one it starts: `present_r port_r channel_r hops_r`. The channel of the current link travels beside
//! the header. One channel needs no bits, so the scheduled network's header is the same with them and without.

use crate::{Port, Run, Torus, Word};

/// Widths of the header's fields, in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeaderLayout {
    /// Bits of `cur` and of every `hops_r - 1`.
    pub hop_bits: usize,
    /// Bits of a port number.
    pub port_bits: usize,
    /// Bits of a channel number: 0 with one channel, as in the scheduled network.
    pub channel_bits: usize,
    /// Number of further runs that fit: d - 1.
    pub runs: usize,
}

impl HeaderLayout {
    /// The layout for shortest words of a torus whose links have one channel.
    pub fn new(torus: &Torus) -> Self {
        Self::with_channels(torus, 1)
    }

    /// The layout for shortest words of a torus whose links have `channels >= 1` virtual channels.
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

    /// The header of a word on its **first** link, every run on channel 0. The word is not empty and has at
    /// most d runs.
    pub fn encode(&self, word: &Word) -> u128 {
        self.encode_on(word, &vec![0; word.runs().len()])
    }

    /// The header of a word on its **first** link, where run r starts on `channels[r]`; `channels[0]` is not in
    /// the header. The word is not empty and has at most d runs, one channel each, all within the layout.
    pub fn encode_on(&self, word: &Word, channels: &[usize]) -> u128 {
        let runs = word.runs();
        debug_assert_eq!(runs.len(), channels.len());
        let groups = runs.iter().zip(channels).skip(1).map(|(run, &channel)| self.group(run, channel));
        groups
            .enumerate()
            .map(|(r, group)| group << (self.hop_bits + r * self.group_bits()))
            .fold(runs[0].hops as u128 - 1, |header, group| header | group)
    }

    /// The bits of one further run.
    fn group(&self, run: &Run, channel: usize) -> u128 {
        debug_assert!(channel < 1 << self.channel_bits);
        let hops = (run.hops as u128 - 1) << (1 + self.port_bits + self.channel_bits);
        1 | (run.port.index() as u128) << 1 | (channel as u128) << (1 + self.port_bits) | hops
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

impl RomEntry {
    /// The message with the signs of some dimensions swapped.
    fn mirrored(&self, torus: &Torus, swaps: &[bool]) -> RomEntry {
        let run = |run: &Run| {
            let port = Port::from_index(run.port.index() ^ swaps[run.port.dim()] as usize);
            Run { port, ..*run }
        };
        let negate = |(dim, &x): (usize, &u32)| match swaps[dim] {
            true => (torus.dims()[dim] - x) % torus.dims()[dim],
            false => x,
        };
        let offset = self.offset.iter().enumerate().map(negate).collect();
        RomEntry { offset, word: Word::new(self.word.runs().iter().map(run)) }
    }
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

    /// The image with the signs of some dimensions swapped: what a node sends whose coordinates there are odd,
    /// if this is what the node of even coordinates sends (dihedral tables). Runs take the opposite port, lanes
    /// change places with their ports, offsets are negated modulo the radix. The radices there are above 2.
    pub fn mirrored(&self, torus: &Torus, swaps: &[bool]) -> RomImage {
        let row = |row: &Vec<Option<RomEntry>>| {
            // The only lane stays where it is.
            let from = |lane: usize| lane ^ (row.len() > 1 && swaps[lane / 2]) as usize;
            let entry = |lane| row[from(lane)].as_ref().map(|entry| entry.mirrored(torus, swaps));
            (0..row.len()).map(entry).collect()
        };
        RomImage { rows: self.rows.iter().map(row).collect() }
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

#[cfg(test)]
mod tests {
    use crate::{exchange::exchange, frame::Effort, schedule::PortModel, tables::Group, Symmetry, Torus};

    /// Every image of a dihedral table is image 0 with the signs of its odd dimensions swapped; twice is once.
    #[test]
    fn one_image_gives_those_of_all_parities() {
        for (dims, group) in
            [(&[6][..], None), (&[4, 3], None), (&[3, 6], None), (&[4, 6], Some(Group::Dihedral))]
        {
            let torus = Torus::new(dims).unwrap();
            let schedule = exchange(&torus, PortModel::AllPort, group, Effort::with_seed(1));
            let Symmetry::Parity { counts } = schedule.placement.symmetry() else { panic!("{torus}") };
            let images = schedule.rom_images();
            for (node, image) in schedule.placement.sources().into_iter().zip(&images) {
                let odd = |dim: usize| counts[dim] && torus.coordinate(node, dim) % 2 == 1;
                let swaps: Vec<bool> = (0..torus.d()).map(odd).collect();
                assert_eq!(images[0].mirrored(&torus, &swaps), *image, "{torus} {swaps:?}");
                assert_eq!(image.mirrored(&torus, &swaps), images[0], "{torus} {swaps:?}");
            }
        }
    }

    /// One lane stays the only one; its messages are mirrored all the same.
    #[test]
    fn one_lane_stays() {
        let torus = Torus::new(&[5, 4]).unwrap();
        let schedule = exchange(&torus, PortModel::OnePort, None, Effort::with_seed(1));
        let (image, swaps) = (&schedule.rom_images()[0], [false, true]);
        let mirror = image.mirrored(&torus, &swaps);
        for (row, other) in image.rows.iter().zip(&mirror.rows) {
            assert_eq!((row.len(), row[0].is_some()), (1, other[0].is_some()));
            let (Some(one), Some(other)) = (&row[0], &other[0]) else { continue };
            assert_eq!((one.offset[0], (one.offset[1] + other.offset[1]) % 4), (other.offset[0], 0));
            assert!(one.word.ports().zip(other.word.ports()).all(|(p, q)| p.index() ^ q.index() == p.dim()));
        }
    }
}
