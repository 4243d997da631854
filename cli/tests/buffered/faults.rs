//! The faults that the bench makes are noticed and named: header bits, credits, local ports.
//!
//! No run may pass with a message missing, a packet on another channel than its own, or a credit that has
//! not returned. A fault may have no effect: a bit of a field that the packet does not use any more. Then
//! every packet has arrived at its destination and every channel has carried exactly its flits, so the run
//! may pass. Anything else has to be reported.

use crate::common::buffered::Net;
use crate::common::{text, torusgen};
use torus_gen::buffered::{exchange, Workload};
use torus_model::{route::ordered_route_with, traffic::Order};
use torus_sim::traffic::{Fault, TrafficReport};
use torus_sim::{Mismatch, PacketMismatch};

fn struck(net: &Net, fault: Fault) -> TrafficReport {
    let workload = exchange(net.packet_network(), Order::Random, 1);
    net.send(Workload { faults: vec![fault], ..workload })
}

fn lines(found: &TrafficReport) -> Vec<String> {
    found.lines().collect()
}

/// The packets of an exchange on the channels of link 0, from the plan and not from heads.
fn carried(net: &Net) -> Vec<u64> {
    let (plan, mut counts) = (&net.network.kind.buffers.plan, vec![0; net.network.kind.buffers.plan.count()]);
    for packet in exchange(net.packet_network(), Order::Random, 1).packets {
        let ties = net.network.kind.buffers.ties;
        let route = ordered_route_with(net.torus(), packet.source, packet.destination, ties);
        let walk = plan.walk(packet.source, &route);
        walk.filter(|(link, _)| link.index() == 0).for_each(|(_, channel)| counts[channel] += 1);
    }
    counts
}

/// A run may pass only if nothing is missing. That is checked against the loads, not against the verdict.
fn told_or_harmless(net: &Net, fault: Fault, found: &TrafficReport) {
    let loads = net.network.loads.numerators();
    let whole = found.delivered == 240 * net.network.loads.denominator() && found.link_counts == loads;
    assert!(whole || !found.matches(), "{fault:?} ended green with something missing");
    assert_eq!(found.matches(), found.mismatches.is_empty(), "{fault:?}");
    assert!(found.cycles < 3000, "{fault:?}: it ends");
}

/// Every header bit of a link, in several cycles: the first packets, the thick of it, the last ones.
#[test]
fn flipped_header_bits() {
    let net = Net::new("4x4 --ports one");
    let width = net.network.kind.buffers.head_format().width() as u32;
    assert_eq!(width, 9);
    let mut told = vec![0; width as usize];
    for bit in 0..width {
        for cycle in [0, 4, 7, 10, 12] {
            let fault = Fault::FlippedHead { link: 5, bit, cycle };
            let found = struck(&net, fault);
            told_or_harmless(&net, fault, &found);
            told[bit as usize] += u32::from(!found.matches());
        }
    }
    // Bit 0 is the hops left, bit 1 whether a turn comes: nobody arrives without them. Then port (2 bits),
    // channel (2) and hops (1) of the turn, and the channel on this link (2).
    assert_eq!(told[..2], [5, 5], "{told:?}");
    assert!(told[2..].iter().any(|&times| times > 0), "{told:?}");
    // A packet on another channel than its own arrives all the same.
    assert!(told[4..6].iter().sum::<u32>() > 0 && told[7..].iter().sum::<u32>() > 0, "{told:?}");
}

/// The packet and the place where it came out, or the node that found no way.
#[test]
fn flipped_bits_are_named() {
    let net = Net::new("4x4 --ports one");
    let first =
        |bit| struck(&net, Fault::FlippedHead { link: 0, bit, cycle: 3 }).lines().next().expect("a mismatch");
    assert_eq!(first(0), "cycle 8: the packet 48 from (0,0) to (1,1) came out at (2,1)");
    assert_eq!(first(1), "cycle 6: the packet 48 from (0,0) to (1,1) came out at (1,0)");
    assert_eq!(
        first(3),
        "cycle 6: error_o of (1,0): a buffer overflowed, a credit is wrong, or a head has no way"
    );
}

/// Of longer packets the bit that says last: the lock is given back too early, or never.
#[test]
fn a_flipped_last_bit_is_told() {
    let net = Net::new("4x4 --flits 3");
    let (mut routes, all) = (net.routes(1), net.processors());
    let others = |p: usize| (1..all.len()).map(move |by| (p, (p + by) % all.len()));
    let pairs: Vec<_> = (0..all.len()).flat_map(others).collect();
    let packets: Vec<_> = pairs.iter().map(|&(p, q)| routes.packet(0, all[p], all[q], 3)).collect();
    let last = net.network.kind.buffers.head_format().width() as u32 - 1;
    for cycle in [0, 6, 12] {
        let found = net.packets(packets.clone(), &[Fault::FlippedHead { link: 0, bit: last, cycle }]);
        assert!(!found.matches() && found.delivered <= found.expected, "cycle {cycle}");
    }
    assert!(net.packets(packets, &[]).matches());
}

