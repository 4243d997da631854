//! The heads of flits: writing them, and finding the way that a head describes. The coding is that of
//! `docs/buffered.md`, written without the kernels.

use torus_model::{route::bits, HeaderLayout, LinkId, NodeId, Port, Route, Torus};

/// The coding of heads in one network.
#[derive(Clone, Debug)]
pub struct HeadFormat {
    layout: HeaderLayout,
    channels: usize,
    flits: usize,
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
    /// Heads of packets of up to `flits` flits over `channels` channels. `dateline`: after a wrap link, a
    /// packet changes to the next odd channel.
    pub fn new(torus: &Torus, channels: usize, flits: usize, dateline: bool) -> Self {
        HeadFormat { layout: HeaderLayout::with_channels(torus, channels), channels, flits, dateline }
    }

    /// Bits of a head.
    pub fn width(&self) -> usize {
        self.layout.width() + bits(self.channels) + usize::from(self.flits > 1)
    }

    /// The head of a flit on the first link of its route. `channels[r]` is the channel on the first link of
    /// run r.
    pub fn encode(&self, route: &Route, channels: &[usize], last: bool) -> u64 {
        let header = self.layout.encode_on(route, channels) as u64;
        let channel = (channels[0] as u64).checked_shl(self.layout.width() as u32).unwrap_or(0);
        self.marked(header | channel, last)
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

    /// All hops of a head that leaves a node by a port.
    pub fn way(&self, torus: &Torus, source: NodeId, port: Port, head: u64) -> Vec<Hop> {
        let field = |low: usize, width: usize| (head >> low & ((1u64 << width) - 1)) as usize;
        let (hop_bits, port_bits) = (self.layout.hop_bits, self.layout.port_bits);
        let channel = field(self.layout.width(), bits(self.channels));
        let mut runs = vec![(port, channel, field(0, hop_bits) + 1)];
        for run in 0..self.layout.segments {
            let low = hop_bits + run * self.layout.group_bits();
            if field(low, 1) == 1 {
                let channel = field(low + 1 + port_bits, bits(self.channels));
                let hops = field(low + 1 + port_bits + bits(self.channels), hop_bits) + 1;
                runs.push((Port::from_index(field(low + 1, port_bits)), channel, hops));
            }
        }
        let mut way = Vec::new();
        self.walk(torus, source, runs.into_iter(), |hop| way.push(hop));
        way
    }

    /// Calls `show` for every hop of some runs, in order. Runs are given by port, channel on the first link,
    /// and hops.
    pub(super) fn walk(
        &self,
        torus: &Torus,
        source: NodeId,
        runs: impl Iterator<Item = (Port, usize, usize)>,
        mut show: impl FnMut(Hop),
    ) {
        let mut at = source;
        for (port, mut channel, hops) in runs {
            let line = torus.line(at, port);
            for (node, wraps) in line.take(hops) {
                show(Hop { link: torus.link(node, port), channel });
                channel |= usize::from(self.dateline && wraps);
            }
            at = line.after(hops as u32);
        }
    }
}
