//! Compares the scoreboard of packets with a naive one, which lists all events and searches the whole list
//! for every flit that leaves.
//!
//! Random runs: packets of 1 to 3 flits between the nodes of a ring of 4 with two local ports each. Flits
//! leave in order or not, twice, damaged, at other ports, with a wrong end mark, or not at all.

mod naive;

use super::*;
use crate::ranks::Grid;
use naive::Naive;
use proptest::{prelude::*, sample::Index};
use torus_model::Port;

/// Flits of the longest packet.
const STRIDE: u32 = 3;
const LOCAL_PORTS: u32 = 8;

/// What happens to a flit as it leaves; most flits are not changed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    Nothing,
    Damaged,
    WrongPort(u32),
    WrongEnd,
    Twice,
    Lost,
    /// It leaves before it has entered.
    Early,
    /// A flit that was never sent leaves.
    Unknown(u32),
}

#[derive(Clone, Debug)]
struct Sent {
    source: u32,
    destination: u32,
    flits: u32,
    head: u64,
    measured: bool,
    offered: u64,
    waits: u64,
    lane: u32,
}

/// A flit that left.
#[derive(Clone, Copy, Debug)]
struct Left {
    seen: Seen,
    cycle: u64,
}

fn sent() -> impl Strategy<Value = Sent> {
    let ends = (0..4u32, 1..4u32, 0..2u32);
    (ends, 1..=STRIDE, 0..2u64, any::<bool>(), 0..20u64, 0..9u64).prop_map(
        |((source, away, lane), flits, head, measured, offered, waits)| {
            let destination = (source + away) % 4;
            // One of the heads is too long for a place in the table of arrivals.
            let head = head << 40;
            Sent { source, destination, flits, head, measured, offered, waits, lane }
        },
    )
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        24 => Just(Change::Nothing),
        1 => Just(Change::Damaged),
        1 => (0..LOCAL_PORTS).prop_map(Change::WrongPort),
        1 => Just(Change::WrongEnd),
        1 => Just(Change::Twice),
        1 => Just(Change::Lost),
        1 => Just(Change::Early),
        1 => (0..200u32).prop_map(Change::Unknown),
    ]
}

/// The flits in the order in which they leave. A swap makes flits overtake each other.
fn leaving(packets: &[Sent], changes: &[Change], swaps: &[(Index, Index)]) -> Vec<Left> {
    let all = packets.iter().enumerate();
    let mut flits: Vec<(usize, u32)> =
        all.flat_map(|(packet, sent)| (0..sent.flits).map(move |place| (packet, place))).collect();
    let count = flits.len();
    swaps.iter().for_each(|(a, b)| flits.swap(a.index(count), b.index(count)));
    let mut left = Vec::new();
    for (at, (packet, place)) in flits.into_iter().enumerate() {
        let sent = &packets[packet];
        let (port, ends) = (2 * sent.destination + sent.lane, place + 1 == sent.flits);
        let serial = packet as u32 * STRIDE + place;
        let seen = Seen { step: 0, place: port, serial, dirty: 0, last: u32::from(ends) };
        let flit = Left { seen, cycle: 40 + at as u64 / 2 };
        match changes[at % changes.len()] {
            Change::Nothing => left.push(flit),
            Change::Damaged => left.push(Left { seen: Seen { dirty: 1, ..seen }, ..flit }),
            Change::WrongPort(place) => left.push(Left { seen: Seen { place, ..seen }, ..flit }),
            Change::WrongEnd => left.push(Left { seen: Seen { last: 1 - seen.last, ..seen }, ..flit }),
            Change::Twice => left.extend([flit, flit]),
            Change::Lost => (),
            Change::Early => left.push(Left { cycle: sent.offered, ..flit }),
            Change::Unknown(serial) => left.push(Left { seen: Seen { serial, ..seen }, ..flit }),
        }
    }
    left
}

/// The scoreboard after a run. Every flit enters before any leaves, except those that leave early.
fn scoreboard<'a>(torus: &'a Torus, packets: &[Sent], left: &[Left], releases: bool) -> PacketScoreboard<'a> {
    let node = |number: u32| torus.node_at(number as usize).unwrap();
    let nodes = (0..LOCAL_PORTS).map(|port| node(port / 2)).collect();
    let mut scoreboard = PacketScoreboard::new(torus, Block::whole(torus), nodes, STRIDE);
    for (number, sent) in packets.iter().enumerate() {
        let (source, destination) = (node(sent.source), node(sent.destination));
        let (arrived, misrouted, entered) = (0, 0, u64::MAX);
        let &Sent { head, flits, measured, offered: cycle, .. } = sent;
        let port = Port::from_index(0);
        let record =
            Record { cycle, entered, source, destination, port, head, flits, arrived, misrouted, measured };
        let serial = scoreboard.next_serial();
        assert_eq!(serial, number as u32 * STRIDE);
        scoreboard.send(record);
        for place in 0..flits {
            let seen = Seen { serial: serial + place, ..Seen::default() };
            scoreboard.entered(&seen, sent.offered + sent.waits + u64::from(place));
        }
    }
    for flits in left.chunk_by(|a, b| a.cycle == b.cycle) {
        let seen: Vec<Seen> = flits.iter().map(|flit| flit.seen).collect();
        scoreboard.left(&seen, flits[0].cycle);
        if releases {
            scoreboard.release();
        }
    }
    scoreboard
}

