//! Loads of links: counted for given packets, expected for a pattern; and the rate that follows from them.
//!
//! If every processor sends one flit in a cycle, link l carries load(l) of them on average. At most one can
//! pass, so no rate above 1 / max load is accepted for long (Dally and Towles 2004, section 3.3.1, the
//! channel bound). Uniform traffic comes from [`Loads`] without pairs; patterns with one destination each
//! cost O(P); a hotspot needs both.

use super::{Destinations, Pattern};
use crate::{
    load::UdrTooLarge,
    route::{factorial, ordered_route_with, orders},
    Loads, NodeId, Placement, PortModel, Route, Routing, Ties, Torus,
};
use num_rational::Ratio;

/// Flits over every link, by link id (2dN of them): packets as source, route and length.
pub fn link_flits(torus: &Torus, packets: impl IntoIterator<Item = (NodeId, Route, u32)>) -> Vec<u64> {
    let mut flits = vec![0; torus.link_slots()];
    for (source, route, length) in packets {
        route.links(torus, source).for_each(|link| flits[link.index()] += length as u64);
    }
    flits
}

/// The expected flits of every link in a cycle, if every processor that is not silent sends one.
///
/// Errors: UDR numerators that may leave 63 bits, percents included. Under UDR ties go `+`
/// (the loads of [`Routing::Udr`]); `ties` is for ODR.
pub fn expected_loads(
    placement: &Placement,
    destinations: &Destinations,
    routing: Routing,
    ties: Ties,
) -> Result<Loads, UdrTooLarge> {
    let ties = if routing == Routing::Udr { Ties::Plus } else { ties };
    let mut sum = Sum::new(placement, routing, ties)?;
    match destinations.pattern() {
        Pattern::Uniform => sum.add_uniform(1)?,
        Pattern::Hotspot { percent, at } => sum.add_hotspot(percent as u64, at)?,
        _ => {
            let pairs = placement.processors().iter().enumerate();
            let one = |(p, &source): (usize, &NodeId)| destinations.only(p).map(|to| (source, to));
            pairs.filter_map(one).for_each(|(source, to)| sum.add_pair(source, to, 1));
        }
    }
    Ok(sum.loads())
}

/// The highest rate, in flits per cycle and processor, that links and ports allow: 1 / max load. With one
/// local port each way it is also at most 1 into the network, and at most 1 / (flits for the busiest
/// destination) out of it. With all ports, local ports carry no more than the links they belong to. With a
/// single port, what a node forwards is not counted.
pub fn saturation(loads: &Loads, destinations: &Destinations, ports: PortModel) -> Ratio<u64> {
    // The loads of listed links are 64 bits wide.
    let e_max = loads.e_max();
    let bound = Ratio::new(*e_max.denom() as u64, *e_max.numer() as u64);
    match ports {
        PortModel::AllPort => bound,
        _ => bound.min(busiest_local_port(destinations).recip()),
    }
}

/// The load of the busiest local port: the larger of 1, which every source sends, and what the busiest
/// destination gets.
fn busiest_local_port(destinations: &Destinations) -> Ratio<u64> {
    let (one, others) = (Ratio::from_integer(1), destinations.processors().len() as u64 - 1);
    match destinations.pattern() {
        // All others send to the hot processor: their share, and their part of the uniform rest.
        Pattern::Hotspot { percent, .. } => {
            let share = Ratio::new(percent as u64, 100);
            (share * others + (one - share)).max(one)
        }
        // Uniform: (P - 1) / (P - 1); the others are permutations.
        _ => one,
    }
}

/// A sum of loads over one denominator.
struct Sum<'a> {
    placement: &'a Placement,
    routing: Routing,
    ties: Ties,
    /// d! for UDR.
    unit: u64,
    numerators: Vec<u64>,
    denominator: u64,
}

impl<'a> Sum<'a> {
    fn new(placement: &'a Placement, routing: Routing, ties: Ties) -> Result<Self, UdrTooLarge> {
        let (d, processors) = (placement.torus().d(), placement.len());
        let unit = if routing == Routing::Odr { Some(1) } else { factorial(d) };
        let pairs = 100 * processors as u128 * processors as u128;
        let unit = unit.filter(|&unit| pairs * (unit as u128) < 1 << 63);
        let unit = unit.ok_or(UdrTooLarge { d, processors })?;
        let numerators = vec![0; placement.torus().link_slots()];
        Ok(Sum { placement, routing, ties, unit, numerators, denominator: unit })
    }

    /// Adds every pair `weight` times, over the number of other processors.
    fn add_uniform(&mut self, weight: u64) -> Result<(), UdrTooLarge> {
        let loads = match self.routing {
            Routing::Odr => Loads::ordered(self.placement, self.ties),
            Routing::Udr => Loads::new(self.placement, Routing::Udr)?,
        };
        self.denominator *= self.placement.len() as u64 - 1;
        self.numerators.iter_mut().zip(loads.numerators()).for_each(|(sum, load)| *sum += weight * load);
        Ok(())
    }

    /// Adds the hotspot, in units of 1 / (100 (P - 1)).
    fn add_hotspot(&mut self, percent: u64, at: usize) -> Result<(), UdrTooLarge> {
        self.add_uniform(100 - percent)?;
        self.denominator *= 100;
        let (hot, others) = (self.placement.processors()[at], self.placement.len() as u64 - 1);
        for &node in self.placement.processors().iter().filter(|&&node| node != hot) {
            self.add_pair(node, hot, percent * others);
            // The hot processor sends all of its packets uniformly.
            self.add_pair(hot, node, percent);
        }
        Ok(())
    }

    fn add_pair(&mut self, source: NodeId, destination: NodeId, weight: u64) {
        let torus = self.placement.torus();
        let route = ordered_route_with(torus, source, destination, self.ties);
        let routes = match self.routing {
            Routing::Odr => vec![route],
            Routing::Udr => orders(&route),
        };
        let weight = weight * self.unit / routes.len() as u64;
        let links = routes.iter().flat_map(|route| route.links(torus, source));
        links.for_each(|link| self.numerators[link.index()] += weight);
    }

    fn loads(self) -> Loads {
        Loads::from_counts(self.placement.torus(), self.numerators, self.denominator)
    }
}
