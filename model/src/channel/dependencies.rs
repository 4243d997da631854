//! The channel dependency graph: which (link, channel) a packet may hold while it waits for which other.
//!
//! Dateline: there must be no circle of channels (Dally and Seitz 1987, theorem 1). A packet has one path,
//! whether routes are ordered or not, so the condition is that of deterministic routing. Bubble: the channels
//! of one ring through which packets go straight on count as one, because the bubble keeps them moving; these
//! groups must not wait for each other in a circle. It would not be enough to leave the straight steps out
//! without joining the rings: two rings whose packets turn into each other at different nodes block each
//! other.
//!
//! The graph has a row of bits for each channel, which holds its successors by (port, channel) of the next
//! node. So it takes `2dN V` rows of `2d V` bits, and an edge costs one store.

use super::{ChannelAssignment, ChannelError, RingRule};
use crate::{LinkId, NodeId, Route};

/// The channel dependencies of some packets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependencies {
    plan: ChannelAssignment,
    /// 64-bit words of one row.
    row: usize,
    successors: Vec<u64>,
}

impl Dependencies {
    /// The dependencies of these packets. Each is walked, so the cost is their hops.
    pub fn new(plan: &ChannelAssignment, packets: impl IntoIterator<Item = (NodeId, Route)>) -> Self {
        let walk = |(source, route): (NodeId, Route)| plan.walk(source, &route).collect::<Vec<_>>();
        Self::of_walks(plan, packets.into_iter().map(walk))
    }

    /// The dependencies of paths with channels that the caller chose; the plan gives the rule and the number
    /// of channels.
    pub fn of_walks(plan: &ChannelAssignment, walks: impl IntoIterator<Item = Vec<(LinkId, usize)>>) -> Self {
        let mut graph = Self::empty(plan);
        for walk in walks {
            walk.windows(2).for_each(|pair| graph.add(pair[0], pair[1]));
        }
        graph
    }

    pub(super) fn empty(plan: &ChannelAssignment) -> Self {
        let vertices = plan.torus.link_slots() * plan.channels;
        let row = (plan.torus.port_slots() * plan.channels).div_ceil(64);
        Dependencies { plan: plan.clone(), row, successors: vec![0; vertices * row] }
    }

    /// A packet may hold `from` and wait for `to`, whose link starts where that of `from` ends.
    pub(super) fn add(&mut self, from: (LinkId, usize), to: (LinkId, usize)) {
        let channels = self.plan.channels;
        let port = to.0.index() % self.plan.torus.port_slots();
        let (vertex, bit) = (from.0.index() * channels + from.1, port * channels + to.1);
        self.successors[vertex * self.row + bit / 64] |= 1 << (bit % 64);
    }

    /// Number of dependencies.
    pub fn len(&self) -> usize {
        self.successors.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Whether there is none, because no packet uses two links.
    pub fn is_empty(&self) -> bool {
        self.successors.iter().all(|&bits| bits == 0)
    }

    /// Every dependency `(link, channel) -> (link, channel)`, by increasing link and channel.
    pub fn edges(&self) -> impl Iterator<Item = ((LinkId, usize), (LinkId, usize))> + '_ {
        let vertices = 0..self.successors.len() / self.row;
        vertices.flat_map(move |v| self.after(v).map(move |w| (self.named(v), self.named(w))))
    }

    fn named(&self, vertex: usize) -> (LinkId, usize) {
        // The first link of a ring may be one through a port that does not exist.
        let link = self.plan.torus.link_slot(vertex / self.plan.channels).expect("a link id is below 2dN");
        (link, vertex % self.plan.channels)
    }