fn agrees(packets: &[Sent], left: &[Left]) {
    let torus = Torus::new(&[4]).unwrap();
    let naive = Naive { torus: &torus, packets, left };
    let found = scoreboard(&torus, packets, left, false);
    assert_eq!(found.mismatches, naive.judge());
    assert_eq!(scoreboard(&torus, packets, left, true).mismatches, found.mismatches);
    let (delivered, total, network) = naive.arrivals();
    assert_eq!(
        (found.delivered, found.total.summary(), found.network.summary()),
        (delivered, total, network)
    );
    let sent = |measured: bool| packets.iter().filter(|sent| sent.measured || !measured).count() as u64;
    assert_eq!((found.open, found.open_measured), (sent(false) - delivered, sent(true) - total.packets));
    for (number, record) in found.records.iter() {
        let of = |at: &usize| left[*at].seen.serial / STRIDE == number && naive.is_expected(*at);
        let all = (0..left.len()).filter(of).count() as u32;
        let arrived = naive.arrived(number, left.len());
        assert_eq!((record.arrived, record.misrouted), (arrived, all - arrived));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn a_naive_scoreboard_agrees(
        packets in prop::collection::vec(sent(), 1..9),
        changes in prop::collection::vec(change(), 1..40),
        swaps in prop::collection::vec(any::<(Index, Index)>(), 0..3),
    ) {
        agrees(&packets, &leaving(&packets, &changes, &swaps));
    }
}

/// Without changes there is no mismatch, and everything has arrived.
#[test]
fn a_sound_run_has_no_mismatch() {
    let packet = |number: u32| Sent {
        source: number % 4,
        destination: (number + 1) % 4,
        flits: 1 + number % STRIDE,
        head: 0,
        measured: true,
        offered: number.into(),
        waits: 2,
        lane: 0,
    };
    let packets: Vec<_> = (0..12).map(packet).collect();
    let left = leaving(&packets, &[Change::Nothing], &[]);
    let torus = Torus::new(&[4]).unwrap();
    for releases in [false, true] {
        let found = scoreboard(&torus, &packets, &left, releases);
        assert!(found.mismatches.is_empty(), "{}", found.mismatches);
        assert_eq!((found.delivered, found.open), (12, 0));
        assert_eq!((found.records.sent(), found.records.released()), (12, if releases { 12 } else { 0 }));
    }
}

/// A packet of three flits between two nodes, offered in cycle 0.
fn record(torus: &Torus, source: usize, destination: usize) -> Record {
    let [source, destination] = [source, destination].map(|node| torus.node_at(node).unwrap());
    Record {
        cycle: 0,
        entered: 0,
        source,
        destination,
        port: Port::from_index(0),
        head: 0,
        flits: 3,
        arrived: 0,
        misrouted: 0,
        measured: true,
    }
}

/// A long packet has so many serial numbers that two packets use up all.
#[test]
fn serial_numbers_are_used_up() {
    let torus = Torus::new(&[4]).unwrap();
    let nodes: Vec<NodeId> = torus.nodes().collect();
    let mut board = PacketScoreboard::new(&torus, Block::whole(&torus), nodes, u32::MAX / 2);
    for has_more in [true, false] {
        assert!(board.has_serials(1));
        board.send(record(&torus, 0, 1));
        assert_eq!(board.has_serials(1), has_more);
    }
}

/// Two flits of a packet come out at its destination on another rank, then one here, in the same cycle or
/// later. Whether it counts as one that came out before depends on how many have arrived.
#[test]
fn flits_that_lost_their_way_are_told_by_what_came_out_elsewhere() {
    let torus = Torus::new(&[4]).unwrap();
    for (behind, cycle, place, is_new) in [
        (false, 5, 0, false),
        (true, 5, 0, true),
        (true, 6, 0, false),
        (false, 4, 0, true),
        (false, 9, 2, true),
    ] {
        // The block has nodes 0 and 1, before the destination, or 2 and 3, behind it.
        let (rank, to) = if behind { (0, 3) } else { (1, 0) };
        let block = Block::of_rank(&torus, &Grid::best(&torus, 2).unwrap(), rank);
        let nodes = block.ids().flat_map(|node| [torus.node_at(node).unwrap(); 2]).collect();
        let mut board = PacketScoreboard::new(&torus, block, nodes, STRIDE);
        board.send(record(&torus, 0, to));
        let come = |place| Elsewhere { cycle: 5, node: to, packet: 0, place };
        board.elsewhere = [come(0), come(1)].into();
        board.left(&[Seen { serial: place, ..Seen::default() }], cycle);
        let told = board.mismatches.to_string();
        let line = format!("the packet 0 from (0) to ({to}) came out at ({})", 2 * rank);
        assert_eq!(told.contains(&line), is_new, "{told}");
        assert_eq!((board.open, board.records[0].misrouted), (0, u32::from(is_new)), "{told}");
    }
}
