//! The sizes of a router's flits and buffers, and the fields of a flit's head.
//!
//! On a link a head is `{last, channel, header}`. Each buffer belongs to one channel, so a head in it has no
//! channel: it is `{last, header}`, which is called a route here.

use crate::signal::text::{concat, part};
use crate::spec::buffered::{BufferedSpec, RingRule};

/// The sizes of a router's flits and buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Bits of a head and of its fields: header, hops, port, channel, and a run (`group`).
    pub head: usize,
    pub header: usize,
    pub hops: usize,
    pub port: usize,
    pub channel: usize,
    pub group: usize,
    /// Bits above `header` in a link's head. They are always 0 here, because fewer runs can follow.
    pub unused: usize,
    /// Whether a header has further runs.
    pub runs: bool,
    /// Bits of a payload.
    pub data: usize,
    /// Virtual channels of a link; flits of a buffer; whether packets may have several flits; whether the
    /// bubble rule holds.
    pub channels: usize,
    pub depth: usize,
    pub long: bool,
    pub bubble: bool,
    /// Credits that the first flit of a packet needs: to go straight on, and to enter a ring.
    pub needs: (usize, usize),
}

impl Sizes {
    /// The sizes in a network's routers.
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

    /// The sizes if at most `runs` runs can follow the run that a flit is on.
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

    /// The bits of a link's head that are used here, without the bits that are always 0.
    pub fn used(&self, head: u128) -> u128 {
        let above = head >> (self.header + self.unused);
        above << self.header | head & ((1 << self.header) - 1)
    }

    /// The link's head with these used bits; the inverse of [`used`](Self::used).
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

    /// Verilog of the bits of a link's head that are always 0.
    pub fn unused_text(&self, head: &str) -> String {
        part(head, self.link_head(), self.header, self.unused)
    }

    /// Verilog of a link's head: the fields `above` the header, the unused bits, the header.
    pub fn on_link_text(&self, above: &[String], header: &str) -> String {
        let zeros = (self.unused > 0).then(|| format!("{}'d0", self.unused));
        let parts: Vec<String> = above.iter().cloned().chain(zeros).chain([header.into()]).collect();
        concat(&parts)
    }

    /// Bits of a head without its channel, as a buffer stores it.
    pub fn route(&self) -> usize {
        self.head - self.channel
    }

    /// A link's head without its channel.
    pub fn without_channel(&self, head: u128) -> u128 {
        let last = if self.long { head >> (self.head - 1) << self.header } else { 0 };
        last | head & ((1 << self.header) - 1)
    }

    /// The link's head with this route and channel.
    pub fn with_channel(&self, route: u128, channel: usize) -> u128 {
        let above = route >> self.header << self.channel | channel as u128;
        above << self.header | route & ((1 << self.header) - 1)
    }

    /// The channel in a link's head.
    pub fn channel_of(&self, head: u128) -> usize {
        field(head, self.header, self.channel)
    }

    /// Whether a flit of a processor can ask for nothing: a channel or a port by a number that none has. With
    /// one local port, `named` is how many ports a flit may name.
    pub fn may_ask_for_nothing(&self, named: Option<usize>) -> bool {
        !self.channels.is_power_of_two() || named.is_some_and(|ports| ports < 1 << self.port)
    }

    /// The hops that are left in the run that a flit is on.
    pub fn hops_left(&self, route: u128) -> usize {
        field(route, 0, self.hops)
    }

    /// The run after the one that a flit is on.
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

    /// Whether a head belongs to the last flit of its packet.
    pub fn is_last(&self, route: u128) -> bool {
        !self.long || route >> self.header == 1
    }

    /// The head after one hop straight on.
    pub fn continued(&self, route: u128) -> u128 {
        let hops = (1 << self.hops) - 1;
        route & !hops | route.wrapping_sub(1) & hops
    }

    /// The head after a turn.
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

    /// Whether outputs check credits themselves. They do so with one channel and packets of one flit.
    pub fn open_at_outputs(&self) -> bool {
        self.channels == 1 && !self.long
    }

    /// Credits that the first or only flit of a packet needs.
    pub fn needed(&self, enters: bool) -> usize {
        if enters {
            self.needs.1
        } else {
            self.needs.0
        }
    }
}

/// A further run in a head: whether it exists, the number of its port, and its channel.
#[derive(Clone, Copy, Debug, Default)]
pub struct NextRun {
    pub follows: bool,
    pub port: usize,
    pub channel: usize,
}

/// The field of `width` bits from bit `from` on.
fn field(head: u128, from: usize, width: usize) -> usize {
    (head >> from & ((1 << width) - 1)) as usize
}
