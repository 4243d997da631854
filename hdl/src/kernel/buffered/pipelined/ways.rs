//! What the flits of an input can ask for, and the widths of their heads.

use super::super::plan::{Plan, Way};
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
            runs: layout.segments > 0,
            data: spec.width,
            channels: spec.channels,
            depth: spec.depth,
            long: spec.long(),
            bubble: spec.rule == RingRule::Bubble,
            needs: spec.needs(),
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
    /// Whether the node has a processor, so that flits may leave here.
    pub ejects: bool,
}

impl RequestSet {
    /// Of the port at this place.
    pub fn new(plan: &Plan, at: usize) -> Self {
        let first = at * plan.channels;
        let leads = |to: usize| plan.to_port(first, to).iter().any(Option::is_some);
        let turns = |to: &usize| *to != at && plan.to_port(first, *to).contains(&Some(Way::Turn));
        RequestSet {
            straight: leads(at).then_some(at),
            wraps: plan.wraps(at),
            turns: (0..plan.ports.len()).filter(turns).map(|to| (to, plan.ports[to].index())).collect(),
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
