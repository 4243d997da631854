//! Probes count the places of every channel. A probe is a packet that is sent on one way again and again
//! while all ejection ports are held.
//!
//! The way of a probe ends at a local port whose register holds one flit. Before it the buffers of the way
//! fill up. Then each link must have carried exactly as many flits as there are places after it: a sender
//! that lost a credit has sent fewer, one with a credit too many has sent more. Probes of one round share no
//! link and no local port. All packets except the first ones wait for credits, so in the end all must arrive.
//!
//! If both ends of a link are processors, its probes have one hop, on each of its channels, including those
//! of the other dateline class: with one hop no deadlock is possible. Links of other nodes are reached by
//! longer ways between processors. Channels that no such way visits cannot be used by any packet.

use super::{HeadFormat, Hop, Packet};
use crate::manifest::BufferedInfo;
use crate::mismatch::PacketMismatch;
use std::collections::HashSet;
use torus_model::{
    route::{distance, either_way, ordered_route, orders},
    Channels, NodeId, Placement, Port, PortModel, RingRule, Route, Routing, Segment, Torus,
};

/// The number of rounds that are tried for a probe before a new one is begun.
const ROUNDS: usize = 64;

/// The most ways that are tried for channels that one-hop probes do not reach: enough for 32x32 with 32
/// processors, and about a second of work.
const WAYS: usize = 1 << 20;

/// A packet that is sent again and again, with its hops.
pub(super) struct Probe {
    pub packet: Packet,
    hops: Vec<Hop>,
    /// For every link of the way, the flits that it carries while the end is held.
    room: Vec<u64>,
}

impl Probe {
    /// The number of packets to send: one more than the first link carries.
    pub fn packets(&self) -> u64 {
        self.room[0] / self.packet.flits as u64 + 1
    }

    /// Checks the links of the way while its end is held. `carried`: by link, what was carried since the
    /// probe was sent.
    pub fn check<'a>(
        &'a self,
        torus: &'a Torus,
        cycle: u64,
        carried: impl Fn(usize) -> u64 + 'a,
    ) -> impl Iterator<Item = PacketMismatch> + 'a {
        self.hops.iter().zip(&self.room).filter_map(move |(hop, &room)| {
            let (sent, link, channel) = (carried(hop.link.index()), torus.link_name(hop.link), hop.channel);
            (sent != room).then_some(PacketMismatch::Room { link, channel, cycle, sent, room })
        })
    }
}

/// All probes of a network.
pub(super) struct Probes {
    /// The rounds: probes that are sent at the same time.
    pub rounds: Vec<Vec<Probe>>,
    /// The number of channels that they visit.
    pub covered: u64,
    /// The number of channels of all links.
    pub channels: u64,
}

impl Probes {
    /// Probes over every channel that packets can reach.
    pub fn new(
        placement: &Placement,
        ports: PortModel,
        routing: Routing,
        format: &HeadFormat,
        info: &BufferedInfo,
    ) -> Self {
        let torus = placement.torus();
        let mut maker = Maker {
            placement,
            ports,
            routing,
            format,
            info,
            visited: vec![false; torus.link_slots() * info.channels],
            rounds: Vec::new(),
            taken: Vec::new(),
        };
        let channels = torus.links().count() * info.channels;
        maker.neighbours();
        if maker.covered() < channels {
            maker.others();
        }
        Probes { covered: maker.covered() as u64, rounds: maker.rounds, channels: channels as u64 }
    }

    /// The packets of all probes.
    pub fn packets(&self) -> usize {
        self.rounds.iter().flatten().map(|probe| probe.packets() as usize).sum()
    }
}

/// Makes probes.
struct Maker<'a> {
    placement: &'a Placement,
    ports: PortModel,
    routing: Routing,
    format: &'a HeadFormat,
    info: &'a BufferedInfo,
    /// Whether a probe visits the channel, by link and channel.
    visited: Vec<bool>,
    rounds: Vec<Vec<Probe>>,
    /// The links and local ports that each round uses.
    taken: Vec<HashSet<(Use, usize)>>,
}

/// A resource that two probes of a round cannot share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Use {
    Link,
    Entry,
    Exit,
}

