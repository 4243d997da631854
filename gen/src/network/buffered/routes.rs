//! The way of every packet: its route by the routing, its channels by the channel assignment.

use super::Buffers;
use torus_model::{
    route::{ordered_route_with, random_order, udr_copies},
    traffic, NodeId, Placement, Random, Route, Routing, Segment,
};
use torus_sim::traffic::{HeadFormat, Packet, Way};

/// The most pairs of nodes whose ways are kept for further packets. With more pairs, computing a way again is
/// faster than reading it from memory.
const KEPT: usize = 1 << 14;

/// Computes ways on one network; those of unordered routing are drawn at random.
pub struct Routes<'a> {
    placement: &'a Placement,
    buffers: &'a Buffers,
    format: HeadFormat,
    random: Random,
    /// The ways of ordered routing by source and destination; empty if there are too many pairs.
    kept: Vec<Option<Way>>,
}

impl<'a> Routes<'a> {
    /// The ways between the processors of a placement; `seed` draws the orders of dimensions.
    pub fn new(placement: &'a Placement, buffers: &'a Buffers, seed: u64) -> Self {
        let (format, random) = (buffers.head_format(), Random::new(seed));
        let pairs = placement.torus().len().saturating_mul(placement.torus().len());
        let kept = if pairs <= KEPT { vec![None; pairs] } else { Vec::new() };
        Routes { placement, buffers, format, random, kept }
    }

    /// A packet from one processor to another, on the way of the routing.
    pub fn packet(&mut self, cycle: u64, source: NodeId, destination: NodeId, flits: u32) -> Packet {
        let way = self.way_between(source, destination);
        Packet { cycle, source, destination, flits, way }
    }

    /// A packet of the traffic, on the way of the routing.
    pub fn with_way(&mut self, packet: traffic::Packet) -> Packet {
        let traffic::Packet { cycle, source, destination, flits } = packet;
        self.packet(cycle, source, destination, flits)
    }

    /// The source, route and length of a packet.
    pub fn walked(&self, packet: &Packet) -> (NodeId, Route, u32) {
        (packet.source, self.format.route(packet.way), packet.flits)
    }

    fn way_between(&mut self, source: NodeId, destination: NodeId) -> Way {
        let at = source.index() * self.placement.torus().len() + destination.index();
        if let Some(Some(way)) = self.kept.get(at) {
            return *way;
        }
        let route = self.route(source, destination);
        let way = self.way(source, &route, self.buffers.plan.choice(source, destination));
        if let Some(kept) = self.kept.get_mut(at).filter(|_| self.buffers.routing().is_deterministic()) {
            *kept = Some(way);
        }
        way
    }

    /// A packet in cycle 0 with all free choices drawn at random: the plane, the channel of segments that may
    /// use either, and the direction of ties.
    pub fn any_way(&mut self, source: NodeId, destination: NodeId, flits: u32) -> Packet {
        let route = self.route(source, destination);
        let segments: Vec<Segment> = route.segments().iter().map(|&one| self.either_way(one)).collect();
        let choice = self.random.below(self.buffers.plan.choices());
        let way = self.way(source, &Route::new(segments), choice);
        Packet { cycle: 0, source, destination, flits, way }
    }

    /// The segment, or at random the equally long one in the other direction.
    fn either_way(&mut self, segment: Segment) -> Segment {
        let n = self.placement.torus().dims()[segment.port.dim()];
        let turned = n > 2 && 2 * segment.hops == n && self.random.below(2) == 1;
        segment.turned(turned)
    }

    fn route(&mut self, source: NodeId, destination: NodeId) -> Route {
        let torus = self.placement.torus();
        let ordered = ordered_route_with(torus, source, destination, self.buffers.ties);
        match self.buffers.routing() {
            Routing::Odr => ordered,
            Routing::Udr => random_order(&ordered, &mut self.random),
        }
    }

    /// All copies of a message in the exchange whose link counts are the numerators of the loads: one with
    /// ordered routing, d!/s! over each of the s! orders with unordered routing.
    pub fn copies(&self, source: NodeId, destination: NodeId, flits: u32) -> Vec<Packet> {
        let torus = self.placement.torus();
        let (routes, copies) = match self.buffers.routing() {
            Routing::Odr => (vec![ordered_route_with(torus, source, destination, self.buffers.ties)], 1),
            Routing::Udr => udr_copies(torus, &torus.offset(source, destination)).unwrap_or_default(),
        };
        let choice = self.buffers.plan.choice(source, destination);
        let each = |route: Route| {
            let way = self.way(source, &route, choice);
            let packet = Packet { cycle: 0, source, destination, flits, way };
            std::iter::repeat_n(packet, copies as usize)
        };
        routes.into_iter().flat_map(each).collect()
    }

    /// The way of a route, on the channels of this choice.
    fn way(&self, source: NodeId, route: &Route, choice: usize) -> Way {
        self.format.way(route, &self.buffers.plan.channels_of(source, route, choice))
    }
}
