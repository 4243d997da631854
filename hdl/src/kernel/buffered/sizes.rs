//! Sizes of a router's flits and buffers, and the fields of a flit's head.
//!
//! On a link a head is `{last, channel, header}`. A buffer belongs to a channel, so a head in it goes without
//! one, as `{last, header}`; here that is called its route.

use crate::signal::text::{concat, part};
use crate::spec::buffered::{BufferedSpec, RingRule};

/// Sizes of a router's flits and buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Bits of a head, of its header, of hops, ports and channels in it.
    pub head: usize,
    pub header: usize,
    pub hops: usize,
    pub port: usize,
    pub channel: usize,
    pub group: usize,
    /// Bits of a link's head that are 0 here, as fewer runs can follow: those above `header`.
    pub unused: usize,
    /// Whether a header has further runs.
    pub runs: bool,
    /// Bits of a payload.
    pub data: usize,
    /// Virtual channels of a link, flits of a buffer, whether packets have several flits.
    pub channels: usize,
    pub depth: usize,
    pub long: bool,
    pub bubble: bool,
    /// Credits that the first flit of a packet needs: going straight on, entering a ring.
    pub needs: (usize, usize),
}

impl Sizes {
    /// The widths in a network's routers.
    pub fn new(spec: &BufferedSpec) -> Self {
        let layout = spec.layout();
        Sizes {
            head: spec.head(),
            header: layout.width(),
            hops: layout.hop_bits,
            port: layout.port_bits,
            channel: spec.channel_bits(),
            group: layout.group_bits(),
            unused: 0,
            runs: layout.segments > 0,
            data: spec.width,
            channels: spec.channels,
            depth: spec.depth,
            long: spec.long(),
            bubble: spec.rule == RingRule::Bubble,
            needs: spec.needs(),
        }
    }

    /// The sizes where so many runs at most can follow the one that a flit is on.
    pub fn followed_by(self, runs: usize) -> Self {
        let header = self.header.min(self.hops + runs * self.group);
        let unused = self.header - header;
        Sizes { head: self.head - unused, header, unused, runs: header > self.hops, ..self }
    }

    /// Bits of a header below its uppermost run.
    pub fn below(&self) -> usize {
        self.header.saturating_sub(self.group)
    }

    /// Bits of a head on a link.
    pub fn link_head(&self) -> usize {
        self.head + self.unused
    }

    /// The bits of a link's head that are used here.
    pub fn used(&self, head: u128) -> u128 {
        let above = head >> (self.header + self.unused);
        above << self.header | head & ((1 << self.header) - 1)
    }

    /// The link's head that has these bits; the inverse of [`used`](Self::used).
    pub fn on_link(&self, head: u128) -> u128 {
        let above = head >> self.header;
        above << (self.header + self.unused) | head & ((1 << self.header) - 1)
    }

    /// Verilog of the bits of a link's head that are used here.
    pub fn used_text(&self, head: &str) -> String {
        let (whole, low) = (self.link_head(), part(head, self.link_head(), 0, self.header));
        match self.head - self.header {
            0 => low,
            above => format!("{{{}, {low}}}", part(head, whole, self.header + self.unused, above)),
        }
    }

    /// Verilog of the bits that are 0.
    pub fn unused_text(&self, head: &str) -> String {
        part(head, self.link_head(), self.header, self.unused)
    }

    /// Verilog of the link's head that has a header, and above it what else is used.
    pub fn on_link_text(&self, above: &[String], header: &str) -> String {
        let zeros = (self.unused > 0).then(|| format!("{}'d0", self.unused));
        let parts: Vec<String> = above.iter().cloned().chain(zeros).chain([header.into()]).collect();
        concat(&parts)
    }

    /// Bits of a head without its channel, as a buffer of one channel keeps it.
    pub fn route(&self) -> usize {
        self.head - self.channel
    }

    /// A link's head without its channel.
    pub fn without_channel(&self, head: u128) -> u128 {
        let last = if self.long { head >> (self.head - 1) << self.header } else { 0 };
        last | head & ((1 << self.header) - 1)
    }

    /// The link's head that has these bits and a channel.
    pub fn with_channel(&self, route: u128, channel: usize) -> u128 {
        let above = route >> self.header << self.channel | channel as u128;
        above << self.header | route & ((1 << self.header) - 1)
    }

    /// The channel in a link's head.
    pub fn channel_of(&self, head: u128) -> usize {
        field(head, self.header, self.channel)
    }

    /// Hops that are left in a head's run.
    pub fn hops_left(&self, route: u128) -> usize {
        field(route, 0, self.hops)
    }

    /// The run behind the one that a flit is on.
    pub fn next_run(&self, route: u128) -> NextRun {
        match self.runs {
            true => NextRun {
                follows: field(route, self.hops, 1) == 1,
                port: field(route, self.hops + 1, self.port),
                channel: field(route, self.hops + 1 + self.port, self.channel),
            },
            false => NextRun::default(),
        }
    }

    /// Whether a head ends its packet.
    pub fn is_last(&self, route: u128) -> bool {
        !self.long || route >> self.header == 1
    }

    /// The head one hop further.
    pub fn continued(&self, route: u128) -> u128 {
        let hops = (1 << self.hops) - 1;
        route & !hops | route.wrapping_sub(1) & hops
    }

    /// The head behind its turn.
    pub fn turned(&self, route: u128) -> u128 {
        let header = route & ((1 << self.header) - 1);
        route >> self.header << self.header | header >> self.group
    }

    /// Verilog of a channel's bit in a row.
    pub fn of_channel(&self, row: &str, channel: &str) -> String {
        match self.channels {
            1 => row.into(),
            _ => format!("{row}[{channel}]"),
        }
    }

    /// Whether outputs look at credits themselves: of one channel, without locks, they have them at hand.
    pub fn open_at_outputs(&self) -> bool {
        self.channels == 1 && !self.long
    }

    /// Credits that a lone flit, or the first one of a packet, needs.
    pub fn needed(&self, enters: bool) -> usize {
        if enters {
            self.needs.1
        } else {
            self.needs.0
        }
    }
}

/// A run in a head: whether it is there, the number of its first port, its channel.
#[derive(Clone, Copy, Debug, Default)]
pub struct NextRun {
    pub follows: bool,
    pub port: usize,
    pub channel: usize,
}

/// A number in a head.
fn field(head: u128, from: usize, width: usize) -> usize {
    (head >> from & ((1 << width) - 1)) as usize
}
