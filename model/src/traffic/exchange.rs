//! A complete exchange as a list of packets: every processor sends one to every other, in some order.
//!
//! All packets are made in cycle 0. The packets of one source enter in the order of the list, which has the
//! first packet of every source, then the second ones, and so on. *By offset*, all sources of a full torus
//! send by the same route at the same time. *Farthest first* puts the long distances at the beginning, so
//! that the end does not wait for one of them. *Planned* is the order of a timetable in which packets would
//! not meet.

use super::{planned::planned, stream, Packet};
use crate::{names::named, route::distance, NodeId, Placement, Ties};
use std::collections::HashSet;

/// The order in which a source sends to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By increasing offset, read as a node id.
    Offset,
    /// In an order drawn by every source for itself.
    Random,
    /// By decreasing distance, equal ones by offset.
    Farthest,
    /// By the cycles of a timetable of dimension-ordered routes.
    Planned,
}

named!(Order, "order", Offset => "offset", Random => "random", Farthest => "farthest", Planned => "planned");

/// The `P (P - 1)` packets of one exchange, each of `flits` flits. `ties`: where half-way offsets go.
pub fn all_to_all(placement: &Placement, order: Order, ties: Ties, flits: u32, seed: u64) -> Vec<Packet> {
    let plan = match order {
        Order::Planned => planned(placement.torus(), ties, seed),
        _ => Vec::new(),
    };
    let lists: Vec<_> =
        placement.processors().iter().map(|&p| destinations(placement, p, order, &plan, seed)).collect();
    let turn = |turn: usize| {
        lists.iter().zip(placement.processors()).map(move |(list, &source)| (source, list[turn]))
    };
    let packets = (0..placement.len() - 1).flat_map(turn);
    packets.map(|(source, destination)| Packet { cycle: 0, source, destination, flits }).collect()
}

fn destinations(
    placement: &Placement,
    source: NodeId,
    order: Order,
    plan: &[Vec<u32>],
    seed: u64,
) -> Vec<NodeId> {
    let torus = placement.torus();
    let mut offsets: Vec<Vec<u32>> = placement.offsets(source).collect();
    offsets.sort();
    match order {
        Order::Offset => {}
        Order::Random => stream(seed, source).shuffle(&mut offsets),
        Order::Farthest => offsets.sort_by_key(|offset| std::cmp::Reverse(distance(torus, offset))),
        Order::Planned => {
            let there: HashSet<Vec<u32>> = offsets.into_iter().collect();
            offsets = plan.iter().filter(|offset| there.contains(*offset)).cloned().collect();
        }
    }
    offsets.iter().map(|offset| torus.translate(source, offset)).collect()
}
