//! Packet source and packet checker of the buffered bench, in rust-hdl's simulator.
//!
//! Packet sources: random `ready`, two exchanges, every flit that is taken against the list, heads packed by
//! the tests' own code, over all corners of the specification. Packet checkers: a whole exchange, then one
//! thing wrong at a time.

use crate::common::buffered::naive::{Fields, Head};
use crate::common::buffered::traffic::Random;
use crate::common::buffered::{Corner, CORNERS};
use crate::common::{put, settle, tick, torus};
use rust_hdl_core::prelude::*;
use torus_hdl::buffered::{BufferedSpec, ExchangePacket, PacketLists, RingRule};
use torus_hdl::kernel::buffered::{PacketChecker, PacketSource};
use torus_model::{route::ordered_route, NodeId, Torus};

/// Ordered routes from the last node to every other, on channels that mean nothing.
fn packet_lists(spec: &BufferedSpec) -> PacketLists {
    let source = spec.torus.node_at(spec.torus.len() - 1).unwrap();
    let mut local_ports = vec![Vec::new(); spec.local_ports().len()];
    for (k, destination) in spec.torus.nodes().filter(|&node| node != source).enumerate() {
        let route = ordered_route(spec.torus, &spec.torus.offset(source, destination));
        let channels = (0..route.segments().len()).map(|run| (k + run) % spec.channels).collect();
        let first = route.segments()[0].port.index();
        let local_port = spec.local_ports().iter().position(|&local_port| local_port == first).unwrap_or(0);
        local_ports[local_port].push(ExchangePacket { destination, route, channels });
    }
    PacketLists { source, lists: local_ports }
}

/// First port, head and payload of every flit of a local port.
fn flits(
    corner: &Corner,
    torus: &Torus,
    source: NodeId,
    list: &[ExchangePacket],
) -> Vec<(usize, u128, u128)> {
    let fields = Fields::new(torus, corner.channels, corner.flits);
    let flits = if corner.rule == RingRule::Bubble { corner.flits } else { 1 };
    let flit = |packet: &ExchangePacket, number: usize| {
        let runs: Vec<_> = packet.route.segments().iter().zip(&packet.channels).collect();
        let later = |(run, channel): &(&torus_model::Segment, &usize)| {
            (run.port.index(), **channel, run.hops as u128 - 1)
        };
        let head = Head {
            last: number + 1 == flits,
            channel: packet.channels[0],
            cur: runs[0].0.hops as u128 - 1,
            runs: runs[1..].iter().map(later).collect(),
        };
        let data = (source.index() as u128) << 16 | packet.destination.index() as u128;
        (runs[0].0.port.index(), fields.pack(&head), data)
    };
    list.iter().flat_map(|packet| (0..flits).map(move |number| flit(packet, number))).collect()
}

/// One exchange under random `ready`: what was taken from every local port.
fn exchange(
    source: &mut PacketSource,
    local_ports: usize,
    random: &mut Random,
) -> Vec<Vec<(usize, u128, u128)>> {
    let mut taken = vec![Vec::new(); local_ports];
    source.start_i.next = true;
    tick(source, |f| &mut f.clk_i);
    source.start_i.next = false;
    for _ in 0..400 {
        for (local_port, taken) in taken.iter_mut().enumerate() {
            source.inject_ready_i[local_port].next = random.percent(60);
            settle(source);
            if source.inject_ready_i[local_port].val() && source.inject_valid_o[local_port].val() {
                let port =
                    source.inject_port_o.iter().next().map_or(usize::MAX, |p| p.val().value() as usize);
                let (head, data) =
                    (source.inject_head_o[local_port].val(), source.inject_data_o[local_port].val());
                taken.push((port, head.value(), data.value()));
            }
        }
        tick(source, |f| &mut f.clk_i);
    }
    taken
}

