//! The fields of a head in the model of buffered routers.

use crate::cycle_model::head::Head;
use torus_model::HeaderLayout;

/// The positions of the fields of a head.
pub struct Fields {
    pub hop_bits: usize,
    /// Masks: hops left in the current run; the header; a channel number in the lowest bits.
    pub hops: u64,
    pub header: u64,
    pub channel: u64,
    /// The next run: whether there can be one, the mask of its port in the lowest bits, the position of its
    /// channel, and its bits in all.
    pub runs: bool,
    pub port: u64,
    pub next_channel: usize,
    pub group_bits: usize,
    /// Bits below the channel; a header of 64 bits has no channel.
    pub channel_at: usize,
    /// The mark of the last flit; no bit if every flit is the last of its packet.
    pub last: u64,
    /// All bits.
    pub bits: usize,
}

impl Fields {
    /// The fields of heads with this layout of the header. `long`: whether packets have several flits.
    pub fn new(layout: &HeaderLayout, long: bool) -> Self {
        let (hop_bits, header_bits) = (layout.hop_bits, layout.width());
        Fields {
            hop_bits,
            hops: u64::MAX.lowest(hop_bits),
            header: u64::MAX.lowest(header_bits),
            channel: u64::MAX.lowest(layout.channel_bits),
            runs: layout.segments > 0,
            port: u64::MAX.lowest(layout.port_bits),
            next_channel: hop_bits + 1 + layout.port_bits,
            group_bits: layout.group_bits(),
            channel_at: header_bits.min(63),
            last: if long { 1 << (header_bits + layout.channel_bits) } else { 0 },
            bits: header_bits + layout.channel_bits + usize::from(long),
        }
    }
}
