//! The header of a message: how the rest of its route is coded in bits.
//!
//! The header on a link says what remains **after** that link, least significant bits first:
//! ```text
//! cur | present_1 port_1 hops_1 | present_2 port_2 hops_2 | ..      (d-1 further segments)
//! ```
//! `cur` is the number of hops that remain in the segment that the message is on. `port_r` and `hops_r - 1`
//! describe the next segments. A node that sends the message straight on decrements `cur`. A node where the
//! message turns shifts the header right by one group, so that `hops_1 - 1` becomes `cur`. A message with
//! `cur = 0` and `present_1 = 0` has reached its destination. The port of the current segment needs no bits:
//! it is the link by which the message arrives.
//!
//! In the buffered network (`docs/buffered.md`) a link has several virtual channels, and every further
//! segment says on which one it starts: `present_r port_r channel_r hops_r`. The channel of the current link
//! travels beside the header. One channel needs no bits, so the scheduled network is the case of one channel.

use super::{Route, Segment};
use crate::{quantity, Torus};

/// Widths of the header's fields, in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeaderLayout {
    /// Bits of `cur` and of every `hops_r - 1`.
    pub hop_bits: usize,
    /// Bits of a port number.
    pub port_bits: usize,
    /// Bits of a channel number: 0 with one channel, as in the scheduled network.
    pub channel_bits: usize,
    /// Number of further segments that fit: d - 1.
    pub segments: usize,
}

impl HeaderLayout {
    /// The layout for shortest routes of a torus whose links have one channel.
    pub fn new(torus: &Torus) -> Self {
        Self::with_channels(torus, 1)
    }

    /// The layout for shortest routes of a torus whose links have `channels >= 1` virtual channels.
    pub fn with_channels(torus: &Torus, channels: usize) -> Self {
        let longest = torus.dims().iter().map(|n| n / 2).max().unwrap_or(1);
        HeaderLayout {
            hop_bits: bits(longest as usize).max(1),
            port_bits: bits(torus.port_slots()),
            channel_bits: bits(channels),
            segments: torus.d() - 1,
        }
    }

    /// Bits of one further segment: present, port, channel, hops.
    pub fn group_bits(&self) -> usize {
        1 + self.port_bits + self.channel_bits + self.hop_bits
    }

    /// Bits of a header.
    pub fn width(&self) -> usize {
        self.hop_bits + self.segments * self.group_bits()
    }

    /// The width and what it is made of: hops, then in each further segment, called a run, present, port,
    /// channel if there are several, and hops.
    pub fn in_words(&self) -> String {
        let HeaderLayout { hop_bits, port_bits, channel_bits, segments } = *self;
        let bits = quantity(self.width(), "bit");
        if segments == 0 {
            return format!("{bits}: {hop_bits} of hops");
        }
        let channel = if channel_bits > 0 { format!(" + {channel_bits}") } else { String::new() };
        let runs = quantity(segments, "further run");
        format!("{bits}: {hop_bits} of hops, {runs} of 1 + {port_bits}{channel} + {hop_bits}")
    }

    /// The header of a route on its **first** link, every segment on channel 0. The route is not empty and
    /// has at most d segments.
    pub fn encode(&self, route: &Route) -> u128 {
        self.encode_on(route, &vec![0; route.segments().len()])
    }

    /// The header of a route on its **first** link, where segment r starts on `channels[r]`; `channels[0]` is
    /// not in the header. The route is not empty, has at most d segments, and every channel is within the
    /// layout.
    pub fn encode_on(&self, route: &Route, channels: &[usize]) -> u128 {
        let segments = route.segments();
        debug_assert_eq!(segments.len(), channels.len());
        let (mut header, mut low) = (segments[0].hops as u128 - 1, self.hop_bits);
        for (segment, &channel) in segments.iter().zip(channels).skip(1) {
            header |= self.group(segment, channel) << low;
            low += self.group_bits();
        }
        header
    }

    /// The bits of one further segment.
    fn group(&self, segment: &Segment, channel: usize) -> u128 {
        debug_assert!(channel < 1 << self.channel_bits);
        let hops = (u64::from(segment.hops) - 1) << (1 + self.port_bits + self.channel_bits);
        u128::from(1 | (segment.port.index() as u64) << 1 | (channel as u64) << (1 + self.port_bits) | hops)
    }
}

/// Bits of a coordinate in each dimension.
pub fn coordinate_bits(torus: &Torus) -> Vec<usize> {
    torus.dims().iter().map(|&radix| bits(radix as usize)).collect()
}

/// Bits that hold the values `0..count`: ceil(log2(count)), 0 for a single value.
pub fn bits(count: usize) -> usize {
    count.next_power_of_two().trailing_zeros() as usize
}
