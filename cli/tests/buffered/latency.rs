//! Latency without load, exact to the cycle: `docs/buffered.md`, "Router".
//!
//! A flit is taken in the cycle in which it is offered. It is on its first link in the next cycle, on one
//! more link in every further cycle, and at the ejection port in the cycle after the last link. That is
//! hops + 1 cycles for every pair, and a cycle more for every further flit of its packet. Registers on links
//! add their stages.

use crate::common::buffered::Net;
use std::collections::BTreeMap;
use torus_model::{route::distance, NodeId};
use torus_sim::traffic::TrafficReport;

/// Cycles from the offer to the ejection port, in addition to one for each hop and each further flit. A hop
/// takes one cycle.
const CONSTANT: u64 = 1;

/// Cycles from the offer of a first flit to the ejection port.
fn first_flit(net: &Net, hops: u64) -> u64 {
    net.network.kind.buffers.pipeline.cycles() as u64 * (hops + CONSTANT)
}

/// The cycles between packets: more than any of them needs.
const APART: u64 = 12;

/// Sends from every source to every other one at this distance, one packet at a time in the whole network.
/// Local ports are not ready in cycle 0.
fn alone(net: &Net, hops: u64, flits: u32) -> TrafficReport {
    let (torus, all) = (net.torus(), net.processors());
    let pairs = all.iter().flat_map(|from| all.iter().map(move |to| (*from, *to)));
    let far = pairs.filter(|&(from, to)| distance(torus, &torus.offset(from, to)) as u64 == hops);
    let (mut routes, cycles) = (net.routes(1), (1..).map(|n| n * APART));
    net.packets(cycles.zip(far).map(|(c, (from, to))| routes.packet(c, from, to, flits)).collect(), &[])
}

/// Parameters: every distance, so every pair. The smallest and the largest latency have to be the same.
fn every_pair(net: &Net, flits: u32) {
    let longest = net.torus().dims().iter().map(|n| n / 2).sum::<u32>() as u64;
    assert!(first_flit(net, longest) + (flits as u64) <= APART, "packets are alone");
    let mut pairs = 0;
    for hops in 1..=longest {
        let found = alone(net, hops, flits);
        assert!(found.matches(), "{hops} hops: {:?}", found.mismatches);
        let exact = first_flit(net, hops) + flits as u64 - 1;
        let (all, inside) = (found.figures.latency, found.figures.network_latency);
        assert_eq!((all.mean, all.max), (exact as f64, exact), "{}, {hops} hops", net.torus());
        assert_eq!((inside.mean, inside.max), (all.mean, all.max), "it enters at once");
        pairs += all.packets as usize;
    }
    assert_eq!(pairs, net.processors().len() * (net.processors().len() - 1));
}

#[test]
fn one_port_in_three_dimensions() {
    every_pair(&Net::new("4x4x4 --ports one"), 1);
}

/// Packets of one length and of mixed lengths; all ports; a radix of two and an odd one.
#[test]
fn packets_of_several_flits() {
    let net = Net::new("2x5 --flits 4");
    (1..=4).for_each(|flits| every_pair(&net, flits));
}

/// Two cycles for each hop, and two more, for every pair.
#[test]
fn two_cycles_a_hop() {
    every_pair(&Net::new("4x4 --ports one --pipeline 2"), 1);
    let net = Net::new("2x5 --flits 4 --pipeline 2");
    (1..=4).for_each(|flits| every_pair(&net, flits));
}

/// By dimension the stages of links along a ring, and of wrap links.
type Stages = &'static [[u64; 2]];

/// Cycles that a packet spends in registers. A link is a wrap link if its coordinate does not change by one.
fn in_registers(net: &Net, stages: Stages, links: impl Iterator<Item = torus_model::LinkId>) -> u64 {
    let torus = net.torus();
    let of = |link| {
        let (tail, port) = torus.tail(link);
        let [from, to] = [tail, torus.neighbour(tail, port)].map(|node| torus.coordinate(node, port.dim()));
        let closes = from.abs_diff(to) != 1;
        stages[port.dim()][usize::from(closes)]
    };
    links.map(of).sum()
}

