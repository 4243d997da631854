//! The way of every packet: its route by the routing, and its channels by the plan.

use super::Buffers;
use torus_model::{
    route::{ordered_route_with, random_order, udr_copies},
    NodeId, Placement, Port, Random, Route, Routing, Segment,
};
use torus_sim::traffic::Packet;

/// Ways on one network; unordered ones are drawn.
pub struct Routes<'a> {
    placement: &'a Placement,
    buffers: &'a Buffers,
    random: Random,
}

impl<'a> Routes<'a> {
    /// The ways between the processors of a placement; `seed` draws the orders of dimensions.
    pub fn new(placement: &'a Placement, buffers: &'a Buffers, seed: u64) -> Self {
        Routes { placement, buffers, random: Random::new(seed) }
    }

    /// A packet from a processor to another.
    pub fn packet(&mut self, cycle: u64, source: NodeId, destination: NodeId, flits: u32) -> Packet {
        let route = self.route(source, destination);
        self.on(cycle, source, destination, flits, route)
    }

    /// The same in cycle 0, with everything drawn that it may choose: the plane, channels of segments that
    /// may use either, the way round where both are as short.
    pub fn any_way(&mut self, source: NodeId, destination: NodeId, flits: u32) -> Packet {
        let route = self.route(source, destination);
        let segments: Vec<Segment> = route.segments().iter().map(|&one| self.either_way(one)).collect();
        let (route, plan) = (Route::new(segments), &self.buffers.plan);
        let channels = plan.channels_of(source, &route, self.random.below(plan.choices()));
        Packet { cycle: 0, source, destination, flits, route, channels }
    }

    /// A segment, or the one to the other side that is as long.
    fn either_way(&mut self, segment: Segment) -> Segment {
        let n = self.placement.torus().dims()[segment.port.dim()];
        let turned = n > 2 && 2 * segment.hops == n && self.random.below(2) == 1;
        Segment { port: Port::from_index(segment.port.index() ^ usize::from(turned)), ..segment }
    }

    fn route(&mut self, source: NodeId, destination: NodeId) -> Route {
        let torus = self.placement.torus();
        let offset = torus.offset(source, destination);
        let ordered = ordered_route_with(torus, source, &offset, self.buffers.ties);
        match self.buffers.routing() {
            Routing::Odr => ordered,
            Routing::Udr => random_order(&ordered, &mut self.random),
        }
    }

    /// Every copy of a message of the exchange whose link counts are the loads' numerators: one for ordered
    /// routing; d!/s! over each of the s! orders for unordered.
    pub fn copies(&self, source: NodeId, destination: NodeId, flits: u32) -> Vec<Packet> {
        let torus = self.placement.torus();
        let offset = torus.offset(source, destination);
        let (routes, copies) = match self.buffers.routing() {
            Routing::Odr => (vec![ordered_route_with(torus, source, &offset, self.buffers.ties)], 1),
            Routing::Udr => udr_copies(torus, &offset).unwrap_or_default(),
        };
        let each = |route: Route| {
            let packet = self.on(0, source, destination, flits, route);
            std::iter::repeat_n(packet, copies as usize)
        };
        routes.into_iter().flat_map(each).collect()
    }

    fn on(&self, cycle: u64, source: NodeId, destination: NodeId, flits: u32, route: Route) -> Packet {
        let channels = self.buffers.plan.channels(source, &route);
        Packet { cycle, source, destination, flits, route, channels }
    }
}