impl Maker<'_> {
    fn covered(&self) -> usize {
        self.visited.iter().filter(|&&visited| visited).count()
    }

    /// Adds probes from every processor to the next node, if that has a processor.
    fn neighbours(&mut self) {
        let torus = self.placement.torus();
        for channel in 0..self.info.channels {
            for port in torus.ports() {
                for &node in self.placement.processors() {
                    self.add(node, Route::new([Segment { port, hops: 1 }]), channel);
                }
            }
        }
    }

    /// Adds probes from every processor to every other one, the nearest first.
    fn others(&mut self) {
        let torus = self.placement.torus();
        let origin = torus.node_at(0).expect("a torus has a node");
        let mut offsets: Vec<Vec<u32>> = torus.nodes().map(|node| torus.offset(origin, node)).collect();
        offsets.sort_by_key(|offset| distance(torus, offset));
        let mut left = WAYS;
        for offset in &offsets[1..] {
            let (routes, nodes) = (self.routes(offset), self.placement.processors());
            left = left.saturating_sub(routes.len() * nodes.len() * self.info.channels);
            if left == 0 {
                return;
            }
            nodes.iter().for_each(|&node| self.add_all(node, &routes));
        }
    }

    /// Adds a probe on every channel for these routes.
    fn add_all(&mut self, source: NodeId, routes: &[Route]) {
        for route in routes {
            (0..self.info.channels).for_each(|channel| self.add(source, route.clone(), channel));
        }
    }

    /// The routes of an offset; for ties, those in both directions.
    fn routes(&self, offset: &[u32]) -> Vec<Route> {
        let (torus, route) = (self.placement.torus(), ordered_route(self.placement.torus(), offset));
        match self.routing {
            Routing::Odr => either_way(torus, &route),
            Routing::Udr => orders(&route).iter().flat_map(|route| either_way(torus, route)).collect(),
        }
    }

    /// Adds a probe on one channel, if it ends at a processor and visits a new channel.
    fn add(&mut self, source: NodeId, route: Route, channel: usize) {
        let torus = self.placement.torus();
        let destination = route.end(torus, source);
        if destination == source || !self.placement.contains(destination) {
            return;
        }
        let way = self.format.way(&route, &Channels::from_elem(channel, route.segments().len()));
        let hops = self.format.hops(torus, source, way);
        let place = |hop: &Hop| hop.link.index() * self.info.channels + hop.channel;
        if hops.iter().all(|hop| self.visited[place(hop)]) {
            return;
        }
        hops.iter().for_each(|hop| self.visited[place(hop)] = true);
        let (uses, room) = (self.uses(source, destination, &route, &hops), self.room(&route));
        let packet = Packet { cycle: 0, source, destination, flits: self.flits(), way };
        self.put(Probe { packet, hops, room }, uses);
    }

    /// Puts a probe into the first of the last rounds that has room for it.
    fn put(&mut self, probe: Probe, uses: Vec<(Use, usize)>) {
        let from = self.rounds.len().saturating_sub(ROUNDS);
        let free = |at: &usize| uses.iter().all(|one| !self.taken[*at].contains(one));
        let at = (from..self.rounds.len()).find(free).unwrap_or_else(|| {
            self.rounds.push(Vec::new());
            self.taken.push(HashSet::new());
            self.rounds.len() - 1
        });
        self.rounds[at].push(probe);
        self.taken[at].extend(uses);
    }

    fn uses(&self, source: NodeId, destination: NodeId, route: &Route, hops: &[Hop]) -> Vec<(Use, usize)> {
        let each = self.ports.local_ports(self.placement.torus());
        let local_port = |node: NodeId, port: Port| node.index() * each + self.ports.local_port(port);
        let (first, last) = (route.segments()[0].port, route.segments()[route.segments().len() - 1].port);
        let links = hops.iter().map(|hop| (Use::Link, hop.link.index()));
        links
            .chain([(Use::Entry, local_port(source, first)), (Use::Exit, local_port(destination, last))])
            .collect()
    }

    fn is_bubble(&self) -> bool {
        self.info.rule == RingRule::Bubble
    }

    /// Flits of a packet: one, or the number that the bubble rule needs.
    fn flits(&self) -> u32 {
        if self.is_bubble() {
            self.info.flits as u32
        } else {
            1
        }
    }

    /// For every link of a way, the flits that it carries while the end is held: whole packets, as long as
    /// credits suffice for the first flit of another one. At the last link one flit leaves its buffer for the
    /// register of the local port.
    fn room(&self, route: &Route) -> Vec<u64> {
        let (flits, depth) = (u64::from(self.flits()), self.info.depth as u64);
        let enters = route.segments().iter().flat_map(|segment| (0..segment.hops).map(|hop| hop == 0));
        let needs = enters.map(|enters| match (self.is_bubble(), enters) {
            (false, _) => 1,
            (true, true) => 2 * flits,
            (true, false) => flits,
        });
        let mut behind = 1;
        let mut room: Vec<u64> = needs
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .map(|need| {
                behind = flits * ((depth + behind - need) / flits + 1);
                behind
            })
            .collect();
        room.reverse();
        room
    }
}