/// With one place for a flit the channel is lost with its credit: a stall, and the one that waits for it is
/// named. With four the channel goes on with three and every packet arrives; the credit that has not come
/// back is named at the end, where the channel carried a flit at all.
#[test]
fn lost_credits() {
    let (deep, mut all) = (Net::new("4x4 --ports one"), 0);
    for channel in 0..4 {
        let fault = Fault::LostCredit { link: 0, channel, cycle: 3 };
        let found = struck(&deep, fault);
        told_or_harmless(&deep, fault, &found);
        let (used, said) = (carried(&deep)[channel as usize], lines(&found));
        let lost = format!(
            "channel {channel} of the link (0,0) 1+ carried {used} flits and has {} credits back: a flit is \
             left in its buffer, or a credit is lost",
            used.saturating_sub(1)
        );
        assert_eq!(said, if used > 0 { vec![lost] } else { vec![] });
        all += used;
    }
    assert_eq!(all, deep.network.loads.numerators()[0]);
    let flat = Net::new("4x4 --channels 2 --depth 1 --ports one");
    for cycle in [0, 8, 16] {
        let fault = Fault::LostCredit { link: 0, channel: 0, cycle };
        let found = struck(&flat, fault);
        told_or_harmless(&flat, fault, &found);
        let Some(Mismatch::Packet(PacketMismatch::Stalled { missing, waiting, .. })) =
            found.mismatches.iter().next()
        else {
            panic!("cycle {cycle}: {:?}", found.mismatches);
        };
        assert_eq!(*missing, found.expected - found.delivered);
        let waits = |line: &String| {
            line.ends_with(" waits for (0,0) 1+ channel 0") || line.ends_with(" packets have not entered")
        };
        assert!(waiting.iter().any(waits), "cycle {cycle}: {waiting:?}");
    }
}

/// A local port that takes nothing: what is for it waits for its local port, and the missing are counted.
#[test]
fn a_stuck_local_port() {
    let net = Net::new("4x4 --ports one");
    let found = struck(&net, Fault::StuckReady { local_port: 5, cycle: 3 });
    let Some(Mismatch::Packet(PacketMismatch::Stalled { missing, waiting, .. })) =
        found.mismatches.iter().next()
    else {
        panic!("{:?}", found.mismatches)
    };
    assert_eq!(*missing, found.expected - found.delivered);
    assert!(waiting.iter().any(|line| line.ends_with(" to (1,1) waits for its local port")), "{waiting:?}");
    assert!(
        waiting.iter().all(|line| line.contains(" to (1,1) ") || line.contains(" entered")),
        "{waiting:?}"
    );
}

/// A long run keeps only the packets on the way, one with waves keeps all. Both tell the same stall.
#[test]
fn a_stall_after_many_packets() {
    let dir = tempfile::tempdir().unwrap();
    let (net, words) =
        ("sim --router buffered 4x4 --ports one", "--traffic uniform --rate 0.2 --measure 6000");
    let run = |waves: &str| {
        let words = format!("{net} {words} --fault stuck-ready:5:3000 --engine model --format json {waves}");
        let found = torusgen(&words.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>());
        assert_eq!(found.status.code(), Some(1), "{}", text(&found.stderr));
        serde_json::from_str::<serde_json::Value>(&text(&found.stdout)).unwrap()["mismatches"].clone()
    };
    let kept = run(&format!("--vcd {}", dir.path().join("a.vcd").display()));
    let stall = kept[0].as_str().unwrap();
    assert!(stall.contains(" to (1,1) waits for its local port\n"), "{stall}");
    assert!(stall.ends_with(" packets have not entered"), "{stall}");
    assert_eq!(run(""), kept);
}

/// By the command: exit code 1, a report all the same, every fault as often as it is asked for.
#[test]
fn faults_by_option() {
    let sim = ["sim", "--router", "buffered", "--dims", "4x4", "--ports", "one", "--format", "json"];
    let run = |faults: &[&str]| torusgen(&[&sim, faults].concat());
    let late = run(&["--fault", "lost-credit:0:0:900000", "--fault", "lost-credit:1:2:900000"]);
    assert_eq!(late.status.code(), Some(0), "{}", text(&late.stderr));
    let lost = run(&["--fault", "lost-credit:0:0:3"]);
    assert_eq!(lost.status.code(), Some(1), "{}", text(&lost.stdout));
    let told = run(&["--fault", "lost-credit:0:0:3", "--fault", "stuck-ready:5:3"]);
    assert_eq!(told.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_str(&text(&told.stdout)).unwrap();
    assert_eq!(report["match"], false);
    let first = report["mismatches"][0].as_str().unwrap();
    assert!(first.starts_with("nothing moved after cycle "), "{first}");
}

/// A list that the limit cuts short is not a green run.
#[test]
fn packets_that_were_never_sent() {
    let net = Net::new("4x4 --ports one");
    let (mut routes, all) = (net.routes(1), net.processors());
    let late = crate::common::buffered::LIMIT + 5;
    let packets = vec![routes.packet(3, all[0], all[1], 1), routes.packet(late, all[0], all[1], 1)];
    let found = net.packets(packets, &[]);
    let said = lines(&found);
    assert_eq!(said.len(), 1);
    assert!(
        said[0].ends_with(&format!("; the packets from cycle {late} on were not sent: raise the limit")),
        "{said:?}"
    );
}