#[test]
fn packet_sources_send_their_lists_in_order() {
    let mut random = Random(7);
    for corner in &CORNERS {
        let torus = torus(corner.dims);
        let turns = corner.turns(&torus);
        let spec = corner.spec(&torus, &turns, 32);
        let list = packet_lists(&spec);
        let mut source = PacketSource::new(&spec, &list);
        source.connect_all();
        check_all(&source).unwrap();
        tick(&mut source, |f| &mut f.clk_i);
        source.rst_ni.next = true;
        for _ in 0..2 {
            let taken = exchange(&mut source, list.lists.len(), &mut random);
            for (local_port, taken) in taken.iter().enumerate() {
                let mut flits = flits(corner, &torus, list.source, &list.lists[local_port]);
                if !spec.one_local_port() {
                    flits.iter_mut().for_each(|flit| flit.0 = usize::MAX);
                }
                assert_eq!(*taken, flits, "{corner:?} local port {local_port}");
            }
        }
    }
}

/// The packet checker of node 1 for exchanges of three packets, out of reset and started; the strap changes
/// afterwards.
fn checker(spec: &BufferedSpec) -> PacketChecker {
    let mut checker = PacketChecker::new(spec, 3);
    checker.connect_all();
    check_all(&checker).unwrap();
    put(&mut checker.id_i, 1);
    tick(&mut checker, |s| &mut s.clk_i);
    checker.rst_ni.next = true;
    put(&mut checker.id_i, 0);
    start(&mut checker);
    assert!(!checker.done_o.val() && !checker.wrong_o.val());
    checker
}

fn start(checker: &mut PacketChecker) {
    checker.start_i.next = true;
    tick(checker, |s| &mut s.clk_i);
    checker.start_i.next = false;
    settle(checker);
}

/// A flit on the last local port.
fn eject(checker: &mut PacketChecker, source: u128, destination: u128, last: bool) {
    let local_port = checker.eject_valid_i.iter().count() - 1;
    checker.eject_valid_i[local_port].next = true;
    checker.eject_last_i.iter_mut().for_each(|signal| signal.next = last);
    put(&mut checker.eject_data_i[local_port], source << 16 | destination);
    tick(checker, |s| &mut s.clk_i);
    checker.eject_valid_i[local_port].next = false;
    settle(checker);
}

#[test]
fn sinks_count_packets_and_tell_what_is_wrong() {
    for corner in &CORNERS {
        let torus = torus(corner.dims);
        let spec = corner.spec(&torus, &[], 32);
        let mut good = checker(&spec);
        for round in 0..2 {
            for packet in 0..3 {
                assert!(!good.done_o.val(), "{corner:?} round {round} packet {packet}");
                (0..spec.exchange_flits() - 1).for_each(|_| eject(&mut good, 0, 1, false));
                eject(&mut good, 0, 1, true);
            }
            assert!(good.done_o.val() && !good.wrong_o.val(), "{corner:?} round {round}");
            start(&mut good);
            assert!(!good.done_o.val());
        }
        let nodes = torus.len() as u128;
        let wrongs = [(0, 0, true), (1, 1, true), (nodes, 1, true), (0, nodes, true), (0, 1 | 1 << 15, true)];
        let cut = (spec.long() && spec.rule == RingRule::Dateline).then_some((0, 1, false));
        for (source, destination, last) in wrongs.into_iter().chain(cut) {
            let mut bad = checker(&spec);
            eject(&mut bad, source, destination, last);
            assert!(bad.wrong_o.val(), "{corner:?}: {source} to {destination}");
            tick(&mut bad, |s| &mut s.clk_i);
            assert!(bad.wrong_o.val(), "sticky");
        }
        let mut many = checker(&spec);
        (0..3).for_each(|_| eject(&mut many, 0, 1, true));
        assert!(!many.wrong_o.val() && many.done_o.val());
        eject(&mut many, 0, 1, true);
        assert!(many.wrong_o.val(), "{corner:?}: a packet too many");
    }
}
