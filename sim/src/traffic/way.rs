//! The way of a packet: its route, its channels, and the head that follows from both.

use super::{HeadFormat, Hop};
use torus_model::{Channels, NodeId, Port, Route, Torus};

/// The way from one processor to another. Packets on the same way share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    route: Route,
    channels: Channels,
    head: u64,
}

impl Way {
    /// The way of a route. The route must have a hop; `channels[r]` is the channel on the first link of
    /// segment r.
    pub fn new(format: &HeadFormat, route: Route, channels: Channels) -> Self {
        let head = format.encode(&route, &channels, false);
        Way { route, channels, head }
    }

    /// Its route.
    pub fn route(&self) -> &Route {
        &self.route
    }

    /// For every segment, the channel on its first link.
    pub fn channels(&self) -> &[usize] {
        &self.channels
    }

    /// The first port.
    pub fn first_port(&self) -> Port {
        self.route.segments()[0].port
    }

    /// The head on the first link, of a flit that is not the last one of several.
    pub fn head(&self) -> u64 {
        self.head
    }

    /// Its links in order from a node, each with the channel.
    pub fn hops(&self, format: &HeadFormat, torus: &Torus, source: NodeId) -> Vec<Hop> {
        let mut hops = Vec::with_capacity(self.route.hops() as usize);
        self.each_hop(format, torus, source, |hop| hops.push(hop));
        hops
    }

    /// Calls `show` for each of these hops.
    pub fn each_hop(&self, format: &HeadFormat, torus: &Torus, source: NodeId, show: impl FnMut(Hop)) {
        let runs = self.route.segments().iter().zip(&self.channels);
        format.walk(torus, source, runs.map(|(run, &channel)| (run.port, channel, run.hops as usize)), show);
    }
}
