//! All dependencies of a placement without enumerating pairs of processors.
//!
//! A channel follows from the ends of a segment in its own dimension, from the segments finished before, and
//! from the number of the packet, which is a number of the source plus one of the destination. So for every
//! set of dimensions corrected before (ordered: one set; unordered: all) the processors are projected on the
//! nodes of the segment: for each node, `sources` and `destinations` hold the set of numbers of the
//! processors there, as bits. Straight steps are swept on every line over the pairs (start, end). Turns are
//! swept at every node over the kinds of segment that arrive and leave, of which there are six. Cost: `O(N
//! n)` for each dimension and set, where `n` is its radix, and `O(N (n + 36 numbers^2))` for each turn.

use super::{
    project::{project, sums, Match},
    ChannelAssignment, Dependencies, Half,
};
use crate::{LinkId, NodeId, Placement, Port, Routing, Segment, Sign, Ties, Torus};

/// The dimensions corrected before, as bits. Unordered: those in which a segment has finished. Ordered: all
/// lower ones.
#[derive(Clone, Copy)]
struct Before(u32);

impl Before {
    fn has(self, dim: usize) -> bool {
        self.0 >> dim & 1 == 1
    }
}

impl Dependencies {
    /// The dependencies of every packet between two processors, by every route that the plan's routing may
    /// choose. The same as [`Dependencies::new`] on all of them, without enumerating pairs.
    pub fn of_placement(plan: &ChannelAssignment, placement: &Placement, ties: Ties) -> Self {
        let mut graph = Self::empty(plan);
        add_all(&mut graph, plan, placement, ties);
        graph
    }
}

/// Adds every dependency of every packet between processors.
fn add_all(graph: &mut Dependencies, plan: &ChannelAssignment, placement: &Placement, ties: Ties) {
    for dim in 0..plan.torus().d() {
        for before in sets(plan, dim) {
            let sweep = Sweep::new(plan, placement, ties, dim, before);
            sweep.add_straight(graph);
            (0..plan.torus().d()).for_each(|next| sweep.add_turns(graph, next));
        }
    }
}

fn sets(plan: &ChannelAssignment, dim: usize) -> Vec<Before> {
    match plan.routing() {
        Routing::Odr => vec![Before((1 << dim) - 1)],
        Routing::Udr => (0..1u32 << plan.torus().d()).map(Before).filter(|set| !set.has(dim)).collect(),
    }
}

/// The segments in one dimension after one set of dimensions.
struct Sweep<'a> {
    plan: &'a ChannelAssignment,
    placement: &'a Placement,
    ties: Ties,
    dim: usize,
    before: Before,
    class: usize,
    /// For each node, the numbers of the sources whose segment starts there.
    sources: Vec<u64>,
}

impl<'a> Sweep<'a> {
    fn new(
        plan: &'a ChannelAssignment,
        placement: &'a Placement,
        ties: Ties,
        dim: usize,
        before: Before,
    ) -> Self {
        let finished = if plan.routing() == Routing::Odr { Match::Any } else { Match::Other };
        let compare = |other| if before.has(other) { finished } else { Match::Same };
        let sources = project(placement, compare, |node| plan.source_number(node));
        let class = before.0.count_ones() as usize;
        Sweep { plan, placement, ties, dim, before, class, sources }
    }

    /// For each node, the numbers of the destinations for which a segment in `dim` may end there, where the
    /// segments in `done` have finished.
    fn destinations(&self, dim: usize, done: u32) -> Vec<u64> {
        let ordered = self.plan.routing() == Routing::Odr;
        let same = |other| if ordered { other <= dim } else { done >> other & 1 == 1 };
        let compare = |other| if same(other) { Match::Same } else { Match::Any };
        project(self.placement, compare, |node| self.plan.destination_number(node))
    }

    /// The segment in `dim` from coordinate `start` to `end`.
    fn run(&self, dim: usize, start: u32, end: u32) -> Segment {
        let n = self.torus().dims()[dim];
        let (sign, hops) = self.ties.way(start, (end + n - start) % n, n);
        Segment { port: Port::new(dim, sign), hops }
    }