    /// The vertices that packets at `vertex` may wait for.
    fn after(&self, vertex: usize) -> impl Iterator<Item = usize> + '_ {
        let (torus, channels) = (&self.plan.torus, self.plan.channels);
        let (tail, port) = torus.tail(self.named(vertex).0);
        let first = torus.neighbour(tail, port).index() * torus.port_slots() * channels;
        let row = &self.successors[vertex * self.row..][..self.row];
        let set = move |bit: &usize| row[bit / 64] >> (bit % 64) & 1 == 1;
        (0..torus.port_slots() * channels).filter(set).map(move |bit| first + bit)
    }

    /// Checks that no packets can block each other for ever, provided that buffers are deep enough
    /// ([`RingRule::check_depth`]).
    ///
    /// Errors: a circle, with its channels in order ([`ChannelError::Cycle`]).
    pub fn check(&self) -> Result<(), ChannelError> {
        let Some(circle) = Search::new(self).run() else { return Ok(()) };
        let name = |vertex| {
            let (link, channel) = self.named(vertex);
            format!("{} channel {channel}", self.plan.torus.link_name(link))
        };
        Err(ChannelError::Cycle { channels: circle.into_iter().map(name).collect() })
    }

    /// The group of a vertex: the channel alone, or under the bubble rule all channels of its ring with its
    /// number.
    fn group(&self, vertex: usize) -> usize {
        if self.plan.rule == RingRule::Dateline {
            return vertex;
        }
        let torus = &self.plan.torus;
        let (link, channel) = self.named(vertex);
        let (tail, port) = torus.tail(link);
        let along = torus.coordinate(tail, port.dim()) as usize * torus.stride(port.dim());
        (link.index() - along * torus.port_slots()) * self.plan.channels + channel
    }

    /// The edges between groups, sorted by the group that they leave.
    fn group_edges(&self) -> Vec<Edge> {
        let vertices = 0..self.successors.len() / self.row;
        let edge = |from, to| Edge { group: self.group(from), next: self.group(to), from, to };
        let all = vertices.flat_map(|from| self.after(from).map(move |to| edge(from, to)));
        let mut edges: Vec<Edge> = all.filter(|edge| edge.group != edge.next).collect();
        edges.sort_by_key(|edge| edge.group);
        edges
    }
}

/// A dependency between two groups, and the channels that make it.
struct Edge {
    group: usize,
    next: usize,
    from: usize,
    to: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

/// A depth-first search for a circle of groups.
struct Search {
    edges: Vec<Edge>,
    state: Vec<State>,
    /// Edges from the root down; each is the next one to follow from its group.
    path: Vec<usize>,
}

impl Search {
    fn new(graph: &Dependencies) -> Self {
        let vertices = graph.successors.len() / graph.row;
        Search { edges: graph.group_edges(), state: vec![State::New; vertices], path: Vec::new() }
    }

    /// The channels of a circle: the first one found, from the lowest group on.
    fn run(mut self) -> Option<Vec<usize>> {
        (0..self.edges.len()).find_map(|first| self.search(first))
    }

    fn search(&mut self, first: usize) -> Option<Vec<usize>> {
        if self.state[self.edges[first].group] != State::New {
            return None;
        }
        self.open(first);
        while let Some(&at) = self.path.last() {
            let next = self.edges[at].next;
            match self.state[next] {
                State::Open => return Some(self.circle(next)),
                State::New => match self.first_edge(next) {
                    Some(edge) => self.open(edge),
                    None => self.close(next),
                },
                State::Done => self.advance(),
            }
        }
        None
    }

    fn open(&mut self, edge: usize) {
        self.state[self.edges[edge].group] = State::Open;
        self.path.push(edge);
    }

    fn close(&mut self, group: usize) {
        self.state[group] = State::Done;
    }

    /// Goes on to the next edge of the last group, or leaves the group.
    fn advance(&mut self) {
        let Some(at) = self.path.pop() else { return };
        let group = self.edges[at].group;
        match self.edges.get(at + 1).is_some_and(|edge| edge.group == group) {
            true => self.path.push(at + 1),
            false => self.close(group),
        }
    }

    fn first_edge(&self, group: usize) -> Option<usize> {
        let at = self.edges.partition_point(|edge| edge.group < group);
        self.edges.get(at).filter(|edge| edge.group == group).map(|_| at)
    }

    /// The channels on the path from `group` on; two for a ring that the circle enters and leaves at
    /// different channels.
    fn circle(&self, group: usize) -> Vec<usize> {
        let start = self.path.iter().position(|&at| self.edges[at].group == group).unwrap_or(0);
        let mut channels: Vec<usize> =
            self.path[start..].iter().flat_map(|&at| [self.edges[at].from, self.edges[at].to]).collect();
        channels.dedup();
        if channels.first() == channels.last() {
            channels.pop();
        }
        channels
    }
}
