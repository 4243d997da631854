//! A burst: more packets than a network takes at once, over everything that packets may use.
//!
//! Destinations, lengths, planes and the two channels of a dateline that a run may choose between are drawn
//! by the seed, so that planes and channels are used which the exchange's choice leaves out. There are enough
//! packets for every buffer to be filled some times, within [`LEAST`] and [`MOST`] for each processor and
//! [`ALL`] together.

use super::{Buffers, PacketNetwork, Routes};
use torus_model::{NodeId, Random, RingRule};
use torus_sim::traffic::Packet;

/// How often a burst could fill the buffers of all channels, if it used them alike.
const FILLS: u64 = 8;

/// Packets of a processor, at least and at most.
const LEAST: u64 = 32;
const MOST: u64 = 512;

/// Packets of all processors, unless each has fewer than four.
const ALL: u64 = 1 << 18;

/// The packets of a network's burst, in the order in which local ports take them.
pub fn burst(network: PacketNetwork) -> Vec<Packet> {
    let PacketNetwork { base, buffers, .. } = network;
    let (processors, seed) = (base.placement.processors(), base.effort.seed);
    if processors.len() < 2 {
        return Vec::new();
    }
    // Another sequence than that of the exchange, which has the same seed.
    let mut random = Random::new(!seed);
    let mut routes = Routes::new(&base.placement, buffers, random.bits());
    let mut all = Vec::new();
    for _ in 0..packets_each(network) {
        for (at, &source) in processors.iter().enumerate() {
            let destination = other(processors, at, &mut random);
            let flits = length(buffers, &mut random);
            all.push(routes.any_way(source, destination, flits));
        }
    }
    all
}

/// Packets of a processor: flits for all buffers, by the mean distance of pairs.
fn packets_each(PacketNetwork { base, loads, buffers }: PacketNetwork) -> u64 {
    let placement = &base.placement;
    let (p, flits) = (placement.len() as u64, buffers.flits as u64);
    let links = placement.torus().links().count() as u64;
    let places = links * (buffers.plan.count() * buffers.depth) as u64;
    // A round of packets to everyone else makes so many hops.
    let hops = (loads.total() as u64 / loads.denominator()).max(1);
    let mean = if buffers.plan.rule() == RingRule::Bubble { flits } else { flits.div_ceil(2) };
    let each = (FILLS * places).saturating_mul(p - 1).div_ceil(hops * mean);
    each.clamp(LEAST, MOST).min((ALL / p).max(4))
}

fn other(processors: &[NodeId], at: usize, random: &mut Random) -> NodeId {
    processors[(at + 1 + random.below(processors.len() - 1)) % processors.len()]
}

fn length(buffers: &Buffers, random: &mut Random) -> u32 {
    match buffers.plan.rule() {
        RingRule::Bubble => buffers.flits as u32,
        RingRule::Dateline => 1 + random.below(buffers.flits) as u32,
    }
}