    fn torus(&self) -> &'a Torus {
        self.plan.torus()
    }

    fn add_straight(&self, graph: &mut Dependencies) {
        let destinations = self.destinations(self.dim, self.before.0 | 1 << self.dim);
        let lines = self.torus().nodes().filter(|&node| self.torus().coordinate(node, self.dim) == 0);
        let mut cover = Cover::new(self.plan, self.dim);
        for first in lines {
            self.cover_line(first, &destinations, &mut cover);
            cover.flush(first, graph);
        }
    }

    fn cover_line(&self, first: NodeId, destinations: &[u64], cover: &mut Cover) {
        let (n, stride) = (self.torus().dims()[self.dim], self.torus().stride(self.dim));
        let at = |x: u32| first.index() + x as usize * stride;
        for start in (0..n).filter(|&start| self.sources[at(start)] != 0) {
            for end in (0..n).filter(|&end| end != start && destinations[at(end)] != 0) {
                let segment = self.run(self.dim, start, end);
                let half = self.plan.halves(start, segment).0;
                for number in sums(self.sources[at(start)], destinations[at(end)], self.plan.choices()) {
                    cover.add(start, segment, self.plan.channel(number, self.class, half));
                }
            }
        }
    }

    fn add_turns(&self, graph: &mut Dependencies, next: usize) {
        let follows = match self.plan.routing() {
            Routing::Odr => next > self.dim,
            Routing::Udr => next != self.dim && !self.before.has(next),
        };
        if !follows {
            return;
        }
        let destinations = self.destinations(next, self.before.0 | 1 << self.dim | 1 << next);
        for node in self.torus().nodes() {
            self.add_turns_at(graph, node, self.arriving(node), self.leaving(node, next, &destinations));
        }
    }

    fn add_turns_at(
        &self,
        graph: &mut Dependencies,
        node: NodeId,
        arriving: Vec<SegmentKind>,
        leaving: Vec<SegmentKind>,
    ) {
        for a in &arriving {
            let tail = self.torus().neighbour(node, a.port.opposite());
            for b in &leaving {
                for number in sums(a.numbers, b.numbers, self.plan.choices()) {
                    let from = self.plan.channel(number, self.class, a.half);
                    let to = self.plan.channel(number, self.class + 1, b.half);
                    graph.add((self.torus().link(tail, a.port), from), (self.torus().link(node, b.port), to));
                }
            }
        }
    }

    /// The kinds of segment that end at a node.
    fn arriving(&self, node: NodeId) -> Vec<SegmentKind> {
        let (x, mut kinds) = (self.torus().coordinate(node, self.dim), Vec::new());
        for (start, y) in self.others(node, self.dim) {
            let segment = self.run(self.dim, y, x);
            SegmentKind::add(&mut kinds, segment.port, self.plan.halves(y, segment).1, self.sources[start]);
        }
        kinds
    }

    /// The kinds of segment in `dim` that start at a node.
    fn leaving(&self, node: NodeId, dim: usize, destinations: &[u64]) -> Vec<SegmentKind> {
        let (x, mut kinds) = (self.torus().coordinate(node, dim), Vec::new());
        for (end, y) in self.others(node, dim) {
            let segment = self.run(dim, x, y);
            SegmentKind::add(&mut kinds, segment.port, self.plan.halves(x, segment).0, destinations[end]);
        }
        kinds
    }

    /// The other nodes of a node's line in `dim`: index and coordinate.
    fn others(&self, node: NodeId, dim: usize) -> impl Iterator<Item = (usize, u32)> + 'a {
        let (x, stride) = (self.torus().coordinate(node, dim), self.torus().stride(dim));
        let first = node.index() - x as usize * stride;
        let coordinates = (0..self.torus().dims()[dim]).filter(move |&y| y != x);
        coordinates.map(move |y| (first + y as usize * stride, y))
    }
}

/// A kind of segment at one node: its port, its half, and the numbers at its far ends.
struct SegmentKind {
    port: Port,
    half: Half,
    numbers: u64,
}

impl SegmentKind {
    fn add(kinds: &mut Vec<SegmentKind>, port: Port, half: Half, numbers: u64) {
        if numbers == 0 {
            return;
        }
        match kinds.iter_mut().find(|kind| (kind.port, kind.half) == (port, half)) {
            Some(kind) => kind.numbers |= numbers,
            None => kinds.push(SegmentKind { port, half, numbers }),
        }
    }
}

/// The straight steps of one line: how many segments start or stop at a position, by direction and channel.
/// Positions are counted along the segment; after the wrap link they are n and more.
struct Cover<'a> {
    plan: &'a ChannelAssignment,
    dim: usize,
    n: usize,
    change: Vec<i32>,
}

impl<'a> Cover<'a> {
    fn new(plan: &'a ChannelAssignment, dim: usize) -> Self {
        let n = plan.torus().dims()[dim] as usize;
        Cover { plan, dim, n, change: vec![0; 2 * plan.count() * 2 * n] }
    }

    fn add(&mut self, start: u32, segment: Segment, channel: usize) {
        let minus = segment.port.sign() == Sign::Minus;
        let position = if minus { self.n - 1 - start as usize } else { start as usize };
        let row = (minus as usize * self.plan.count() + channel) * 2 * self.n;
        self.change[row + position] += 1;
        self.change[row + position + segment.hops as usize - 1] -= 1;
    }

    /// Adds the steps to the graph and empties the line.
    fn flush(&mut self, first: NodeId, graph: &mut Dependencies) {
        for (row, sign) in [Sign::Plus, Sign::Minus].into_iter().enumerate() {
            for channel in 0..self.plan.count() {
                let mut segments = 0;
                for position in 0..2 * self.n {
                    let at = (row * self.plan.count() + channel) * 2 * self.n + position;
                    segments += std::mem::take(&mut self.change[at]);
                    if segments > 0 {
                        let on =
                            |position| (self.link(first, sign, position), self.channel(channel, position));
                        graph.add(on(position), on(position + 1));
                    }
                }
            }
        }
    }

    fn link(&self, first: NodeId, sign: Sign, position: usize) -> LinkId {
        let x = if sign == Sign::Plus { position % self.n } else { self.n - 1 - position % self.n };
        let torus = self.plan.torus();
        let node = torus.node_at(first.index() + x * torus.stride(self.dim));
        torus.link(node.expect("a position modulo n is on the line"), Port::new(self.dim, sign))
    }

    /// The channel at a position of a segment that starts on `channel`.
    fn channel(&self, channel: usize, position: usize) -> usize {
        match position >= self.n {
            true => channel | (self.plan.rule().bits() - 1),
            false => channel,
        }
    }
}
