//! The lives of messages and flits in runs written by hand: overlapping lives, flits that wait, registers on
//! links, idle times, and the cycles between the steps of a life.

use crate::common::{
    files::{dump, in_both},
    schedule, torus, LATENCY,
};
use std::io::Cursor;
use torus_model::{Pipeline, Placement, PortModel, RingRule, Ties, Torus};
use torus_sim::manifest::BufferedInfo;
use torus_sim::record::{CycleRecord, Exit, Message, Part, Passage, Run, Subject};
use torus_sim::timetable::Timetable;
use torus_sim::waves::{follow, read_loads, Life, WavesError};

/// A ring of 6. The link by `+` from node n is 2 n, and so is the local port for messages that arrive by it.
fn ring() -> Torus {
    torus(&[6])
}

/// Cycle, link, flit.
type Hops<'a> = &'a [(u64, u32, Option<(u32, u32)>)];

/// A message from node 0 to node 3.
fn message(flit: Option<(u32, u32)>) -> Message {
    Message { source: Some(0), destination: Some(3), flit, ..Message::default() }
}

/// Shows a cycle of a run.
fn show(hops: Hops, exits: Hops, cycle: u64, to: &mut dyn FnMut(&CycleRecord)) {
    let of = |all: Hops<'_>| all.iter().filter(|step| step.0 == cycle).copied().collect::<Vec<_>>();
    let passage = |&(_, link, flit): &(u64, u32, _)| Passage { link, message: message(flit) };
    let exit = |&(_, local_port, flit): &(u64, u32, _)| Exit { local_port, message: message(flit) };
    let passages: Vec<_> = of(hops).iter().map(passage).collect();
    let exits: Vec<_> = of(exits).iter().map(exit).collect();
    let counters = [Some(cycle / 4), Some(cycle % 4)];
    to(&CycleRecord { cycle, status: 0, counters, passages: &passages, exits: &exits, waits: &[] });
}

/// The run as VCD and as FST. It has packets if flits have numbers.
fn waves(hops: Hops, exits: Hops, stages: Option<&str>) -> [Vec<u8>; 2] {
    let placement = Placement::full(&ring());
    let (rule, ties) = (RingRule::Dateline, Ties::Plus);
    let buffered =
        BufferedInfo { rule, channels: 2, depth: 4, flits: 2, pipeline: Pipeline::OneCycle, ties, head: 9 };
    let timetable = Timetable::new(&schedule(&placement), 1, LATENCY);
    let run = match hops[0].2 {
        Some(_) => Run::Traffic { buffered: &buffered, label: "traffic=trace" },
        None => Run::Scheduled { kind: "frame", effort: 9, stored: None, timetable },
    };
    let part = Part::default();
    let (ports, seed) = (PortModel::AllPort, 1);
    let subject =
        Subject { name: "net", routing: "odr", ports, seed, placement: &placement, stages, run, part };
    in_both(&subject, 20, |cycle, to| show(hops, exits, cycle, to))
}

fn lives_of(bytes: &[u8]) -> Result<Vec<Life>, WavesError> {
    let ring = ring();
    let [source, destination] = [0, 3].map(|node| ring.node_at(node).unwrap());
    follow(&mut dump(bytes), &ring, source, destination)
}

/// The lives that both formats show.
fn lives(files: &[Vec<u8>; 2]) -> Vec<Life> {
    let [vcd, fst] = files.each_ref().map(|bytes| lives_of(bytes).unwrap());
    assert_eq!(vcd, fst);
    vcd
}

/// The cycles and links of a life, and the cycle of its ejection.
fn steps(life: &Life) -> (Vec<(u64, usize)>, Option<u64>) {
    let hops = life.hops.iter().map(|(cycle, link)| (*cycle, link.index())).collect();
    (hops, life.ejected.as_ref().map(|(cycle, _)| *cycle))
}

/// Two exchanges send the message one cycle after the other: one is ejected as the other is on its last link.
#[test]
fn overlapping_lives_are_held_apart() {
    let hops = [(3, 0, None), (4, 0, None), (4, 2, None), (5, 2, None), (5, 4, None), (6, 4, None)];
    let found = lives(&waves(&hops, &[(6, 6, None), (7, 6, None)], None));
    let expected = |first: u64| (vec![(first, 0), (first + 1, 2), (first + 2, 4)], Some(first + 3));
    assert_eq!(found.iter().map(steps).collect::<Vec<_>>(), [expected(3), expected(4)]);
    assert_eq!(found[0].begin, (Some(0), Some(3)));
    assert_eq!(found[1].begin, (Some(1), Some(0)));
}

/// What is on a link of another place, or a cycle late, is another life.
#[test]
fn a_life_goes_on_where_it_was_a_cycle_before() {
    let late = lives(&waves(&[(3, 0, None), (5, 2, None)], &[], None));
    assert_eq!(late.iter().map(steps).collect::<Vec<_>>(), [(vec![(3, 0)], None), (vec![(5, 2)], None)]);
    let elsewhere = lives(&waves(&[(3, 0, None), (4, 4, None)], &[], None));
    assert_eq!(elsewhere.len(), 2);
}

