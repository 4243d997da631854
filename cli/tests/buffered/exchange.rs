//! Complete exchanges through buffered routers: every link carries exactly d! times its load (ODR: its
//! load).
//!
//! The expected numbers come from the loads, which are computed without packets. So a wrong route, a lost or
//! doubled packet is noticed, and so are packets that agree with the routers but not with the theory.

use crate::common::buffered::Net;
use rayon::prelude::*;
use torus_gen::{
    buffered::{exchange, Workload},
    digest,
};
use torus_model::{traffic::Order, Loads, Placement, Routing, Ties};
use torus_sim::{traffic::TrafficReport, Engine};

/// Runs the exchange in every order. Compares it with the numerators of `loads` times `flits`.
fn exact(words: &str, loads: impl Fn(&Placement) -> Loads, flits: u64) {
    exact_on(words, loads, flits, |net, workload| net.send(workload));
}

fn exact_on(
    words: &str,
    loads: impl Fn(&Placement) -> Loads,
    flits: u64,
    send: impl Fn(&Net, Workload) -> TrafficReport,
) {
    let net = Net::new(words);
    let loads = loads(&net.network.base.placement);
    let expected: Vec<u64> = loads.numerators().iter().map(|load| load * flits).collect();
    for (order, seed) in [(Order::Random, 1), (Order::Offset, 2), (Order::Farthest, 3)] {
        let found = send(&net, exchange(net.packet_network(), order, seed));
        assert!(found.matches(), "{words}, {order}: {:?}", found.mismatches);
        assert_eq!(found.link_counts, expected, "{words}, {order}");
        let pairs = net.processors().len() * (net.processors().len() - 1);
        assert_eq!(found.delivered, pairs as u64 * loads.denominator(), "{words}, {order}");
    }
}

/// Full, linear and multilinear; two and three dimensions; radix 2, odd and even ones; both rules, both port
/// models.
#[test]
fn unordered_exchanges() {
    let table = [
        ("2x3 --routing udr", 1),
        ("5x5 --routing udr --ports one --placement multilinear:t=2 --deadlock bubble", 1),
        ("2x4x2 --routing udr --ports one --placement linear --deadlock bubble --flits 2", 2),
    ];
    table.into_par_iter().for_each(|(words, flits)| exact(words, unordered, flits));
}

fn unordered(placement: &Placement) -> Loads {
    Loads::new(placement, Routing::Udr).unwrap()
}

/// Routers with many channels, or with two kinds of nodes, take a compiler long. Their exchanges run on the
/// model, whose every cycle is that of the emitted bench in Icarus (`engines.rs`).
#[test]
fn unordered_exchanges_of_large_routers() {
    let table = [
        "2x2x2x2 --placement linear --routing udr --ports one --deadlock bubble",
        "3x3x3 --placement linear --routing udr --ports one --deadlock bubble",
        "5x5 --placement multilinear:t=2 --routing udr --ports one",
    ];
    for words in table {
        exact_on(words, unordered, 1, |net, Workload { mut packets, counts, .. }| {
            net.on(Engine::Model, &mut *packets, None, counts.as_deref(), &[]).0
        });
    }
}

#[test]
fn ordered_exchanges() {
    let table = [("4x4 --ports one --ties parity", Ties::Parity), ("4x4 --ports one", Ties::Plus)];
    for (words, ties) in table {
        exact(words, |placement| Loads::ordered(placement, ties), 1);
    }
}

/// The command's expected digest is that of the loads' numerators.
#[test]
fn the_command_compares_with_the_loads() {
    for (words, routing, factor) in [
        ("4x4 --ports one", Routing::Odr, 1),
        ("2x3 --routing udr", Routing::Udr, 1),
        ("4x4 --placement linear --routing udr --deadlock bubble --flits 2", Routing::Udr, 2),
    ] {
        let net = Net::new(words);
        let loads = Loads::new(&net.network.base.placement, routing).unwrap();
        let counts: Vec<u64> = loads.numerators().iter().map(|load| load * factor).collect();
        let digest = torus_sim::link_digest(net.torus(), &counts);
        let args: Vec<&str> = ["sim", "--router", "buffered", "--format", "json", "--dims"]
            .into_iter()
            .chain(words.split(' '))
            .collect();
        let found = crate::common::json(&args);
        assert_eq!(
            (&found["expected_digest"], &found["link_digest"]),
            (&digest.clone().into(), &digest.into())
        );
        assert_eq!(found["match"], true);
    }
}

/// Packets that agree with the routers and not with the loads are a mismatch: one packet more than an
/// exchange.
#[test]
fn packets_are_checked_by_the_loads() {
    let net = Net::new("4x4 --ports one");
    let mut workload = exchange(net.packet_network(), Order::Random, 1);
    let extra = net.routes(1).packet(0, net.processors()[0], net.processors()[1], 1);
    workload.packets = Box::new(workload.packets.chain([extra]));
    let found = net.send(workload);
    let said: Vec<String> = found.lines().collect();
    assert_eq!(
        (found.differences(), said),
        (1, vec!["the link (0,0) 2+ carried 13 flits; it should carry 12".into()])
    );
}

/// The digest of a report is made like that of the loads, for whoever compares the two by hand.
#[test]
fn ordered_digests_are_those_of_the_manifest() {
    let net = Net::new("4x4 --ports one");
    let found = net.simulate("--traffic all-to-all:offset", 1);
    let digest = torus_sim::link_digest(net.torus(), &found.link_counts);
    assert_eq!(digest, net.manifest().loads.digest);
    assert_eq!(digest, digest::digest(net.network.loads.digest_text()));
}
