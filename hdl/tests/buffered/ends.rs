//! Feeder and sink of the buffered bench, in rust-hdl's simulator.
//!
//! Feeders: random `ready`, two exchanges, every flit that is taken against the list, heads packed by the
//! tests' own code, over all corners of the specification. Sinks: a whole exchange, then one thing wrong at a
//! time.

use crate::common::buffered::naive::{Fields, Head};
use crate::common::buffered::traffic::Random;
use crate::common::buffered::{Corner, CORNERS};
use crate::common::{put, settle, tick, torus};
use rust_hdl_core::prelude::*;
use torus_hdl::buffered::{BufferedSpec, RingRule, Sending, Sendings};
use torus_hdl::kernel::buffered::{Feeder, Sink};
use torus_model::{route::ordered_route, NodeId, Torus};

/// Ordered words from the last node to every other, on channels that mean nothing.
fn sendings(spec: &BufferedSpec) -> Sendings {
    let source = spec.torus.node_at(spec.torus.len() - 1).unwrap();
    let mut lanes = vec![Vec::new(); spec.lanes().len()];
    for (k, destination) in spec.torus.nodes().filter(|&node| node != source).enumerate() {
        let word = ordered_route(spec.torus, &spec.torus.offset(source, destination));
        let channels = (0..word.segments().len()).map(|run| (k + run) % spec.channels).collect();
        let first = word.segments()[0].port.index();
        let lane = spec.lanes().iter().position(|&lane| lane == first).unwrap_or(0);
        lanes[lane].push(Sending { destination, word, channels });
    }
    Sendings { source, lanes }
}

/// First port, head and payload of every flit of a lane.
fn flits(corner: &Corner, torus: &Torus, source: NodeId, list: &[Sending]) -> Vec<(usize, u128, u128)> {
    let fields = Fields::new(torus, corner.channels, corner.flits);
    let flits = if corner.rule == RingRule::Bubble { corner.flits } else { 1 };
    let flit = |packet: &Sending, number: usize| {
        let runs: Vec<_> = packet.word.segments().iter().zip(&packet.channels).collect();
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

/// One exchange under random `ready`: what was taken from every lane.
fn exchange(feeder: &mut Feeder, lanes: usize, random: &mut Random) -> Vec<Vec<(usize, u128, u128)>> {
    let mut taken = vec![Vec::new(); lanes];
    feeder.start_i.next = true;
    tick(feeder, |f| &mut f.clk_i);
    feeder.start_i.next = false;
    for _ in 0..400 {
        for (lane, taken) in taken.iter_mut().enumerate() {
            feeder.inject_ready_i[lane].next = random.percent(60);
            settle(feeder);
            if feeder.inject_ready_i[lane].val() && feeder.inject_valid_o[lane].val() {
                let port =
                    feeder.inject_port_o.iter().next().map_or(usize::MAX, |p| p.val().value() as usize);
                let (head, data) = (feeder.inject_head_o[lane].val(), feeder.inject_data_o[lane].val());
                taken.push((port, head.value(), data.value()));
            }
        }
        tick(feeder, |f| &mut f.clk_i);
    }
    taken
}

#[test]
fn feeders_send_their_lists_in_order() {
    let mut random = Random(7);
    for corner in &CORNERS {
        let torus = torus(corner.dims);
        let turns = corner.turns(&torus);
        let spec = corner.spec(&torus, &turns, 32);
        let list = sendings(&spec);
        let mut feeder = Feeder::new(&spec, &list);
        feeder.connect_all();
        check_all(&feeder).unwrap();
        tick(&mut feeder, |f| &mut f.clk_i);
        feeder.rst_ni.next = true;
        for _ in 0..2 {
            let taken = exchange(&mut feeder, list.lanes.len(), &mut random);
            for (lane, taken) in taken.iter().enumerate() {
                let mut flits = flits(corner, &torus, list.source, &list.lanes[lane]);
                if !spec.one_lane() {
                    flits.iter_mut().for_each(|flit| flit.0 = usize::MAX);
                }
                assert_eq!(*taken, flits, "{corner:?} lane {lane}");
            }
        }
    }
}

/// The sink of node 1 for exchanges of three packets, out of reset and started; the strap changes afterwards.
fn sink(spec: &BufferedSpec) -> Sink {
    let mut sink = Sink::new(spec, 3);
    sink.connect_all();
    check_all(&sink).unwrap();
    put(&mut sink.id_i, 1);
    tick(&mut sink, |s| &mut s.clk_i);
    sink.rst_ni.next = true;
    put(&mut sink.id_i, 0);
    start(&mut sink);
    assert!(!sink.done_o.val() && !sink.wrong_o.val());
    sink
}

fn start(sink: &mut Sink) {
    sink.start_i.next = true;
    tick(sink, |s| &mut s.clk_i);
    sink.start_i.next = false;
    settle(sink);
}

/// A flit on the last lane.
fn eject(sink: &mut Sink, source: u128, destination: u128, last: bool) {
    let lane = sink.eject_valid_i.iter().count() - 1;
    sink.eject_valid_i[lane].next = true;
    sink.eject_last_i.iter_mut().for_each(|signal| signal.next = last);
    put(&mut sink.eject_data_i[lane], source << 16 | destination);
    tick(sink, |s| &mut s.clk_i);
    sink.eject_valid_i[lane].next = false;
    settle(sink);
}

#[test]
fn sinks_count_packets_and_tell_what_is_wrong() {
    for corner in &CORNERS {
        let torus = torus(corner.dims);
        let spec = corner.spec(&torus, &[], 32);
        let mut good = sink(&spec);
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
            let mut bad = sink(&spec);
            eject(&mut bad, source, destination, last);
            assert!(bad.wrong_o.val(), "{corner:?}: {source} to {destination}");
            tick(&mut bad, |s| &mut s.clk_i);
            assert!(bad.wrong_o.val(), "sticky");
        }
        let mut many = sink(&spec);
        (0..3).for_each(|_| eject(&mut many, 0, 1, true));
        assert!(!many.wrong_o.val() && many.done_o.val());
        eject(&mut many, 0, 1, true);
        assert!(many.wrong_o.val(), "{corner:?}: a packet too many");
    }
}
