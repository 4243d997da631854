//! The heads of flits: the way of a route, and the route and links of a way. The coding is that of
//! `docs/buffered.md`, written without the kernels.

use super::Way;
use torus_model::{route::bits, HeaderLayout, LinkId, NodeId, Port, RingRule, Route, Segment, Torus};

/// The coding of heads in one network.
#[derive(Clone, Debug)]
pub struct HeadFormat {
    layout: HeaderLayout,
    channels: usize,
    flits: usize,
    /// Whether a packet changes to the next odd channel after a wrap link.
    dateline: bool,
}

/// A link, and the channel on which a flit crosses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hop {
    /// The link.
    pub link: LinkId,
    /// The channel.
    pub channel: usize,
}

impl HeadFormat {
    /// Heads of packets of up to `flits` flits over `channels` channels.
    pub fn new(torus: &Torus, channels: usize, flits: usize, rule: RingRule) -> Self {
        let (layout, dateline) = (HeaderLayout::with_channels(torus, channels), rule == RingRule::Dateline);
        HeadFormat { layout, channels, flits, dateline }
    }

    /// Bits of a head.
    pub fn width(&self) -> usize {
        self.layout.width() + bits(self.channels) + usize::from(self.flits > 1)
    }

    /// The way of a route, which has a hop. `channels[r]` is the channel on the first link of segment r.
    pub fn way(&self, route: &Route, channels: &[usize]) -> Way {
        let channel = (channels[0] as u128).checked_shl(self.layout.width() as u32).unwrap_or(0);
        let way = Way::new(route.segments()[0].port, self.layout.encode_on(route, channels) | channel);
        debug_assert!(self.segments(way).eq(route.segments().iter().copied().zip(channels.iter().copied())));
        way
    }

    /// The segments of a way, each with the channel on its first link.
    pub fn segments(&self, way: Way) -> impl Iterator<Item = (Segment, usize)> {
        let HeaderLayout { hop_bits, port_bits, channel_bits, .. } = self.layout;
        let low = |width: usize| u128::MAX.checked_shl(width as u32).map_or(u128::MAX, |high| !high);
        let (head, group, width) = (way.head(), self.layout.group_bits(), self.layout.width());
        let mut rest = head >> hop_bits & low(width - hop_bits);
        let segment = move |port, hops: u128| Segment { port, hops: (hops & low(hop_bits)) as u32 + 1 };
        let channel = (head.checked_shr(width as u32).unwrap_or(0) & low(channel_bits)) as usize;
        let further = std::iter::from_fn(move || {
            let fields = Some(rest >> 1).filter(|_| rest & 1 == 1)?;
            rest >>= group;
            let port = Port::from_index((fields & low(port_bits)) as usize);
            let channel = (fields >> port_bits & low(channel_bits)) as usize;
            Some((segment(port, fields >> (port_bits + channel_bits)), channel))
        });
        std::iter::once((segment(way.first_port(), head), channel)).chain(further)
    }

    /// The route of a way.
    pub fn route(&self, way: Way) -> Route {
        Route::new(self.segments(way).map(|(segment, _)| segment))
    }

    /// The head of a flit, from that of a flit that is not the last one of its packet.
    pub fn marked(&self, head: u64, last: bool) -> u64 {
        match last && self.flits > 1 {
            true => head | 1 << (self.layout.width() + bits(self.channels)),
            false => head,
        }
    }

    /// Whether a packet changes to the next odd channel after a wrap link.
    pub(super) fn has_datelines(&self) -> bool {
        self.dateline
    }

    /// Channels of a link.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// All links of a way from a node, in order, each with its channel.
    pub fn hops(&self, torus: &Torus, source: NodeId, way: Way) -> Vec<Hop> {
        let (mut hops, mut at) = (Vec::new(), source);
        for (Segment { port, hops: count }, mut channel) in self.segments(way) {
            let line = torus.line(at, port);
            for (node, wraps) in line.take(count as usize) {
                hops.push(Hop { link: torus.link(node, port), channel });
                channel |= usize::from(self.dateline && wraps);
            }
            at = line.after(count);
        }
        hops
    }
}
