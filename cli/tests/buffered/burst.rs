//! The default end of an exchange: a burst over all channels that packets may use, and probes that count the
//! places of every channel.
//!
//! State space: both engines, with and without faults after the exchange. Corners: radix 2 alone and beside
//! others, odd, even, one dimension, nodes without processor, one local port and all, both rules and
//! routings, packets of several flits, buffers of one flit. The channels that a burst has to use are
//! enumerated here from all pairs and all choices of channels. A buffer holds its depth and the register of
//! the held local port.

use crate::common::buffered::{told, Net};
use crate::common::{json, text, torusgen, ways::either_way};
use rayon::prelude::*;
use std::collections::BTreeMap;
use torus_gen::buffered::burst;
use torus_model::route::{ordered_route_with, orders};
use torus_model::{NodeId, Route, Routing};
use torus_sim::traffic::{Fault, PacketFigures, TrafficReport, Way};
use torus_sim::Engine;

const NETWORKS: [&str; 10] = [
    "4x4 --ports one",
    "4x4 --flits 3",
    "4x4 --channels 2 --depth 1 --ports one",
    "2x3 --routing udr",
    "5x3 --ports one --deadlock bubble --flits 3",
    "4x4 --placement linear --ports one --flits 4 --depth 2",
    "4x4 --placement linear --routing udr --deadlock bubble --flits 2",
    "3x3 --placement linear:coeff=1,0 --flits 3",
    "2",
    "5 --deadlock bubble --flits 2",
];

/// Flits by link and channel.
type Counts = BTreeMap<(usize, usize), u64>;

/// Adds the flits of a packet to the counts of its channels.
fn count(net: &Net, counts: &mut Counts, (source, way): (NodeId, Way), flits: u64) {
    for hop in net.format().hops(net.torus(), source, way) {
        *counts.entry((hop.link.index(), hop.channel)).or_default() += flits;
    }
}

fn in_burst(net: &Net) -> Counts {
    let mut counts = Counts::new();
    for packet in burst(net.packet_network()) {
        count(net, &mut counts, (packet.source, packet.way), packet.flits.into());
    }
    counts
}

/// Every channel that a packet may use: with any plane, any channel that a run may choose, and either
/// direction of a tie.
fn usable(net: &Net) -> Counts {
    let (torus, plan, all) = (net.torus(), &net.network.kind.buffers.plan, net.processors());
    let (mut counts, format) = (Counts::new(), net.format());
    for (&a, &b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))).filter(|(a, b)| a != b) {
        let word = ordered_route_with(torus, a, b, net.network.kind.buffers.ties);
        let words = if plan.routing() == Routing::Udr { orders(&word) } else { vec![word] };
        let words: Vec<Route> = words.iter().flat_map(|word| either_way(net.torus(), word)).collect();
        for (word, choice) in words.iter().flat_map(|word| (0..plan.choices()).map(move |one| (word, one))) {
            let channels = plan.channels_of(a, word, choice);
            count(net, &mut counts, (a, format.way(word, &channels)), 1);
        }
    }
    counts
}

/// Nothing is wrong with a sound network, both engines do the same, and what is reported of the exchange
/// stays.
#[test]
fn sound_networks_pass() {
    NETWORKS.into_par_iter().for_each(|words| {
        let net = Net::new(words);
        let run = |engine| net.with_burst(engine, burst(net.packet_network()), &[]);
        let (tiles, model) = (run(Engine::Tiles), run(Engine::Model));
        assert!(tiles.matches(), "{words}: {:?}", tiles.mismatches);
        assert_eq!(told(&tiles), told(&model), "{words}");
        let alone = net.simulate("", net.network.base.effort.seed);
        let figures = PacketFigures { burst: None, ..tiles.figures.clone() };
        assert_eq!(told(&TrafficReport { figures, ..tiles.clone() }), told(&alone), "{words}");
        let done = tiles.figures.burst.expect("a burst");
        let channels = net.torus().links().count() * net.network.kind.buffers.plan.count();
        assert_eq!(done.channels, channels as u64, "{words}");
        // Between neighbours every channel is counted, also those that no packet may choose.
        match net.processors().len() == net.torus().len() {
            true => assert_eq!(done.probed, done.channels, "{words}"),
            false => assert!(done.probed >= usable(&net).len() as u64, "{words}: {done:?}"),
        }
    });
}

/// A burst uses every channel that packets may use, and more of it than its buffer holds.
#[test]
fn bursts_use_every_channel() {
    for words in NETWORKS {
        let net = Net::new(words);
        let (used, usable) = (in_burst(&net), usable(&net));
        assert_eq!(used.keys().collect::<Vec<_>>(), usable.keys().collect::<Vec<_>>(), "{words}");
        let (least, depth) = (used.values().min().copied(), net.network.kind.buffers.depth as u64);
        assert!(least > Some(depth), "{words}: {least:?} flits on a channel of {depth}");
    }
}