/// Checks that the latency of every pair grows by the registers of its links. Packets with the same expected
/// latency run together, one after the other.
fn every_pair_with_registers(words: &str, stages: Stages) {
    let (net, flits) = (Net::new(words), 2);
    let (torus, all) = (net.torus(), net.processors());
    let mut by_latency: BTreeMap<u64, Vec<(NodeId, NodeId)>> = BTreeMap::new();
    for (from, to) in all.iter().flat_map(|from| all.iter().map(move |to| (*from, *to))) {
        if from != to {
            let packet = net.routes(1).packet(1, from, to, flits);
            let hops = distance(torus, &torus.offset(from, to)) as u64;
            let exact = first_flit(&net, hops) + flits as u64 - 1;
            let exact = exact + in_registers(&net, stages, net.format().route(packet.way).links(torus, from));
            by_latency.entry(exact).or_default().push((from, to));
        }
    }
    assert!(by_latency.len() > 1, "{words}");
    for (exact, pairs) in by_latency {
        let (mut routes, cycles) = (net.routes(1), (1..).map(|n| n * (exact + APART)));
        let packets = cycles.zip(pairs).map(|(cycle, (from, to))| routes.packet(cycle, from, to, flits));
        let found = net.packets(packets.collect(), &[]);
        assert!(found.matches(), "{words}: {:?}", found.mismatches);
        assert_eq!((found.figures.latency.mean, found.figures.latency.max), (exact as f64, exact), "{words}");
    }
}

/// Corners: the same stages everywhere, other ones in each dimension, none in one, wrap links with more, with
/// fewer and with none; rings of two, which have no wrap link; two cycles a hop.
#[test]
fn registers_on_links() {
    every_pair_with_registers("5 --flits 2 --link-stages 3", &[[3, 3]]);
    every_pair_with_registers("4x3 --flits 2 --ports one --link-stages 0,2", &[[0, 0], [2, 2]]);
    every_pair_with_registers("4x3 --flits 2 --ports one --link-stages 1,0,wrap=4", &[[1, 4], [0, 4]]);
    every_pair_with_registers("2x5 --flits 2 --link-stages 2,1,wrap=0", &[[2, 2], [1, 0]]);
    every_pair_with_registers("2x2x3 --flits 2 --link-stages 1,wrap=2", &[[1, 1], [1, 1], [1, 2]]);
    every_pair_with_registers("4x3 --flits 2 --pipeline 2 --link-stages 2,0,wrap=1", &[[2, 1], [0, 1]]);
}

/// A flit in every cycle takes a buffer of three flits (two cycles a hop: four) and two for each stage; one
/// flit less, and the link is idle now and then.
#[test]
fn buffers_cover_the_round_trip_of_a_credit() {
    for (cycles, least) in [(1, 3), (2, 4)] {
        for stages in [1, 2, 5] {
            let net = |depth: u64| {
                Net::new(&format!(
                    "5 --channels 2 --flits 4 --pipeline {cycles} --link-stages {stages} --depth {depth}"
                ))
            };
            let [full, less] = [0, 1].map(|short| took(&net(least + 2 * stages - short), 200));
            assert_eq!(full, first_flit(&net(20), 2) + 2 * stages + 199, "{cycles} cycles a hop, {stages}");
            assert!(less > full + 10, "{cycles} cycles a hop, {stages} stages: {less}");
        }
    }
}

/// Cycles from the first offer until `flits` flits have gone two hops.
fn took(net: &Net, flits: u32) -> u64 {
    let (mut routes, all) = (net.routes(1), net.processors());
    let packets = (0..flits / 4).map(|_| routes.packet(1, all[0], all[2], 4)).collect();
    let found = net.packets(packets, &[]);
    assert!(found.matches(), "{:?}", found.mismatches);
    found.cycles - 2
}

/// A full link: behind the first flit one in every cycle, with a depth of three or more.
#[test]
fn one_way_carries_a_flit_in_every_cycle() {
    ["2x5 --flits 4", "2x5 --flits 4 --pipeline 2"]
        .map(Net::new)
        .iter()
        .for_each(carries_a_flit_in_every_cycle);
}

fn carries_a_flit_in_every_cycle(net: &Net) {
    let (mut routes, all) = (net.routes(1), net.processors());
    let packets =
        (0..200).map(|n| routes.packet(1 + n / 2, all[0], all[2], 1 + n as u32 % 4)).collect::<Vec<_>>();
    let flits: u64 = packets.iter().map(|packet| packet.flits as u64).sum();
    let found = net.packets(packets, &[]);
    assert!(found.matches(), "{:?}", found.mismatches);
    let hops = distance(net.torus(), &net.torus().offset(all[0], all[2])) as u64;
    // Offered in cycle 1, its first flit out in 1 + hops + 1, the last one flits - 1 later; counted from 0.
    assert_eq!(found.cycles, 1 + first_flit(net, hops) + (flits - 1) + 1);
}
