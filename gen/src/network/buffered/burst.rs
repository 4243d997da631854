//! A burst: more packets than a network can hold at once, which use everything that packets may use.
//!
//! The seed draws destinations, lengths, planes, and the channel of runs that may use either channel of a
//! dateline. So a burst also uses planes and channels that an exchange does not. It has enough packets to
//! fill every buffer several times, within [`LEAST`] and [`MOST`] for each processor and [`ALL`] together.

use super::{Buffers, PacketNetwork, Routes};
use torus_model::{NodeId, Random, RingRule};
use torus_sim::traffic::Packet;

/// How often a burst fills the buffers of all channels if it uses them equally.
const FILLS: u64 = 8;

/// The least and the most packets of a processor.
const LEAST: u64 = 32;
const MOST: u64 = 512;

/// The most packets of all processors together, if that leaves each at least four.
const ALL: u64 = 1 << 18;

/// The packets of a burst, in the order in which local ports take them.
pub fn burst(network: PacketNetwork) -> Vec<Packet> {
    let PacketNetwork { base, buffers, .. } = network;
    let (processors, seed) = (base.placement.processors(), base.effort.seed);
    if processors.len() < 2 {
        return Vec::new();
    }
    // The sequence must differ from that of the exchange, which has the same seed.
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

/// Packets of a processor: enough flits to fill all buffers, by the mean distance of pairs.
fn packets_each(PacketNetwork { base, loads, buffers }: PacketNetwork) -> u64 {
    let placement = &base.placement;
    let (p, flits) = (placement.len() as u64, buffers.flits as u64);
    let links = placement.torus().links().count() as u64;
    let places = links * (buffers.plan.count() * buffers.depth) as u64;
    // The hops of one packet from every processor to every other one.
    let hops = (loads.total() as u64 / loads.denominator()).max(1);
    let mean = (buffers.shortest_packet() as u64 + flits) / 2;
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
