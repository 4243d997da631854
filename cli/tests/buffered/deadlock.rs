//! Networks that do deadlock: the run ends and names the buffers that wait for each other in a circle.
//!
//! The mutant is a dateline network whose manifest claims the bubble rule. Its wrap straps stay low, so no
//! packet changes its channel, and all are sent on channel 0. So nothing keeps a ring of buffers from
//! becoming full.

use crate::common::buffered::Net;
use std::{collections::BTreeMap, fs};
use torus_gen::error::UsageError;
use torus_model::{channel::*, Random, Routing, Torus};
use torus_sim::traffic::{Packet, TrafficReport};
use torus_sim::{Mismatch, PacketMismatch};

/// A dateline network without its datelines.
fn mutant(words: &str) -> Net {
    let net = Net::new(words);
    let path = net.dir.path().join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("\"rule\": \"dateline\"").count(), 1);
    fs::write(&path, text.replace("\"rule\": \"dateline\"", "\"rule\": \"bubble\"")).unwrap();
    net
}

/// Many more packets than the links can carry, all on channel 0, from every source to random destinations.
fn overload(net: &Net, cycles: u64, seed: u64) -> Vec<Packet> {
    let (mut random, mut routes, all) = (Random::new(seed), net.routes(seed), net.processors());
    let (mut packets, format) = (Vec::new(), net.format());
    for cycle in 0..cycles {
        for (p, &source) in all.iter().enumerate() {
            let to = all[(p + 1 + random.below(all.len() - 1)) % all.len()];
            let packet = routes.packet(cycle, source, to, 1);
            let route = format.route(packet.way);
            let way = format.way(&route, &vec![0; route.segments().len()]);
            packets.push(Packet { way, ..packet });
        }
    }
    packets
}

/// Which channel waits for which, from the lines of a stalled run.
fn waits(report: &TrafficReport) -> BTreeMap<String, String> {
    let stalled = report.mismatches.iter().find_map(|mismatch| match mismatch {
        Mismatch::Packet(PacketMismatch::Stalled { waiting, .. }) => Some(waiting),
        _ => None,
    });
    let lines = stalled.unwrap_or_else(|| panic!("no stall: {:?}", report.mismatches));
    let pair = |line: &String| {
        let (here, rest) = line.strip_prefix("at the end of ")?.split_once(": packet ")?;
        Some((here.to_string(), rest.split_once(" waits for ")?.1.to_string()))
    };
    lines.iter().filter_map(pair).collect()
}

/// The circle that is reached from a channel. Empty if the waiting ends somewhere.
fn circle<'a>(waits: &'a BTreeMap<String, String>, from: &'a str) -> Vec<&'a str> {
    let mut way = vec![from];
    while let Some(next) = waits.get(way[way.len() - 1]) {
        if let Some(start) = way.iter().position(|one| one == next) {
            return way[start..].to_vec();
        }
        way.push(next);
    }
    Vec::new()
}

/// State space: an overloaded ring of eight and a square, two seeds. The same packets through the network
/// whose straps work all arrive.
#[test]
fn mutants_stall_in_a_circle() {
    for words in ["8 --channels 2 --depth 2", "4x4 --channels 2 --depth 2 --ports one"] {
        let (good, bad) = (Net::new(words), mutant(words));
        for seed in [1, 2] {
            let report = bad.on_tiles(overload(&bad, 1000, seed));
            assert!(!report.matches() && report.delivered < report.expected, "{words}, seed {seed}");
            assert!(report.cycles < 10_000, "{words}, seed {seed}: it ends soon after the stall");
            let waits = waits(&report);
            let found = waits.keys().map(|from| circle(&waits, from)).find(|circle| !circle.is_empty());
            let found = found.unwrap_or_else(|| panic!("{words}, seed {seed}: no circle in {waits:?}"));
            let radix = bad.torus().dims()[0] as usize;
            assert_eq!(found.len(), radix, "{words}, seed {seed}: a whole ring: {found:?}");
            assert!(found.iter().all(|channel| channel.ends_with(" channel 0")), "{found:?}");
            let report = good.packets(overload(&good, 1000, seed), &[]);
            assert!(report.matches(), "{words}, seed {seed}: {:?}", report.mismatches);
        }
    }
}

/// No option leads to channels that wait for each other; were there one, this is what would be said.
#[test]
fn a_circle_of_dependencies_is_named() {
    let torus = Torus::new(&[3]).unwrap();
    let plan = ChannelAssignment::new(&torus, RingRule::Dateline, Routing::Odr, 2).unwrap();
    let plus = torus.ports().next().unwrap();
    let walk = |node| {
        let next = torus.neighbour(node, plus);
        vec![(torus.link(node, plus), 0), (torus.link(next, plus), 0)]
    };
    let graph = Dependencies::of_walks(&plan, torus.nodes().map(walk));
    assert_eq!(
        UsageError::from(graph.check().unwrap_err()).to_string(),
        "the virtual channels (0) 1+ channel 0 -> (1) 1+ channel 0 -> (2) 1+ channel 0 -> (0) 1+ channel 0 \
         wait for each other in a circle, so packets on them can block each other for ever; without deadlock \
         there is no circle: give more channels, or use the dateline rule"
    );
}
