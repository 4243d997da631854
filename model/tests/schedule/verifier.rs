//! The verifier against a naive one, on schedules that were spoiled at random.
//!
//! State space: frames and one-shots of full, linear and listed placements on tori of radix 2 to 5, with
//! each port model, some of them over links with registers; one or two changes of slots, sources, routes,
//! offsets or the length, or entries left out or repeated. The naive verifier sends every message of every
//! processor over plain coordinates and knows neither classes nor symmetry. Each kind of violation has to
//! occur, and so do schedules that stay valid.

use crate::common::oracle;
use proptest::{prelude::*, sample::Index};
use std::collections::HashSet;
use torus_model::schedule::verify::{verify, Verified, Violation};
use torus_model::schedule::{frame::odr_frame, frame::odr_frame_with, proved_bound, Entry};
use torus_model::schedule::{oneshot::odr_oneshot, oneshot::odr_oneshot_with};
use torus_model::{Effort, HopCycles, LinkStages, Placement, PortModel, Route, Schedule, Torus};

const LITTLE: Effort = Effort { seed: 1, visits: 100_000 };

/// The hops of a route by its letters: the dimension, and whether it goes `+`.
fn hops(route: &Route) -> Vec<(usize, bool)> {
    let of = |letter: u8| ((letter.to_ascii_lowercase() - b'a') as usize, letter.is_ascii_lowercase());
    route.to_string().bytes().map(of).collect()
}

/// Whether each dimension has one run, in an existing direction, and no longer than half its ring.
fn is_route(dims: &[u32], hops: &[(usize, bool)]) -> bool {
    let runs: Vec<_> = hops.chunk_by(|a, b| a == b).collect();
    let right = |run: &&[(usize, bool)]| {
        let &(dim, up) = &run[0];
        dim < dims.len() && 2 * run.len() <= dims[dim] as usize && (up || dims[dim] > 2)
    };
    let dimensions: HashSet<_> = runs.iter().map(|run| run[0].0).collect();
    !runs.is_empty() && runs.iter().all(right) && dimensions.len() == runs.len()
}