/// A link with two registers is crossed in three cycles: the next link shows the message so much later.
#[test]
fn registers_on_links_are_waited_for() {
    let found = lives(&waves(&[(3, 0, None), (6, 2, None), (9, 4, None)], &[(12, 6, None)], Some("2")));
    assert_eq!(found.len(), 1);
    assert_eq!(steps(&found[0]), (vec![(3, 0), (6, 2), (9, 4)], Some(12)));
    assert_eq!(found[0].ends, [5, 8, 11]);
    assert_eq!([0, 1, 2, 3].map(|step| found[0].waited(&ring(), step)), [None, Some(0), Some(0), Some(0)]);
}

/// Flits of two packets that wait: each has a life by its numbers.
#[test]
fn flits_are_followed_by_their_numbers() {
    let (one, two, other) = (Some((0, 0)), Some((0, 1)), Some((1, 0)));
    let hops = [
        (3, 0, one),
        (4, 0, two),
        (5, 0, other),
        (7, 2, one),
        (8, 2, two),
        (8, 4, one),
        (9, 2, other),
        (9, 4, two),
        (12, 4, other),
    ];
    let found = lives(&waves(&hops, &[(10, 6, one), (11, 6, two), (13, 6, other)], None));
    let flits: Vec<_> = found.iter().map(|life| life.flit).collect();
    assert_eq!(flits, [Some((0, 0)), Some((0, 1)), Some((1, 0))]);
    let expected = [
        (vec![(3, 0), (7, 2), (8, 4)], Some(10)),
        (vec![(4, 0), (8, 2), (9, 4)], Some(11)),
        (vec![(5, 0), (9, 2), (12, 4)], Some(13)),
    ];
    assert_eq!(found.iter().map(steps).collect::<Vec<_>>(), expected);
    let waited = |life: usize| [1, 2, 3].map(|step| found[life].waited(&ring(), step));
    assert_eq!(waited(0), [Some(3), Some(0), Some(1)]);
    assert_eq!(waited(2), [Some(3), Some(2), Some(0)]);
}

/// Steps that do not join tell no time; nor does what comes before the one before it.
#[test]
fn waits_are_those_between_steps_that_join() {
    let ring = ring();
    let link = |node: usize| ring.links().find(|link| link.index() == 2 * node).unwrap();
    let node = |number: usize| ring.node_at(number).unwrap();
    let life = |hops: [(u64, usize); 2], ends: [u64; 2], destination, ejected: Option<u64>| Life {
        begin: (None, None),
        flit: None,
        hops: hops.map(|(cycle, from)| (cycle, link(from))).to_vec(),
        ends: ends.to_vec(),
        destination: node(destination),
        ejected: ejected.map(|cycle| (cycle, "eject_1p".to_string())),
    };
    let waited = |life: &Life| [0, 1, 2, 3].map(|step| life.waited(&ring, step));
    assert_eq!(waited(&life([(3, 0), (9, 1)], [5, 10], 2, Some(14))), [None, Some(3), Some(3), None]);
    assert_eq!(waited(&life([(3, 0), (9, 2)], [5, 10], 2, Some(14))), [None, None, None, None]);
    assert_eq!(waited(&life([(3, 0), (9, 1)], [9, 10], 2, None)), [None; 4]);
    assert_eq!(waited(&life([(3, 0), (9, 1)], [8, 10], 2, Some(10))), [None, Some(0), None, None]);
}

/// Times may jump while the message is nowhere, and a run may begin late.
#[test]
fn idle_times_of_any_length_are_skipped() {
    let [vcd, _] = waves(&[(3, 0, None)], &[], None);
    let text = String::from_utf8(vcd).unwrap();
    let later = |from: u64, by: u64| {
        let moved = |line: &str| match line.strip_prefix('#').map(|time| time.parse::<u64>().unwrap()) {
            Some(time) if time >= from => format!("#{}\n", time + by),
            _ => format!("{line}\n"),
        };
        lives_of(text.lines().map(moved).collect::<String>().as_bytes())
    };
    let hop = |life: &[Life]| life.iter().map(steps).collect::<Vec<_>>();
    assert_eq!(hop(&later(0, 0).unwrap()), [(vec![(3, 0)], None)]);
    assert_eq!(hop(&later(0, 200_000).unwrap()), [(vec![(200_003, 0)], None)]);
    assert_eq!(hop(&later(2, 200_000).unwrap()), [(vec![(200_003, 0)], None)]);
    assert_eq!(hop(&later(10, 200_000).unwrap()), [(vec![(3, 0)], None)]);
    let stuck = later(4, 200_000).unwrap_err().to_string();
    assert!(stuck.contains("cycle 200004 follows cycle 3 with the message on a link"), "{stuck}");
}

/// A link that stays valid to the end is counted to the end, and its `load` is compared there.
#[test]
fn a_link_in_use_at_the_end_is_counted() {
    let hops = [(18, 0, None), (19, 0, None)];
    for bytes in waves(&hops, &[], None) {
        let found = read_loads(Cursor::new(&bytes[..])).unwrap();
        assert_eq!((found.counts[0], found.counts.iter().sum::<u64>()), (2, 2));
        assert_eq!(found.inconsistent, []);
    }
}
