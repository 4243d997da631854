//! What the flits of an input can ask for, and the widths of their heads.

use super::super::plan::{Plan, Way};
use crate::signal::text::part;
use crate::spec::buffered::{BufferedSpec, RingRule};

/// Sizes of a router's flits and buffers.
#[derive(Clone, Copy, Debug)]
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
        match parts.len() {
            1 => header.into(),
            _ => format!("{{{}}}", parts.join(", ")),
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

/// What flits that arrive by a port can ask for: straight on, turns, to leave the network; in this order.
#[derive(Clone, Debug)]
pub struct RequestSet {
    /// Place of the port they came by among the existing ones, if they can go straight on.
    pub straight: Option<usize>,
    /// Whether an even channel ends behind the wrap link.
    pub wraps: bool,
    /// Places and numbers of the ports they can turn to.
    pub turns: Vec<(usize, usize)>,
    /// Whether fewer runs can follow each turn, so that nothing reads the uppermost run of a flit that turns.
    pub shortens: bool,
    /// Whether the node has a processor, so that flits may leave here.
    pub ejects: bool,
}

impl RequestSet {
    /// Of the port at this place; `behind`: by port, the runs at most that can follow.
    pub fn new(plan: &Plan, at: usize, behind: &[usize]) -> Self {
        let first = at * plan.channels;
        let leads = |to: usize| plan.to_port(first, to).iter().any(Option::is_some);
        let turns = |to: &usize| *to != at && plan.to_port(first, *to).contains(&Some(Way::Turn));
        RequestSet {
            straight: leads(at).then_some(at),
            wraps: plan.wraps(at),
            turns: (0..plan.ports.len()).filter(turns).map(|to| (to, plan.ports[to].index())).collect(),
            shortens: (0..plan.ports.len()).filter(turns).all(|to| behind[to] < behind[at]),
            ejects: !plan.local_ports.is_empty(),
        }
    }

    /// Places of the ports that are asked for, in order.
    pub fn targets(&self) -> Vec<usize> {
        self.straight.into_iter().chain(self.turns.iter().map(|turn| turn.0)).collect()
    }

    /// How many requests there are.
    pub fn count(&self) -> usize {
        self.targets().len() + usize::from(self.ejects)
    }
}

/// By port, the runs at most that can follow one by it, with so many further runs in a header.
pub fn runs_behind(plan: &Plan, segments: usize) -> Vec<usize> {
    let places = || 0..plan.ports.len();
    let turns =
        |at: usize, to: usize| at != to && plan.to_port(at * plan.channels, to).contains(&Some(Way::Turn));
    let longer = |behind: Vec<usize>| {
        let most = |at: usize| places().filter(|&to| turns(at, to)).map(|to| 1 + behind[to]).max();
        places().map(|at| most(at).unwrap_or(0)).collect()
    };
    (0..segments).fold(vec![0; plan.ports.len()], |behind, _| longer(behind))
}