/// The uses that may occur once in a slot: of a link, of a port that sends, of one that receives, by name
/// and number.
type Taken = HashSet<(&'static str, usize, u32)>;

/// Sends the message of an entry from a processor. Returns its end, or `None` if something is used twice.
fn sent(schedule: &Schedule, entry: &Entry, from: &[u32], taken: &mut Taken) -> Option<Vec<u32>> {
    let (dims, hops, mut at) = (schedule.torus().dims(), hops(&entry.route), from.to_vec());
    let mut free = |what, number, slot: u32| taken.insert((what, number, slot % schedule.length));
    let mut slot = entry.slot;
    for (hop, &(dim, up)) in hops.iter().enumerate() {
        let (end, tail) = (slot + schedule.hop_cycles.stages()[dim], oracle::id(dims, &at));
        at[dim] = (at[dim] + if up { 1 } else { dims[dim] - 1 }) % dims[dim];
        let (sends, receives) = match schedule.ports {
            PortModel::AllPort => (false, false),
            PortModel::OnePort => (hop == 0, hop + 1 == hops.len()),
            PortModel::SinglePort => (true, true),
        };
        let room = free("link", tail * 2 * dims.len() + 2 * dim + usize::from(up), slot)
            && (!sends || free("sends", tail, slot))
            && (!receives || free("receives", oracle::id(dims, &at), end));
        if !room {
            return None;
        }
        slot = end + 1;
    }
    Some(at)
}

/// Whether the slots, processors and links of an entry exist.
fn is_inside(schedule: &Schedule, entry: &Entry) -> bool {
    let (dims, hops) = (schedule.torus().dims(), hops(&entry.route));
    let stages = schedule.hop_cycles.stages();
    let cycles = hops.iter().map(|(dim, _)| 1 + stages.get(*dim).unwrap_or(&0));
    let last = (entry.slot + cycles.sum::<u32>()).saturating_sub(1);
    let of_one = entry.source < schedule.placement.sources().len() && entry.offset.len() == dims.len();
    let in_time = entry.slot < schedule.length && (schedule.kind.is_periodic() || last < schedule.length);
    is_route(dims, &hops) && in_time && of_one
}

/// Whether a schedule is valid, by sending all messages.
fn is_valid(schedule: &Schedule) -> bool {
    let (placement, dims) = (&schedule.placement, schedule.torus().dims());
    let class = |node| placement.symmetry().class_of(schedule.torus(), node);
    let (mut taken, mut pairs) = (Taken::new(), HashSet::new());
    for entry in &schedule.entries {
        if !is_inside(schedule, entry) {
            return false;
        }
        let own = class(placement.sources()[entry.source]);
        for &node in placement.processors().iter().filter(|node| class(**node) == own) {
            let from = oracle::coordinates(dims, node.index());
            let due: Vec<u32> = (0..dims.len()).map(|i| (from[i] + entry.offset[i]) % dims[i]).collect();
            let ends = sent(schedule, entry, &from, &mut taken).as_ref() == Some(&due);
            let is_processor = placement.processors().iter().any(|to| to.index() == oracle::id(dims, &due));
            if !(ends && is_processor && pairs.insert((from, due))) {
                return false;
            }
        }
    }
    // Other routes may have another bound, which is not what is tested here.
    let (p, bound) = (placement.len(), schedule.lower_bound);
    pairs.len() == p * (p - 1) && schedule.length >= bound && bound <= proved_bound(schedule)
}

fn torus(dims: &[u32]) -> Torus {
    Torus::new(dims).unwrap()
}

/// Valid schedules, small ones of every kind.
fn schedules() -> Vec<Schedule> {
    let full = |dims: &[u32]| Placement::full(&torus(dims));
    let linear = Placement::linear(&torus(&[4, 4]), None, 1).unwrap();
    let corners: Vec<_> = [0, 2, 5].map(|at| torus(&[2, 3]).node_at(at).unwrap()).to_vec();
    let listed = Placement::listed(&torus(&[2, 3]), &corners).unwrap();
    let placements = [full(&[2]), full(&[5]), full(&[2, 3]), full(&[3, 3]), linear, listed];
    let ports = [PortModel::AllPort, PortModel::OnePort, PortModel::SinglePort];
    let of = |placement: &Placement| {
        let both = |ports| [odr_frame(placement, ports, LITTLE), odr_oneshot(placement, ports, LITTLE)];
        ports.map(both).concat()
    };
    let over = |dims: &str, stages: &[u32]| {
        let torus = dims.parse().unwrap();
        let hops = HopCycles::of_stages(&torus, &LinkStages::by_dimension(stages)).unwrap();
        let placement = Placement::full(&torus);
        let frame = odr_frame_with(&placement, PortModel::AllPort, &hops, LITTLE);
        [frame, odr_oneshot_with(&placement, PortModel::OnePort, hops, LITTLE)]
    };
    let registers = [over("5", &[1]), over("2x3", &[0, 2]), over("3x3", &[1, 3])];
    placements.iter().flat_map(of).chain(registers.concat()).collect()
}

/// A change of a schedule: its kind, the entry, another entry, and a number.
type Change = (u8, Index, Index, u32);

fn apply(schedule: &mut Schedule, (kind, at, from, number): &Change) {
    let count = schedule.entries.len();
    if count == 0 {
        return;
    }
    let other = schedule.entries[from.index(count)].clone();
    let length = schedule.length;
    let entry = &mut schedule.entries[at.index(count)];
    match kind {
        0 => entry.slot = number % (length + 1),
        1 => entry.source = (*number % 3) as usize,
        2 => entry.route = other.route,
        3 => (entry.route, entry.offset) = (other.route, other.offset),
        4 => entry.offset.truncate((*number % 4) as usize),
        5 => entry.offset = other.offset,
        6 => schedule.entries.push(other),
        7 => drop(schedule.entries.remove(at.index(count))),
        8 => schedule.length = (length + number % 5).saturating_sub(1).max(1),
        9 => schedule.lower_bound = (schedule.lower_bound + 1).saturating_sub(number % 3),
        10 => entry.slot = other.slot,
        _ => {
            let routes = ["a", "A", "b", "B", "ab", "ba", "aab", "aaa", "c", "Ca", "aBa", ""];
            entry.route = routes[*number as usize % routes.len()].parse().unwrap();
        }
    }
}

#[test]
fn spoiled_schedules_are_judged_as_the_naive_verifier_judges_them() {
    let (all, found) = (schedules(), std::cell::RefCell::new(HashSet::new()));
    all.iter().for_each(|schedule| assert!(verify(schedule).is_ok() && is_valid(schedule)));
    let change = (0u8..14, any::<Index>(), any::<Index>(), any::<u32>());
    let drawn = (any::<Index>(), prop::collection::vec(change, 1..=2));
    let config = ProptestConfig { cases: 6_000, failure_persistence: None, ..ProptestConfig::default() };
    let rng = proptest::test_runner::TestRng::deterministic_rng(config.rng_algorithm);
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(config, rng);
    let judged = |(which, changes): (Index, Vec<Change>)| {
        let whole = which.get(&all);
        let mut schedule = whole.clone();
        changes.iter().for_each(|change| apply(&mut schedule, change));
        let verdict = verify(&schedule);
        found.borrow_mut().insert(verdict.as_ref().err().map(std::mem::discriminant));
        prop_assert_eq!(verdict.is_ok(), is_valid(&schedule), "{:?}: {:?}", schedule, verdict);
        Ok(())
    };
    runner.run(&drawn, judged).unwrap();
    // Valid ones, and all violations but a placement that its symmetry does not keep.
    assert_eq!(found.borrow().len(), 1 + 7, "{:?}", found.borrow());
}

/// What is stated of a schedule that is right, counted by hand: a ring of five, and a square of three.
#[test]
fn what_is_proved_is_counted() {
    let ring = |ports| verify(&of_ring(ports)).unwrap();
    assert_eq!(ring(PortModel::AllPort), Verified { length: 3, busiest: 3, messages: 4, hops: 6 });
    assert_eq!(ring(PortModel::OnePort), Verified { length: 5, busiest: 4, messages: 4, hops: 6 });
    assert_eq!(ring(PortModel::SinglePort), Verified { length: 6, busiest: 6, messages: 4, hops: 6 });
    let square = odr_frame(&Placement::full(&torus(&[3, 3])), PortModel::AllPort, LITTLE);
    assert_eq!(verify(&square), Ok(Verified { length: 3, busiest: 3, messages: 8, hops: 12 }));
}

/// The frame of a ring of five.
fn of_ring(ports: PortModel) -> Schedule {
    odr_frame(&Placement::full(&torus(&[5])), ports, LITTLE)
}

/// Each sentence names what it is about.
#[test]
fn violations_are_named_whole() {
    let whole = of_ring(PortModel::OnePort);
    let at = |route: &str| whole.entries.iter().position(|entry| entry.route.to_string() == route).unwrap();
    let said = |change: &dyn Fn(&mut Schedule)| {
        let mut schedule = whole.clone();
        change(&mut schedule);
        verify(&schedule).unwrap_err().to_string()
    };
    let (up, down) = (at("a"), at("A"));
    let slot = whole.entries[up].slot;
    let outside =
        format!("the entry slot {slot} class 7 a is outside the schedule's slots or source classes");
    assert_eq!(said(&|s| s.entries[up].source = 7), outside);
    let twice = "the message (0) to (1) is sent 2 times, not once";
    assert_eq!(said(&|s| s.entries.push(whole.entries[up].clone())), twice);
    let [first, second] = if up < down { ["a", "A"] } else { ["A", "a"] };
    let both = format!(
        "the nodes like (0) send two messages by one port in slot {slot}: slot {slot} class 0 {first} and \
         slot {slot} class 0 {second}"
    );
    assert_eq!(said(&|s| s.entries[down].slot = slot), both);
}

/// The second hop of two from the last slot is in slot 0 of the next frame.
#[test]
fn a_conflict_behind_the_end_is_in_the_next_frame() {
    let mut frame = of_ring(PortModel::AllPort);
    for entry in &mut frame.entries {
        entry.slot = match entry.route.to_string().as_str() {
            "aa" => frame.length - 1,
            "AA" => 1,
            _ => 0,
        };
    }
    frame.entries.sort();
    let said = verify(&frame).unwrap_err().to_string();
    assert!(said.contains(" 1+ carry two messages in slot 0: "), "{said}");
}

/// One hop from slot 4 and two hops from slot 3 arrive at once; the other two messages are out of the way.
#[test]
fn two_that_arrive_are_named() {
    let mut late = Schedule { length: 9, ..of_ring(PortModel::OnePort) };
    for entry in &mut late.entries {
        entry.slot = match entry.route.to_string().as_str() {
            "a" => 4,
            "AA" => 3,
            "A" => 0,
            _ => 7,
        };
    }
    let Err(Violation::Port { sends: false, slot: 4, node, .. }) = verify(&late) else {
        panic!("two arrive at once: {:?}", verify(&late))
    };
    assert!(["(1)", "(3)"].contains(&node.as_str()), "{node}");
}