/// The same seed gives the same burst, another seed another one.
#[test]
fn bursts_follow_the_seed() {
    let burst_of = |words| burst(Net::new(words).packet_network());
    assert_eq!(burst_of("4x4 --ports one"), burst_of("4x4 --ports one --seed 1"));
    assert_ne!(burst_of("4x4 --ports one"), burst_of("4x4 --ports one --seed 2"));
}

/// A credit that is lost behind the exchange, when no packet of a burst follows: the probe of its channel
/// finds one place too few, the end finds the credit missing. Tiles have the model beside them, which does
/// not lose it.
#[test]
fn probes_name_the_channel_that_lost_a_credit() {
    let net = Net::new("4x4 --ports one");
    for channel in 0..4 {
        let fault = Fault::LostCredit { link: 6, channel, cycle: 300 };
        let run = |engine| net.with_burst(engine, Vec::new(), &[fault]);
        let said = |found: TrafficReport| found.lines().collect::<Vec<_>>();
        let model = said(run(Engine::Model));
        assert_eq!(model.len(), 2, "{model:?}");
        let short = format!(
            ": 4 flits went over channel {channel} of the link (0,1) 2+ while their local port was held; \
             there is room for 5: credits are missing"
        );
        assert!(model[0].ends_with(&short), "{model:?}");
        let start = format!("channel {channel} of the link (0,1) 2+ carried ");
        let end = " credits back: a flit is left in its buffer, or a credit is lost";
        assert!(model[1].starts_with(&start) && model[1].ends_with(end), "{model:?}");
        let tiles = said(run(Engine::Tiles));
        let parted = "the link (0,1) 2+ does not show what the model of the routers shows for the same flits";
        assert!(tiles[0].ends_with(parted), "{tiles:?}");
        assert_eq!(tiles[1..], model[..]);
    }
}

/// A run that is wrong already says so, and no burst follows.
#[test]
fn no_burst_follows_a_wrong_exchange() {
    let net = Net::new("4x4 --ports one");
    let fault = Fault::StuckReady { local_port: 5, cycle: 3 };
    let found = net.with_burst(Engine::Tiles, burst(net.packet_network()), &[fault]);
    assert!(!found.matches());
    assert_eq!(found.figures.burst, None);
}

/// A local port that sticks in the burst: the same flits and the same held local ports make the same stall
/// again, which is explained.
#[test]
fn stalls_of_a_burst_are_explained() {
    let net = Net::new("4x4 --ports one");
    for engine in [Engine::Tiles, Engine::Model] {
        let fault = Fault::StuckReady { local_port: 5, cycle: 400 };
        let found = net.with_burst(engine, burst(net.packet_network()), &[fault]);
        let said: Vec<String> = found.lines().collect();
        let stalled =
            said.iter().find(|line| line.starts_with("nothing moved after cycle ")).expect("a stall");
        assert!(stalled.contains(" to (1,1) waits for its local port"), "{stalled}");
        assert!(found.matches() == found.figures.burst.is_none());
    }
}

/// By the command: the burst follows the exchange that runs by default, and nothing else.
#[test]
fn the_default_run_has_a_burst() {
    let sim = ["sim", "--router", "buffered", "--dims", "2x3", "--engine", "model", "--format", "json"];
    let run = |more: &[&str]| json(&[&sim, more].concat());
    let (usual, without) = (run(&[]), run(&["--no-burst"]));
    assert_eq!((&usual["burst"]["channels"], &usual["burst"]["probed"]), (&72.into(), &72.into()));
    for key in ["cycles", "delivered", "expected", "link_digest", "latency", "accepted", "match"] {
        assert_eq!(usual[key], without[key], "{key}");
    }
    assert_eq!(without.get("burst"), None);
    assert_eq!(run(&["--traffic", "all-to-all"]).get("burst"), None);
    let people = crate::common::stdout(&sim[..sim.len() - 2]);
    assert!(people.contains(" and probes of 72 of 72 channels, in "), "{people}");
}

#[test]
fn leaving_out_what_is_not_there_is_refused() {
    let said = |args: &[&str]| {
        let output = torusgen(&[&["sim", "--no-burst", "--dims", "3x3", "--engine", "model"], args].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
        text(&output.stderr)
    };
    assert_eq!(
        said(&["--router", "buffered", "--traffic", "uniform"]),
        "error: --no-burst was asked for together with --traffic; the burst that it leaves out follows only \
         the exchange that runs without --traffic: leave one of the two out\n"
    );
    assert!(said(&[]).contains("--no-burst"), "a scheduled network");
}
